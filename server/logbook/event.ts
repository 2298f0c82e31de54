// The list and the sheet of the daily log.
import { entityNamed } from '#core/entities.ts';
import { LogEvent } from '#core/logbook/event.ts';
import { utc } from '#server/kernel/kinds.ts';
import { type Extension, planOf } from '#server/kernel/plan.ts';

/** Values beside a page come from this many rows, the newest: a log only grows. */
const most = 5_000;
const newest = (columns: string, from: string): string =>
  `(select ${columns} ${from} order by t.at desc limit ${most}) x`;
const named = (table: string, column: string, name: string, from: string): string =>
  `select coalesce(json_agg(json_build_object('id', r.id, 'name', r.${name}) order by r.${name}), '[]') from ${table} r
    where r.agency_id = app_agency() and r.id in (select x.id from ${newest(`t.${column} as id`, from)})`;

const nameOf = (row: string): string =>
  `(select a.fullname from agents a where a.agency_id = ${row}.agency_id and a.id = ${row}.agent_id)`;
const ofChain = (t: string, value: string): string =>
  `(select ${value} from logbook_entries e where e.agency_id = ${t}.agency_id and e.id = ${t}.id)`;

const ofPass = (t: string, value: string): string =>
  `(select ${value} from round_executions x where x.agency_id = ${t}.agency_id and x.id = ${t}.round_execution_id)`;

/** « MC-000012 »: the place in the chain of the site. */
export const referenceOf = (t: string): string => `'MC-' || lpad(${t}.position::text, 6, '0')`;

/** Who wrote an entry of the chain; « (appliqué par …) »: the desk applied what his phone had sent. */
export const signed = (e: string): string =>
  `coalesce(${nameOf(e)} || case when ${e}.content->>'appliedBy' is null then '' else ' (appliqué par ' || ${e}.author || ')' end, ${e}.author)`;
/** Of an event or a finding. Only the agency reads the chain. */
export const authorOf = (t: string): string => `coalesce(${ofChain(t, signed('e'))}, ${nameOf(t)})`;

/** Only the agency reads the chain. */
const placeOf = (t: string): string =>
  ofChain(
    t,
    `case when e.latitude is null then null else json_build_object('latitude', e.latitude, 'longitude', e.longitude, 'accuracy', e.accuracy, 'altitude', e.altitude) end`,
  );

export const logEventExtension: Extension<typeof LogEvent> = {
  computed: {
    author: authorOf,
    // The table of the reference is the agency's.
    service: (t) =>
      `(select json_build_object('id', v.id, 'name', v.reference) from seen_services v where v.agency_id = ${t}.agency_id and v.id = ${t}.service_id)`,
    // Under the caller's own policies: who does not see the round reads nothing of it.
    serviceRoundExecution: (t) =>
      ofPass(
        t,
        `json_build_object('id', x.id, 'serviceRound', x.service_round_id, 'name', x.plan->>'name', 'startedAt', ${utc('x.started_at')})`,
      ),
    roundCheckpoint: (t) =>
      ofPass(
        t,
        `(select json_build_object('id', ${t}.round_checkpoint_id, 'name', p->>'title') from jsonb_array_elements(x.plan->'points') p
          where p->>'checkpoint' = ${t}.round_checkpoint_id::text limit 1)`,
      ),
    reference: referenceOf,
    location: placeOf,
    eventMessages: (
      t,
    ) => `(select coalesce(json_agg(json_build_object('id', f.id, 'content', f.content, 'createdAt', ${utc('f.at')}, 'state', f.state,
        'author', case when app_customer() is null then ${authorOf('f')} end, 'location', ${placeOf('f')},
        'attachments', (select coalesce(json_agg(file_json(p, app_file_url(p.id)) order by j.rank), '[]') from logbook_finding_files j
          join files p on p.agency_id = j.agency_id and p.id = j.file_id where j.agency_id = f.agency_id and j.finding_id = f.id)) order by f.at, f.id), '[]')
      from logbook_findings f where f.agency_id = ${t}.agency_id and f.event_id = ${t}.id)`,
  },
  // Entries of one moment: in the order of the chain.
  tie: 'position',
  bare: { service: (t) => `${t}.service_id`, roundCheckpoint: (t) => `${t}.round_checkpoint_id` },
  // P-009
  beside: {
    sites: { of: 'site', sql: (from) => named('sites', 'site_id', 'name', from) },
    services: { of: 'service', sql: (from) => named('seen_services', 'service_id', 'reference', from) },
    types: {
      of: 'type.id',
      sql: (from) => `select coalesce(json_agg(distinct x.type order by x.type), '[]') from ${newest('t.type', from)}`,
    },
    // Per day of the agency and category.
    graph: {
      of: 'type.typeKey',
      sql: (
        from,
      ) => `select coalesce(json_agg(json_build_object('day', g.day, 'typeKey', g.category, 'count', g.count) order by g.day, g.category), '[]')
        from (select (x.at at time zone app_zone())::date::text as day, x.category, count(*)::integer as count
          from ${newest('t.at, t.category', from)} group by 1, 2) g`,
    },
  },
};

export const logEventPlan = planOf(LogEvent, logEventExtension, entityNamed);
