// Contracts signed on paper, archived and taken back.
import { expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { contractCalls } from '#core/contracts/calls.ts';
import { AgentContract } from '#core/contracts/contract.ts';
import { contractMessages } from '#core/contracts/status.ts';
import { type Answer, endpointOf } from '#server/testing/client.ts';
import { drawnName } from '#server/testing/contract-requests.ts';
import { smallPng, uploader } from '#server/testing/files.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql } = here;
const owner = as('owner');
const calls = contractCalls.agent;
const agent = (
  await owner.answer(endpointOf(Agent, 'save'), { input: { firstname: 'Inès', lastname: 'Belkacem' } as never })
).body.agent.id as string;

const made = async (more: object = {}): Promise<string> =>
  (
    await owner.answer(endpointOf(AgentContract, 'save'), {
      input: {
        ...{ title: 'CDI', agent: { id: agent }, content: '<p>Texte</p>' },
        ...{ signatures: [{ fullname: 'Inès Belkacem', email: 'ines@agents.example' }], ...more },
      } as never,
    })
  ).body.agentContract.id;
const move = (id: string, type: string): Promise<Answer> => owner.answer(calls.act, { params: { id, type } as never });

const isSigned = async (id: string): Promise<boolean | undefined> =>
  (
    await sql<{ signed: boolean }>(
      'select contract_is_signed(status, signed_at) as signed from agent_contract_papers where id = $1',
      [id],
    )
  )[0]?.signed;

test('a contract marked as signed is signed from that moment, archived too; put back, it is not', async () => {
  const id = await made();
  await move(id, 'send');
  expect(await isSigned(id)).toBe(false);
  expect((await move(id, 'markSigned')).body.agentContract).toMatchObject({
    status: 250,
    signedAt: expect.any(String),
  });
  expect(await isSigned(id)).toBe(true);
  const kept = await made();
  await move(kept, 'send');
  await move(kept, 'markSigned');
  await move(kept, 'archive');
  expect(await isSigned(kept)).toBe(true);
  expect((await move(id, 'unsign')).body.agentContract).toMatchObject({ status: 100, signedAt: null });
  await move(id, 'archive');
  expect(await isSigned(id)).toBe(false);
});

test('the scan of a paper marks what waits as signed, is read with it, and goes with the mark', async () => {
  const send = uploader(here);
  const { id: scan } = await send('owner', 'contrat.png', smallPng, { mount: 'agency' });
  const { id: text } = await send('owner', 'notes.txt', 'Bonjour', { mount: 'agency' });
  const id = await made();
  const join = (file: string): Promise<Answer> =>
    owner.answer(calls.joinScan, { params: { id }, input: { file: { id: file } } });
  expect((await join(scan)).body.message).toBe(contractMessages.noScan);
  await move(id, 'send');
  expect((await join(text)).status).toBe(400);
  expect((await join('01900000-0000-7000-8000-000000000001')).status).toBe(400);
  expect((await join(scan)).body.agentContract).toMatchObject({ status: 250, scan: { id: scan, name: 'contrat.png' } });
  expect((await move(id, 'unsign')).body.agentContract).toMatchObject({ status: 100, scan: null });
});

test('a contract taken out of the archives is where it was, signed or not', async () => {
  const [draft, marked, signed] = [await made(), await made(), await made({ signatures: [{ fullname: 'Inès' }] })];
  await move(marked, 'send');
  await move(marked, 'markSigned');
  await owner.answer(calls.sign, { input: { id: signed, fullname: 'Inès', consent: true, drawing: drawnName } });
  for (const [id, status] of [
    [draft, 100],
    [marked, 250],
    [signed, 300],
  ] as const) {
    expect((await move(id, 'archive')).body.agentContract.status).toBe(400);
    const back = await move(id, 'reactivate');
    expect([back.status, back.body.agentContract?.status]).toEqual([200, status]);
  }
  // Archived before the state was kept.
  await move(signed, 'archive');
  await sql('update agent_contract_papers set archived_from = null where id = $1', [signed]);
  expect((await move(signed, 'reactivate')).body.agentContract).toMatchObject({ status: 300, archivedFrom: null });
});

test('`willActivate` brings back no archived contract: its own act does', async () => {
  const marked = await made();
  await move(marked, 'send');
  await move(marked, 'markSigned');
  await move(marked, 'archive');
  const saved = await owner.answer(endpointOf(AgentContract, 'save'), {
    input: { id: marked, willActivate: true } as never,
  });
  expect(saved.body.agentContract).toMatchObject({ status: 400, signedAt: expect.any(String) });
});

test('the platform’s list over all agencies reads its page by an index', async () => {
  const plan = await here.database.platformTransaction(async (db) => {
    await db.query({ text: 'set local enable_seqscan = off' });
    return db.query<{ 'QUERY PLAN': string }>({
      text: 'explain select c.id from agent_contract_papers c order by c.created_at desc, c.id desc limit 20',
    });
  });
  const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(lines).toContain('Backward');
  expect(lines).not.toContain('Sort');
});
