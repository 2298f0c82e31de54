// Both sides of a contract: who signs on the spot, who refuses, whom it awaits, and what it lacks.
import { expect, test, vi } from 'vitest';
import { contractCalls } from '#core/contracts/calls.ts';
import { AgentContract, AgentContractTemplate } from '#core/contracts/contract.ts';
import { contractMessages } from '#core/contracts/status.ts';
import { linkFile } from '#core/files/files.ts';
import { readDashboard } from '#core/home/dashboard.ts';
import { askSignatureCode, readSignature, readSignaturePdf, refuseByLink } from '#core/signing/calls.ts';
import { type Answer, endpointOf } from '#server/testing/client.ts';
import { drawnName } from '#server/testing/contract-requests.ts';
import { smallPng, uploader } from '#server/testing/files.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, anonymous, outbox } = here;
const owner = as('owner');
const calls = contractCalls.agent;
const person = await here.hire('Inès Roy', { of: 'azur', rights: ['listOwnDocuments'] });
const agent = { id: person.profile?.id as string };
await sql(`update agents set email = 'ines@agents.example' where id = $1`, [agent.id]);

const ines = { fullname: 'Inès Roy', email: 'ines@agents.example' };
const boss = { fullname: 'Camille Martin', email: 'camille@azur.example', role: 'AGENCY' };
const made = async (signatures: object[], more: object = {}): Promise<string> =>
  (
    await owner.answer(endpointOf(AgentContract, 'save'), {
      input: { title: 'CDI', agent, content: '<p>Texte</p>', signatures, ...more } as never,
    })
  ).body.agentContract.id;
const read = async (id: string) =>
  (await owner.answer(endpointOf(AgentContract, 'read'), { params: { id } })).body.agentContract;
const move = (id: string, type: string): Promise<Answer> => owner.answer(calls.act, { params: { id, type } as never });
const linkTo = (address: string, id: string): Promise<string> =>
  vi.waitFor(
    async () => {
      const found = (await outbox.to(address)).flatMap(
        ({ text }) => new RegExp(`agent/${id}/([\\w-]+)`).exec(text ?? '')?.[1] ?? [],
      );
      if (found.length === 0) throw new Error('no mail');
      return found.at(-1) as string;
    },
    { timeout: 10_000 },
  );

test('on the spot without signatories: it is said whose signature it is, and the other side is awaited', async () => {
  const id = await made([]);
  const sign = (input: object): Promise<Answer> =>
    owner.answer(calls.sign, { input: { id, consent: true, drawing: drawnName, ...input } as never });
  expect((await sign({ fullname: 'Inès Roy' })).body.message).toBe(contractMessages.noRole);
  expect((await sign({ fullname: 'Inès Roy', role: 'PARTY', other: 'inès roy ' })).body.message).toBe(
    contractMessages.sameSigner,
  );
  const first = (await sign({ fullname: 'Inès Roy', role: 'PARTY', other: 'Camille Martin' })).body.agentContract;
  expect(first).toMatchObject({
    status: 200,
    signatures: [
      { fullname: 'Inès Roy', role: 'PARTY', signManually: true, signedAtDate: expect.any(String) },
      { fullname: 'Camille Martin', role: 'AGENCY', signedAtDate: null },
    ],
  });
  expect((await sign({ fullname: 'Camille Martin' })).body.agentContract.status).toBe(300);

  // Whoever the records name signs for the other side.
  const other = await made([]);
  const { body } = await sign({ id: other, fullname: 'Camille Martin', role: 'AGENCY' });
  const { name } = (await read(other)).agent;
  expect(body.agentContract).toMatchObject({
    status: 200,
    signatures: [{ role: 'AGENCY' }, { fullname: name, role: 'PARTY', signedAtDate: null }],
  });
});

test('a template fills only what the form did not send', async () => {
  const { body } = await owner.answer(endpointOf(AgentContractTemplate, 'save'), {
    input: { title: 'CDI', content: '<p>Article 1</p>', signingOrder: 'ORDER' } as never,
  });
  const template = { id: body.agentContractTemplate.id };
  const chosen = await made([ines], { content: null, template, signingOrder: 'TOGETHER' });
  expect(await read(chosen)).toMatchObject({ content: '<p>Article 1</p>', signingOrder: 'TOGETHER' });
  const typed = await made([ines], { content: '<p>À moi</p>', template });
  expect(await read(typed)).toMatchObject({ content: '<p>À moi</p>', signingOrder: 'ORDER' });
});

