// Signatures: what nobody may read, take or forge.
import { expect, test, vi } from 'vitest';
import { contractCalls } from '#core/contracts/calls.ts';
import { AgentContract } from '#core/contracts/contract.ts';
import { ContractSignatureTemplate } from '#core/contracts/signature-template.ts';
import { contractMessages } from '#core/contracts/status.ts';
import { linkFile } from '#core/files/files.ts';
import { switchProfile } from '#core/session/session.ts';
import { askSignatureCode, readSignaturePdf, signByLink } from '#core/signing/calls.ts';
import { mostCodesOfLink } from '#core/signing/steps.ts';
import { type Answer, endpointOf } from '#server/testing/client.ts';
import { drawnName } from '#server/testing/contract-requests.ts';
import { tablesWith } from '#server/testing/everywhere.ts';
import { smallPng, uploader } from '#server/testing/files.ts';
import { openPdf } from '#server/testing/pdf.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, anonymous, outbox } = here;
const owner = as('owner');
const calls = contractCalls.agent;
const person = await here.hire('Inès Roy', { of: 'azur', rights: ['listOwnDocuments'] });
const agent = { id: person.profile?.id as string };
await sql(`update agents set email = 'ines@agents.example', birth_location = 'Menton' where id = $1`, [agent.id]);

const ines = { fullname: 'Inès Roy', email: 'ines@agents.example' };
const boss = { fullname: 'Camille Martin', role: 'AGENCY' };
const made = async (signatures: object[]): Promise<string> =>
  (
    await owner.answer(endpointOf(AgentContract, 'save'), {
      input: { title: 'CDI', agent, content: '<p>Texte</p>', signatures } as never,
    })
  ).body.agentContract.id;
const send = (id: string): Promise<Answer> => owner.answer(calls.act, { params: { id, type: 'send' } as never });
const foundIn = (pattern: RegExp): Promise<string> =>
  vi.waitFor(
    async () => {
      const one = (await outbox.to(ines.email)).flatMap(({ text }) => pattern.exec(text ?? '')?.[1] ?? []).at(-1);
      if (!one) throw new Error('no mail');
      return one;
    },
    { timeout: 10_000 },
  );
const linkOf = (id: string): Promise<string> => foundIn(new RegExp(`agent/${id}/([\\w-]+)`));
const stepsOf = async (id: string): Promise<{ act: string; who: string; detail: Record<string, unknown> }[]> =>
  (await owner.answer(calls.steps, { params: { id } })).body.steps;

type Who = Parameters<typeof here.sessionOf>[0];
const bytesOf = async (who: Who, path: string, payload?: object): Promise<Buffer> =>
  (
    await here.app.inject({
      ...{ method: payload ? 'POST' : 'GET', ...(payload ? { payload } : {}) },
      url: `/api/agency/${here.agency.id}/contract/agent${path}`,
      headers: { authorization: `Bearer ${(await here.sessionOf(who)).token}` },
    })
  ).rawPayload;

test('neither the link nor the code of a signature is in any column of the database', async () => {
  const id = await made([ines]);
  await send(id);
  const token = await linkOf(id);
  await anonymous.answer(readSignaturePdf, { params: { kind: 'agent', id, token } });
  await anonymous.answer(askSignatureCode, { params: { kind: 'agent' }, input: { id, token } });
  const code = await foundIn(/« CDI » est : (\d{6})/);
  expect((await outbox.to(ines.email)).map(({ subject }) => subject).join()).not.toContain(code);
  // Digits alone may be part of a hash or a moment: what is read is searched.
  const [{ said }] = (await sql<{ said: number }>(
    `select count(*)::integer as said from (select subject as t from emails union all select content::text from emails union all select email_subject from email_events
      union all select words from search) x where strpos(t, $1) > 0`,
    [code],
  )) as [{ said: number }];
  expect([said, await tablesWith(here, token)]).toEqual([0, []]);
  const claimed = await as(person).answer(calls.claim, { params: { id }, key: 'once' } as never);
  expect(claimed.status).toBe(200);
  expect(await tablesWith(here, claimed.body.token)).toEqual([]);
});

test('the platform’s staff sign nothing on the spot, acting or not', async () => {
  const id = await made([ines]);
  const input = { id, fullname: 'Hélène Marchand', consent: true, drawing: drawnName };
  const params = { agencyId: here.agency.id };
  const acting = await anonymous
    .with((await here.sessionOf('support')).token)
    .call(switchProfile, { input: { userCompany: { id: here.people.owner.profile?.id as string } } });
  for (const client of [as('support'), anonymous.with(acting.token)])
    expect((await client.answer(calls.sign, { mount: 'agency', params, input } as never)).status).toBe(403);
  expect(await sql('select status from agent_contract_papers where id = $1', [id])).toEqual([{ status: 100 }]);
});

