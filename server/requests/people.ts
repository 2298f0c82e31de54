import type { RequestKind } from '#core/requests/status.ts';
import type { Held } from '#server/privacy/personal.ts';

const mine = 't.user_id = any (:users)';
const named = (table: string, set: string): string =>
  `update ${table} t set ${set} where t.agency_id = any (:agencies) and ${mine}`;

const peopleOf = (kind: RequestKind): Held => ({
  // What he wrote on the requests of others stays, without his name.
  [`${kind}_request_messages`]: {
    label: 'Messages sur les demandes',
    where: mine,
    fate: {
      erase: [
        named(`${kind}_request_messages`, 'author = :name, user_id = null'),
        // Those of his company, or that he entered, stay without him.
        named(
          `${kind}_requests`,
          kind === 'customer'
            ? 'author = :name, user_id = null, creator_name = case when t.creator_name is not null then :name end, creator_email = null'
            : 'author = :name, user_id = null',
        ),
      ],
    },
  },
  [`${kind}_request_readers`]: {
    label: 'Demandes lues',
    where: mine,
    fate: { erase: [`delete from ${kind}_request_readers t where t.agency_id = any (:agencies) and ${mine}`] },
  },
});

export const requestPeople: Held = { ...peopleOf('agent'), ...peopleOf('customer') };
