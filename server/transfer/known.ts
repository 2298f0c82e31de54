// Who of a received list has a sheet already: a second one would be a second person for the register and the planning.
import { Problem } from '#core/kernel/problem.ts';
import { knownBy } from '#core/transfer/calls.ts';
import type { Db } from '#server/db/database.ts';

export interface Known extends Record<string, unknown> {
  person: string;
  agent: { id: string; name: string };
  by: keyof typeof knownBy;
}

/** Whatever the case, of letters with accents too. */
const folded = (name: string): string => `lower(${name} collate "fr-x-icu")`;

/** The surest match of each, of those without a collaborator so far; erased sheets have nothing to match. */
export const knownOf = (db: Db, transfer: string): Promise<Known[]> =>
  db.query<Known>({
    name: 'known-people',
    text: `select distinct on (p.id) p.id as person, json_build_object('id', a.id, 'name', a.fullname) as agent, m.by
      from transfer_people p
        cross join lateral (
          select a.id, 'card' as by, 1 as rank from agents a where a.agency_id = p.agency_id and a.card_number = p.card_number
          union all select a.id, 'birth', 2 from agents a where a.agency_id = p.agency_id and a.birth_date = p.birth_date
            and ${folded('a.lastname')} = ${folded('p.lastname')} and ${folded('a.firstname')} = ${folded('p.firstname')}
          union all select a.id, 'email', 3 from agents a where a.agency_id = p.agency_id and lower(a.email) = lower(p.email)) m
        join agents a on a.agency_id = p.agency_id and a.id = m.id
      where p.agency_id = app_agency() and p.transfer_id = $1 and p.agent_id is null
      order by p.id, m.rank, a.id`,
    values: [transfer],
  });

/** Each line that nobody decided about is named. */
export function refuseTwice(
  people: readonly { id: string; fullname: string }[],
  found: readonly Known[],
  known: Readonly<Record<string, string | null>>,
  pathOf: (person: string) => string,
): void {
  const violations = people.flatMap(({ id, fullname }) => {
    const match = found.find(({ person }) => person === id);
    const chosen = known[id];
    const isDecided = chosen === null || (chosen !== undefined && chosen === match?.agent.id);
    if (!match ? chosen == null : isDecided) return [];
    const message = match
      ? `${fullname} est déjà présent : ${match.agent.name} (${knownBy[match.by]})`
      : `${fullname} n’est pas cette personne : actualisez la liste`;
    return [{ path: pathOf(id), message }];
  });
  if (violations.length > 0)
    throw new Problem('conflict', violations.map(({ message }) => message).join('. '), { violations });
}