test('the platform’s staff send a contract under their own name, and say of none that it is signed', async () => {
  const id = await made([ines]);
  const support = as('support');
  const move = (type: string): Promise<Answer> =>
    support.answer(calls.act, { mount: 'agency', params: { agencyId: here.agency.id, id, type } } as never);
  expect((await move('send')).status).toBe(200);
  expect((await stepsOf(id))[0]).toMatchObject({ act: 'ASKED', who: 'Support Test, support' });
  const { id: scan } = await uploader(here)('owner', 'contrat.png', smallPng, { mount: 'agency' });
  for (const type of ['markSigned', 'markUnsigned']) expect((await move(type)).status).toBe(403);
  const joined = await support.answer(calls.joinScan, {
    ...{ mount: 'agency', params: { agencyId: here.agency.id, id }, input: { file: { id: scan } } },
  } as never);
  expect(joined.status).toBe(403);
  expect(await sql('select status from agent_contract_papers where id = $1', [id])).toEqual([{ status: 200 }]);
});

test('a saved signature is its owner’s: another signer neither sees, uses nor renames it', async () => {
  const { id: picture } = await uploader(here)('owner', 'signature.png', smallPng, { mount: 'agency' });
  const save = endpointOf(ContractSignatureTemplate, 'save');
  const saved = (
    await owner.answer(save, { input: { fullname: 'Camille Martin', signature: { id: picture } } as never })
  ).body.contractSignatureTemplate;
  expect(saved).toMatchObject({ isYours: true, signature: { id: picture } });
  const signer = as(
    await here.hire('Signe aussi', { of: 'azur', rights: ['signAgentContract', 'listAgentContracts'] }),
  );
  const seen = await signer.answer(endpointOf(ContractSignatureTemplate, 'read'), { params: { id: saved.id } });
  expect(seen.body.contractSignatureTemplate).toMatchObject({ isYours: false, signature: null });
  expect((await signer.answer(linkFile, { mount: 'agency', params: { id: picture } } as never)).status).toBe(404);
  const renamed = await signer.answer(save, { input: { id: saved.id, fullname: 'Inès Roy' } as never });
  expect([renamed.status, renamed.body.message]).toEqual([409, contractMessages.othersMark]);
  const id = await made([boss]);
  const mark = { id, fullname: 'Camille Martin', consent: true, template: saved.id } as never;
  expect((await signer.answer(calls.sign, { input: mark })).body.message).toBe(contractMessages.othersMark);
  expect((await owner.answer(calls.sign, { input: mark })).status).toBe(200);
});

test('support that acts for a signatory cannot take his link', async () => {
  const id = await made([ines]);
  await send(id);
  const session = await here.sessionOf('support');
  const { token } = await anonymous
    .with(session.token)
    .call(switchProfile, { input: { userCompany: { id: agent.id } } });
  const params = { id, agencyId: here.agency.id, agentId: agent.id };
  const refused = await anonymous.with(token).answer(calls.claim, { mount: 'agent', params } as never);
  expect([refused.status, refused.body.message]).toEqual([409, contractMessages.ownLink]);
  expect(await as(person).answer(calls.claim, { params: { id } })).toMatchObject({ status: 200 });
  expect((await stepsOf(id)).filter(({ act }) => act === 'CLAIMED')).toMatchObject([
    { who: 'Inès Roy', detail: { by: 'Inès Roy Test' } },
  ]);
});

test('on the spot: somebody of the contract, with a mark of his own; the evidence names who collected it', async () => {
  const id = await made([{ fullname: 'Inès Roy' }, boss]);
  const sign = (input: object): Promise<Answer> =>
    owner.answer(calls.sign, { input: { id, consent: true, ...input } as never });
  expect((await sign({ fullname: 'Inès Roy' })).body.message).toBe(contractMessages.noMark);
  const { id: picture } = await uploader(here)('owner', 'signature.png', smallPng, { mount: 'agency' });
  const saved = (
    await owner.answer(endpointOf(ContractSignatureTemplate, 'save'), {
      input: { fullname: 'Camille Martin', signature: { id: picture } } as never,
    })
  ).body.contractSignatureTemplate.id;
  expect((await sign({ fullname: 'Inès Roy', template: saved })).body.message).toBe(contractMessages.othersMark);
  expect((await sign({ fullname: 'Inès Roy', drawing: drawnName })).status).toBe(200);
  // Somebody else is nobody of this contract.
  const other = await sign({ fullname: 'Un passant', drawing: drawnName });
  expect([other.status, other.body.message]).toEqual([404, contractMessages.noSignature]);
  expect((await sign({ fullname: 'Inès Roy', drawing: drawnName })).body.message).toBe(contractMessages.alreadySigned);
  expect((await sign({ fullname: 'Camille Martin', template: saved })).body.agentContract.status).toBe(300);
  const name = 'Owner Test';
  expect((await stepsOf(id)).filter(({ act }) => act === 'CONSENTED' || act === 'SIGNED_HERE')).toMatchObject([
    { act: 'CONSENTED', who: 'Inès Roy', detail: { collectedBy: name } },
    { act: 'SIGNED_HERE', who: 'Inès Roy', detail: { collectedBy: name } },
    { act: 'CONSENTED', who: 'Camille Martin', detail: { collectedBy: name } },
    { act: 'SIGNED_HERE', who: 'Camille Martin', detail: { collectedBy: name } },
  ]);
  expect((await openPdf(await bytesOf('owner', `/${id}/pdf`))).text).toContain(`recueillie par ${name}`);
});

