// The labour cost of services, for the margins: a constant number of queries, whatever the period and the people.
import { costsOf, type ServiceCost } from '#core/pay/cost.ts';
import type { PayPlace } from '#core/pay/facts.ts';
import { longestCycle } from '#core/planning/contract-hours.ts';
import { dayNumber, dayOfNumber, daysAfter, mondayOf } from '#core/planning/days.ts';
import type { Db } from '#server/db/database.ts';
import { paySettings, placeOver } from './place.ts';
import { type PaidPerson, peopleToPay } from './work.ts';

export interface CostFilter {
  customer?: string | null | undefined;
  site?: string | null | undefined;
  agents?: readonly string[] | null | undefined;
  /** The planning as it was published. */
  published?: boolean;
}

export interface LabourCost extends ServiceCost {
  agent: string;
  site: string | null;
  customer: string | null;
  /** A subcontractor, a freelance or a temporary worker: his price, without charges. */
  external: boolean;
  /** His lived times wait for a decision: the plan counts. */
  unsettled: boolean;
}

interface Period {
  start: string;
  end: string;
}

/**
 * The days in which the services that begin in the period are paid: overtime counts by whole weeks, and the longest service
 * ends three days later. Costs of the period itself would cut both.
 */
export const daysPaid = ({ start, end }: Period): Period => ({
  start: dayOfNumber(mondayOf(dayNumber(start))),
  end: dayOfNumber(mondayOf(dayNumber(end)) + 6 + 3),
});

interface Costed {
  place: PayPlace;
  people: PaidPerson[];
}

/** The cycles that touch a period: their overtime is shared by all their services. */
const cyclesAround = ({ start, end }: Period): Period => ({
  start: daysAfter(start, -7 * (longestCycle - 1)),
  end: daysAfter(end, 7 * (longestCycle - 1)),
});

/** Both days included. One row per service and person who worked or is planned on it. */
export async function labourCost(
  db: Db,
  period: Period,
  { customer = null, site = null, agents = null, published = false }: CostFilter = {},
): Promise<LabourCost[]> {
  const settings = await paySettings(db);
  const read = async (over: Period, only: readonly string[] | null): Promise<Costed> => {
    const { place, hours } = await placeOver(db, over.start.slice(0, 7), over, settings);
    return { place, people: await peopleToPay(db, hours, { agents: only, externals: true, published }) };
  };
  const whole = await read(period, agents);
  const onCycle = whole.people.filter(({ contracts }) => contracts.some(({ cycleWeeks }) => cycleWeeks));
  const ids = new Set(onCycle.map(({ id }) => id));
  const byWeek = { ...whole, people: whole.people.filter(({ id }) => !ids.has(id)) };
  const all = ids.size === 0 ? [byWeek] : [byWeek, await read(cyclesAround(period), [...ids])];
  return all.flatMap(({ place, people }) =>
    people.flatMap((person) => {
      const work = new Map(person.shifts.map((shift) => [shift.id, shift]));
      // Everything a person did counts for his overtime, only the asked services are returned.
      return costsOf(place, person).flatMap((cost) => {
        const shift = work.get(cost.service);
        if (!shift || (customer && shift.customerId !== customer) || (site && shift.siteId !== site)) return [];
        const { siteId, customerId, unsettled } = shift;
        return [
          { ...cost, agent: person.id, site: siteId, customer: customerId, external: person.external, unsettled },
        ];
      });
    }),
  );
}
