import { expect, test, vi } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { contractCalls } from '#core/contracts/calls.ts';
import { AgentContract, AgentContractTemplate } from '#core/contracts/contract.ts';
import { contractMessages } from '#core/contracts/status.ts';
import {
  askSignatureCode,
  readSignature,
  readSignaturePdf,
  refuseByLink,
  signByLink,
  verifySignature,
} from '#core/signing/calls.ts';
import { digestOf } from '#server/signing/seal.ts';
import { type Answer, endpointOf } from '#server/testing/client.ts';
import { drawnName } from '#server/testing/contract-requests.ts';
import { tablesWith } from '#server/testing/everywhere.ts';
import { openPdf } from '#server/testing/pdf.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, anonymous, outbox } = here;
const owner = as('owner');
const calls = contractCalls.agent;
const content =
  '<h2>Article 1</h2><p>{agence.nom} engage <strong>{collaborateur.prenom} {collaborateur.nom}</strong>, {inconnue}.</p><ul><li>Nice</li></ul>';

const agent = (
  await owner.answer(endpointOf(Agent, 'save'), {
    input: { firstname: 'Inès', lastname: 'Belkacem', email: 'ines@agents.example' },
  })
).body.agent.id as string;

type Signatory = { fullname: string; email?: string | null; role?: 'AGENCY' | 'PARTY' };
const ines: Signatory = { fullname: 'Inès Belkacem', email: 'ines@agents.example' };
const boss: Signatory = { fullname: 'Camille Martin', email: 'camille@azur.example', role: 'AGENCY' };

const made = async (signatures: readonly Signatory[], more: object = {}): Promise<string> => {
  const input = { title: 'CDI', agent: { id: agent }, content, signatures, ...more };
  return (await owner.answer(endpointOf(AgentContract, 'save'), { input: input as never })).body.agentContract.id;
};
const read = async (id: string): Promise<Record<string, never>> =>
  (await owner.answer(endpointOf(AgentContract, 'read'), { params: { id } })).body.agentContract;
const move = (id: string, type: string, who = owner): Promise<Answer> =>
  who.answer(calls.act, { params: { id, type } as never });

const seen = new Set<string>();
/** What the pattern finds in a mail that was not read yet. */
const nextIn = (address: string, pattern: RegExp): Promise<string> =>
  vi.waitFor(
    async () => {
      const found = (await outbox.to(address)).flatMap(({ text }) => pattern.exec(text ?? '')?.[1] ?? []);
      const fresh = found.findLast((one) => !seen.has(one));
      if (!fresh) throw new Error(`nothing new to ${address}`);
      seen.add(fresh);
      return fresh;
    },
    { timeout: 10_000 },
  );
const linkTo = (address: string, id: string): Promise<string> =>
  nextIn(address, new RegExp(`signature/agent/${id}/([\\w-]+)`));
async function codeFor(id: string, token: string, address: string): Promise<string> {
  await anonymous.answer(readSignaturePdf, { params: { kind: 'agent', id, token } });
  await anonymous.answer(askSignatureCode, { params: { kind: 'agent' }, input: { id, token } });
  return nextIn(address, /: (\d{6})/);
}
const { token: bearer } = await here.sessionOf('owner');
const bytesOf = async (url: string, payload?: object): Promise<Buffer> =>
  (
    await here.app.inject({
      ...{ method: payload ? 'POST' : 'GET', url: `/api${url}`, ...(payload ? { payload } : {}) },
      headers: { authorization: `Bearer ${bearer}` },
    })
  ).rawPayload;
const ofAgency = `/agency/${here.agency.id}/contract/agent`;
const signWith = (id: string, token: string, code: string, more: object = {}): Promise<Answer> =>
  anonymous.answer(signByLink, {
    params: { kind: 'agent' },
    input: { id, token, code, consent: true, typed: 'Inès Belkacem', ...more },
  });
