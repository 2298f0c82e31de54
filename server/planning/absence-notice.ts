// Tells the planners that an agent declared an absence: it counts at once, and his published services need somebody.
import { wallClock } from '#core/kernel/clock.ts';
import type { Row } from '#core/kernel/entity.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { declaredAbsence } from '#core/planning/notifications.ts';
import { plannedStatuses } from '#core/planning/status.ts';
import { isWholeDays, type Unavailability, wholePost } from '#core/planning/unavailability.ts';
import type { Call } from '#server/kernel/call.ts';
import type { Saved } from '#server/kernel/extension.ts';
import { notify } from '#server/notifications/notify.ts';
import { asAgency } from './lifecycle-writing.ts';

type Absence = Row<typeof Unavailability>;

export function periodOf({ startAt, endAt }: Absence, zone: string): string {
  const whole = isWholeDays(startAt, endAt, zone);
  const edge = (moment: string): string => {
    const { day, time } = wallClock(moment, zone);
    return whole ? frenchDay(day) : `${frenchDay(day)} ${time}`;
  };
  const [from, to] = [edge(startAt), edge(endAt)];
  return from === to ? `le ${from}` : `du ${from} au ${to}`;
}

const several = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** Those in preparation too: they need somebody else before they are published. */
export function servicesText(published: number, drafts: number, isWhole: boolean): string {
  if (published + drafts === 0) return 'Aucun service n’est concerné.';
  const concerned = published + drafts === 1 ? 'est concerné' : 'sont concernés';
  const counted =
    published === 0
      ? several(drafts, 'service en préparation', 'services en préparation')
      : several(published, 'service publié', 'services publiés') + (drafts === 0 ? '' : ` et ${drafts} en préparation`);
  return `${counted} ${concerned}.${isWhole ? '' : ` ${wholePost}`}`;
}

/** On the agent's own path only: the agency knows what it enters itself. */
export async function notifyAbsences(rows: readonly Saved<typeof Unavailability>[], call: Call): Promise<void> {
  const changed = rows.filter(
    ({ before, after }) => before === null || before.startAt !== after.startAt || before.endAt !== after.endAt,
  );
  if (call.context.agent === null || changed.length === 0) return;
  await asAgency(call, async ({ db }) => {
    const found = await db.query<{ id: string; zone: string; services: number; drafts: number }>({
      name: 'services-in-absences',
      text: `select u.id, app_zone() as zone, (select count(*)::integer from published_services s
            join published_service_agents h on h.agency_id = s.agency_id and h.service_id = s.id
          where s.agency_id = u.agency_id and h.agent_id = u.agent_id and s.circuit_id is null and not s.removed
            and s.status in (${plannedStatuses}) and s.start_at <= u.end_at and s.end_at > u.start_at) as services,
          (select count(*)::integer from services s join service_agents h on h.agency_id = s.agency_id and h.service_id = s.id
            where s.agency_id = u.agency_id and h.agent_id = u.agent_id and s.circuit_id is null
              and s.status in (${plannedStatuses}) and s.start_at <= u.end_at and s.end_at > u.start_at
              and not exists (select from published_services p join published_service_agents q on q.agency_id = p.agency_id and q.service_id = p.id
                where p.agency_id = s.agency_id and p.id = s.id and q.agent_id = h.agent_id and not p.removed)) as drafts
        from unavailabilities u where u.agency_id = app_agency() and u.id = any ($1::uuid[])`,
      values: [changed.map(({ after }) => after.id)],
    });
    const notices = changed.map(({ before, after }) => {
      const { zone = 'Europe/Paris', services = 0, drafts = 0 } = found.find(({ id }) => id === after.id) ?? {};
      const told = before === null ? 'a déclaré une indisponibilité' : 'a changé son indisponibilité';
      return {
        to: 'holders' as const,
        event: `${after.id} ${after.version}`,
        title: 'Indisponibilité déclarée',
        text: `${after.agentName} ${told} ${periodOf(after, zone)}. ${servicesText(services, drafts, isWholeDays(after.startAt, after.endAt, zone))}`,
        link: '/listIndispo',
        action: 'Voir les indisponibilités',
      };
    });
    await notify(db, declaredAbsence, notices, { ...call, db } as Call);
  });
}
