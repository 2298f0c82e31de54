// The current services in one statement.
import { readSupervision, type WatchedService, watchedHours } from '#core/home/supervision.ts';
import { longestService } from '#core/planning/service.ts';
import { activeStatuses, interrupted, late, missed, unfinished, waiting } from '#core/planning/status.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import { utc } from '#server/kernel/kinds.ts';
import { unfinishedAfter } from '#server/planning/clock.ts';

const most = 500;

/** The service ended recently enough; an extension may end later than planned. */
const isRecent = (later = 0): string =>
  `greatest(s.end_at, s.real_end_at) > $1::timestamptz - interval '${watchedHours.behind + later} hours'`;

const text = `select * from (select s.id, s.reference, s.status, ${utc('s.start_at')} as "startAt", ${utc('s.end_at')} as "endAt", ${utc('s.real_start_at')} as "realStartAt",
    s.is_circuit as "isCircuit", s.post_title as "postTitle", t.name as site, t.city,
    (select coalesce(json_agg(a.fullname order by a.lastname collate "fr-x-icu", a.id), '[]') from service_agents h
      join agents a on a.agency_id = h.agency_id and a.id = h.agent_id where h.agency_id = s.agency_id and h.service_id = s.id) as agents,
    (select coalesce(json_agg(a.fullname order by a.lastname collate "fr-x-icu", a.id), '[]') from service_agents h
      join agents a on a.agency_id = h.agency_id and a.id = h.agent_id join agencies g on g.id = h.agency_id where h.agency_id = s.agency_id and h.service_id = s.id
        and s.status in (${activeStatuses}) and s.real_start_at is not null and s.start_at + make_interval(mins => g.late_margin) <= $1
        and not exists (select from service_times l where l.agency_id = h.agency_id and l.service_id = h.service_id and l.agent_id = h.agent_id)) as awaited,
    greatest(0, s.nb_agents - (select count(*) from service_agents h where h.agency_id = s.agency_id and h.service_id = s.id))::integer as missing,
    (select json_build_object('type', e.type, 'at', ${utc('e.at')}, 'content', e.content) from service_events e
      where e.agency_id = s.agency_id and e.service_id = s.id order by e.at desc, e.id desc limit 1) as "lastEvent", count(*) over ()::integer as found
  from services s left join sites t on t.agency_id = s.agency_id and t.id = s.site_id
  where s.agency_id = app_agency() and s.circuit_id is null
    and s.start_at >= $1::timestamptz - interval '${longestService / 60 + unfinishedAfter + watchedHours.behind} hours' and s.start_at < $1::timestamptz + interval '${watchedHours.ahead} hours'
    and (s.status in (${[...activeStatuses, late]})
      or s.status = ${waiting} and s.end_at > $1
      or s.status in (${missed}, ${interrupted}) and ${isRecent()}
      or s.status = ${unfinished} and ${isRecent(unfinishedAfter)})
  order by s.status in (${late}, ${interrupted}, ${missed}, ${unfinished}) desc, s.start_at, s.id limit ${most}) w order by w."startAt", w.id`;

export const supervisionHandlers: Handler[] = [
  handle(readSupervision, async ({ db, now }) => {
    const rows = await db.query<WatchedService & { found: number }>({ name: 'supervision', text, values: [now] });
    return {
      services: rows.map(({ found: _all, ...service }) => service),
      leftOut: (rows[0]?.found ?? 0) - rows.length,
    };
  }),
];
