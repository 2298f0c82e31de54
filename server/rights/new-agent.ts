// The rights of a new collaborator: the set chosen by the agency, else the Collaborator set (C-041).
import type { Agency } from '#core/agencies/agency.ts';
import { rightSet } from '#core/grants.ts';
import { Problem } from '#core/kernel/problem.ts';
import type { SetKind } from '#core/rights/set.ts';
import { isRight, type Right } from '#core/rights.ts';
import type { Db } from '#server/db/database.ts';
import type { Extension } from '#server/kernel/extension.ts';
import { changedRights, permitChanges } from './grants.ts';

const usual = rightSet('collaborator');

export async function rightsOfNewAgent(db: Db): Promise<Right[]> {
  const [set] = await db.query<{ rights: string[] }>({
    name: 'rights-of-new-agent',
    text: `select s.rights from agencies g join rights_sets s on s.agency_id = g.id and s.id = g.default_rights_set_id and s.kind = 'AGENCY'
      where g.id = app_agency()`,
  });
  return set ? set.rights.filter(isRight) : usual;
}

const path = 'defaultRightsSet';
const notForAgents = 'Ce jeu de droits est pour les interlocuteurs des clients';

/** Choosing the set grants it to all future agents, so the caller must be able to grant its rights. */
export const agencyExtension: Extension<typeof Agency> = {
  async beforeSave([row], { db, asker }) {
    const chosen = row?.draft.defaultRightsSet?.id;
    if (!chosen) return;
    const [set] = await db.query<{ kind: SetKind; rights: string[]; held: boolean }>({
      name: 'chosen-rights-set',
      text: `select s.kind, s.rights, s.id is not distinct from g.default_rights_set_id as held
        from rights_sets s join agencies g on g.id = s.agency_id where s.agency_id = app_agency() and s.id = $1`,
      values: [chosen],
    });
    if (!set || set.held) return;
    if (set.kind !== 'AGENCY')
      throw new Problem('invalid', notForAgents, { violations: [{ path, message: notForAgents }] });
    permitChanges(asker, changedRights(new Set(usual), new Set(set.rights.filter(isRight))));
  },
};
