// Transfers of staff: their steps and terms, kept with the row for the list and the night's reminder.
import { entityNamed } from '#core/entities.ts';
import { Problem } from '#core/kernel/problem.ts';
import { transferMessages } from '#core/transfer/calls.ts';
import { type Direction, nextTask, type Task, tasksOf } from '#core/transfer/deadlines.ts';
import { endedTransfer, StaffTransfer, TransferPerson } from '#core/transfer/transfer.ts';
import type { Db } from '#server/db/database.ts';
import type { Extension, Pending } from '#server/kernel/extension.ts';
import { planOf } from '#server/kernel/plan.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { holidaysOf } from '#server/planning/holidays.ts';
import { moveContracts } from './ends.ts';
import { refuseUnanswered } from './leavers.ts';

export interface Transfer extends Record<string, unknown> {
  id: string;
  status: number;
  direction: Direction;
  siteId: string;
  site: string;
  transferDate: string;
  knownOn: string | null;
  isAirport: boolean;
  otherCompany: string | null;
  today: string;
  holidayLocale: string;
  marks: Record<string, { on: string; by: string | null }>;
}

/** `lock`: before an act, so that two people act one after the other. */
export async function transfersOf(db: Db, ids: readonly string[], lock = false): Promise<Transfer[]> {
  return db.query<Transfer>({
    name: `transfers${lock ? '-locked' : ''}`,
    text: `select t.id, t.status, t.direction, t.site_id as "siteId", t.site_name as site, t.transfer_date::text as "transferDate",
        t.known_on::text as "knownOn", t.is_airport as "isAirport", t.other_company as "otherCompany", app_today()::text as today,
        (select g.holiday_locale from agencies g where g.id = t.agency_id) as "holidayLocale",
        (select coalesce(json_object_agg(k.code, json_build_object('on', k.done_on, 'by', k.done_by)), '{}') from staff_transfer_steps k
          where k.agency_id = t.agency_id and k.staff_transfer_id = t.id) as marks
      from staff_transfers t where t.agency_id = app_agency() and t.id = any ($1::uuid[]) order by t.id ${lock ? 'for update of t' : ''}`,
    values: [ids],
  });
}

export async function transferOf(db: Db, id: string, lock = false): Promise<Transfer> {
  const [row] = isUuid(id) ? await transfersOf(db, [id], lock) : [];
  if (!row) throw new Problem('missing', StaffTransfer.missing);
  return row;
}

/** For an act: locked, and not over. */
export async function openTransfer(db: Db, id: string): Promise<Transfer> {
  const row = await transferOf(db, id, true);
  if (row.status === endedTransfer) throw new Problem('conflict', transferMessages.ended);
  return row;
}

export function transferTasks(transfer: Transfer): (Task & { doneBy: string | null })[] {
  // Terms are a few weeks: the holidays of the years in which one begins or ends.
  const days = [transfer.knownOn, transfer.transferDate, ...Object.values(transfer.marks).map(({ on }) => on)];
  const years = new Set(days.flatMap((day) => (day ? [Number(day.slice(0, 4)), Number(day.slice(0, 4)) + 1] : [])));
  const holidays = new Set(
    [...years]
      .flatMap((year) => holidaysOf(transfer.holidayLocale, `${year}-01-01`, `${year}-12-31`))
      .map(({ day }) => day),
  );
  const marks = Object.fromEntries(Object.entries(transfer.marks).map(([code, { on }]) => [code, on]));
  return tasksOf(transfer, marks, holidays).map((task) => ({
    ...task,
    doneBy: transfer.marks[task.code]?.by ?? null,
  }));
}

/** Written beside the row, without a new version: nobody typed it. */
export async function keepNext(db: Db, ids: readonly string[]): Promise<void> {
  const rows = (await transfersOf(db, ids)).map((transfer) => {
    const next = transfer.status === endedTransfer ? null : nextTask(transferTasks(transfer));
    return { id: transfer.id, due: next?.due ?? null, task: next?.label ?? null };
  });
  await db.query({
    name: 'keep-next-step',
    text: `update staff_transfers t set next_due = n.due, next_task = n.task from json_to_recordset($1::json) n (id uuid, due date, task text)
      where t.agency_id = app_agency() and t.id = n.id and (t.next_due, t.next_task) is distinct from (n.due, n.task)`,
    values: [JSON.stringify(rows)],
  });
}

