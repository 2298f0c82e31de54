// The labour cost of services, for the margins: a constant number of queries, whatever the period and the people.
import { costsOf, type ServiceCost } from '#core/pay/cost.ts';
import { dayNumber, dayOfNumber, mondayOf } from '#core/planning/days.ts';
import type { Db } from '#server/db/database.ts';
import { paySettings, placeOver } from './place.ts';
import { peopleToPay } from './work.ts';

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

/**
 * The days in which the services that begin in the period are paid: overtime counts by whole weeks, and the longest service
 * ends three days later. Costs of the period itself would cut both.
 */
export const daysPaid = ({ start, end }: { start: string; end: string }): { start: string; end: string } => ({
  start: dayOfNumber(mondayOf(dayNumber(start))),
  end: dayOfNumber(mondayOf(dayNumber(end)) + 6 + 3),
});

/** Both days included. One row per service and person who worked or is planned on it. */
export async function labourCost(
  db: Db,
  period: { start: string; end: string },
  { customer = null, site = null, agents = null, published = false }: CostFilter = {},
): Promise<LabourCost[]> {
  const { place, hours } = await placeOver(db, period.start.slice(0, 7), period, await paySettings(db));
  const people = await peopleToPay(db, hours, agents, true, published);
  return people.flatMap((person) => {
    const work = new Map(person.shifts.map((shift) => [shift.id, shift]));
    // Everything a person did counts for his overtime, only the asked services are returned.
    return costsOf(place, person).flatMap((cost) => {
      const shift = work.get(cost.service);
      if (!shift || (customer && shift.customerId !== customer) || (site && shift.siteId !== site)) return [];
      const { siteId, customerId, unsettled } = shift;
      return [{ ...cost, agent: person.id, site: siteId, customer: customerId, external: person.external, unsettled }];
    });
  });
}
