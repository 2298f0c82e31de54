// Documents: who may change which, their earlier files, and the values that no column holds.
import { Document, notYourDocument } from '#core/documents/document.ts';
import { soon } from '#core/documents/expiry.ts';
import { entityNamed } from '#core/entities.ts';
import type { Row } from '#core/kernel/entity.ts';
import { Problem } from '#core/kernel/problem.ts';
import { lastDayOf } from '#core/planning/days.ts';
import type { Call } from '#server/kernel/call.ts';
import type { CheckedDraft, Extension, Saved } from '#server/kernel/extension.ts';
import { act, moveMany } from '#server/kernel/move.ts';
import { planOf, scopeOf } from '#server/kernel/plan.ts';
import { lockRows } from '#server/kernel/save.ts';
import { isUuid, uuidv7 } from '#server/kernel/uuid.ts';
import { tellReaders } from './telling.ts';

type Document_ = Row<typeof Document>;

const of = (t: string): string => `x.agency_id = ${t}.agency_id and x.document_id = ${t}.id`;
/** « 1 client », « 3 clients »; null: none. */
const counted = (t: string, table: string, word: string): string =>
  `(select count(*) || ' ${word}' || case when count(*) > 1 then 's' else '' end from ${table} x where ${of(t)} having count(*) > 0)`;

const refuseOthers = (row: Pick<Document_, 'isOwn'>): void => {
  if (!row.isOwn) throw new Problem('conflict', notYourDocument);
};

/** On his own path a person files what he adds under himself. */
function fileUnderCaller(draft: CheckedDraft<typeof Document>, { context }: Call): void {
  const isCustomer = context.customer !== null;
  draft.target = isCustomer ? 'CUSTOMER' : 'AGENT';
  draft.customer = isCustomer ? { id: context.customer as string } : null;
  draft.agent = isCustomer ? null : { id: context.agent as string };
}

/** Of the owner that the document has after the save, only one. */
function dropOtherOwners(draft: CheckedDraft<typeof Document>, current: Document_ | null): void {
  const target = draft.target ?? current?.target ?? 'AGENCY';
  if (target !== 'AGENT' && (draft.agent ?? current?.agent)) draft.agent = null;
  if (target !== 'CUSTOMER' && (draft.customer ?? current?.customer)) draft.customer = null;
}

/** The files that were replaced stay, with the time and the person. */
async function keepReplaced(
  rows: readonly Saved<typeof Document>[],
  { db, caller, context, now }: Call,
): Promise<void> {
  const replaced = rows.flatMap(({ before, after }) =>
    before && before.file.id !== after.file.id
      ? [{ id: uuidv7(now.getTime()), document: after.id, edition: before.edition, file: before.file.id }]
      : [],
  );
  if (replaced.length === 0) return;
  await db.query({
    name: 'keep-document-versions',
    text: `insert into document_versions (agency_id, id, document_id, rank, edition, file_id, replaced_at, replaced_by, user_id)
      select app_agency(), v.id, v.document, -v.edition, v.edition, v.file, $2, $3, $4
      from json_to_recordset($1::json) v (id uuid, document uuid, edition integer, file uuid)`,
    values: [JSON.stringify(replaced), now, caller?.name ?? null, context.user],
  });
}

export const documentExtension: Extension<typeof Document> = {
  computed: {
    // As expiryOf() of core/documents/expiry.ts: the column holds the last day of its month.
    expiry: (t) =>
      `case when ${t}.expired_at is null then null when ${t}.expired_at < app_today() then 'EXPIRED' when ${t}.expired_at <= app_today() + ${soon} then 'SOON' else 'VALID' end`,
    access: (t) => `case when not ${t}.shared then 'Non partagé' else concat_ws(' · ', 'Partagé',
        case when ${t}.access_all_agents then 'Tous les collaborateurs' else ${counted(t, 'document_user_companies', 'collaborateur')} end,
        case when ${t}.access_all_customers then 'Tous les clients' else ${counted(t, 'document_customers', 'client')} end) end`,
    readerCount: (t) => `(select count(*)::integer from document_readers x where ${of(t)})`,
    downloadCount: (t) => `(select coalesce(sum(x.downloads), 0)::integer from document_readers x where ${of(t)})`,
    isNew: (t) =>
      `(${t}.user_id is distinct from app_user() and not exists (select from document_readers x where ${of(t)} and x.user_id = app_user() and x.edition >= ${t}.edition))`,
    isOwn: (t) => `coalesce(${t}.user_id = app_user(), false)`,
  },
  flags: {
    // The family « documents des clients »: what at least one customer sees.
    isForCustomers: {
      of: 'accessAllCustomers',
      sql: `t.shared and (t.customer_id is not null or t.access_all_customers or exists (select from document_customers x where ${of('t')}))`,
    },
  },
  own: { table: 'seen_documents', computed: {} },
  async beforeSave(rows, call) {
    const isOwnPath = scopeOf(call) !== 'agency';
    for (const { draft, current, columns } of rows) {
      if (current && isOwnPath) refuseOthers(current);
      if (!current) Object.assign(columns, { author: call.caller?.name ?? null, user_id: call.context.user });
      if (!current && isOwnPath) fileUnderCaller(draft, call);
      else dropOtherOwners(draft, current);
      if (draft.expiredAt) draft.expiredAt = lastDayOf(draft.expiredAt.slice(0, 7));
      if (current && draft.file && draft.file.id !== current.file.id) draft.edition = current.edition + 1;
    }
  },
  async afterSave(rows, call) {
    await keepReplaced(rows, call);
    if (scopeOf(call) === 'agency') await tellReaders(rows, call);
  },
  operations: {
    act: async (plan, call) => {
      await refuseToRemove([(call.params as { id: string }).id], call);
      return act(plan, call);
    },
  },
};

export const documentPlan = planOf(Document, documentExtension, entityNamed);

/** J-019: on his own path a person removes only what he added. */
async function refuseToRemove(ids: readonly string[], call: Call): Promise<void> {
  if (scopeOf(call) === 'agency') return;
  if (!ids.every(isUuid)) throw new Problem('missing', Document.missing);
  for (const row of (await lockRows(documentPlan, call.db, ids)).values()) refuseOthers(row);
}

export async function removeDocument(id: string, call: Call): Promise<void> {
  await refuseToRemove([id], call);
  await moveMany(documentPlan, [id], 'delete', call);
}