const looked = (id: string, token: string): Promise<Answer> =>
  anonymous.answer(readSignature, { params: { kind: 'agent', id, token } });
const refusal = { status: 404, body: { message: 'Signature introuvable.' } };

test('a contract is numbered, sent, read, signed in order with a code, and sealed; the file is verified by its digest', async () => {
  const id = await made([ines, boss], { signingOrder: 'ORDER' });
  expect(await read(id)).toMatchObject({ status: 100, reference: null, awaited: 2 });
  expect((await move(id, 'send')).status).toBe(200);
  expect(await read(id)).toMatchObject({ status: 200, reference: expect.stringMatching(/^CC\d{4}-\d{4}$/) });
  const token = await linkTo('ines@agents.example', id);
  expect(await outbox.to('camille@azur.example')).toEqual([]);
  expect((await looked(id, token)).body.contract).toMatchObject({ state: 'OPEN', title: 'CDI' });
  const pdf = await bytesOf(`/contract/agent/${id}/${token}/pdf`);
  const words = (await openPdf(pdf)).text;
  expect(words).toContain('Inès Belkacem');
  expect(words).toContain('Variable inconnu');

  expect((await signWith(id, token, '000000')).body).toEqual({ signed: false, allSigned: false });
  const code = await codeFor(id, token, 'ines@agents.example');
  expect((await signWith(id, token, code, { consent: false })).status).toBe(400);
  expect((await signWith(id, token, code)).body).toEqual({ signed: true, allSigned: false });
  expect((await signWith(id, token, code)).body.message).toBe('Vous avez déjà signé le contrat.');

  const second = await linkTo('camille@azur.example', id);
  const other = await codeFor(id, second, 'camille@azur.example');
  expect((await signWith(id, second, other)).body).toEqual({ signed: true, allSigned: true });
  expect(await read(id)).toMatchObject({ status: 300, awaited: 0, signedAt: expect.any(String) });

  const sealed = await bytesOf(`${ofAgency}/${id}/pdf`);
  expect(sealed.subarray(0, pdf.length).equals(pdf)).toBe(true);
  const { body: verified } = await anonymous.answer(verifySignature, { input: { sha256: digestOf(sealed) } });
  expect(verified).toMatchObject({
    result: 'SIGNED',
    document: { names: ['Inès Belkacem', 'Camille Martin'], intact: true },
  });
  const byCode = await anonymous.answer(verifySignature, { input: { code: verified.document.code } });
  expect(byCode.body.document).toMatchObject({ sha256: digestOf(sealed), names: null, title: null, signatories: 2 });
  const changed = Buffer.from(sealed);
  changed[5_000] = (changed[5_000] as number) ^ 1;
  expect((await anonymous.answer(verifySignature, { input: { sha256: digestOf(changed) } })).body.result).toBe(
    'UNKNOWN',
  );

  const { body: evidence } = await owner.answer(calls.steps, { params: { id } });
  expect(evidence.steps.map(({ act }: { act: string }) => act)).toEqual([
    ...['ASKED', 'SENT', 'OPENED', 'CODE_REFUSED', 'CODE', 'CONSENTED', 'SIGNED'],
    ...['SENT', 'OPENED', 'CODE', 'CONSENTED', 'SIGNED', 'SEALED'],
  ]);
  expect([evidence.intact, evidence.signedHash]).toEqual([true, digestOf(sealed)]);
  const proof = await openPdf(await bytesOf(`${ofAgency}/${id}/evidence`));
  expect(proof.text).toContain('Intacte');
  const signed = await vi.waitFor(
    async () => (await outbox.to('ines@agents.example')).find(({ subject }) => subject === '« CDI » est signé'),
    { timeout: 10_000 },
  );
  expect(signed?.attachments).toHaveLength(1);

  // Nobody alters what was signed: no role, no correction.
  const [request] = await sql<{ id: string }>('select id from signature_requests where agent_contract_id = $1', [id]);
  for (const text of [
    `update agent_contract_papers set content = 'x' where id = '${id}'`,
    `update agent_contract_papers set status = 100 where id = '${id}'`,
    `update agent_contract_signatures set fullname = 'x' where agent_contract_id = '${id}'`,
    `update signature_requests set signed_hash = document_hash where id = '${request?.id}'`,
    `update signature_parties set drawing = null, typed = 'x' where request_id = '${request?.id}'`,
    `update signature_steps set who = 'x' where request_id = '${request?.id}'`,
    `delete from signature_steps where request_id = '${request?.id}'`,
    `delete from signature_requests where id = '${request?.id}'`,
  ])
    expect([
      text,
      await sql(text).then(
        () => 'written',
        ({ code }) => code,
      ),
    ]).toEqual([text, 'VF409']);
  expect((await move(id, 'unsign')).status).toBe(409);
  expect((await owner.answer(calls.remove, { params: { id } })).status).toBe(409);
});

