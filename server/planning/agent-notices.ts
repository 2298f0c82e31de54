// What a publication tells the agents about their services.
import { type ChangeKind, publicationNotice, type ServiceChange } from '#core/planning/publication.ts';
import type { LeavingService } from '#core/planning/publication-calls.ts';
import type { Db } from '#server/db/database.ts';
import type { Call } from '#server/kernel/call.ts';

interface Named extends Record<string, unknown> {
  id: string;
  name: string;
}

export const namesOf = (db: Db, table: 'sites' | 'agents' | 'customers', ids: readonly string[]): Promise<Named[]> => {
  const name = table === 'agents' ? 'fullname' : 'name';
  return db.query<Named>({
    name: `leaving-${table}`,
    text: `select id, ${name} as name from ${table} where id = any ($1::uuid[]) order by ${name} collate "fr-x-icu", id`,
    values: [ids],
  });
};

export const sitesOf = (services: readonly ServiceChange[]): string[] => [
  ...new Set(
    services.flatMap(({ before, after }) =>
      [before, after].flatMap((one) => (one ? [one.site, ...(one.stops ?? []).map(({ site }) => site)] : [])),
    ),
  ),
];

/** F-051: an agent who gets no planning by mail gets no changes by mail. */
export async function unmailed(db: Db, agents: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>({
    name: 'without-planning-mail',
    text: 'select id from agents where id = any ($1::uuid[]) and not send_planning',
    values: [agents],
  });
  return new Set(rows.map(({ id }) => id));
}

export interface StoredNotice {
  agent: string;
  title: string;
  text: string;
  byMail: boolean;
}

/** What each agent is told: his own changes of services that are not over, and not of the planner's own. */
export async function noticesOf(
  services: readonly Omit<LeavingService, 'customers'>[],
  zone: string,
  call: Call,
): Promise<StoredNotice[]> {
  const { db, caller } = call;
  const changes = new Map<string, (ServiceChange & { kind: ChangeKind })[]>();
  for (const { before, after, past, changes: own } of services)
    if (!past)
      for (const { agent, kind } of own) changes.set(agent, [...(changes.get(agent) ?? []), { before, after, kind }]);
  const agents = [...changes.keys()];
  if (agents.length === 0) return [];
  const silent = await unmailed(db, agents);
  const sites = await namesOf(db, 'sites', sitesOf(services));
  const self = await db.query<{ id: string }>({
    name: 'own-agent',
    text: 'select id from agents where agency_id = app_agency() and user_id = $1',
    values: [caller?.userId ?? null],
  });
  const names = new Map(sites.map(({ id, name }) => [id, name]));
  const words = { zone, siteOf: (id: string) => names.get(id) ?? '' };
  return agents
    .filter((agent) => self.every(({ id }) => id !== agent))
    .map((agent) => ({
      agent,
      ...publicationNotice(changes.get(agent) ?? [], words),
      byMail: !silent.has(agent),
    }));
}
