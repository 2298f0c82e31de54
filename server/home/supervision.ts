// The current services in one statement.

import { type Assigned, presenceOf } from '#core/home/posts.ts';
import {
  type Board,
  messageAgents,
  messagesPerHour,
  noteService,
  notesPerHour,
  readSupervision,
  readWatchedServices,
  type WatchedService,
  watchedHours,
} from '#core/home/supervision.ts';
import { Problem } from '#core/kernel/problem.ts';
import { agencyNote, lifecycleEvents } from '#core/planning/lifecycle.ts';
import { agencyMessage, planningReasons } from '#core/planning/notifications.ts';
import { longestService, Service } from '#core/planning/service.ts';
import {
  activeStatuses,
  finished,
  interrupted,
  isActive,
  late,
  missed,
  unfinished,
  waiting,
} from '#core/planning/status.ts';
import { can } from '#core/roles.ts';
import { isRoundLate } from '#core/rounds/late.ts';
import type { Db } from '#server/db/database.ts';
import { doerOf, writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { utc } from '#server/kernel/kinds.ts';
import { isUuid, uuidv7 } from '#server/kernel/uuid.ts';
import { notify, reachOf } from '#server/notifications/notify.ts';
import { unfinishedAfter } from '#server/planning/clock.ts';
import { eventOrder, isDisproved } from '#server/planning/lifecycle-writing.ts';
import { isAway } from '#server/planning/services.ts';
import { endOf, finishedOf, runningRounds } from '#server/rounds/executions.ts';
import { leftEarly } from './days.ts';
import { peopleOn, readPosts } from './posts.ts';

const most = 1_000;

/** The service ended recently enough; an extension may end later than planned. */
const isRecent = (later = 0): string =>
  `greatest(s.end_at, s.real_end_at) > $1::timestamptz - interval '${watchedHours.behind + later} hours'`;

const textOf = (
  isAsked: string,
): string => `select * from (select s.id, s.reference, s.status, ${utc('s.start_at')} as "startAt", ${utc('s.end_at')} as "endAt", ${utc('s.real_start_at')} as "realStartAt", ${utc('s.real_end_at')} as "realEndAt",
    s.is_circuit as "isCircuit", s.post_title as "postTitle",
    case when t.id is not null then json_build_object('id', t.id, 'name', t.name, 'city', t.city,
      'location', case when t.latitude is not null then json_build_object('latitude', t.latitude, 'longitude', t.longitude) end) end as site,
    (select coalesce(json_agg(json_build_object('id', a.id, 'name', a.fullname, 'phones', case when $2 then a.phone else '{}' end, 'state', l.state, 'away', ${isAway('s', 'h.agent_id')}, 'assigned', h.assigned)
        order by a.lastname collate "fr-x-icu", a.id), '[]')
      from ${peopleOn('s.id')} h join agents a on a.agency_id = h.agency_id and a.id = h.agent_id
      left join service_times l on l.agency_id = h.agency_id and l.service_id = h.service_id and l.agent_id = h.agent_id) as agents,
    greatest(0, s.nb_agents - (select count(*) from ${peopleOn('s.id')} h))::integer as missing,
    (select json_build_object('planned', sum(r.number_of_executions), 'running', null, 'late', false, 'begun', (select count(*) from round_executions x where x.agency_id = s.agency_id and x.service_id = s.id), 'done',
        (select count(*) from round_executions x where x.agency_id = s.agency_id and x.service_id = s.id and ${endOf('x')} is not null and ${finishedOf('x')}), 'unfinished',
        (select count(*) from round_executions x where x.agency_id = s.agency_id and x.service_id = s.id and ${endOf('x')} is not null and not ${finishedOf('x')}))
      from service_rounds r where r.agency_id = s.agency_id and r.service_id = s.id having count(*) > 0) as rounds,
    (select json_build_object('type', e.type, 'at', ${utc('e.at')}, 'content', case when $3 then e.content end, 'stop', p.stop)
      from (select s.id, null as stop union all select c.id, coalesce(n.name, c.reference) from services c left join sites n on n.agency_id = c.agency_id and n.id = c.site_id
          where s.is_circuit and c.agency_id = s.agency_id and c.circuit_id = s.id) p
        join service_events e on e.agency_id = s.agency_id and e.service_id = p.id and (p.stop is null or e.type <> ${lifecycleEvents.serviceNotStarted.id})
      where not ${isDisproved('e')} order by ${eventOrder('e', 'desc')} limit 1) as "lastEvent", (select g.late_margin from agencies g where g.id = s.agency_id) as margin, count(*) over ()::integer as found
  from services s left join sites t on t.agency_id = s.agency_id and t.id = s.site_id
  where s.agency_id = app_agency() and s.circuit_id is null and ${isAsked}
    and s.start_at >= $1::timestamptz - interval '${longestService / 60 + unfinishedAfter + watchedHours.behind} hours' and s.start_at < $1::timestamptz + interval '${watchedHours.ahead} hours'
    and (s.status in (${[...activeStatuses, late]})
      or s.status = ${waiting} and s.end_at > $1
      or s.status = ${finished} and ${leftEarly('s')}
      or s.status in (${missed}, ${interrupted}) and ${isRecent()}
      or s.status = ${unfinished} and ${isRecent(unfinishedAfter)})
  order by s.status in (${late}, ${interrupted}, ${finished}, ${missed}, ${unfinished}) desc, s.start_at, s.id limit ${most}) w order by w."startAt", w.id`;

const boardQuery = { name: 'supervision', text: textOf('true') };
/** A stop changes its circuit. */
const rowsQuery = {
  name: 'supervision-rows',
  text: textOf(
    's.id in (select coalesce(c.circuit_id, c.id) from services c where c.agency_id = s.agency_id and c.id = any ($4::uuid[]))',
  ),
};

interface Row extends Omit<WatchedService, 'agents' | 'rounds'>, Record<string, unknown> {
  rounds: (NonNullable<WatchedService['rounds']> & { begun: number }) | null;
  agents: (Omit<WatchedService['agents'][number], 'awaited' | 'presence' | 'replaced'> &
    Assigned & { assigned: boolean })[];
  margin: number;
  found: number;
}

/** Rounds are late only where somebody is at work. */
function roundsOf(
  { begun, ...rounds }: NonNullable<Row['rounds']>,
  { status, startAt, endAt }: Pick<Row, 'status' | 'startAt' | 'endAt'>,
  now: number,
): WatchedService['rounds'] {
  const planned = { planned: rounds.planned, begun, start: Date.parse(startAt), end: Date.parse(endAt) };
  return { ...rounds, late: isActive(status) && isRoundLate(planned, now) };
}

function watchedOf({ found: _all, margin, agents, ...service }: Row, now: number): WatchedService {
  const { status, startAt, rounds } = service;
  const at = { status, start: Date.parse(startAt) };
  return {
    ...service,
    rounds: rounds && roundsOf(rounds, service, now),
    agents: agents.map(({ state, away, assigned, ...agent }) => {
      const presence = presenceOf({ state, away }, at, margin, now);
      return {
        ...agent,
        ...(assigned ? {} : { replaced: true }),
        presence,
        awaited: isActive(status) && presence === 'absent',
      };
    }),
  } as WatchedService;
}

async function readBoard({ db, asker, now }: Call, ids?: readonly string[]): Promise<Board> {
  const values = [now, can(asker, ['readAgentPhone']), can(asker, ['listServiceEvents'])];
  const rows = await db.query<Row>(ids ? { ...rowsQuery, values: [...values, ids] } : { ...boardQuery, values });
  const running = await runningRounds(
    db,
    rows.flatMap(({ id, rounds }) => (rounds ? [id] : [])),
  );
  for (const { id, rounds } of rows) if (rounds) rounds.running = running.get(id) ?? null;
  return {
    postsNow: await readPosts(db, now),
    services: rows.map((row) => watchedOf(row, now.getTime())),
    leftOut: (rows[0]?.found ?? 0) - rows.length,
  };
}

interface Written {
  status: number;
  place: string;
  agents: { id: string; name: string; published: boolean }[];
}

/** The service that a note or a message is about. */
async function writtenAbout(db: Db, id: string): Promise<Written> {
  if (!isUuid(id)) throw new Problem('missing', Service.missing);
  const [found] = await db.query<Written & Record<string, unknown>>({
    name: 'written-about',
    text: `select s.status, concat_ws(', ', t.name, s.post_title) || to_char(s.start_at at time zone app_zone(), ' · DD/MM à HH24:MI') as place,
        (select coalesce(json_agg(json_build_object('id', a.id, 'name', a.fullname, 'published', exists (select from published_services p
            join published_service_agents o on o.agency_id = p.agency_id and o.service_id = p.id and o.agent_id = a.id
            where p.agency_id = s.agency_id and p.id = s.id and not p.removed)) order by a.lastname collate "fr-x-icu", a.id), '[]') from service_agents h
          join agents a on a.agency_id = h.agency_id and a.id = h.agent_id where h.agency_id = s.agency_id and h.service_id = s.id) as agents
      from services s left join sites t on t.agency_id = s.agency_id and t.id = s.site_id where s.agency_id = app_agency() and s.id = $1`,
    values: [id],
  });
  if (!found) throw new Problem('missing', Service.missing);
  return found;
}

async function writeNote(
  service: string,
  status: number,
  content: string,
  call: Call,
  action: 'note' | 'message' = 'note',
): Promise<void> {
  const { db, context, now } = call;
  await db.query({
    name: 'agency-note',
    text: `insert into service_events (agency_id, id, service_id, type, at, created_at, author, content, status_before, status_after)
      values ($1, $2, $3, ${agencyNote.id}, $4, $4, $5, $6, $7, $7)`,
    values: [context.agency, uuidv7(), service, now, doerOf(call), content, status],
  });
  await writeAudit(db, call, { entity: Service.name, id: service, action });
}

const namesOf = (people: readonly { name: string }[]): string => people.map(({ name }) => name).join(', ');

const refusedPerson = (message: string): Problem =>
  new Problem('invalid', message, { violations: [{ path: 'agents', message }] });

const paces = {
  message: { most: messagesPerHour, words: 'messages' },
  note: { most: notesPerHour, words: 'notes' },
} as const;

async function checkPace({ db, caller, now }: Call, action: keyof typeof paces): Promise<void> {
  const { most, words } = paces[action];
  const [row] = await db.query<{ written: number }>({
    name: 'written-this-hour',
    text: `select count(*)::integer as written from audit where agency_id = app_agency() and user_id = $1 and action = $3 and at > $2::timestamptz - interval '1 hour'`,
    values: [caller?.userId ?? null, now, action],
  });
  if ((row?.written ?? 0) >= most)
    throw new Problem('tooMany', `Vous avez écrit ${most} ${words} en une heure : réessayez plus tard.`, {
      retryAfter: 15 * 60,
    });
}

export const supervisionHandlers: Handler[] = [
  handle(readSupervision, (call) => readBoard(call)),
  handle(readWatchedServices, (call) => readBoard(call, call.input.services)),

  handle(noteService, async (call) => {
    const { status } = await writtenAbout(call.db, call.params.id);
    await checkPace(call, 'note');
    await writeNote(call.params.id, status, call.input.content, call);
  }),

  handle(messageAgents, async (call) => {
    const { id } = call.params;
    const { agents, content } = call.input;
    const service = await writtenAbout(call.db, id);
    const asked = new Set(agents);
    const named = service.agents.filter((agent) => asked.has(agent.id));
    if (named.length < asked.size) throw refusedPerson('Ce collaborateur n’est plus sur ce service.');
    const unpublished = named.filter(({ published }) => !published);
    if (unpublished.length > 0)
      throw refusedPerson(`Ce service n’est pas publié pour ${namesOf(unpublished)} : publiez-le d’abord.`);
    await checkPace(call, 'message');
    const reach = await reachOf(call.db, agencyMessage, [...asked], call);
    const missed = named.flatMap(({ id: agent, name }) => {
      const { why = null } = reach.get(agent) ?? {};
      return why ? [{ id: agent, name, why }] : [];
    });
    const told = named.filter((agent) => missed.every((one) => one.id !== agent.id));
    const reasons = missed.map(({ name, why }) => `${name} (${planningReasons[why]})`).join(', ');
    if (told.length === 0) throw refusedPerson(`Personne ne peut être joint : ${reasons}.`);
    const notice = {
      to: { agents: told.map((agent) => agent.id) },
      event: uuidv7(),
      title: `Message de votre agence : ${service.place}`,
      text: content,
      link: `/my-planning?service=${id}`,
    };
    await notify(call.db, agencyMessage, [notice], call);
    // The next person at the desk knows what was said, and to whom.
    const note = `Message à ${namesOf(told)} : ${content}${missed.length > 0 ? `\nNon joint : ${reasons}` : ''}`;
    await writeNote(id, service.status, note, call, 'message');
    return { told: told.length, missed };
  }),
];
