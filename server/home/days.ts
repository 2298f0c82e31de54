import { today } from '#server/agents/contracts.ts';

/** The first instant of a day by the agency's clock, counted from today; computed once per statement. */
export const midnight = (days: number): string => `(select (${today} + ${days})::timestamp at time zone app_zone())`;

/** Nobody holds its post any more, and its planned end is to come ($1: now); the agency's tolerance as in `isEndEarly`. */
export const leftEarly = (s: string): string =>
  `${s}.end_at > $1 and ${s}.real_end_at < ${s}.end_at - make_interval(mins => (select g.late_margin from agencies g where g.id = app_agency()))`;
