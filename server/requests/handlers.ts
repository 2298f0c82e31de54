// The calls of both kinds of requests, and what the phones of agents write.
import { Problem } from '#core/kernel/problem.ts';
import { requestCalls } from '#core/requests/calls.ts';
import { requestCreate, requestMessage } from '#core/requests/messages.ts';
import { requestOf } from '#core/requests/request.ts';
import { moveTo, type RequestKind, requestStatus } from '#core/requests/status.ts';
import { asSender } from '#server/field/sender.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle, RawJson } from '#server/kernel/call.ts';
import { receive } from '#server/kernel/field-message.ts';
import { readRow } from '#server/kernel/list.ts';
import { moveMany } from '#server/kernel/move.ts';
import { planFor as forScope, scopeOf } from '#server/kernel/plan.ts';
import { readWhole, saveMany } from '#server/kernel/save.ts';
import { needOne } from '#server/kernel/scope.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { usualElement } from './advance.ts';
import { answer, lockedRequest } from './answering.ts';
import { freedBy, goneAgent, leaveChecks, refusedLeave } from './leave.ts';
import { planFor, refuseToRemove, unreadSql } from './requests.ts';
import type { AgentRequestRow, RequestRow } from './rows.ts';
import { asWhole, recipientsOf, settleRead, tellAgency, tellRequester } from './telling.ts';
import { addMessage, stampWritten } from './thread.ts';

async function seen(kind: RequestKind, id: string, call: Call): Promise<RequestRow> {
  const plan = planFor(kind);
  const row = isUuid(id) ? (await readWhole(forScope(plan, call), call.db, [id])).get(id.toLowerCase()) : undefined;
  if (!row) throw new Problem('missing', plan.of.missing);
  return row as unknown as RequestRow;
}

/** Staff acting for somebody do not read for him. */
async function note(kind: RequestKind, id: string, call: Call): Promise<void> {
  const { db, caller, now } = call;
  if (!caller || caller.acting) return;
  await db.query({
    name: `note-${kind}-request-reader`,
    text: `insert into ${kind}_request_readers as r (agency_id, ${kind}_request_id, user_id, read_at) values (app_agency(), $1, app_user(), $2)
      on conflict (agency_id, ${kind}_request_id, user_id) do update set read_at = greatest(r.read_at, excluded.read_at)`,
    values: [id, now],
  });
  await settleRead(id, call);
}

/** One more message, told to the other side. */
async function write(kind: RequestKind, id: string, content: string, isAgency: boolean, call: Call): Promise<void> {
  const plan = planFor(kind);
  // Locked as far as he may: what was answered he only reads.
  const row = await lockedRequest(plan, id, call);
  await addMessage(kind, row.id, isAgency ? 'AGENCY' : 'REQUESTER', content, call);
  await asWhole(call, () => stampWritten(kind, [row.id], isAgency, call));
  await writeAudit(call.db, call, { entity: plan.of.name, id: row.id, action: 'writeMessage' });
  if (isAgency)
    await tellRequester(row, { title: 'Message de votre agence', text: `« ${row.subject} »\n${content}` }, call);
  else await tellAgency(kind, [row], content, call);
}

const answered = async (kind: RequestKind, id: string, call: Call, more: object = {}): Promise<never> =>
  new RawJson(
    `{"${requestOf[kind].name}":${await readRow(planFor(kind), call, id)}${Object.entries(more)
      .map(([name, value]) => `,"${name}":${JSON.stringify(value)}`)
      .join('')}}`,
  ) as never;

/** Why it cannot be accepted; of an accepted one, nothing is asked. */
async function refusalOf(row: AgentRequestRow, call: Call): Promise<string | null> {
  if (row.nature === 'OTHER' || row.status === requestStatus.accepted) return null;
  const gone = await goneAgent(call.db, row.agent.id);
  return gone ?? (row.nature === 'LEAVE' ? await refusedLeave(row, call) : null);
}

const handlersOf = (kind: RequestKind): Handler[] => {
  const calls = requestCalls[kind];
  return [
    handle(calls.answer, async (call) => {
      const { id, ...rest } = call.input;
      const move = moveTo(Number(call.params.status));
      if (!move) throw new Problem('invalid', 'Statut inconnu');
      const done = await answer(kind, planFor(kind), call as never, { id, move, ...rest });
      return answered(kind, id, call as never, done);
    }),
    handle(calls.prepare, async (call) => {
      const { db } = call;
      const row = await seen(kind, call.params.id, call as never);
      const recipients = await recipientsOf(row, db);
      if (!('nature' in row)) return { recipients, leave: null, advance: null, freed: [], refusal: null };
      const { nature } = row;
      return {
        recipients,
        leave: nature === 'LEAVE' ? await leaveChecks(row, call as never) : null,
        advance: nature === 'ADVANCE' ? await usualElement(db) : null,
        freed: (await freedBy(row.id, call)).map(({ was: _was, ...one }) => one),
        refusal: await refusalOf(row, call as never),
      };
    }),
    handle(calls.write, async (call) => {
      await write(kind, call.params.id, call.input.content, scopeOf(call) === 'agency', call as never);
      return answered(kind, call.params.id, call as never);
    }),
    handle(calls.markRead, async (call) => {
      const { id } = await seen(kind, call.params.id, call as never);
      await note(kind, id, call as never);
    }),
    handle(calls.remove, async (call) => {
      await refuseToRemove(planFor(kind), call.params.id, call as never);
      await moveMany(planFor(kind), [call.params.id], 'delete', call as never);
    }),
    handle(calls.unread, async ({ db, context }) => {
      const isAgency = scopeOf({ context }) === 'agency';
      // On his own path the index of his own rows bounds it.
      const own = context.customer ? ' and t.customer_id = app_customer()' : ' and t.agent_id = app_agent()';
      const [row] = await db.query<{ unread: number }>({
        name: `unread-${kind}-${scopeOf({ context })}`,
        text: `select count(*)::integer as unread from ${kind}_requests t where t.agency_id = app_agency() and ${unreadSql(kind, 't', isAgency)}${isAgency ? '' : own}`,
      });
      return { unread: row?.unread ?? 0 };
    }),
  ];
};

export const requestHandlers: Handler[] = [...handlersOf('agent'), ...handlersOf('customer')];

export const receiveRequest = receive(
  requestCreate,
  async ({ payload: { request, ...asked }, agent, photos }, call) => {
    needOne(call.asker, ['createOwnAgentRequest']);
    if (agent === null) throw new Problem('missing', 'Collaborateur introuvable');
    await saveMany(planFor('agent'), [{ ...asked, newId: request, agent: { id: agent } }], call);
    // Beside the save, which takes no file before its content: it follows from the telephone.
    await call.db.query({
      name: 'photos-of-request',
      text: `insert into agent_request_attachments (agency_id, agent_request_id, file_id, rank)
      select app_agency(), $1, o.id, o.rank - 1 from unnest($2::uuid[]) with ordinality o (id, rank) on conflict do nothing`,
      values: [request, photos.map(({ id }) => id)],
    });
  },
);

export const receiveMessage = receive(requestMessage, async (event, call) => {
  if (call.context.agent !== null) needOne(call.asker, ['listOwnAgentRequests']);
  const { request, content } = event.payload;
  await asSender(event, call, (own) => write('agent', request, content.trim(), false, own));
});
