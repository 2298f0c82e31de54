// What an erasure forbids afterwards.
import { Problem } from '#core/kernel/problem.ts';
import type { Db } from '#server/db/database.ts';

/** No edit makes an erased person recognisable again. */
export async function refuseErased(rows: readonly { id: string; current: unknown }[], db: Db): Promise<void> {
  const edited = rows.flatMap(({ id, current }) => (current === null ? [] : [id]));
  if (edited.length === 0) return;
  const erased = await db.query({
    name: 'erased-among',
    text: 'select id from erased_people where id = any ($1::uuid[])',
    values: [edited],
  });
  if (erased.length > 0)
    throw new Problem('conflict', 'Les données de cette personne sont effacées : sa fiche ne se modifie plus.');
}
