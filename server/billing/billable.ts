// What the services of a period bring: their hours as done, their prices, and whether a line already billed them. The same
// few queries whatever the number of services.
import type { billedHoursModes } from '#core/agencies/settings/pay.ts';
import { differsFromBilled, groupKey } from '#core/commercial/groups.ts';
import {
  amountsByService,
  type Part,
  partsOf,
  pieceOf,
  type ServiceLine,
  serviceLines,
} from '#core/commercial/lines.ts';
import { type ContractTerms, contractFor, contractLevel, type DueFlat } from '#core/commercial/terms.ts';
import type { PriceKey, PriceLevel } from '#core/customers/prices.ts';
import { type NamedPrices, namedLevel } from '#core/customers/pricing.ts';
import { type Decimal, exact, scaleOf, sum } from '#core/kernel/money.ts';
import { daysAfter } from '#core/planning/days.ts';
import type { HoursShift } from '#core/planning/hours.ts';
import { countedShift } from '#core/planning/lived.ts';
import type { Minute } from '#core/planning/model.ts';
import { timesToSettle } from '#core/planning/service-time.ts';
import { type SlotMinutes, slotNames } from '#core/planning/slots.ts';
import { isOver, missed, unscheduled } from '#core/planning/status.ts';
import { readTerms } from '#server/commercial/terms.ts';
import { agencyPricesSql, pricesSql } from '#server/customers/pricing.ts';
import type { Db } from '#server/db/database.ts';
import { type HoursPlace, hoursPlace } from '#server/planning/hours-calls.ts';
import { settlementOf } from '#server/planning/lived.ts';
import { type BilledFlat, flatsOf } from './flats.ts';
import {
  type BillableFilter,
  type Named,
  type ServiceFacts,
  type ServiceRow,
  servicesOf,
  type Worker,
} from './services.ts';

export interface BillingPeriod {
  /** Days, both included. A service belongs to the day on which it begins. */
  start: string;
  end: string;
}

/** `OPEN`: not over yet, counted by its plan. `NOTHING`: nobody came, or nothing counts. */
export type BillableState = 'BILLED' | 'BILLABLE' | 'OPEN' | 'NOTHING';

export interface BillableService extends ServiceFacts {
  contract: { id: string; name: string } | null;
  state: BillableState;
  /** Of which invoice. */
  group: string;
  isPiece: boolean;
  /** Minutes of all posts. */
  planned: number;
  done: number;
  parts: Part[];
  /** Without tax: as billed, else as it would be. Null: nobody gave a price. */
  amount: Decimal | null;
  /** Those whose difference from the plan is not settled: their plan counts (decision 97). */
  unsettled: string[];
  /** Lived or changed otherwise since it was billed, or billed to another customer. */
  changed: boolean;
}

export interface Billable {
  place: HoursPlace;
  mode: keyof typeof billedHoursModes;
  currency: string;
  vat: string;
  today: string;
  contracts: ContractTerms[];
  services: BillableService[];
  /** The lines of what is billable, by group. */
  lines: Map<string, ServiceLine[]>;
  /** The flat amounts that are due and not billed. */
  flats: DueFlat[];
  /** Those that are. */
  billedFlats: BilledFlat[];
}

const added = (all: readonly SlotMinutes[]): SlotMinutes =>
  Object.fromEntries(
    slotNames.map((slot) => [slot, all.reduce((minutes, one) => minutes + one[slot], 0)]),
  ) as SlotMinutes;

const minutesOf = (slots: SlotMinutes): number => slotNames.reduce((all, slot) => all + slots[slot], 0);

interface Counted {
  planned: number;
  done: SlotMinutes;
  unsettled: string[];
}