test('the scan is in the chain by its digest, and another one is refused until the mark is taken back', async () => {
  const send = uploader(here);
  const { id: scan } = await send('owner', 'contrat.png', smallPng, { mount: 'agency' });
  const { id: second } = await send('owner', 'autre.png', smallPng, { mount: 'agency' });
  const id = await made([ines]);
  const join = (file: string): Promise<Answer> =>
    owner.answer(calls.joinScan, { params: { id }, input: { file: { id: file } } });
  await move(id, 'send');
  expect((await join(scan)).status).toBe(200);
  const [file] = await sql<{ hash: string }>('select hash from files where id = $1', [scan]);
  const { body } = await owner.answer(calls.steps, { params: { id } });
  expect([body.intact, body.steps.at(-1)]).toMatchObject([
    true,
    { act: 'SCANNED', who: 'Owner Test', detail: { sha256: file?.hash, file: 'contrat.png' } },
  ]);
  const refused = await join(second);
  expect([refused.status, refused.body.message]).toEqual([409, contractMessages.scanned]);
  expect((await read(id)).scan.id).toBe(scan);
  // Whom it is made with reads the paper that he signed.
  expect((await as(person).answer(linkFile, { mount: 'agent', params: { id: scan } } as never)).status).toBe(200);
  await move(id, 'unsign');
  await move(id, 'send');
  expect((await join(second)).body.agentContract.scan.id).toBe(second);
});

test('the reason of a refusal reaches the agency, and whoever had a link learns that it is over', async () => {
  const id = await made([ines, boss, { fullname: 'Paul Vert' }]);
  await move(id, 'send');
  const token = await linkTo(ines.email, id);
  const reason = 'Le salaire n’est pas celui convenu.';
  await anonymous.answer(readSignaturePdf, { params: { kind: 'agent', id, token } });
  await anonymous.answer(askSignatureCode, { params: { kind: 'agent' }, input: { id, token } });
  const code = await vi.waitFor(async () => {
    const found = (await outbox.to(ines.email)).flatMap(({ text }) => /est : (\d{6})/.exec(text ?? '')?.[1] ?? []);
    return found.at(-1) ?? Promise.reject(new Error('no code'));
  });
  const refused = await anonymous.answer(refuseByLink, {
    params: { kind: 'agent' },
    input: { id, token, reason, code },
  });
  expect(refused.body).toEqual({ refused: true });
  const told = await sql<{ text: string }>(`select content as text from notifications where link like '%' || $1`, [id]);
  expect(told.length).toBeGreaterThan(0);
  expect(told.every(({ text }) => text === `Motif : ${reason}`)).toBe(true);
  await vi.waitFor(
    async () => {
      const last = (await outbox.to(boss.email)).at(-1);
      expect(last?.subject).toBe('« CDI » ne sera pas signé');
      expect(last?.text).toContain('Inès Roy a refusé de signer');
      expect(last?.text).not.toContain(reason);
    },
    { timeout: 10_000 },
  );
});

test('the first page counts the contracts that wait for its reader, not those that he has signed', async () => {
  const task = async () =>
    (await as(person).answer(readDashboard, { mount: 'agent' })).body.dashboard.tasks.find(
      ({ key }: { key: string }) => key === 'unsigned.agent',
    );
  const counted = async (): Promise<number> => (await task())?.count ?? 0;
  const own = async (id: string): Promise<boolean> =>
    (await as(person).answer(endpointOf(AgentContract, 'read'), { mount: 'agent', params: { id } } as never)).body
      .agentContract.awaitsYou;
  const before = await counted();
  const id = await made([ines, { fullname: 'Camille Martin', role: 'AGENCY' }]);
  await move(id, 'send');
  expect(await counted()).toBe(before + 1);
  // The list that it opens is of these alone.
  expect((await task()).filters.id).toContain(id);
  expect(await own(id)).toBe(true);
  await owner.answer(calls.sign, { input: { id, fullname: 'Inès Roy', consent: true, drawing: drawnName } });
  expect((await read(id)).status).toBe(200);
  expect(await counted()).toBe(before);
  expect(await own(id)).toBe(false);
  // Not his turn.
  await move(await made([boss, ines], { signingOrder: 'ORDER' }), 'send');
  expect(await counted()).toBe(before);
});

test('what the text lacks is known before it is sent', async () => {
  const content = '<p>{agence.nom} {contrat.reference} {travail.fin} {travail.fin} {rien} : …………… et ……………</p>';
  const id = await made([ines], { content });
  expect((await owner.answer(calls.gaps, { params: { id } })).body).toEqual({
    ...{ blanks: 2, empty: ['Contrat de travail : fin'], unknown: ['rien'] },
  });
  const reader = as(await here.hire('Lecteur', { of: 'azur', rights: ['listAgentContracts'] }));
  expect((await reader.answer(calls.gaps, { params: { id } })).status).toBe(403);
});

test('a link that a newer one replaced says so, to whoever held it alone', async () => {
  const id = await made([ines, boss]);
  await move(id, 'send');
  const token = await linkTo(ines.email, id);
  expect((await as(person).answer(calls.claim, { params: { id } })).status).toBe(200);
  const said = async (one: string, of = id): Promise<string> =>
    (await anonymous.answer(readSignature, { params: { kind: 'agent', id: of, token: one } })).body.message;
  expect(await said(token)).toBe(contractMessages.replaced);
  expect(await said(`${token}x`)).toBe(contractMessages.noSignature);
  expect(await said(token, agent.id)).toBe(contractMessages.noSignature);
  await move(id, 'cancel');
  expect(await said(token)).toBe(contractMessages.noSignature);
});
