// What was done for a customer and no invoice billed yet.
import { daysAfter } from '#core/planning/days.ts';
import type { Db } from '#server/db/database.ts';
import { agencyToday } from '#server/kernel/today.ts';
import { readBillable } from './billable.ts';

export interface Unbilled {
  /** By the contract that prices them; null: none does. */
  services: { contract: string | null }[];
  flats: { contract: string }[];
}

const none: Unbilled = { services: [], flats: [] };

/** Of the last year, and since the agency prepares its invoices here: what it billed elsewhere before is not known. */
export async function unbilledOf(db: Db, customer: string, now: Date): Promise<Unbilled> {
  const [{ first } = { first: null }] = await db.query<{ first: string | null }>({
    name: 'first-prepared',
    text: `select least(
        (select min(s.start_at at time zone app_zone())::date from billed_services b join services s on s.agency_id = b.agency_id and s.id = b.service_id where b.agency_id = app_agency()),
        (select min(b.month) from billed_flats b where b.agency_id = app_agency()))::text as first`,
  });
  const today = await agencyToday(db);
  if (first === null || first > today) return none;
  const year = daysAfter(today, -364);
  const isOlder = first < year;
  const { services, flats } = await readBillable(db, { start: isOlder ? year : first, end: today }, { customer }, now);
  return {
    services: services.flatMap(({ state, contract }) =>
      state === 'BILLABLE' ? [{ contract: contract?.id ?? null }] : [],
    ),
    flats: flats.map(({ contract }) => ({ contract: contract.id })),
  };
}

export const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

export const unbilledWords = ({ services, flats }: Unbilled): string[] => [
  ...counted(services.length, 'service à facturer', 'services à facturer'),
  ...counted(flats.length, 'forfait à facturer', 'forfaits à facturer'),
];
