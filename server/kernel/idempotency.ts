// Idempotency keys: a repeated request gets the first reply. The key is claimed in the transaction that writes.
import { createHash } from 'node:crypto';
import { Problem } from '#core/kernel/problem.ts';
import type { Asker } from '#core/roles.ts';
import type { Db } from '#server/db/database.ts';

export interface StoredReply {
  status: number;
  reply: string | null;
}

/** With the caller's rights: a reply made under other rights may show what he may no longer see. */
export const requestHash = (method: string, url: string, body: unknown, { platform, profile }: Asker): string =>
  createHash('sha256')
    .update(`${method} ${url} ${JSON.stringify(body) ?? ''}`)
    .update(JSON.stringify([platform, profile?.isOwner, [...(profile?.rights ?? [])].toSorted()]))
    .digest('base64url');

/** Null: the key is new, so run the call. Waits for a concurrent request with the same key. */
export async function claim(db: Db, user: string, key: string, hash: string): Promise<StoredReply | null> {
  const claimed = await db.query({
    name: 'claim-key',
    text: 'insert into idempotency_keys (user_id, key, request_hash) values ($1, $2, $3) on conflict do nothing returning 1',
    values: [user, key, hash],
  });
  if (claimed.length > 0) return null;
  const [stored] = await db.query<{ request_hash: string; status: number; reply: string | null }>({
    name: 'stored-key',
    text: 'select request_hash, status, reply from idempotency_keys where user_id = $1 and key = $2',
    values: [user, key],
  });
  if (!stored || stored.request_hash !== hash)
    throw new Problem(
      'conflict',
      'Cette action a déjà été reçue avec un autre contenu, ou vos droits ont changé depuis. Rouvrez l’écran pour voir ce qui est enregistré.',
    );
  return stored;
}

export async function storeReply(db: Db, user: string, key: string, stored: StoredReply): Promise<void> {
  await db.query({
    name: 'store-reply',
    text: 'update idempotency_keys set status = $3, reply = $4 where user_id = $1 and key = $2',
    values: [user, key, stored.status, stored.reply],
  });
}
