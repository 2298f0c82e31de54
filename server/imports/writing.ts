// Many checked drafts written at once, with what every save leaves behind: generated values, search words, history.
import { valueAt } from '#core/kernel/entity.ts';
import type { Field, Fields } from '#core/kernel/field.ts';
import type { Db } from '#server/db/database.ts';
import { type AuditLine, type Changes, writeAudits } from '#server/kernel/audit.ts';
import { type BulkInsert, insertEntity, replaceLines, updateEntity } from '#server/kernel/bulk.ts';
import type { Call } from '#server/kernel/call.ts';
import { alias, columnsOnCreate, named, type Plan } from '#server/kernel/plan.ts';
import { hideSealed, sealDraft } from '#server/kernel/sealed.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import type { Prepared } from './reading.ts';

/** What writing needs of the call that asked for it; a job makes it from what the import remembers. */
export type Writing = Pick<Call, 'caller' | 'context' | 'now' | 'services'>;

type Values = Record<string, unknown>;

interface Kept extends Prepared {
  id: string;
}

/** Rows of one statement. */
const slice = 1_000;

/** Statements one after the other, in the order they are asked: what asks may go on making the next ones. */
function inTurn(db: Db): Db {
  let last: Promise<unknown> = Promise.resolve();
  return {
    query: (statement) => {
      const answer = last.then(() => db.query(statement));
      last = answer;
      return answer as never;
    },
  };
}

export async function writeRows(
  plan: Plan,
  prepared: readonly Prepared[],
  db: Db,
  by: Writing,
  progress: (written: number) => Promise<void>,
): Promise<void> {
  const { extension } = plan;
  const agency = by.context.agency as string;
  const call = { ...by, db } as Call;
  await complete(plan, prepared, db, call);
  const onCreate = await columnsOnCreate(extension, db);
  const usual: Usual = {
    country: await agencyCountry(db, agency),
    alike: {
      types: Object.fromEntries(
        Object.entries(onCreate).map(([name, value]) => [name, Array.isArray(value) ? 'text[]' : 'text']),
      ),
      values: onCreate,
    },
  };
  const rows = prepared.map((one): Kept => ({ ...one, id: one.current?.id ?? uuidv7(by.now.getTime()) }));
  const queue = { ...call, db: inTurn(db) };
  // While PostgreSQL writes one slice the next is made.
  let [before, writing] = [Promise.resolve(), Promise.resolve()];
  try {
    for (let from = 0; from < rows.length; from += slice) {
      writing = writeSlice(plan, rows.slice(from, from + slice), queue, usual);
      // Waited for after the slice before it.
      writing.catch(() => {});
      await before;
      await progress(from);
      before = writing;
    }
    await before;
  } finally {
    // Whoever takes the rows back must not meet the rest of them.
    await Promise.allSettled([writing]);
  }
  await progress(rows.length);
}

interface Usual {
  country: string | null;
  alike: NonNullable<BulkInsert['alike']>;
}

async function writeSlice(plan: Plan, rows: readonly Kept[], call: Call, { country, alike }: Usual): Promise<void> {
  const { of, extension } = plan;
  const { db, now } = call;
  const agency = call.context.agency as string;
  const sealed = ({ id, draft }: Kept): Values => sealDraft(of, call, id, draft);
  const columns = of.machine ? { status: of.machine.initial } : {};
  const created = rows.flatMap((one) =>
    one.current
      ? []
      : [{ id: one.id, createdAt: now.toISOString(), draft: withUsual(plan, sealed(one), country), columns }],
  );
  const changed = rows.flatMap((one) => (one.current ? [{ id: one.id, draft: sealed(one) }] : []));
  await insertEntity(db, { of, agency, rows: created, alike });
  await updateEntity(db, { of, agency, rows: changed });
  await replaceLines(db, of, agency, changed);
  await writeAudits(
    db,
    call,
    rows.map((one) => lineOf(plan, one)),
  );
  await putWords(
    plan,
    db,
    rows.map(({ id }) => id),
  );
  if (extension.afterSave) await followUp(plan, rows, db, call);
}

/** What the module adds to a draft: for all at once where it knows how. */
async function complete({ extension }: Plan, prepared: readonly Prepared[], db: Db, call: Call): Promise<void> {
  if (extension.beforeSaveMany) return extension.beforeSaveMany(prepared, db, call);
  if (extension.beforeSave)
    for (const { draft, current } of prepared) await extension.beforeSave(draft, current, db, call);
}

async function followUp(plan: Plan, rows: readonly Kept[], db: Db, call: Call): Promise<void> {
  for (const { id, current } of rows) {
    const [found] = await db.query<{ reply: string }>(
      named(
        plan.oneRow(() => true, true),
        [id],
      ),
    );
    if (found) await plan.extension.afterSave?.(JSON.parse(found.reply), current, db, call);
  }
}

async function agencyCountry(db: Db, agency: string): Promise<string | null> {
  const [row] = await db.query<{ country: string }>({
    name: 'agency-country',
    text: 'select country from agencies where id = $1',
    values: [agency],
  });
  return row?.country ?? null;
}

/** What a single row would leave to its column: no list is null. H-004: the country of a new address is the agency's. */
function withUsual({ of }: Plan, draft: Values, country: string | null): Values {
  const usual: Values = { ...draft };
  for (const [name, { kind }] of Object.entries(of.fields)) if (kind === 'phones') usual[name] ??= [];
  if (of.fields.address?.kind === 'address') {
    const given = (draft.address ?? {}) as { country?: string | null };
    usual.address = { ...given, country: given.country ?? country };
  }
  return usual;
}

const putWords = async ({ of, words }: Plan, db: Db, ids: readonly string[]): Promise<void> => {
  if (words !== null)
    await db.query({
      text: `select search_put_all('${of.name}', array_agg(${alias}.id), array_agg(${words})) from ${of.table} ${alias} where ${alias}.id = any ($1::uuid[])`,
      values: [ids],
    });
};

function lineOf({ of }: Plan, { id, draft, told, current }: Kept): AuditLine {
  const changes: Changes = {};
  const noted = (path: string, field: Field, given: unknown): void => {
    if (given === undefined) return;
    const before = current ? (valueAt(current, path) ?? null) : null;
    // The draft knows ids alone, the file's row names too.
    const after =
      field.kind === 'ref' || field.kind === 'refs'
        ? valueAt(told, path)
        : field.kind === 'address'
          ? { ...(before as object | null), ...(given as object) }
          : given;
    if (JSON.stringify(before) !== JSON.stringify(after ?? null)) changes[path] = { before, after: after ?? null };
  };
  const walk = (fields: Fields, values: Values, prefix: string): void => {
    for (const [name, value] of Object.entries(values)) {
      const field = fields[name];
      if (field?.kind === 'group') walk(field.fields as Fields, (value ?? {}) as Values, `${prefix}${name}.`);
      else if (field) noted(prefix + name, field, value);
    }
  };
  walk(of.fields, draft, '');
  return {
    entity: of.name,
    id,
    action: 'import',
    changes: hideSealed(of, changes, current ?? {}, (path) => valueAt(draft, path)),
  };
}
