// What the desk applies of the kept readings and messages of a telephone is the act of its person.
import { beforeEach, expect, test } from 'vitest';
import { settleKeptEvent } from '#core/field/desk-calls.ts';
import { messageAgents } from '#core/home/supervision.ts';
import { AgentRequest } from '#core/requests/request.ts';
import { listSiteInstructionReaders, SiteInstruction } from '#core/sites/instruction.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { endpointOf } from '#server/testing/client.ts';
import { livingOf } from '#server/testing/living.ts';
import { writerOf } from '#server/testing/notes.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { ago, sendingOf } from '#server/testing/sending.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, agency, people } = here;
const owner = as('owner');
const { site } = await plannerOf(here);
const { service } = livingOf(here, site);
const { event, send, afresh } = sendingOf(here);
const agent = people.agent.profile?.id as string;

beforeEach(afresh);

/** Kept for its clock, which is ahead; then applied by the owner, as of now. */
async function applied(type: string, payload: object): Promise<void> {
  const one = event(null, payload, { createdAt: ago(-20) });
  expect((await send(one, type)).body).toMatchObject({ outcome: 'kept' });
  const input = { how: 'applied', at: ago(0), comment: 'Horloge en avance' } as const;
  const { status } = await owner.answer(settleKeptEvent, { mount: 'agency', params: { uuid: one.uuid }, input });
  expect(status).toBe(204);
}

test('a message in a request is of its requester, and the agency is told', async () => {
  const [type] = await sql<{ id: string }>(
    `select id from agency_request_types where agency_id = $1 and nature = 'OTHER' limit 1`,
    [agency.id],
  );
  const request = uuidv7();
  const asked = { request, requestType: { id: type?.id }, subject: 'Reçu' };
  const empty = { content: null, startAt: null, endAt: null, reason: null, amount: null };
  expect((await send(event(null, { ...asked, ...empty }), 'request-create')).body).toMatchObject({
    outcome: 'applied',
  });
  await sql('delete from notifications');
  await applied('request-message', { request, content: 'Je suis malade demain' });
  const { agentRequest } = (await owner.answer(endpointOf(AgentRequest, 'read'), { params: { id: request } })).body;
  expect(agentRequest.messages).toMatchObject([
    { side: 'REQUESTER', author: people.agent.fullname, content: 'Je suis malade demain' },
  ]);
  expect(await sql('select answered_at from agent_requests where id = $1', [request])).toEqual([{ answered_at: null }]);
  expect(await sql(`select distinct kind from notifications where kind <> 'keptEventReceived'`)).toEqual([
    { kind: 'agentAsks' },
  ]);
});

test('an instruction is read by its person', async () => {
  const draft = { title: 'Accès', content: '<p>Par le portail</p>', site: { id: site } };
  const { id } = (await owner.answer(endpointOf(SiteInstruction, 'save'), { input: draft })).body.siteInstruction;
  await applied('instruction-read', { instruction: id });
  const { readers } = await owner.call(listSiteInstructionReaders, { params: { id } });
  expect(readers).toMatchObject([{ id: people.agent.id, name: people.agent.fullname, type: 'AGENCY' }]);
  expect(await sql(`select user_id from audit where entity_id = $1 and action = 'read'`, [id])).toEqual([
    { user_id: people.agent.id },
  ]);
});

test('a note is confirmed by its person, who is no longer asked to read it', async () => {
  const note = { title: 'Port du badge', content: '<p>Obligatoire</p>', mandatory: true, recipients: 'CHOSEN' };
  await writerOf(here).published({ ...note, agents: [{ id: agent }] });
  const receipts = () =>
    sql<{ id: string; read_at: Date | null; acknowledged_at: Date | null }>(
      'select id, read_at, acknowledged_at from information_note_user_companies where agent_id = $1',
      [agent],
    );
  const [receipt] = await receipts();
  await applied('note-read', { receipt: receipt?.id, acknowledged: true });
  expect(await receipts()).toMatchObject([{ read_at: expect.any(Date), acknowledged_at: expect.any(Date) }]);
  expect(await sql(`select 1 from notifications where kind = 'informationNote' and read_at is null`)).toEqual([]);
});

test('a message of the agency is read by its person', async () => {
  const id = await service({ from: -60 });
  await sql('update services s set published_at = now(), published = service_facts(s) where id = $1', [id]);
  await owner.call(messageAgents, { params: { id }, input: { content: 'Passez par le quai B', agents: [agent] } });
  const unread = () =>
    sql<{ id: string }>(`select id from notifications where kind = 'agencyMessage' and read_at is null`);
  const [message] = await unread();
  await applied('message-read', { notification: message?.id });
  expect(await unread()).toEqual([]);
});

test('what a person without an account read is not applied', async () => {
  const one = event(null, { instruction: uuidv7() }, { createdAt: ago(-20) });
  await send(one, 'instruction-read');
  await sql('update agents set user_id = null where id = $1', [agent]);
  const input = { how: 'applied', at: ago(0), comment: 'Horloge en avance' } as const;
  const answer = await owner.answer(settleKeptEvent, { mount: 'agency', params: { uuid: one.uuid }, input });
  expect(answer).toMatchObject({ status: 409, body: { message: expect.stringContaining('n’a plus de compte') } });
  await sql('update agents set user_id = $2 where id = $1', [agent, people.agent.id]);
});
