// Valid requests of the lifecycle, for a published service that can start now.
import { randomUUID } from 'node:crypto';
import { entityNamed } from '#core/entities.ts';
import type { Line, Setting } from './requests.ts';
import { ownAgent, type rowOf, workplaceOf } from './rows.ts';
import type { World } from './world.ts';

const begun = new WeakMap<World, Map<string, Promise<string>>>();

export const steppedLine = (row: typeof rowOf): Line => {
  const make = async (setting: Setting): Promise<string> => {
    const { world, mount, where } = setting;
    const id = await row(entityNamed('service'), { ...setting, fresh: true });
    // A circuit, because an agent may start several.
    await world.sql(
      `update services set start_at = now(), end_at = now() + interval '8 hours', is_circuit = true where id = $1`,
      [id],
    );
    if (mount === 'agent' && where === 'own') {
      await world.sql(
        `insert into service_agents (agency_id, service_id, agent_id) select agency_id, id, $2 from services where id = $1 on conflict do nothing`,
        [id, ownAgent(setting)],
      );
      // On his own workplace: the shared site must stay hidden from him.
      await world.sql('update services set site_id = $2 where id = $1', [id, await workplaceOf(setting)]);
      await world.sql('update services s set published_at = now(), published = service_facts(s) where id = $1', [id]);
    }
    return id;
  };
  // A separate service: a started one can no longer be removed or unscheduled, unlike the shared one.
  const living = (setting: Setting): Promise<string> => {
    if (setting.fresh) return make(setting);
    const known = begun.get(setting.world) ?? new Map<string, Promise<string>>();
    begun.set(setting.world, known);
    const key = `${setting.mount} ${setting.where} ${setting.mount === 'agent' ? ownAgent(setting) : ''}`;
    const id = known.get(key) ?? make(setting);
    known.set(key, id);
    return id;
  };
  return {
    of: 'service',
    sees: 'own',
    request: async (setting) => ({
      params: { status: '200' },
      input: { service: { id: await living(setting) }, event: { uuid: randomUUID() } },
    }),
  };
};
