// Shared by the lifecycle tests: current services, the steps of their agent, and their log.
import { randomUUID } from 'node:crypto';
import { endWithoutPhoto } from '#core/planning/end-photo.ts';
import { fetchServiceEvents, moveService } from '#core/planning/lifecycle-calls.ts';
import type { World } from './world.ts';

export interface ServiceOptions {
  /** Minutes from `now`. */
  from?: number;
  to?: number;
  status?: number;
  agents?: string[];
  isCircuit?: boolean;
  circuit?: string;
  /** By default the clock of the database. A test that counts minutes uses one moment for all its times. */
  now?: Date;
}

type Who = 'agent' | 'owner';

/** An end on the web says why it has no photo, whether one is asked or not. */
const proven = <B extends { event: object }>(body: B): B => ({
  ...body,
  event: { eventMessages: [{ content: endWithoutPhoto('Essai') }], ...body.event },
});

export function livingOf({ as, agency, people, sql }: World, site: string) {
  const agent = people.agent.profile?.id as string;

  /** A published service. */
  async function service({
    from = -2,
    to = 480,
    status = 100,
    agents = [agent],
    isCircuit,
    circuit,
    now,
  }: ServiceOptions = {}) {
    const id = randomUUID();
    await sql(
      `insert into services (agency_id, id, site_id, status, start_at, end_at, is_circuit, circuit_id)
        select $1, $2, $3, $4, at + make_interval(mins => $5), at + make_interval(mins => $6), $7, $8 from coalesce($9, now()) at`,
      [agency.id, id, site, status, from, to, isCircuit ?? false, circuit ?? null, now ?? null],
    );
    for (const one of agents)
      await sql('insert into service_agents (agency_id, service_id, agent_id) values ($1, $2, $3)', [
        agency.id,
        id,
        one,
      ]);
    await sql('update services s set published_at = now(), published = service_facts(s) where id = $1', [id]);
    return id;
  }

  /** Gives the people of a service its real times. */
  const live = (id: string): Promise<unknown> =>
    sql(
      `insert into service_times (agency_id, service_id, agent_id, state, started_at, ended_at)
        select s.agency_id, s.id, h.agent_id, s.status, s.real_start_at, s.real_end_at from services s
          join service_agents h on h.agency_id = s.agency_id and h.service_id = s.id where s.id = $1`,
      [id],
    );

  const nameOf = async (who: Who): Promise<string> =>
    (
      await sql<{ name: string }>(`select firstname || ' ' || lastname as name from users where id = $1`, [
        people[who].id,
      ])
    )[0]?.name as string;
  const input = (id: string, content?: string, more: object = {}) => ({
    service: { id },
    event: { uuid: randomUUID(), ...(content ? { eventMessages: [{ content }] } : {}), ...more },
  });
  const step = (
    id: string,
    status: number,
    who: Who = 'agent',
    body: { event: object; [name: string]: unknown } = input(id),
  ) =>
    as(who).answer(moveService, {
      mount: who === 'agent' ? 'agent' : 'agency',
      params: { status: String(status) },
      input: (status === 300 && who === 'agent' ? proven(body) : body) as never,
    });
  const row = async (id: string) =>
    (
      await sql<{ status: number; began: Date | null; ended: Date | null; version: number }>(
        'select status, real_start_at as began, real_end_at as ended, version from services where id = $1',
        [id],
      )
    )[0];
  const events = async (id: string, who: 'agent' | 'owner' | 'customer' = 'owner') =>
    (
      await as(who).call(fetchServiceEvents, {
        mount: who === 'owner' ? 'agency' : who,
        params: { id },
        input: {},
      })
    ).events;
  const keys = async (id: string, who: 'agent' | 'owner' | 'customer' = 'owner') =>
    (await events(id, who)).map(({ type }) => type.typeKey);

  return { agent, service, live, nameOf, input, step, row, events, keys };
}
