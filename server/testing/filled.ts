// Rows with a value in every field of their form.
import { allEntities, entityNamed } from '#core/entities.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { endpointOf } from './client.ts';
import { fileOf } from './files.ts';
import type { Setting } from './requests.ts';
import { rowOf, saverOf, writtenEntities } from './rows.ts';
import { fullDraft, type Refer } from './samples.ts';
import type { World } from './world.ts';

/** One row of each entity, in the place of the setting. */
export async function referToAny(setting: Setting): Promise<Refer> {
  const ids = new Map<string, string>();
  for (const of of allEntities) ids.set(of.name, await rowOf(of, { ...setting, fresh: false }));
  // The owner of the sites.
  if (setting.where === 'own') ids.set('customer', setting.world.customer.id);
  ids.set('file', (await fileOf(setting)).id);
  return (target) => ids.get(target) as string;
}

/** The id of a filled row, made once; an existing row if the entity has no form. */
export function filledIn(world: World): (of: Entity) => Promise<string> {
  const setting = { world, mount: 'agency', person: null, where: 'own', fresh: true } as const;
  const filled = new Map<string, Promise<string>>();
  let refer: Promise<Refer> | undefined;

  async function make(of: Entity): Promise<string> {
    if (!writtenEntities.includes(of)) {
      // Saved with another record, usually an agent.
      await filledRow(entityNamed('agent'));
      const text = `select id from ${of.table} where agency_id = $1 order by id desc limit 1`;
      return (await world.sql<{ id: string }>(text, [world.agency.id]))[0]?.id ?? '';
    }
    refer ??= referToAny(setting);
    const input = fullDraft(of, await refer);
    const { who, mount } = saverOf(of);
    const reply = (await world.as(who).call(endpointOf(of, 'save'), { mount, input })) as never;
    return (reply[of.name] as { id: string }).id;
  }

  function filledRow(of: Entity): Promise<string> {
    let made = filled.get(of.name);
    if (!made) {
      made = make(of);
      filled.set(of.name, made);
    }
    return made;
  }
  return filledRow;
}
