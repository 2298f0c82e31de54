import { today } from '#server/agents/contracts.ts';

/** The first instant of a day by the agency's clock, counted from today; computed once per statement. */
export const midnight = (days: number): string => `(select (${today} + ${days})::timestamp at time zone app_zone())`;

/** The agents of the services that begin between two days, counted together: one join instead of one count per service. */
export const heldBetween = (from: string, to: string): string =>
  `(select h.service_id, count(*)::integer as held from services w join service_agents h on h.agency_id = w.agency_id and h.service_id = w.id
    where w.agency_id = (select app_agency()) and h.agency_id = (select app_agency()) and w.start_at >= ${from} and w.start_at < ${to} group by 1)`;
