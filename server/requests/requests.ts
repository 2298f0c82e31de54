// Requests: whose they are, what their type makes of them, and what the caller has not read yet.
import { entityNamed } from '#core/entities.ts';
import type { Row } from '#core/kernel/entity.ts';
import { messages, Problem } from '#core/kernel/problem.ts';
import type { ListInput } from '#core/kernel/query.ts';
import { agencyReasonRefused, isAgencyReason } from '#core/planning/unavailability.ts';
import { AgentRequest, CustomerRequest, missingFields } from '#core/requests/request.ts';
import { type moveTo, type RequestKind, requestMessages } from '#core/requests/status.ts';
import type { RequestNature } from '#core/requests/types.ts';
import type { Db } from '#server/db/database.ts';
import { type Call, RawJson } from '#server/kernel/call.ts';
import type { Extension, Pending } from '#server/kernel/extension.ts';
import { utc } from '#server/kernel/kinds.ts';
import { list, readRow } from '#server/kernel/list.ts';
import { act } from '#server/kernel/move.ts';
import { type Plan, planOf, scopeOf } from '#server/kernel/plan.ts';
import { lockRows, save } from '#server/kernel/save.ts';
import { answer } from './answering.ts';
import { tellAgency } from './telling.ts';

/** By the caller, since the other side wrote; of the agency, what still waits for it (K-017). */
export const unreadSql = (kind: RequestKind, t: string, isAgency: boolean): string => {
  const since = isAgency ? 'asked_at' : 'answered_at';
  return `${t}.${isAgency ? 'awaited' : 'answered_at is not null'} and not exists (select from ${kind}_request_readers r
    where r.agency_id = ${t}.agency_id and r.${kind}_request_id = ${t}.id and r.user_id = app_user() and r.read_at >= ${t}.${since})`;
};
const isUnread =
  (kind: RequestKind) =>
  (t: string): string =>
    `case when (select app_whole()) then ${unreadSql(kind, t, true)} else ${unreadSql(kind, t, false)} end`;

const refuse = (path: string, message: string): Problem =>
  new Problem('invalid', message, { violations: [{ path, message }] });

/** On his own path a person asks for himself (K-022). */
async function ofCaller(plan: Plan, call: Call, path: 'agent' | 'customer', own: string | null): Promise<unknown> {
  const { input, db } = call;
  if (own === null || typeof input !== 'object' || input === null) return input;
  const body = input as Record<string, unknown>;
  if (body[path] == null) return body.id == null ? { ...body, [path]: { id: own } } : body;
  const { id } = body[path] as { id?: unknown };
  // The generic save reports an invalid reference.
  if (typeof id !== 'string' || id.toLowerCase() === own) return body;
  // A missing record is reported first.
  if (body.id != null) await lockRows(plan, db, [String(body.id)]);
  throw new Problem('forbidden', messages.notYours, { violations: [{ path, message: messages.notYours }] });
}

interface Chosen extends Record<string, unknown> {
  id: string;
  enabled: boolean;
  nature: RequestNature;
}

