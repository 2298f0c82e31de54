// Steps of services that a phone reports.

import type { PayloadOf } from '#core/kernel/field-message.ts';
import { Problem } from '#core/kernel/problem.ts';
import type { StepEvent } from '#core/planning/lifecycle-calls.ts';
import { serviceStep } from '#core/planning/step-message.ts';
import { unplannedStart } from '#core/planning/unplanned-message.ts';
import type { Call } from '#server/kernel/call.ts';
import { type Arrived, receive } from '#server/kernel/field-message.ts';
import { needOne } from '#server/kernel/scope.ts';
import { refuseUnseen } from './life.ts';
import { asAgency, reportedMoment } from './lifecycle-writing.ts';
import { takeSteps } from './steps.ts';
import { begin } from './unplanned.ts';

type Reported = Arrived<PayloadOf<typeof serviceStep>>;

const eventOf = ({ uuid, location }: Arrived, content: string | null | undefined): StepEvent => ({
  uuid,
  location,
  ...(content ? { eventMessages: [{ content }] } : {}),
});

async function receiveSteps(events: readonly [Reported, ...Reported[]], call: Call): Promise<(Problem | null)[]> {
  const { asker, context } = call;
  const [{ service }] = events;
  if (context.agent !== null) needOne(asker, ['executeOwnService']);
  if (service === null) throw new Problem('missing', 'Le message ne nomme aucun service');
  await refuseUnseen(call, service);
  const asked = events.map((event) => {
    const { at, agent, payload } = event;
    return { id: service, to: payload.status, event: eventOf(event, payload.content), agent, dog: payload.dog, at };
  });
  return asAgency(call, (whole) => takeSteps(asked, whole));
}

export const receiveStep = receive(
  serviceStep,
  async (event, call) => {
    const [refused] = await receiveSteps([event], call);
    if (refused) throw refused;
  },
  receiveSteps,
);

/** N-067 on a phone. What the law forbids is kept for the agency; the planners read the other anomalies. */
export const receiveUnplanned = receive(unplannedStart, async (event, call) => {
  const { at, agent, service, payload } = event;
  if (service === null) throw new Problem('missing', 'Le message ne nomme aucun service');
  const reported = { id: service, agent, at: reportedMoment(at, call.now) };
  const requested = { site: { id: payload.site }, activityType: payload.activityType ?? undefined };
  await begin({ requested, event: eventOf(event, payload.content), confirmed: true, reported }, call);
});
