// A month of services for the tests of billing: written as they ended, without their life.
import { randomUUID } from 'node:crypto';
import type { World } from './world.ts';

export interface DoneService {
  site: string;
  /** Local to the agency, « 2026-10-05 08:00 ». */
  from: string;
  to: string;
  agents?: string[];
  status?: number;
  activity?: number;
  specialty?: string | null;
  wanted?: number;
  circuit?: string;
  isCircuit?: boolean;
}

export interface LivedTimes {
  from: string;
  to: string;
  /** 200: to settle; 300: accepted, with these hours. */
  status: number;
}

export function monthOf({ sql, agency }: Pick<World, 'sql' | 'agency'>) {
  const local = (moment: string): string => `(timestamp '${moment}' at time zone 'Europe/Paris')`;
  return {
    async service(one: DoneService): Promise<string> {
      const id = randomUUID();
      await sql(
        `insert into services (agency_id, id, site_id, status, start_at, end_at, activity_type, specialty_id, nb_agents, circuit_id, is_circuit)
          values ($1, $2, $3, $4, ${local(one.from)}, ${local(one.to)}, $5, $6, $7, $8, $9)`,
        [
          ...[agency.id, id, one.site, one.status ?? 300, one.activity ?? 1, one.specialty ?? null],
          ...[one.wanted ?? Math.max(1, one.agents?.length ?? 0), one.circuit ?? null, one.isCircuit ?? false],
        ],
      );
      for (const agent of one.agents ?? [])
        await sql('insert into service_agents (agency_id, service_id, agent_id) values ($1, $2, $3)', [
          ...[agency.id, id, agent],
        ]);
      return id;
    },
    async live(service: string, agent: string, { from, to, status }: LivedTimes): Promise<void> {
      const counted = status === 300;
      await sql('delete from service_times where service_id = $1 and agent_id = $2', [service, agent]);
      await sql(
        `insert into service_times (agency_id, service_id, agent_id, state, started_at, ended_at, status, counted_start_at, counted_end_at)
          values ($1, $2, $3, 300, ${local(from)}, ${local(to)}, $4, ${counted ? local(from) : 'null'}, ${counted ? local(to) : 'null'})`,
        [agency.id, service, agent, status],
      );
    },
  };
}
