// The posts now, for the first page and the supervision: the rows under way, counted by core/home/posts.ts.
import { type PostService, type Posts, postsOf, sumOfPosts } from '#core/home/posts.ts';
import { unfinishedAfter } from '#core/planning/lifecycle.ts';
import { longestService } from '#core/planning/service.ts';
import { activeStatuses, unscheduled } from '#core/planning/status.ts';
import type { Db } from '#server/db/database.ts';
import { isAway } from '#server/planning/services.ts';

const ms = (at: string): string => `(extract(epoch from ${at}) * 1000)::float8`;

/** The people of a service of `s`: those assigned, and who is at work there although somebody removed him meanwhile. */
export const peopleOn = (
  service: string,
): string => `(select h.agency_id, h.service_id, h.agent_id, true as assigned from service_agents h where h.agency_id = s.agency_id and h.service_id = ${service}
    union all select t.agency_id, t.service_id, t.agent_id, false from service_times t where t.agency_id = s.agency_id and t.service_id = ${service} and t.state in (${activeStatuses})
      and not exists (select from service_agents h where h.agency_id = t.agency_id and h.service_id = t.service_id and h.agent_id = t.agent_id))`;

/** `s`: rows of services. A stop has the people of its circuit. */
const values = `s.status, ${ms('s.start_at')} as start, ${ms('s.end_at')} as end, s.nb_agents as wanted,
    (select g.late_margin from agencies g where g.id = app_agency()) as margin,
    (select coalesce(json_agg(json_build_object('state', l.state, 'away', ${isAway('s', 'h.agent_id')})), '[]') from ${peopleOn('coalesce(s.circuit_id, s.id)')} h
      left join service_times l on l.agency_id = h.agency_id and l.service_id = h.service_id and l.agent_id = h.agent_id) as people`;

const text = `select ${values} from services s
  where s.agency_id = app_agency() and s.circuit_id is null and s.status <> ${unscheduled}
    and s.start_at >= $1::timestamptz - interval '${longestService / 60 + unfinishedAfter} hours'
    and (s.start_at <= $1 and s.end_at > $1 or s.status in (${activeStatuses}) and s.start_at < $1::timestamptz + interval '1 day')`;

/** The posts of each of these services, but of unscheduled ones; the database of somebody who sees the whole agency. */
export async function postsOfEach(db: Db, services: readonly string[], now: Date): Promise<Map<string, Posts>> {
  const rows = await db.query<Row & { id: string }>({
    name: 'posts-of-each',
    text: `select s.id, ${values} from services s where s.agency_id = app_agency() and s.id = any ($1::uuid[]) and s.status <> ${unscheduled}`,
    values: [services],
  });
  return new Map(rows.map((row) => [row.id, postsOf(row, row.margin, now.getTime())]));
}

type Row = PostService & { margin: number } & Record<string, unknown>;

export async function readPosts(db: Db, now: Date): Promise<Posts> {
  const rows = await db.query<Row>({ name: 'posts-now', text, values: [now] });
  return sumOfPosts(rows.map((row) => postsOf(row, row.margin, now.getTime())));
}
