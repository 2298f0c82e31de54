// Decision 77: of two devices of a person, the one waits until the other has sent what it has, or is declared lost.
import { Problem } from '#core/kernel/problem.ts';
import type { Call } from '#server/kernel/call.ts';

/** `but`: the device that speaks; null: a browser, which holds nothing. */
export async function refuseUnsynchronised(
  { db, caller }: Pick<Call, 'db' | 'caller'>,
  but: string | null = null,
): Promise<void> {
  const found = await db.query({
    name: 'waiting-devices',
    text: 'select from field_devices where user_id = $1 and id is distinct from $2 and waiting > 0 and lost_at is null limit 1',
    values: [caller?.userId, but],
  });
  if (found.length > 0) throw new Problem('conflict', 'Le service doit être synchronisé avec le serveur');
}
