// The templates that an agency starts with.
import { templatesOf } from '#core/contracts/contract.ts';
import { readyTemplates } from '#core/contracts/ready.ts';
import type { Entity } from '#core/kernel/entity.ts';
import type { Db } from '#server/db/database.ts';
import { insertEntity } from '#server/kernel/bulk.ts';
import { sanitise } from '#server/kernel/html.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';

/** Their ids by title. */
export async function insertReadyTemplates(
  db: Db,
  agency: string,
  at: Date,
  newId: (rank: number) => string = () => uuidv7(at.getTime()),
): Promise<Map<string, string>> {
  const rows = readyTemplates.map(({ kind, title, signingOrder, content }, rank) => ({
    ...{ kind, id: newId(rank), createdAt: at.toISOString(), columns: { status: 100 } },
    draft: { title, signingOrder, content: sanitise(content) },
  }));
  for (const kind of ['agent', 'customer'] as const)
    await insertEntity(db, {
      ...{ of: templatesOf[kind] as Entity, agency },
      rows: rows.filter((row) => row.kind === kind),
    });
  return new Map(rows.map(({ id, draft }) => [draft.title, id]));
}
