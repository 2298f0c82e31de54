// Disconnect a collaborator: the next call of each of his devices is refused.
import { Agent } from '#core/agents/agent.ts';
import { Problem } from '#core/kernel/problem.ts';
import { disconnectAgent } from '#core/session/session.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { endSessions } from '#server/session/sessions.ts';
import { permitOnOwner } from './handing-on.ts';

export const disconnectHandlers: Handler[] = [
  handle(disconnectAgent, async (call) => {
    const { db, params, now, services } = call;
    const [agent] = isUuid(params.id)
      ? await db.query<{ user_id: string | null; is_owner: boolean }>({
          text: `select user_id, is_owner from user_companies where agency_id = app_agency() and id = $1 and kind = 'AGENCY'`,
          values: [params.id],
        })
      : [];
    if (!agent) throw new Problem('missing', Agent.missing);
    permitOnOwner(call, agent);
    await writeAudit(db, call, { entity: 'agent', id: params.id, action: 'disconnect' });
    // Sessions belong to the person: the agency's context cannot reach them.
    const { user_id: userId } = agent;
    if (userId !== null) await services.database.platformTransaction((platform) => endSessions(platform, userId, now));
  }),
];
