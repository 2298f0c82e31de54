// Stores the consents of agents to late changes of their services.
import { type Consent, otherCodes, type PlanningError } from '#core/planning/calls.ts';
import type { Call } from '#server/kernel/call.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';

/** Art. 7.07.3: the consent of each agent for whom the checks ask it. */
export async function keepConsents(
  accepted: readonly PlanningError[],
  services: readonly { id: string }[],
  { means, people, comment }: Consent,
  { db, context, caller, now }: Call,
): Promise<void> {
  const consents = accepted.flatMap(({ code, index, agent }) =>
    code === otherCodes.shortNotice && index !== null && agent
      ? [{ id: uuidv7(), service: services[index]?.id, agent: agent.id, means: people?.[agent.id] ?? means }]
      : [],
  );
  if (consents.length === 0) return;
  await db.query({
    name: 'keep-consents',
    text: `insert into service_consents (agency_id, id, service_id, agent_id, means, obtained_at, comment, author)
      select $1, x.id, x.service, x.agent, x.means, $2, $3, $4 from json_to_recordset($5) as x (id uuid, service uuid, agent uuid, means text)`,
    values: [context.agency, now, comment ?? null, caller?.name ?? '', JSON.stringify(consents)],
  });
}
