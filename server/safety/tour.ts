import { missed, unscheduled } from '#core/planning/status.ts';

const stopSql = (t: string, v: string, which: string): string =>
  `(select n.name from services c join sites n on n.agency_id = c.agency_id and n.id = c.site_id where c.agency_id = ${t}.agency_id and c.circuit_id = ${v}.id and ${which}, c.id limit 1)`;

/** Of an alarm `t` on a tour, not at one of its stops; `v`: its service. See core/safety/tour.ts. */
export const tourOf = (t: string, v: string): string => `case when ${v}.is_circuit then json_build_object(
    'last', ${stopSql(t, v, `c.real_start_at <= ${t}.at order by c.real_start_at desc`)},
    'next', ${stopSql(t, v, `(c.real_start_at > ${t}.at or c.real_start_at is null and c.status not in (${missed}, ${unscheduled})) order by c.start_at`)}) end`;
