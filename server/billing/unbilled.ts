// What was done for a customer and no invoice billed yet.
import { daysAfter } from '#core/planning/days.ts';
import { overStatuses, unscheduled } from '#core/planning/status.ts';
import type { Db } from '#server/db/database.ts';
import { agencyToday } from '#server/kernel/today.ts';
import { type BillingPeriod, readBillable } from './billable.ts';

export interface Unbilled {
  /** By the contract that prices them; null: none does. */
  services: { contract: string | null }[];
  flats: { contract: string }[];
}

const none: Unbilled = { services: [], flats: [] };

/** Of the last year, and since the agency prepares its invoices here: what it billed elsewhere before is not known. */
async function periodUntil(db: Db, today: string): Promise<BillingPeriod | null> {
  const [{ first } = { first: null }] = await db.query<{ first: string | null }>({
    name: 'first-prepared',
    text: `select least(
        (select min(s.start_at at time zone app_zone())::date from billed_services b join services s on s.agency_id = b.agency_id and s.id = b.service_id where b.agency_id = app_agency()),
        (select min(b.month) from billed_flats b where b.agency_id = app_agency()))::text as first`,
  });
  if (first === null || first > today) return null;
  const year = daysAfter(today, -364);
  const isOlder = first < year;
  return { start: isOlder ? year : first, end: today };
}

export async function unbilledOf(db: Db, customer: string, now: Date): Promise<Unbilled> {
  const period = await periodUntil(db, await agencyToday(db));
  if (!period) return none;
  const { services, flats } = await readBillable(db, period, { customer }, now);
  return {
    services: services.flatMap(({ state, contract }) =>
      state === 'BILLABLE' ? [{ contract: contract?.id ?? null }] : [],
    ),
    flats: flats.map(({ contract }) => ({ contract: contract.id })),
  };
}

/** Few where invoices are made each month; so many are enough to say so. */
const mostCandidates = 2_000;

/** The latest services that are over and not billed, by the hours that the agency bills. */
const candidates = async (db: Db, { start, end }: BillingPeriod, now: Date): Promise<string[]> =>
  (
    await db.query<{ id: string }>({
      name: 'unbilled-candidates',
      text: `select s.id from agencies g join services s on s.agency_id = g.id
        where g.id = app_agency() and s.start_at >= ($1::date)::timestamp at time zone app_zone() and s.start_at < ($2::date + 1)::timestamp at time zone app_zone()
          and not s.is_circuit and case g.billed_hours when 'PLANNED' then s.end_at <= $3 and s.status <> ${unscheduled} else s.status in (${overStatuses}) end
          and not exists (select from billed_services b where b.agency_id = s.agency_id and b.service_id = s.id and b.freed_at is null)
        order by s.start_at desc limit ${mostCandidates}`,
      values: [start, end, now],
    })
  ).map(({ id }) => id);

/** By month, what is still to be billed before a day: declared done late, priced late, or freed by a credit note. */
export async function unbilledBefore(
  db: Db,
  day: string,
  now: Date,
): Promise<{ month: string; services: number; flats: number }[]> {
  const today = await agencyToday(db);
  const known = await periodUntil(db, today);
  const eve = daysAfter(day, -1);
  if (!known || known.start > eve) return [];
  const isPast = eve < today;
  const period = { start: known.start, end: isPast ? eve : today };
  const { services, flats } = await readBillable(db, period, { services: await candidates(db, period, now) }, now);
  const waiting = [
    ...services.flatMap((one) => (one.state === 'BILLABLE' ? [{ month: one.day.slice(0, 7), service: 1 }] : [])),
    ...flats.map(({ month }) => ({ month, service: 0 })),
  ];
  return [...Map.groupBy(waiting, ({ month }) => month)]
    .map(([month, all]) => {
      const count = all.reduce((sum, { service }) => sum + service, 0);
      return { month, services: count, flats: all.length - count };
    })
    .toSorted((one, other) => (one.month < other.month ? -1 : 1));
}

export const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

export const unbilledWords = ({ services, flats }: Unbilled): string[] => [
  ...counted(services.length, 'service à facturer', 'services à facturer'),
  ...counted(flats.length, 'forfait à facturer', 'forfaits à facturer'),
];