async function typesOf(db: Db, kind: RequestKind, ids: readonly string[]): Promise<ReadonlyMap<string, Chosen>> {
  const table = kind === 'agent' ? 'agency_request_types' : 'agency_customer_request_types';
  const rows = await db.query<Chosen>({
    name: `${kind}-request-types`,
    text: `select id, enabled, ${kind === 'agent' ? 'nature' : `'OTHER' as nature`} from ${table} where agency_id = app_agency() and id = any ($1::uuid[])`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

const chosenType = ({ draft, current }: Pick<Pending<typeof AgentRequest>, 'draft' | 'current'>): string =>
  (draft.requestType?.id ?? current?.requestType.id ?? '').toLowerCase();

/** A type that is no longer offered is not chosen anew. */
async function typesChosen(
  kind: RequestKind,
  rows: readonly Pick<Pending<typeof AgentRequest>, 'draft' | 'current'>[],
  db: Db,
): Promise<ReadonlyMap<string, Chosen>> {
  const types = await typesOf(db, kind, rows.map(chosenType));
  for (const row of rows)
    if (row.current?.requestType.id !== chosenType(row) && types.get(chosenType(row))?.enabled === false)
      throw refuse('requestType', 'Ce type de demande n’est plus proposé');
  return types;
}

/** Only the agency says of an absence that it is unjustified. */
async function refuseAgencyReason({ draft, current }: Pending<typeof AgentRequest>, db: Db): Promise<void> {
  if (!draft.reason || draft.reason.id === current?.reason?.id) return;
  const [reason] = await db.query<{ name: string }>({
    name: 'asked-reason',
    text: 'select name from agency_unavailability_types where agency_id = app_agency() and id = $1',
    values: [draft.reason.id],
  });
  if (reason && isAgencyReason(reason.name)) throw refuse('reason', agencyReasonRefused);
}

/** What its type asks for; the fields of another type keep their value, as every hidden field. */
function followNature({ draft, current }: Pending<typeof AgentRequest>, nature: RequestNature): void {
  draft.nature = nature;
  const violations = missingFields({ ...current, ...draft });
  if (violations.length > 0) throw new Problem('invalid', violations[0]?.message ?? '', { violations });
}

const columnsOfNew = ({ caller, context, now }: Call): Record<string, unknown> => ({
  ...{ author: caller?.name ?? null, user_id: context.user, asked_at: now },
});

/** What the requester changed is to be read again. */
const askAgain = (kind: RequestKind, ids: readonly string[], { db, now }: Call): Promise<unknown> =>
  db.query({
    name: `ask-again-${kind}`,
    text: `update ${kind}_requests set asked_at = $2 where agency_id = app_agency() and id = any ($1::uuid[])`,
    values: [ids, now],
  });

/** `type` of the path: the answer without a mail, or the removal. */
const actOn =
  (kind: RequestKind) =>
  async (plan: Plan, call: Call): Promise<unknown> => {
    const { id, type } = call.params as { id: string; type: string };
    if (type === 'delete') {
      await refuseToRemove(plan, id, call);
      return act(plan, call);
    }
    await answer(kind, plan, call, { id, move: type as NonNullable<ReturnType<typeof moveTo>> });
    return new RawJson(`{"${plan.of.name}":${await readRow(plan, call, id)}}`);
  };

/** On his own path a person removes what nobody answered. */
export async function refuseToRemove(plan: Plan, id: string, call: Call): Promise<void> {
  if (scopeOf(call) === 'agency') return;
  const [row] = (await lockRows(plan, call.db, [id])).values();
  if ((row as Row<typeof AgentRequest> | undefined)?.status !== 100)
    throw new Problem('conflict', requestMessages.onlyPending);
}

const found = (table: string, column: string, fields: string) => (t: string) =>
  `(select json_build_object(${fields}) from ${table} x where x.agency_id = ${t}.agency_id and x.id = ${t}.${column})`;

/** K-015 names this filter in the plural. */
function listByTypes(plan: Plan, call: Call): Promise<unknown> {
  const input = call.input as ListInput;
  const { requestTypes, ...filters } = input.filters ?? {};
  if (requestTypes === undefined) return list(plan, call);
  return list(plan, { ...call, input: { ...input, filters: { ...filters, requestType: requestTypes } } as never });
}

export const agentRequestExtension: Extension<typeof AgentRequest> = {
  computed: {
    isUnread: isUnread('agent'),
    unavailability: found(
      'unavailabilities',
      'unavailability_id',
      `'id', x.id, 'startAt', ${utc('x.start_at')}, 'endAt', ${utc('x.end_at')}`,
    ),
    salaryElement: found(
      'salary_elements',
      'salary_element_id',
      `'id', x.id, 'date', x.date::text, 'amount', x.amount::float8`,
    ),
  },
  operations: {
    list: listByTypes,
    save: async (plan, call) =>
      save(plan, { ...call, input: (await ofCaller(plan, call, 'agent', call.context.agent)) as never }),
    act: actOn('agent'),
  },
  async beforeSave(rows, call) {
    const types = await typesChosen('agent', rows, call.db);
    for (const row of rows) {
      if (!row.current) Object.assign(row.columns, columnsOfNew(call));
      if (scopeOf(call) === 'agent') await refuseAgencyReason(row, call.db);
      followNature(row, types.get(chosenType(row))?.nature ?? 'OTHER');
    }
  },
  async afterSave(rows, call) {
    if (scopeOf(call) !== 'agent') return;
    await askAgain(
      'agent',
      rows.flatMap(({ before, after }) => (before ? [after.id] : [])),
      call,
    );
    await tellAgency(
      'agent',
      rows.filter(({ before }) => !before).map(({ after }) => after),
      null,
      call,
    );
  },
};

export const customerRequestExtension: Extension<typeof CustomerRequest> = {
  computed: { isUnread: isUnread('customer') },
  operations: {
    list: listByTypes,
    save: async (plan, call) =>
      save(plan, { ...call, input: (await ofCaller(plan, call, 'customer', call.context.customer)) as never }),
    act: actOn('customer'),
  },
  async beforeSave(rows, call) {
    await typesChosen('customer', rows as never, call.db);
    const isOwn = scopeOf(call) === 'customer';
    const creator = isOwn && rows.some(({ current }) => !current) ? await contactOf(call) : null;
    for (const { current, columns } of rows)
      if (!current)
        Object.assign(columns, columnsOfNew(call), {
          creator_name: creator?.fullname ?? null,
          creator_email: creator?.email ?? null,
        });
  },
  async afterSave(rows, call) {
    if (scopeOf(call) !== 'customer') return;
    await askAgain(
      'customer',
      rows.flatMap(({ before, after }) => (before ? [after.id] : [])),
      call,
    );
    await tellAgency(
      'customer',
      rows.filter(({ before }) => !before).map(({ after }) => after),
      null,
      call,
    );
  },
};

async function contactOf({ db, profile }: Call): Promise<{ fullname: string; email: string | null } | null> {
  const [row] = await db.query<{ fullname: string; email: string | null }>({
    name: 'asking-contact',
    text: 'select fullname, email from contacts where agency_id = app_agency() and id = $1',
    values: [profile?.id ?? null],
  });
  return row ?? null;
}

export const requestPlans = {
  agent: planOf(AgentRequest, agentRequestExtension, entityNamed),
  customer: planOf(CustomerRequest, customerRequestExtension, entityNamed),
} as const;

export const planFor = (kind: RequestKind): Plan => requestPlans[kind] as unknown as Plan;
