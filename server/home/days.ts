import { today } from '#server/agents/contracts.ts';

/** The first instant of a day by the agency's clock, counted from today; computed once per statement. */
export const midnight = (days: number): string => `(select (${today} + ${days})::timestamp at time zone app_zone())`;