test('a link opens its own contract alone, dies with a new one, and does not outlive a cancellation', async () => {
  const [one, other] = [await made([ines]), await made([boss])];
  await move(one, 'send');
  const token = await linkTo('ines@agents.example', one);
  await move(other, 'send');
  expect(await looked(other, token)).toMatchObject(refusal);
  expect(await looked(one, `${token}x`)).toMatchObject(refusal);
  expect(await anonymous.answer(readSignature, { params: { kind: 'customer', id: one, token } })).toMatchObject(
    refusal,
  );
  expect(await tablesWith(here, token)).toEqual([]);
  expect((await move(one, 'resend')).status).toBe(200);
  const next = await linkTo('ines@agents.example', one);
  expect(await looked(one, token)).toMatchObject({ status: 404, body: { message: contractMessages.replaced } });
  expect((await looked(one, next)).body.contract.state).toBe('OPEN');
  expect((await move(one, 'cancel')).status).toBe(200);
  expect(await looked(one, next)).toMatchObject({ status: 404, body: { message: contractMessages.over } });
  const code = { id: one, token: next };
  expect((await anonymous.answer(askSignatureCode, { params: { kind: 'agent' }, input: code })).status).toBe(404);
  expect((await owner.answer(calls.notifyCancelled, { params: { id: one } })).body).toEqual({ told: 1 });
  await vi.waitFor(
    async () =>
      expect((await outbox.to('ines@agents.example')).map(({ subject }) => subject)).toContain('« CDI » est annulé'),
    { timeout: 10_000 },
  );
  expect((await outbox.lastTo('ines@agents.example')).text).toContain('a annulé la demande de signature de « CDI »');
});

test('five wrong codes end a code; the sixth try needs a new one', async () => {
  const id = await made([ines]);
  await move(id, 'send');
  const token = await linkTo('ines@agents.example', id);
  const code = await codeFor(id, token, 'ines@agents.example');
  for (let tries = 0; tries < 5; tries += 1) await signWith(id, token, code === '111111' ? '222222' : '111111');
  expect((await signWith(id, token, code)).body.signed).toBe(false);
  const fresh = await codeFor(id, token, 'ines@agents.example');
  expect((await signWith(id, token, fresh)).body.signed).toBe(true);
  // The link shows what was signed until its end.
  expect((await looked(id, token)).body.contract.state).toBe('ALL_SIGNED');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 400 * 86_400_000 });
  try {
    expect((await looked(id, token)).status).toBe(404);
  } finally {
    vi.useRealTimers();
  }
});