/** What was said of its agents, or its list, belongs to the place and the way it was. */
async function refuseOtherPlace(rows: readonly Pending<typeof StaffTransfer>[], db: Db): Promise<void> {
  const changed = rows.filter(
    ({ draft, current }) =>
      current !== null &&
      ((draft.direction && draft.direction !== current.direction) || (draft.site && draft.site.id !== current.site.id)),
  );
  if (changed.length === 0) return;
  const [used] = await db.query({
    name: 'begun-transfers',
    text: `select 1 from unnest($1::uuid[]) o (id) where exists (select from staff_transfer_steps s where s.agency_id = app_agency() and s.staff_transfer_id = o.id)
      or exists (select from staff_transfer_agents s where s.agency_id = app_agency() and s.staff_transfer_id = o.id)
      or exists (select from staff_transfer_leavers s where s.agency_id = app_agency() and s.staff_transfer_id = o.id)
      or exists (select from transfer_people s where s.agency_id = app_agency() and s.transfer_id = o.id)`,
    values: [changed.map(({ id }) => id)],
  });
  if (!used) return;
  const message = 'Cette reprise est commencée : elle garde son site et son sens. Faites-en une autre.';
  throw new Problem('invalid', message, { violations: [{ path: 'site', message }] });
}

/** What it did to contracts could be neither moved nor found again without it. */
async function refuseActed(ids: readonly string[], db: Db): Promise<void> {
  const [acted] = await db.query({
    name: 'acted-transfers',
    text: `select 1 from staff_transfer_leavers where agency_id = app_agency() and staff_transfer_id = any ($1::uuid[])
      union all select 1 from transfer_people where agency_id = app_agency() and transfer_id = any ($1::uuid[]) and agent_id is not null limit 1`,
    values: [ids],
  });
  if (acted) throw new Problem('conflict', transferMessages.acted);
}

export const transferExtension: Extension<typeof StaffTransfer> = {
  beforeMove: async (move, rows, { db }) => {
    if (move === 'delete')
      await refuseActed(
        rows.map(({ id }) => id),
        db,
      );
  },
  beforeSave: async (rows, call) => {
    await refuseOtherPlace(rows, call.db);
    await refuseUnanswered(rows, call);
  },
  afterSave: async (rows, call) => {
    for (const { before, after } of rows)
      if (before && before.transferDate !== after.transferDate)
        await moveContracts(call, after.id, before.transferDate, after.transferDate);
    await keepNext(
      call.db,
      rows.map(({ after }) => after.id),
    );
  },
  afterMove: async (move, rows, { db }) => {
    if (move !== 'delete')
      await keepNext(
        db,
        rows.map(({ id }) => id),
      );
  },
};

export const transferPlan = planOf(StaffTransfer, transferExtension, entityNamed);

/** Only a won site has a received list. */
async function refuseForeignList(rows: readonly Pending<typeof TransferPerson>[], db: Db): Promise<void> {
  const lists = rows.flatMap(({ draft, current }) => draft.transfer?.id ?? current?.transfer.id ?? []);
  const known = new Map((await transfersOf(db, [...new Set(lists)])).map((one) => [one.id, one]));
  for (const { draft, current } of rows) {
    const id = draft.transfer?.id ?? current?.transfer.id ?? '';
    const refuse = (message: string): never => {
      throw new Problem('invalid', message, { violations: [{ path: 'transfer', message }] });
    };
    if (known.get(id)?.direction !== 'IN') refuse(transferMessages.notIn);
    if (known.get(id)?.status === endedTransfer) refuse(transferMessages.ended);
  }
}

export const personExtension: Extension<typeof TransferPerson> = {
  beforeSave: (rows, { db }) => refuseForeignList(rows, db),
};

export const personPlan = planOf(TransferPerson, personExtension, entityNamed);
