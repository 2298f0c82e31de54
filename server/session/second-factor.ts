// The second factor of one's account: prepare, confirm by a code, disable.
import { Problem } from '#core/kernel/problem.ts';
import {
  accountMessages,
  confirmSecondFactor,
  disableSecondFactor,
  enrolSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
} from '#core/session/account.ts';
import { writePlatformAudit } from '#server/kernel/audit.ts';
import { type Caller, type Handler, handle } from '#server/kernel/call.ts';
import { drawRecoveryCodes, forgetSession, removeSecondFactor } from './codes.ts';
import { brandOf, ofAccount, securityMail } from './mails.ts';
import { confirmedCode, confirmedPassword } from './proof.ts';
import { seal, unseal } from './sealing.ts';
import { base32, isApplicationCode, newSecret, stepOf } from './totp.ts';

/** An unconfirmed secret expires. */
const enrolmentLife = 60 * 60 * 1_000;

export const secondFactorHandlers: Handler[] = [
  handle(readSecondFactor, async ({ caller, services }) => {
    const { rows } = await services.database.platform.query<{ confirmed_at: Date; left: number }>(
      `select f.confirmed_at, (select count(*) from user_recovery_codes c where c.user_id = f.user_id and c.used_at is null) as left
        from user_second_factors f where f.user_id = $1 and f.confirmed_at is not null`,
      [(caller as Caller).userId],
    );
    const [row] = rows;
    return {
      secondFactor: { enabledAt: row?.confirmed_at.toISOString() ?? null, recoveryCodesLeft: row?.left ?? 0 },
    };
  }),

  handle(enrolSecondFactor, async (call) => {
    const { environment, database } = call.services;
    const { id } = await confirmedPassword(call, call.input, { asksCode: false });
    const secret = newSecret();
    const prepared = await database.platform.query(
      `insert into user_second_factors as f (user_id, secret, created_at) values ($1, $2, $3)
        on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at
        where f.confirmed_at is null`,
      [id, seal(environment.secret, id, secret), call.now],
    );
    if (prepared.rowCount !== 1) throw new Problem('conflict', accountMessages.alreadyEnabled);
    return { secret: base32(secret) };
  }),

  handle(confirmSecondFactor, async (call) => {
    const { environment, database, mailer } = call.services;
    const { userId } = call.caller as Caller;
    const codes = await database.platformTransaction(async (db) => {
      const [row] = await db.query<{ secret: Buffer; created_at: Date; confirmed_at: Date | null; email: string }>({
        text: `select f.secret, f.created_at, f.confirmed_at, u.email from user_second_factors f
          join users u on u.id = f.user_id where f.user_id = $1 for update of f`,
        values: [userId],
      });
      if (row?.confirmed_at) throw new Problem('conflict', accountMessages.alreadyEnabled);
      if (!row || call.now.getTime() - row.created_at.getTime() > enrolmentLife) {
        throw new Problem('conflict', 'Cette préparation a expiré : recommencez l’activation.');
      }
      const { code } = call.input;
      const step = isApplicationCode(code)
        ? stepOf(unseal(environment.secret, userId, row.secret), code, call.now)
        : null;
      if (step === null) {
        const message = accountMessages.wrongCode;
        throw new Problem('invalid', message, { violations: [{ path: 'code', message }] });
      }
      await db.query({
        text: 'update user_second_factors set confirmed_at = $2, last_step = $3 where user_id = $1',
        values: [userId, call.now, step],
      });
      await forgetSession(db, userId);
      await writePlatformAudit(db, call, { entity: 'user', id: userId, action: 'enableSecondFactor' });
      await mailer.send(
        securityMail(brandOf(call).tenant.name, row.email, 'secondFactorEnabled'),
        ofAccount(call, db, 'enableSecondFactor'),
      );
      return drawRecoveryCodes(db, environment.secret, userId);
    });
    return { recoveryCodes: codes };
  }),

  handle(renewRecoveryCodes, async (call) => {
    const { environment, database } = call.services;
    const { id } = await confirmedCode(call, call.input);
    const recoveryCodes = await database.platformTransaction(async (db) => {
      await writePlatformAudit(db, call, { entity: 'user', id, action: 'renewRecoveryCodes' });
      return drawRecoveryCodes(db, environment.secret, id);
    });
    return { recoveryCodes };
  }),

  handle(disableSecondFactor, async (call) => {
    const { id, email } = await confirmedCode(call, call.input);
    await call.services.database.platformTransaction(async (db) => {
      await removeSecondFactor(db, id);
      await writePlatformAudit(db, call, { entity: 'user', id, action: 'disableSecondFactor' });
      const within = ofAccount(call, db, 'disableSecondFactor');
      await call.services.mailer.send(securityMail(brandOf(call).tenant.name, email, 'secondFactorDisabled'), within);
    });
  }),
];
