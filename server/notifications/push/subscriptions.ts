// The browser of a session as a place for notifications. The row goes with the session, however it ends (0055-push.sql).
import { Problem } from '#core/kernel/problem.ts';
import { mostSubscriptions, readPush, removePush, savePush } from '#core/notifications/push.ts';
import type { Environment } from '#server/environment.ts';
import { writePlatformAudit } from '#server/kernel/audit.ts';
import { type Caller, type Handler, handle } from '#server/kernel/call.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { seal, unseal } from '#server/sealing.ts';
import { keyedDigest } from '#server/secret.ts';
import { allowsAnyAddress, isAcceptable } from './address.ts';
import type { Subscription } from './deliver.ts';
import { isBrowserKey } from './encrypt.ts';
import { vapidKeys } from './vapid.ts';

const sealOf = (secret: string, id: string) => ({ secret, purpose: 'push', boundTo: id }) as const;

/** Null: sealed under another SECRET, whose key the browser expects too. It subscribes again when it is next opened. */
export function subscriptionOf(
  { secret }: Pick<Environment, 'secret'>,
  id: string,
  sealed: Buffer,
): Subscription | null {
  try {
    return JSON.parse(unseal(sealOf(secret, id), sealed).toString()) as Subscription;
  } catch {
    return null;
  }
}

export const pushHandlers: Handler[] = [
  handle(readPush, async ({ db, caller, services }) => {
    const rows = await db.query({
      name: 'own-push',
      text: 'select from push_subscriptions where session_id = $1',
      values: [(caller as Caller).sessionId],
    });
    return { key: vapidKeys(services.environment.secret).public, on: rows.length > 0 };
  }),

  handle(savePush, async (call) => {
    const { db, input, now } = call;
    const { environment } = call.services;
    const { userId, sessionId } = call.caller as Caller;
    if (!isAcceptable(input.endpoint, allowsAnyAddress(environment)))
      throw new Problem('invalid', 'Cette adresse n’est pas celle d’un service de notifications');
    if (!isBrowserKey(input.keys)) throw new Problem('invalid', 'Les clés de ce navigateur ne sont pas valides');
    const id = uuidv7(now.getTime());
    const hash = keyedDigest(environment.secret, 'push-endpoint', input.endpoint);
    const held = await db.query({
      name: 'forget-own-push',
      text: 'delete from push_subscriptions where session_id = $1 returning 1',
      values: [sessionId],
    });
    // It may be somebody else's, who did not sign out here.
    await db.query({ name: 'take-push', text: 'select take_push_endpoint($1)', values: [hash] });
    await db.query({
      name: 'save-push',
      text: `insert into push_subscriptions (id, user_id, session_id, endpoint_hash, sealed, created_at) values ($1, $2, $3, $4, $5, $6)`,
      values: [
        ...[id, userId, sessionId, hash],
        seal(sealOf(environment.secret, id), Buffer.from(JSON.stringify(input))),
        now,
      ],
    });
    await db.query({
      name: 'cap-push',
      text: `delete from push_subscriptions where user_id = $1
        and id in (select id from push_subscriptions where user_id = $1 order by created_at desc, id desc offset $2)`,
      values: [userId, mostSubscriptions],
    });
    if (held.length === 0)
      await writePlatformAudit(db, call, { entity: 'session', id: sessionId, action: 'allowPush' });
    return { on: true };
  }),

  handle(removePush, async (call) => {
    const { sessionId } = call.caller as Caller;
    const gone = await call.db.query({
      name: 'forget-own-push',
      text: 'delete from push_subscriptions where session_id = $1 returning 1',
      values: [sessionId],
    });
    if (gone.length > 0)
      await writePlatformAudit(call.db, call, { entity: 'session', id: sessionId, action: 'stopPush' });
  }),
];
