// What an accepted request became, changed or removed at its own place: its conversation says so, and the other side is told.
import { requestsBehind } from '#core/requests/calls.ts';
import { AgentRequest } from '#core/requests/request.ts';
import { writeAudits } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { scopeOf } from '#server/kernel/plan.ts';
import type { AgentRequestRow } from './rows.ts';
import { asWhole, tellAgency, tellAgents } from './telling.ts';
import { addMessages, stampWritten } from './thread.ts';

/** One for each request. */
export interface Became {
  request: string;
  title: string;
  content: string;
}

type Told = Pick<AgentRequestRow, 'id' | 'subject' | 'nature' | 'agent' | 'requestType'>;

/** SQL of the request that made the row `t`. */
export const requestOfRow =
  (column: 'unavailability_id' | 'salary_element_id') =>
  (t: string): string =>
    `(select json_build_object('id', r.id, 'subject', r.subject) from agent_requests r where r.agency_id = ${t}.agency_id and r.${column} = ${t}.id)`;

const columns = { unavailability: 'unavailability_id', salaryElement: 'salary_element_id' } as const;

export const behindHandler: Handler = handle(requestsBehind, async ({ db, input: { entity, ids } }) => ({
  requests: await db.query<{ id: string; subject: string; agent: string }>({
    name: `requests-behind-${entity}`,
    text: `select r.id, r.subject, a.fullname as agent from agent_requests r join agents a on a.agency_id = r.agency_id and a.id = r.agent_id
      where r.agency_id = app_agency() and r.${columns[entity]} = any ($1::uuid[]) order by a.fullname collate "fr-x-icu", r.id`,
    values: [ids],
  }),
}));

/** In the transaction of the change. */
export async function tellBecame(changes: readonly Became[], call: Call): Promise<void> {
  if (changes.length === 0) return;
  const isAgency = scopeOf(call) === 'agency';
  const ids = changes.map(({ request }) => request);
  await asWhole(call, async () => {
    const rows = await call.db.query<Told & Record<string, unknown>>({
      name: 'requests-that-became',
      text: `select r.id, r.subject, r.nature, json_build_object('id', a.id, 'name', a.fullname) as agent, json_build_object('id', y.id, 'name', y.name) as "requestType"
        from agent_requests r join agents a on a.agency_id = r.agency_id and a.id = r.agent_id
          join agency_request_types y on y.agency_id = r.agency_id and y.id = r.request_type_id
        where r.agency_id = app_agency() and r.id = any ($1::uuid[]) order by r.id for update of r`,
      values: [ids],
    });
    await addMessages('agent', changes, isAgency ? 'AGENCY' : 'REQUESTER', call);
    await stampWritten('agent', ids, isAgency, call);
    await writeAudits(
      call.db,
      call,
      ids.map((id) => ({ entity: AgentRequest.name, id, action: 'writeMessage' })),
    );
    const told = rows.map((row) => ({ row, ...(changes.find(({ request }) => request === row.id) as Became) }));
    if (isAgency)
      await tellAgents(
        told.map(({ row, title, content }) => ({
          ...{ id: row.id, agent: row.agent, said: { title, text: `« ${row.subject} »\n${content}` } },
        })),
        call,
      );
    else for (const { row, content } of told) await tellAgency('agent', [row as AgentRequestRow], content, call);
  });
}
