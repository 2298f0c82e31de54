// The administrator of an agency that has none (AB-008): a collaborator, invited by mail, who manages it once he accepts.
import { Agent } from '#core/agents/agent.ts';
import { entityNamed } from '#core/entities.ts';
import { Problem } from '#core/kernel/problem.ts';
import type { InvitedPerson } from '#core/platform/person.ts';
import { agentExtension } from '#server/agents/agents.ts';
import type { Db } from '#server/db/database.ts';
import type { Call } from '#server/kernel/call.ts';
import { planOf } from '#server/kernel/plan.ts';
import { saveMany } from '#server/kernel/save.ts';
import { type Invited, sendInvitations, whyNot } from '#server/rights/invite.ts';
import { asAgency } from './as-agency.ts';

const plan = planOf(Agent, agentExtension, entityNamed);

const managed = 'Cette agence a déjà un administrateur.';

/** As the platform, in its transaction. A collaborator with this address is taken, not doubled. */
export function inviteManager(db: Db, call: Call, agency: string, person: InvitedPerson): Promise<Invited> {
  return asAgency(db, call, agency, async (inAgency) => {
    const [held] = await db.query<{ manager_id: string | null }>({
      text: 'select manager_id from agencies where id = app_agency() and id <> platform_agency() for no key update',
    });
    if (!held) throw new Problem('missing', 'Agence introuvable');
    if (held.manager_id !== null) throw new Problem('conflict', managed);
    const profile = (id: string | null): Promise<Invited[]> =>
      db.query<Invited & Record<string, unknown>>({
        text: `select p.* from user_companies p where p.agency_id = app_agency() and p.kind = 'AGENCY' and p.status = 100
          and case when $1::uuid is null then lower(p.email) = $2 else p.id = $1 end order by p.id limit 1`,
        values: [id, person.email],
      });
    let [row] = await profile(null);
    if (!row) {
      const [saved] = await saveMany(plan, [{ ...person, agentInfos: { plannable: false } }], {
        ...inAgency,
        asker: { platform: call.asker.platform, profile: null },
      });
      [row] = await profile(saved?.after.id ?? null);
    }
    const invited = row as Invited;
    const refused = whyNot(invited);
    if (refused) throw new Problem('conflict', refused);
    // One person is asked at a time.
    await db.query({ text: 'update invitations set as_manager = false where agency_id = app_agency() and as_manager' });
    await sendInvitations([invited], inAgency, true);
    return invited;
  });
}
