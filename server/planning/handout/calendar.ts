// An agent's calendar feed: a secret address, stored hashed, with his published services only.
import ical, { ICalEventStatus } from 'ical-generator';
import { Agent } from '#core/agents/agent.ts';
import { Problem } from '#core/kernel/problem.ts';
import {
  calendarMessages,
  makeCalendar,
  readCalendar,
  readFeed,
  removeCalendar,
} from '#core/planning/handout-calls.ts';
import { activeStatus, inactiveStatus } from '#core/roles.ts';
import { lockOf } from '#server/agencies/lock.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { plain } from '#server/pdf/document.ts';
import { fileReply } from '#server/pdf/reply.ts';
import { hashOf, oneTimeToken } from '#server/session/tokens.ts';
import { worked } from '../facts.ts';

const [daysBack, daysAhead] = [60, 366];

/** On his own path an agent finds only himself; candidates and former agents have no feed. */
async function agentOf({ db, context, params }: Pick<Call, 'db' | 'context'> & { params: { id: string } }) {
  const { id } = params;
  if (!isUuid(id) || (context.agent !== null && context.agent !== id)) throw new Problem('missing', Agent.missing);
  const [agent] = await db.query<{ id: string; status: number }>({
    name: 'calendar-agent',
    text: 'select id, status from agents where id = $1',
    values: [id],
  });
  if (!agent) throw new Problem('missing', Agent.missing);
  return agent;
}

interface Kept extends Record<string, unknown> {
  createdAt: string;
  author: string;
}

async function keptOf(db: Db, agent: string): Promise<Kept | null> {
  const [row] = await db.query<{ at: Date; author: string }>({
    name: 'read-calendar',
    text: 'select created_at as at, author from agent_calendars where agent_id = $1',
    values: [agent],
  });
  return row ? { createdAt: row.at.toISOString(), author: row.author } : null;
}

interface FeedService extends Record<string, unknown> {
  id: string;
  version: number;
  start: Date;
  end: Date;
  post: string | null;
  comment: string | null;
  updated: Date;
  site: string | null;
  address: string | null;
}

export interface Feed {
  agency: string;
  fullname: string;
  services: readonly FeedService[];
  now: Date;
}

/** RFC 5545; calendars refresh by themselves, at most once an hour. */
export function feedOf({ agency, fullname, services, now }: Feed): string {
  const calendar = ical({
    // The library does not escape the name: a line break would start a new property.
    name: plain(`Planning ${fullname} – ${agency}`),
    prodId: { company: 'Vigie', product: 'Planning', language: 'FR' },
    ttl: 3_600,
  });
  for (const { id, version, start, end, site, post, comment, address, updated } of services)
    calendar.createEvent({
      id,
      sequence: version,
      start,
      end,
      stamp: now,
      lastModified: updated,
      summary: [site ?? 'Service', post].filter(Boolean).join(' – '),
      location: [site, address].filter(Boolean).join(', ') || null,
      description: comment,
      status: ICalEventStatus.CONFIRMED,
    });
  return calendar.toString();
}

export const calendarHandlers: Handler[] = [
  handle(readCalendar, async (call) => ({ calendar: await keptOf(call.db, (await agentOf(call)).id) })),

  handle(makeCalendar, async (call) => {
    const { id, status } = await agentOf(call);
    if (status !== activeStatus && status !== inactiveStatus)
      throw new Problem('conflict', 'Seul un collaborateur de l’agence a un agenda.');
    const token = oneTimeToken();
    await call.db.query({
      name: 'make-calendar',
      text: `insert into agent_calendars (agency_id, agent_id, hash, author, created_at) values ($1, $2, $3, $4, $5)
        on conflict (agency_id, agent_id) do update set hash = excluded.hash, author = excluded.author, created_at = excluded.created_at`,
      values: [call.context.agency, id, hashOf(token), call.caller?.name ?? '', call.now],
    });
    await writeAudit(call.db, call, { entity: Agent.name, id, action: 'makeCalendar' });
    const { tenants } = call.services;
    const url = `${tenants.urlOf(tenants.of(call.host))}/api/calendar/${token}/planning.ics`;
    return { calendar: { ...((await keptOf(call.db, id)) as Kept), url } };
  }),

  handle(removeCalendar, async (call) => {
    const { id } = await agentOf(call);
    const gone = await call.db.query({
      name: 'remove-calendar',
      text: 'delete from agent_calendars where agent_id = $1 returning agent_id',
      values: [id],
    });
    if (gone.length > 0) await writeAudit(call.db, call, { entity: Agent.name, id, action: 'removeCalendar' });
  }),

  handle(readFeed, async ({ db, params, services: { database }, now }) => {
    const [found] = await db.query<{
      agency: string;
      agent: string;
      fullname: string;
      name: string;
      lock: string | null;
    }>({
      name: 'find-calendar',
      text: `select c.agency_id as agency, c.agent_id as agent, a.fullname, g.name, ${lockOf('g')} as lock from agent_calendars c
          join agents a on a.agency_id = c.agency_id and a.id = c.agent_id join agencies g on g.id = c.agency_id
        where c.hash = $1 and a.status in (${activeStatus}, ${inactiveStatus})`,
      values: [hashOf(params.token)],
    });
    if (!found) throw new Problem('missing', calendarMessages.unknown);
    if (found.lock !== null) throw new Problem('forbidden', calendarMessages.locked(found.name, found.lock));
    // Read as the agent: the policies return only his published services.
    const services = await database.read<FeedService>(
      { ...nobody, agency: found.agency, agent: found.agent },
      {
        name: 'feed-services',
        text: `select s.id, s.version, s.start_at as start, s.end_at as "end", s.post_title as post, s.comment, s.updated_at as updated, i.name as site,
            nullif(concat_ws(', ', i.street, nullif(concat_ws(' ', i.zipcode, i.city), '')), '') as address
          from published_services s left join sites i on i.agency_id = s.agency_id and i.id = s.site_id
          where s.agency_id = app_agency() and s.start_at >= $1::timestamptz - interval '${daysBack} days'
            and s.start_at < $1::timestamptz + interval '${daysAhead} days' and ${worked('s')} order by s.start_at, s.id`,
        values: [now],
      },
    );
    const text = feedOf({ agency: found.name, fullname: found.fullname, services, now });
    return fileReply(Buffer.from(text), 'planning.ics', 'text/calendar; charset=utf-8');
  }),
];
