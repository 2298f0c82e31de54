// The templates that an agency starts with: those of the platform.
import { templatesOf } from '#core/contracts/contract.ts';
import type { ContractKind } from '#core/contracts/variables.ts';
import type { Entity } from '#core/kernel/entity.ts';
import type { Db } from '#server/db/database.ts';
import { insertEntity } from '#server/kernel/bulk.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { platformTemplates } from './templates.ts';

/** As the platform. Their ids by title. */
export async function insertReadyTemplates(
  db: Db,
  agency: string,
  at: Date,
  newId: (kind: ContractKind, rank: number) => string = () => uuidv7(at.getTime()),
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const kind of ['agent', 'customer'] as const) {
    const rows = (await platformTemplates(db, kind, at)).map(({ title, signingOrder, content }, rank) => ({
      ...{ id: newId(kind, rank), createdAt: at.toISOString(), columns: { status: 100 } },
      draft: { title, signingOrder, content },
    }));
    await insertEntity(db, { of: templatesOf[kind] as Entity, agency, rows });
    for (const { id, draft } of rows) ids.set(draft.title, id);
  }
  return ids;
}
