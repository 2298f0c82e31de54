// What the tests of requests share: the types by name, who was told, and which mails left.
import type { Entity } from '#core/kernel/entity.ts';
import { listNotifications } from '#core/notifications/calls.ts';
import { type AnyRow, endpointOf } from './client.ts';
import type { Person, PersonName } from './people.ts';
import type { World } from './world.ts';

export const requestsIn = ({ as, sql }: World) => ({
  namesOf: async (of: Entity): Promise<Record<string, string>> =>
    Object.fromEntries(
      ((await as('owner').call(endpointOf(of, 'list'), { mount: 'agency', input: { limit: 100 } })) as AnyRow)[
        of.plural
      ].map(({ id, name }: AnyRow) => [name, id]),
    ),
  told: async (who: PersonName | Person): Promise<AnyRow[]> =>
    (await as(who).call(listNotifications, { input: {} })).notifications,
  mails: () =>
    sql<{ recipients: string[]; subject: string }>(
      `select recipients, subject from emails where reason = 'requestAnswer' order by id`,
    ),
});
