// Correct a finished service (decision 85): writes frozen fields, with the reason in the history.
import { wallClock } from '#core/kernel/clock.ts';
import { frozenReason } from '#core/kernel/frozen.ts';
import { messages, Problem, type Violation } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { correctService } from '#core/planning/lifecycle-calls.ts';
import { Service } from '#core/planning/service.ts';
import { handle } from '#server/kernel/call.ts';
import { correcting } from '#server/kernel/frozen.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { planningPlace } from './facts.ts';
import { measureTimes } from './lived.ts';
import { lockServices, prepare, readServices, type ServiceRow, writeServices } from './writing.ts';

/** Days between the corrected hours and those before: more is another service. */
const farthest = 7;

/** A correction says what happened: not in the future, and near the plan. */
function refuseHours(draft: { startAt?: string; endAt?: string }, current: ServiceRow, now: Date, zone: string): void {
  const shown = (instant: string): string => {
    const { day, time } = wallClock(instant, zone);
    return `${frenchDay(day)} ${time}`;
  };
  const violations = (['startAt', 'endAt'] as const).flatMap((name): Violation[] => {
    const [sent, before] = [draft[name], current[name]];
    if (sent === undefined || sent === before) return [];
    const path = `service.${name}`;
    if (Date.parse(sent) > now.getTime()) return [{ path, message: 'Une correction ne va pas au-delà de maintenant' }];
    return Math.abs(Date.parse(sent) - Date.parse(before)) > farthest * 86_400_000
      ? [{ path, message: `À ${farthest} jours au plus du ${shown(before)}` }]
      : [];
  });
  if (violations.length > 0) throw new Problem('invalid', violations[0]?.message ?? '', { violations });
}

export const correctHandler = handle(correctService, async (call) => {
  const { db, params, input } = call;
  const { reason, service } = input;
  if (!isUuid(params.id)) throw new Problem('missing', Service.missing);
  const [current] = await lockServices(db, [params.id]);
  if (!current) throw new Problem('missing', Service.missing);
  const guarding = { correction: { reason }, pathOf: () => 'service' };
  const prepared = await prepare([{ ...service, id: params.id }], call, guarding);
  const draft = prepared[0]?.draft ?? {};
  if (Object.keys(draft).length === 0) throw new Problem('invalid', messages.nothingToSave);
  if (frozenReason(Service, current) === null)
    throw new Problem('conflict', 'Ce service n’est pas terminé : modifiez-le sans le corriger.');
  refuseHours(draft as { startAt?: string; endAt?: string }, current, call.now, (await planningPlace(db)).zone);
  await correcting(db, reason, async () => {
    await writeServices(prepared, call, { correction: { reason } });
    // A correction needs no publication: everybody who saw the service sees the corrected one, with its stops.
    await db.query({
      name: 'publish-correction',
      text: `update services s set published = service_facts(s), published_at = c.published_at from services c
        where c.agency_id = s.agency_id and c.id = $1 and (s.id = $1 or s.circuit_id = $1) and c.published_at is not null`,
      values: [params.id],
    });
    await db.query({
      name: 'publish-removed-stops',
      text: 'delete from published_services where agency_id = app_agency() and circuit_id = $1 and removed',
      values: [params.id],
    });
    await measureTimes(db, [params.id], call.now);
  });
  const [row] = await readServices(db, [params.id]);
  return { service: row as never };
});
