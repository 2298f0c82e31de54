// Remove the second factor of a collaborator who lost his phone and his recovery codes.

import { Problem } from '#core/kernel/problem.ts';
import { isAtLeast } from '#core/roles.ts';
import { resetSecondFactor } from '#core/session/account.ts';
import { writeAudit, writePlatformAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { removeSecondFactor } from '#server/session/codes.ts';
import { brandOf, ofAccount, securityMail } from '#server/session/mails.ts';
import { endSessions } from '#server/session/sessions.ts';
import { entityOf, type HolderRow, holderRow } from './holder.ts';

interface Standing {
  email: string;
  platform: boolean;
  elsewhere: boolean;
}

/** An owner may not weaken an account with access beyond his agency; an administrator acting for him may. */
async function whyNot(call: Call, row: HolderRow): Promise<{ reason: string } | { email: string }> {
  if (row.user_id === null || !row.second_factor)
    return { reason: 'Cette personne n’a pas activé la validation en deux étapes.' };
  if (row.user_id === call.caller?.userId) return { reason: 'Désactivez la vôtre dans « Mon compte ».' };
  const { rows } = await call.services.database.platform.query<Standing>(
    `select u.email, u.super_admin or u.admin or u.is_support as platform,
        exists (select from user_companies p where p.user_id = u.id and p.agency_id <> $2 and p.status = 100) as elsewhere
      from users u where u.id = $1`,
    [row.user_id, row.agency_id],
  );
  const standing = rows[0] as Standing;
  const mayReachFurther = isAtLeast(call.caller?.platform ?? null, 'admin');
  if (standing.platform || (standing.elsewhere && !mayReachFurther)) {
    return { reason: 'Ce compte ne dépend pas de votre seule agence : adressez-vous au support.' };
  }
  return { email: standing.email };
}

export const secondFactorResetHandlers: Handler[] = [
  handle(resetSecondFactor, async (call) => {
    const { db, params, now, services } = call;
    const row = await holderRow(call, params.id);
    const verdict = await whyNot(call, row);
    if ('reason' in verdict) throw new Problem('invalid', verdict.reason);
    const userId = row.user_id as string;
    await writeAudit(db, call, { entity: entityOf(row), id: row.id, action: 'resetSecondFactor' });
    // The account belongs to the person: the agency's context cannot reach it.
    await services.database.platformTransaction(async (platform) => {
      await removeSecondFactor(platform, userId);
      await endSessions(platform, userId, now);
      await writePlatformAudit(platform, call, { entity: 'user', id: userId, action: 'resetSecondFactor' });
      const within = ofAccount(call, platform, 'resetSecondFactor');
      await services.mailer.send(securityMail(brandOf(call).tenant.name, verdict.email, 'secondFactorReset'), within);
    });
  }),
];