function count(row: ServiceRow, mode: Billable['mode'], { hours }: HoursPlace, now: Minute): Counted {
  const whole = hours.slotsIn({ id: row.id, start: row.start, end: row.end, gaps: [] });
  // A stop has no people of its own: it is one pass of its tour.
  if (row.isStop) return { planned: minutesOf(whole), done: whole, unsettled: [] };
  const planOf = ({ start, end, gaps }: Worker): HoursShift => ({
    ...{ id: row.id, start, end },
    gaps: gaps.filter(({ type }) => type === 0),
  });
  const plans = row.work.map((worker) => hours.slotsIn(planOf(worker)));
  const missing = Math.max(0, row.wanted - row.work.filter(({ planned }) => planned).length);
  const counted =
    mode === 'PLANNED'
      ? plans
      : row.work.flatMap((worker) => {
          const shift = countedShift(row.id, worker, settlementOf(worker), now);
          return shift ? [hours.slotsIn(shift)] : [];
        });
  return {
    planned: plans.reduce((all, slots) => all + minutesOf(slots), minutesOf(whole) * missing),
    done: added(counted),
    unsettled:
      mode === 'PLANNED'
        ? []
        : row.work.flatMap(({ settlement, name }) => (settlement === timesToSettle ? [name] : [])),
  };
}

/** By plan, the clock alone says that a service is over. */
const isDone = ({ status, end }: ServiceRow, mode: Billable['mode'], now: Minute): boolean =>
  mode === 'PLANNED' ? end <= now : isOver(status);

interface Settings extends Record<string, unknown> {
  mode: Billable['mode'];
  currency: string;
  vat: string;
  today: string;
  prices: NamedPrices;
  customers: { id: string; prices: PriceLevel['prices'] }[];
}

async function settingsOf(db: Db): Promise<Settings> {
  const [row] = await db.query<Settings>({
    name: 'billing-prices',
    text: `select g.billed_hours as mode, g.currency, g.vat::text as vat, app_today()::text as today, ${agencyPricesSql} as prices,
        (select coalesce(json_agg(json_build_object('id', c.id, 'prices', ${pricesSql('customer_prices', 'p.agency_id = c.agency_id and p.customer_id = c.id')})), '[]')
          from customers c where c.agency_id = g.id and exists (select from customer_prices p where p.agency_id = c.agency_id and p.customer_id = c.id)) as customers
      from agencies g where g.id = app_agency()`,
  });
  return row as Settings;
}

/** Everything that « Préparer les factures » and the margins count. */
export async function readBillable(
  db: Db,
  { start, end }: BillingPeriod,
  filter: BillableFilter,
  at: Date,
): Promise<Billable> {
  // Wider than the period: the last service may end days after it, and somebody may come before his hour.
  const place = await hoursPlace(db, { start: daysAfter(start, -3), end: daysAfter(end, 4) });
  const { days, midnights } = place.calendar;
  const moment = (day: string): Date => new Date((midnights[days.indexOf(day)] as Minute) * 60_000);
  const { prices, customers, ...settings } = await settingsOf(db);
  const contracts = await readTerms(db, filter.customer ?? null);
  const bounds: [Date, Date] = [moment(start), moment(daysAfter(end, 1))];
  const rows = await servicesOf(db, bounds, filter);
  const levels = levelsOf(contracts, customers, namedLevel('agency', prices), scaleOf(settings.currency));
  const now = Math.floor(at.getTime() / 60_000);
  const services = rows.map((whole): BillableService => {
    const { work: _work, ...row } = whole;
    const { planned, done, unsettled } = count(whole, settings.mode, place, now);
    const { contract, prices: own } = levels(row.customer.id, row.site.id, row.day);
    // Unscheduled after it was billed: it brings nothing any more.
    const isLost = row.status === unscheduled || (settings.mode === 'DONE' && row.status === missed);
    const isReached = isDone(whole, settings.mode, now);
    const piece = pieceOf(row.activity, row.isStop);
    const known = piece !== null && row.reportPrice !== null ? reportLevel(piece, row.reportPrice) : null;
    // Before the agency's price of today, which is the last.
    const prices = known ? own.toSpliced(-1, 0, known) : own;
    const parts = isLost ? [] : partsOf(piece, done, prices, row.specialty?.id ?? null);
    const placed = { customer: row.customer, site: row.site, contract };
    return {
      ...{ ...row, contract, parts, planned, unsettled: isReached ? unsettled : [], isPiece: piece !== null },
      group: groupKey(row.customer.grouping, placed),
      done: isReached && !isLost ? minutesOf(done) : 0,
      state: stateOf(row.billed !== null, isReached || isLost, parts),
      changed:
        row.billed !== null &&
        (row.billed.customer.id !== row.customer.id || differsFromBilled(parts, row.billed.parts)),
      amount: null,
    };
  });
  const { due: flats, billed: billedFlats } = await flatsOf(db, contracts, { start, end }, scaleOf(settings.currency));
  return withAmounts({ ...settings, place, contracts, flats, billedFlats }, services);
}