const previewed = async (who: Who, content: string): Promise<string> =>
  (await openPdf(await bytesOf(who, '/preview', { content, agent }))).text;

test('whoever has the address of the agency’s signatory on his own sheet takes no link of the agency', async () => {
  const email = 'camille@agence.example';
  const id = await made([ines, { ...boss, email }]);
  await send(id);
  await sql('update agents set email = $2 where id = $1', [agent.id, email]);
  const read = () => as(person).answer(endpointOf(AgentContract, 'read'), { mount: 'agent', params: { id } });
  const taken = await as(person).answer(calls.claim, { params: { id } });
  expect([taken.status, taken.body.message]).toEqual([404, contractMessages.noSignature]);
  expect((await read()).body.agentContract.awaitsYou).toBe(false);
  await sql('update agents set email = $2 where id = $1', [agent.id, ines.email]);
  expect((await read()).body.agentContract.awaitsYou).toBe(true);
});

test('a preview fills in a person only for whoever may read contracts and sheets; others see examples', async () => {
  const content = '<p>Né à {collaborateur.lieuDeNaissance}</p>';
  expect(await previewed('owner', content)).toContain('Menton');
  for (const rights of [
    ['listAgentContractTemplates'],
    ['listAgentContracts', 'listAgentContractTemplates'],
    ['createAgentContractTemplate', 'readAgent'],
  ] as const)
    expect([
      rights,
      await previewed(await here.hire(`Avec ${rights}`, { of: 'azur', rights: rights as never }), content),
    ]).toEqual([rights, expect.not.stringContaining('Menton')]);
});

test('the paper of a draft fills in a person as its preview does', async () => {
  const saved = await owner.answer(endpointOf(AgentContract, 'save'), {
    input: { title: 'CDI', agent, content: '<p>Né à {collaborateur.lieuDeNaissance}</p>', signatures: [ines] } as never,
  });
  const { id } = saved.body.agentContract;
  const printed = async (who: Who): Promise<string> => (await openPdf(await bytesOf(who, `/${id}/pdf`))).text;
  expect(await printed('owner')).toContain('Menton');
  const clerk = await here.hire('Sans fiches', { of: 'azur', rights: ['listAgentContracts', 'createAgentContract'] });
  expect(await printed(clerk)).not.toContain('Menton');
});

test('beyond the tries and the codes of a link nothing is written, until another link comes', async () => {
  const id = await made([ines]);
  await send(id);
  const token = await linkOf(id);
  const guess = (): Promise<Answer> =>
    anonymous.answer(signByLink, {
      params: { kind: 'agent' },
      input: { id, token, code: 'x', consent: true, drawing: drawnName },
    });
  // Nobody signs what he did not open.
  expect((await guess()).body.message).toBe(contractMessages.unread);
  await anonymous.answer(readSignaturePdf, { params: { kind: 'agent', id, token } });
  for (let tries = 0; tries < 8; tries += 1) expect((await guess()).body.signed).toBe(false);
  expect((await stepsOf(id)).filter(({ act }) => act === 'CODE_REFUSED')).toHaveLength(5);
  await sql(`update signature_parties set codes_of_link = $1 where token_hash is not null and signed_at is null`, [
    mostCodesOfLink,
  ]);
  const asked = (link: string): Promise<Answer> =>
    anonymous.answer(askSignatureCode, { params: { kind: 'agent' }, input: { id, token: link } });
  expect((await asked(token)).body.message).toBe(contractMessages.noMoreCodes);
  await owner.answer(calls.act, { params: { id, type: 'resend' } as never });
  const next = await vi.waitFor(async () => {
    const found = await linkOf(id);
    expect(found).not.toBe(token);
    return found;
  });
  expect((await asked(next)).status).toBe(200);
});

test('the files of a signature have no sender: who made one reads it only while he may read the contract', async () => {
  const id = await made([ines]);
  await send(id);
  const files = await sql<{ sender: string | null }>(
    `select f.uploaded_by as sender from files f join signature_requests r on r.agency_id = f.agency_id and r.file_id = f.id where r.agent_contract_id = $1`,
    [id],
  );
  expect(files).toEqual([{ sender: null }]);
});
