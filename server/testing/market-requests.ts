// Valid requests of the announcements. An answer needs an announcement of another agency.
import { entityNamed } from '#core/entities.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { platformAgencyId } from '#core/kernel/platform.ts';
import type { Line, Setting } from './requests.ts';
import type { rowOf } from './rows.ts';
import type { World } from './world.ts';

const thirds = new WeakMap<World, Promise<string>>();

/** An agency beside the two of the world. */
export function thirdAgency(world: World): Promise<string> {
  const known =
    thirds.get(world) ??
    world
      .sql<{ id: string }>(`insert into agencies (id, name) values (gen_random_uuid(), 'Tierce') returning id`)
      .then(([row]) => row?.id as string);
  thirds.set(world, known);
  return known;
}

/**
 * An agency publishes so many a day and has so many under way: the announcements of before grow old, then end. Called
 * many times in parallel: always in the same order, against deadlocks.
 */
export const quietBoard = (of: Entity, { world }: Pick<Setting, 'world'>): Promise<unknown> | undefined =>
  of.table === 'market_offers'
    ? world.sql(`update market_offers o set created_at = created_at - interval '25 hours',
        status = case when status = 100 and created_at < now() - interval '25 days' then 200 else status end
        from (select id from market_offers order by id for update) held where held.id = o.id`)
    : undefined;

async function offerOf(agency: string, { world }: Setting): Promise<string> {
  const [row] = await world.sql<{ id: string }>(
    `insert into market_offers (agency_id, id, title, type, departments, description)
      values ($1, gen_random_uuid(), 'Renfort', 4, '{06}', 'Deux soirées') returning id`,
    [agency],
  );
  return row?.id as string;
}

/** An answer of the third agency to an announcement of this one. */
export async function marketAnswer(setting: Setting): Promise<{ offer: string; id: string }> {
  const { world, where, mount } = setting;
  const own = where === 'foreign' ? world.otherAgency.id : world.agency.id;
  const offer = await offerOf(mount === 'platform' ? platformAgencyId : own, setting);
  const [row] = await world.sql<{ id: string }>(
    `insert into market_answers (agency_id, id, offer_id, publisher_id, name, message) values ($1, gen_random_uuid(), $2, $1, 'Tierce', 'Oui') returning id`,
    [await thirdAgency(world), offer],
  );
  await world.sql('update market_offers set status = 200 where id = $1', [offer]);
  return { offer, id: row?.id as string };
}

export function marketLines(row: typeof rowOf): Record<string, Line> {
  const fromThird = async (setting: Setting): Promise<string> => offerOf(await thirdAgency(setting.world), setting);
  return {
    'answer:offer': {
      others: [],
      request: async (setting) => ({ params: { id: await fromThird(setting) }, input: { message: 'Nous pouvons.' } }),
    },
    'prepare:offer': {
      others: [],
      request: async (setting) => ({ params: { id: await fromThird(setting) }, input: {} }),
    },
    'markRead:offer': { request: async (setting) => ({ input: { ids: [await fromThird(setting)] } }) },
    'readAnswers:offer': {
      of: 'offer',
      request: async (setting) => {
        const isOfPlatform = setting.mount === 'platform';
        return {
          params: { id: isOfPlatform ? (await marketAnswer(setting)).offer : await row(entityNamed('offer'), setting) },
        };
      },
    },
    'status:offerAnswer': {
      of: 'offerAnswer',
      request: async (setting) => {
        const { offer, id } = await marketAnswer(setting);
        return { params: { offerId: offer, answerId: id, status: '300' } };
      },
    },
  };
}