const reportLevel = (key: PriceKey, amount: string): PriceLevel => ({
  source: 'agency',
  prices: [{ key, specialty: null, amount, factor: null }],
});

const stateOf = (isBilled: boolean, isReached: boolean, parts: readonly Part[]): BillableState =>
  isBilled ? 'BILLED' : !isReached ? 'OPEN' : parts.length > 0 ? 'BILLABLE' : 'NOTHING';

/** The prices that apply on a site on a day, contract first; kept, for there are few of them. */
function levelsOf(
  contracts: readonly ContractTerms[],
  customers: Settings['customers'],
  agency: PriceLevel,
  scale: number,
): (customer: string, site: string, day: string) => { contract: Named | null; prices: PriceLevel[] } {
  const byCustomer = Map.groupBy(contracts, ({ customer }) => customer.id);
  const own = new Map(customers.map(({ id, prices }) => [id, { source: 'customer' as const, prices }]));
  const kept = new Map<string, { contract: Named | null; prices: PriceLevel[] }>();
  return (customer, site, day) => {
    const known = byCustomer.get(customer);
    const key = known ? `${customer} ${site} ${day}` : customer;
    const found = kept.get(key);
    if (found) return found;
    const contract = known ? contractFor(known, site, day) : null;
    const mine = own.get(customer);
    const made = {
      contract: contract && { id: contract.id, name: contract.title },
      prices: [...(contract ? [contractLevel(contract, day, scale)] : []), ...(mine ? [mine] : []), agency],
    };
    kept.set(key, made);
    return made;
  };
}

type Read = Omit<Billable, 'services' | 'lines'>;

/** Amounts come from the lines, so that the services of a line add up to it. */
function withAmounts(read: Read, services: BillableService[]): Billable {
  const { vat, currency } = read;
  const linesOf = (state: BillableState): Map<string, ServiceLine[]> =>
    new Map(
      [
        ...Map.groupBy(
          services.filter((one) => one.state === state),
          ({ group }) => group,
        ),
      ].map(([key, members]) => [
        key,
        serviceLines(members, { vat, currency, namesSites: members[0]?.customer.grouping !== 'SITE' }),
      ]),
    );
  const lines = linesOf('BILLABLE');
  const amounts = amountsByService([...lines.values(), ...linesOf('OPEN').values()].flat());
  return {
    ...read,
    lines,
    services: services.map((one) => ({
      ...one,
      amount: one.billed
        ? sum(one.billed.parts.map(({ net }) => net))
        : one.parts.some(({ price }) => price === null)
          ? null
          : (amounts.get(one.id) ?? exact(0)),
    })),
  };
}

/** Per service: where, for whom, how many minutes, and its amount without tax, billed or to be billed (margins). */
export async function billable(
  db: Db,
  period: BillingPeriod,
  filter: BillableFilter = {},
  at = new Date(),
): Promise<BillableService[]> {
  return (await readBillable(db, period, filter, at)).services;
}
