// Platform staff act for a profile: with exactly its rights, and every audit line names both people.
import { Problem } from '#core/kernel/problem.ts';
import { switchProfile } from '#core/session/session.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit, writePlatformAudit } from '#server/kernel/audit.ts';
import { type Call, type Caller, type Handler, handle } from '#server/kernel/call.ts';
import { type ProfileRow, profileOf } from '#server/session/profile.ts';
import { type SessionRow, tokensOf } from '#server/session/sessions.ts';

/** An id is unique within an agency only: one that two agencies use needs the agency. */
async function profileRow(db: Db, id: string, agency: string | null): Promise<ProfileRow> {
  const [row, other] = await db.query<ProfileRow>({
    text: 'select * from user_companies where id = $1 and status = 100 and ($2::uuid is null or agency_id = $2) limit 2',
    values: [id, agency],
  });
  if (other) throw new Problem('conflict', 'Plusieurs agences ont ce profil : choisissez d’abord l’agence');
  if (!row) throw new Problem('missing', 'Profil introuvable');
  return row;
}

async function noteActing(db: Db, call: Call, taken: ProfileRow | null): Promise<void> {
  const caller = call.caller as Caller;
  const before = caller.acting?.name ?? null;
  const self: Call = { ...call, caller: { ...caller, acting: null } };
  const changes = { actingFor: { before, after: taken?.fullname ?? null } };
  await writePlatformAudit(db, self, { entity: 'session', id: caller.sessionId, action: 'switchProfile', changes });
  if (!taken) return;
  // The history of the agency shows who acted, and for whom.
  const acting = { ...profileOf(taken), name: taken.fullname };
  const inAgency: Call = { ...call, caller: { ...caller, acting }, context: { ...nobody, agency: taken.agency_id } };
  await writeAudit(db, inAgency, {
    entity: taken.kind === 'AGENCY' ? 'agent' : 'contact',
    id: taken.id,
    action: 'actFor',
  });
}

export const actingHandlers: Handler[] = [
  handle(switchProfile, async (call) => {
    const { sessionId } = call.caller as Caller;
    const { database, environment } = call.services;
    const wanted = call.input.userCompany;
    return database.platformTransaction(async (db) => {
      const taken = wanted ? await profileRow(db, wanted.id, wanted.agency?.id ?? null) : null;
      const [session] = await db.query<SessionRow>({
        text: `update sessions set acting_as = $2, acting_agency_id = $3 where id = $1
          returning id, user_id, generation, rotated_at, acting_as`,
        values: [sessionId, taken?.id ?? null, taken?.agency_id ?? null],
      });
      await noteActing(db, call, taken);
      // Keep the refresh token: a lost reply must not end the session. The access token starts now.
      return tokensOf(environment.secret, { ...(session as SessionRow), rotated_at: call.now });
    });
  }),
];
