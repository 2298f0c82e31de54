// Rounds that nobody began, when their service ends (P-006, type 18).
import { lifecycleEvents } from '#core/planning/lifecycle.ts';
import type { Call } from '#server/kernel/call.ts';
import { uuidOf } from '#server/kernel/uuid.ts';
import { writeOwnEvent } from '#server/logbook/writing.ts';

/** One entry for each line of the service, once. The call sees the whole agency. */
export async function noteMissedRounds(service: string, agent: string | null, at: Date, call: Call): Promise<void> {
  const missed = await call.db.query<{ line: string; name: string; site: string; planned: number; begun: number }>({
    name: 'missed-rounds',
    text: `select l.id as line, r.name, r.site_id as site, l.number_of_executions as planned, x.begun
      from service_rounds l join rounds r on r.agency_id = l.agency_id and r.id = l.round_id
        cross join lateral (select count(*)::integer as begun from round_executions e where e.agency_id = l.agency_id and e.service_round_id = l.id) x
      where l.agency_id = app_agency() and l.service_id = $1 and x.begun < l.number_of_executions order by l.rank, l.id`,
    values: [service],
  });
  for (const { line, name, site, planned, begun } of missed)
    await writeOwnEvent(
      {
        ...{ id: uuidOf(`missed round ${line}`), type: lifecycleEvents.roundNotRealized.id, site, service, at },
        description: `${name} · ${begun} sur ${planned}`,
      },
      call,
      { agent },
    );
}
