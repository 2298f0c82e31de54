// N-002: the dog of a service is of somebody on it.
import { Problem } from '#core/kernel/problem.ts';
import type { Db } from '#server/db/database.ts';
import { type Changed, idOf, type Values } from './seen.ts';

/** Those whose dog is of nobody on them. */
export async function strayDogs<S extends Values>(services: readonly S[], db: Db): Promise<Set<S>> {
  const asked = services.filter(({ dog }) => dog != null);
  if (asked.length === 0) return new Set();
  const dogs = await db.query<{ id: string; agent: string }>({
    name: 'handlers-of-dogs',
    text: 'select id, agent_id as agent from agent_dogs where id = any ($1::uuid[])',
    values: [[...new Set(asked.map(({ dog }) => idOf(dog)))]],
  });
  const handlers = new Map(dogs.map(({ id, agent }) => [id, agent]));
  const isHeld = ({ dog, agents }: S): boolean =>
    ((agents ?? []) as { id: string }[]).some((agent) => idOf(agent) === handlers.get(idOf(dog) as string));
  return new Set(asked.filter((service) => !isHeld(service)));
}

/** A dog leaves with its handler; another one cannot be given. */
export async function placeDogs(rows: readonly Changed[], db: Db): Promise<void> {
  const asked = rows
    .filter(({ draft }) => draft.dog !== undefined || draft.agents !== undefined)
    .map((row) => ({ row, whole: { ...row.current, ...row.draft } as Values }));
  const stray = await strayDogs(
    asked.map(({ whole }) => whole),
    db,
  );
  for (const { row, whole } of asked) {
    if (!stray.has(whole)) continue;
    if (idOf(whole.dog) !== idOf(row.current?.dog))
      throw new Problem('invalid', 'Chien introuvable', {
        violations: [{ path: 'dog', message: 'Ce chien n’est celui d’aucun collaborateur du service' }],
      });
    row.draft.dog = null;
  }
}