test('a refusal closes the contract as not signed; put back, it is edited and sent again, its evidence kept', async () => {
  const id = await made([ines]);
  await move(id, 'send');
  const frozen = await owner.answer(endpointOf(AgentContract, 'save'), { input: { id, title: 'Autre' } as never });
  expect(frozen.status).toBe(409);
  const token = await linkTo('ines@agents.example', id);
  const refuse = (code: string): Promise<Answer> =>
    anonymous.answer(refuseByLink, {
      params: { kind: 'agent' },
      input: { id, token, reason: 'Le salaire est faux', code },
    });
  // The link alone answers nothing: the document is opened first, then the code of the mail.
  expect((await refuse('000000')).body.message).toBe(contractMessages.unread);
  const code = await codeFor(id, token, 'ines@agents.example');
  expect((await refuse(code === '111111' ? '222222' : '111111')).body).toEqual({ refused: false });
  expect(await read(id)).toMatchObject({ status: 200 });
  expect((await refuse(code)).body).toEqual({ refused: true });
  expect(await read(id)).toMatchObject({ status: 150, signatures: [{ signInvalid: true }] });
  expect((await signWith(id, token, '123456')).status).toBe(404);
  expect((await move(id, 'send')).status).toBe(409);
  expect((await move(id, 'unsign')).status).toBe(200);
  expect(await read(id)).toMatchObject({ status: 100, signatures: [{ signInvalid: false, signedAtDate: null }] });
  expect((await owner.answer(calls.remove, { params: { id } })).body.message).toContain('ses preuves se gardent');
  expect((await move(id, 'send')).status).toBe(200);
  const { body } = await owner.answer(calls.steps, { params: { id } });
  expect(body.steps.map(({ act }: { act: string }) => act)).toEqual([
    ...['ASKED', 'SENT', 'OPENED', 'CODE', 'CODE_REFUSED', 'REFUSED', 'WITHDRAWN'],
    ...['ASKED', 'SENT'],
  ]);
});

test('without an address the agency signs on the spot, and a copy starts anew', async () => {
  const id = await made([{ fullname: 'Inès Belkacem' }]);
  expect((await move(id, 'send')).body.message).toContain('Aucun signataire');
  const [{ id: line }] = (await read(id)).signatures as unknown as [{ id: string }];
  const input = { id, signature: line, fullname: 'Inès Belkacem', consent: true as const, drawing: drawnName };
  const { body } = await owner.answer(calls.sign, { input });
  expect(body.agentContract).toMatchObject({ status: 300, signatures: [{ signManually: true }] });
  const { body: copy } = await owner.answer(calls.duplicate, { params: { id } });
  expect(copy.agentContract).toMatchObject({
    ...{ title: 'CDI - Copie', status: 100, reference: null, dayAskSignature: null },
    signatures: [{ fullname: 'Inès Belkacem', signedAtDate: null }],
  });
});

test('a contract without a text takes its template’s, and the preview is the real PDF', async () => {
  const { body } = await owner.answer(endpointOf(AgentContractTemplate, 'save'), {
    input: { title: 'CDI', content, signingOrder: 'ORDER' } as never,
  });
  const template = { id: body.agentContractTemplate.id };
  const id = await made([ines], { content: null, template });
  expect(await read(id)).toMatchObject({ content: expect.stringContaining('Article 1'), signingOrder: 'ORDER' });
  const pdf = await bytesOf(`${ofAgency}/preview`, { title: 'Essai', content, agent: { id: agent } });
  expect((await openPdf(pdf)).text).toContain('Inès Belkacem');
  expect((await openPdf(await bytesOf(`${ofAgency}/preview`, { content }))).text).toContain('Article 1');
});

test('contracts unsigned for longer than the agency’s delay are listed with who is missing', async () => {
  const id = await made([ines, boss]);
  await move(id, 'send');
  await sql(`update agent_contract_papers set day_ask_signature = now() - interval '8 days' where id = $1`, [id]);
  const { body } = await owner.answer(calls.unsigned, {});
  expect(body).toMatchObject({ delay: 7, total: 1 });
  expect(body.contracts[0]).toMatchObject({ id, days: 8, missing: ['Inès Belkacem', 'Camille Martin'] });
});
