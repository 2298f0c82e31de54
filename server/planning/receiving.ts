// Steps of services that a phone reports.
import { Problem } from '#core/kernel/problem.ts';
import { serviceStep } from '#core/planning/step-message.ts';
import { unplannedStart } from '#core/planning/unplanned-message.ts';
import { missingRight } from '#core/rights.ts';
import { can } from '#core/roles.ts';
import type { Call } from '#server/kernel/call.ts';
import { contradiction, receive } from '#server/kernel/field-message.ts';
import { seenService, takeStep } from './lifecycle.ts';
import { ahead, asAgency } from './lifecycle-writing.ts';
import { begin } from './unplanned.ts';

/** A clock that was set back must not end a service before it began. */
async function refuseEarlier(service: string, agent: string | null, at: Date, { db }: Call): Promise<void> {
  const [row] = await db.query<{ last: Date | null }>({
    name: 'last-own-event',
    text: 'select max(e.at) as last from service_events e where e.agency_id = app_agency() and e.service_id = $1 and e.agent_id is not distinct from $2',
    values: [service, agent],
  });
  if (row?.last && at < row.last) throw new Problem('conflict', contradiction);
}

export const receiveStep = receive(serviceStep, async ({ uuid, at, location, service, agent, payload }, call) => {
  const { asker, context, now } = call;
  if (context.agent !== null && !can(asker, ['executeOwnService']))
    throw new Problem('forbidden', missingRight('executeOwnService'));
  if (service === null) throw new Problem('missing', 'Le message ne nomme aucun service');
  if (at.getTime() > now.getTime() + ahead) throw new Problem('conflict', 'L’heure du téléphone est à venir');
  await seenService(call, service);
  const { status: to, content, dog } = payload;
  const event = { uuid, location, ...(content ? { eventMessages: [{ content }] } : {}) };
  await asAgency(call, async (whole) => {
    await refuseEarlier(service, agent, at, whole);
    // A few minutes ahead are the clock's inaccuracy: nobody works in the future.
    await takeStep({ id: service, to, event, agent, dog, at: new Date(Math.min(at.getTime(), now.getTime())) }, whole);
  });
});

/** N-067 on a phone. What the law forbids is kept for the agency; the planners read the other anomalies. */
export const receiveUnplanned = receive(unplannedStart, async ({ uuid, at, location, service, payload }, call) => {
  if (service === null) throw new Problem('missing', 'Le message ne nomme aucun service');
  if (at.getTime() > call.now.getTime() + ahead) throw new Problem('conflict', 'L’heure du téléphone est à venir');
  const { site, content } = payload;
  const event = { uuid, location, ...(content ? { eventMessages: [{ content }] } : {}) };
  const reported = { id: service, at: new Date(Math.min(at.getTime(), call.now.getTime())) };
  await begin({ requested: { site: { id: site } }, event, confirmed: true, reported }, call);
});
