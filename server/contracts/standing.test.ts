// What must stand up: every state with every act and right, own paths, a process that dies, real letters, nothing altered.
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect, test, vi } from 'vitest';
import { createAgency } from '#core/agencies/creation.ts';
import { Agent } from '#core/agents/agent.ts';
import { contractCalls } from '#core/contracts/calls.ts';
import { AgentContract, AgentContractTemplate, CustomerContract } from '#core/contracts/contract.ts';
import { countSignatures, platformContractCalls } from '#core/contracts/platform-calls.ts';
import { ContractSignatureTemplate, removeSignatureTemplate } from '#core/contracts/signature-template.ts';
import { contractMessages } from '#core/contracts/status.ts';
import { readDashboard } from '#core/home/dashboard.ts';
import { askSignatureCode, readSignature, readSignaturePdf, signByLink, verifySignature } from '#core/signing/calls.ts';
import { nobody } from '#server/db/context.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { digestOf } from '#server/signing/seal.ts';
import { type Answer, type Client, endpointOf } from '#server/testing/client.ts';
import { drawnName } from '#server/testing/contract-requests.ts';
import { smallPng, uploader } from '#server/testing/files.ts';
import { world } from '#server/testing/world.ts';
import { sealContract } from './sealing.ts';

const letters: Email[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) => {
    const parts: Buffer[] = [];
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on(
      'end',
      () =>
        void PostalMime.parse(Buffer.concat(parts))
          .then((one) => letters.push(one))
          .then(() => done()),
    );
  },
});
await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
afterAll(() => new Promise<void>((resolve) => smtp.close(resolve)));

const here = await world({ smtpUrl: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}` });
const { as, sql, agency, anonymous } = here;
const owner = as('owner');
const calls = contractCalls.agent;
const agentSave = endpointOf(AgentContract, 'save');

const person = await here.hire('Inès Roy', { of: 'azur', rights: ['listOwnDocuments'] });
await owner.answer(endpointOf(Agent, 'save'), {
  input: { id: person.profile?.id as string, email: 'ines@agents.example' },
});
const agent = { id: person.profile?.id as string };

const made = async (signatures: object[], more: object = {}): Promise<string> => {
  const input = { title: 'CDI', agent, content: '<p>{agence.nom}</p>', signatures, ...more };
  return (await owner.answer(agentSave, { input: input as never })).body.agentContract.id;
};
const move = (id: string, type: string, who: Client = owner): Promise<Answer> =>
  who.answer(calls.act, { params: { id, type } as never });
const mailed = { fullname: 'Inès Roy', email: 'ines@agents.example' };
const spoken = { fullname: 'Inès Roy' };
const boss = { fullname: 'Camille Martin', email: 'camille@azur.example', role: 'AGENCY' };
const statusOf = async (id: string): Promise<number> =>
  (await sql<{ status: number }>('select status from agent_contract_papers where id = $1', [id]))[0]?.status as number;

/** The last of what a pattern finds in the letters to an address. */
const lastIn = (address: string, pattern: RegExp, known = 0): Promise<string> =>
  vi.waitFor(
    () => {
      const found = letters
        .filter(({ to }) => to?.some((one) => one.address === address))
        .flatMap(({ text }) => pattern.exec(text ?? '')?.[1] ?? []);
      if (found.length <= known) throw new Error(`nothing to ${address}`);
      return found.at(-1) as string;
    },
    { timeout: 10_000 },
  );
const linkTo = (address: string, id: string): Promise<string> => lastIn(address, new RegExp(`agent/${id}/([\\w-]+)`));
const codeSubject = 'Votre code de signature';
async function signAs(id: string, address: string, at: Client = anonymous, token?: string): Promise<Answer> {
  const link = token ?? (await linkTo(address, id));
  const before = letters.filter(({ subject }) => subject === codeSubject).length;
  await anonymous.answer(readSignaturePdf, { params: { kind: 'agent', id, token: link } });
  await anonymous.answer(askSignatureCode, { params: { kind: 'agent' }, input: { id, token: link } });
  const code = await vi.waitFor(
    () => {
      const mails = letters.filter(({ subject }) => subject === codeSubject);
      if (mails.length <= before) throw new Error('no code');
      return /(\d{6})/.exec(mails.at(-1)?.text ?? '')?.[1] as string;
    },
    { timeout: 10_000 },
  );
  return at.answer(signByLink, {
    params: { kind: 'agent' },
    input: { id, token: link, code, consent: true, typed: 'Inès Roy' },
  });
}

const signHere = (id: string, who: Client): Promise<Answer> =>
  who.answer(calls.sign, { input: { id, fullname: 'Inès Roy', consent: true, drawing: drawnName } });
const every = ['list', 'create', 'edit', 'delete', 'sign', 'send'].map((verb) =>
  verb === 'list' ? 'listAgentContracts' : `${verb}AgentContract`,
) as never[];

test('every act in every state answers as the specification’s table says, with its right alone, and without it not at all', async () => {
  const acts: Record<string, { right: string; from: number[]; run(id: string, who: Client): Promise<Answer> }> = {
    send: { right: 'sendAgentContract', from: [100], run: (id, who) => move(id, 'send', who) },
    resend: { right: 'sendAgentContract', from: [200], run: (id, who) => move(id, 'resend', who) },
    markSigned: { right: 'signAgentContract', from: [200], run: (id, who) => move(id, 'markSigned', who) },
    markUnsigned: { right: 'signAgentContract', from: [200], run: (id, who) => move(id, 'markUnsigned', who) },
    unsign: { right: 'signAgentContract', from: [150, 250], run: (id, who) => move(id, 'unsign', who) },
    cancel: { right: 'editAgentContract', from: [200], run: (id, who) => move(id, 'cancel', who) },
    archive: {
      right: 'editAgentContract',
      from: [100, 150, 250, 300, 600],
      run: (id, who) => move(id, 'archive', who),
    },
    reactivate: { right: 'editAgentContract', from: [400], run: (id, who) => move(id, 'reactivate', who) },
    edit: {
      ...{ right: 'editAgentContract', from: [100, 150] },
      run: (id, who) => who.answer(agentSave, { input: { id, title: 'Autre' } as never }),
    },
    sign: {
      ...{ right: 'signAgentContract', from: [100, 200] },
      run: signHere,
    },
    duplicate: {
      ...{ right: 'signAgentContract', from: [100, 150, 200, 250, 300, 400, 600] },
      run: (id, who) => who.answer(calls.duplicate, { params: { id } }),
    },
    delete: {
      ...{ right: 'deleteAgentContract', from: [100] },
      run: (id, who) => who.answer(calls.remove, { params: { id } }),
    },
  };
  const holders = new Map<string, { holder: Client; stranger: Client }>();
  for (const right of new Set(Object.values(acts).map((one) => one.right)))
    holders.set(right, {
      holder: as(await here.hire(`Avec ${right}`, { of: 'azur', rights: ['listAgentContracts', right] as never })),
      stranger: as(
        await here.hire(`Sans ${right}`, { of: 'azur', rights: every.filter((one) => one !== right) as never }),
      ),
    });
  const wrong: string[] = [];
  for (const state of [100, 150, 200, 250, 300, 400, 600]) {
    // What is refused leaves it as it was, for the next act.
    let ready: { id: string; bySpot: boolean } | null = null;
    for (const [name, { right, from, run }] of Object.entries(acts)) {
      const bySpot = name === 'sign' || state === 300;
      if (!ready || ready.bySpot !== bySpot) {
        const id = await made([bySpot ? spoken : mailed]);
        if (state === 300) await signHere(id, owner);
        else if (state === 200 && name === 'sign') {
          // With somebody to ask: a request is open.
          await sql(`update agent_contract_signatures set email = 'ines@agents.example' where agent_contract_id = $1`, [
            id,
          ]);
          await move(id, 'send');
        } else if (state !== 100) await sql('update agent_contract_papers set status = $2 where id = $1', [id, state]);
        ready = { id, bySpot };
      }
      const { holder, stranger } = holders.get(right) as { holder: Client; stranger: Client };
      const refused = await run(ready.id, stranger);
      if (refused.status !== 403) wrong.push(`${name} in ${state} without ${right}: ${refused.status}`);
      const { status } = await run(ready.id, holder);
      const may = from.includes(state);
      if (status < 300 !== may) wrong.push(`${name} in ${state}: ${status}`);
      if (!may && (await statusOf(ready.id)) !== state) wrong.push(`${name} in ${state} changed it`);
      if (may && name !== 'duplicate') ready = null;
    }
  }
  expect(wrong).toEqual([]);
}, 120_000);

test('a process that dies while it seals loses nothing: the signatures stand, and another one seals the file, once', async () => {
  const id = await made([mailed, boss], { signingOrder: 'ORDER' });
  await move(id, 'send');
  expect((await signAs(id, mailed.email)).body).toEqual({ signed: true, allSigned: false });
  const token = await linkTo(boss.email, id);
  // The first process dies while it seals: its connection goes with it.
  const { files } = servicesOf(here.app);
  const { receive } = files;
  files.receive = async (...given) => {
    files.receive = receive;
    await sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state = 'idle in transaction' and pid <> pg_backend_pid()`,
    );
    return receive.apply(files, given);
  };
  const died = await signAs(id, boss.email, anonymous, token);
  expect(died.body).toEqual({ signed: true, allSigned: true });
  expect(await statusOf(id)).toBe(200);
  expect((await move(id, 'cancel')).body.message).toBe(contractMessages.sealing);
  const second = servicesOf((await here.another()).app);
  const data = { kind: 'agent' as const, contract: id, host: null };
  const attempt = { agency: agency.id, count: 1, isLast: false, signal: new AbortController().signal };
  for (let times = 0; times < 2; times += 1) await sealContract.work(data, second, attempt);
  const { body } = await owner.answer(calls.steps, { params: { id } });
  expect([body.intact, await statusOf(id)]).toEqual([true, 300]);
  const acts = body.steps.map(({ act }: { act: string }) => act);
  expect([acts.filter((act: string) => act === 'SIGNED').length, acts.at(-1)]).toEqual([2, 'SEALED']);

  // A real mail server received the very file that the verification knows.
  const sealed = await vi.waitFor(
    () => {
      const mail = letters.find(
        ({ subject, to }) => subject === '« CDI » est signé' && to?.some(({ address }) => address === boss.email),
      );
      if (!mail) throw new Error('not sent');
      return Buffer.from(mail.attachments[0]?.content as ArrayBuffer);
    },
    { timeout: 10_000 },
  );
  expect(digestOf(sealed)).toBe(body.signedHash);
  const { body: verified } = await anonymous.answer(verifySignature, { input: { sha256: digestOf(sealed) } });
  expect(verified.result).toBe('SIGNED');

  // Decision 91, as the application's own role.
  const [request] = await sql<{ id: string }>('select id from signature_requests where agent_contract_id = $1', [id]);
  const written: string[] = [];
  for (const text of [
    `update agent_contract_papers set content = 'x' where id = '${id}'`,
    `update agent_contract_papers set title = 'x' where id = '${id}'`,
    `update agent_contract_papers set status = 100 where id = '${id}'`,
    `update agent_contract_papers set signed_at = now() where id = '${id}'`,
    `delete from agent_contract_papers where id = '${id}'`,
    `update agent_contract_signatures set fullname = 'x' where agent_contract_id = '${id}'`,
    `delete from agent_contract_signatures where agent_contract_id = '${id}'`,
    `insert into agent_contract_signatures (agency_id, id, agent_contract_id, fullname) values ('${agency.id}', gen_random_uuid(), '${id}', 'x')`,
    `update signature_requests set outcome = null, closed_at = null where id = '${request?.id}'`,
    `update signature_requests set signed_hash = document_hash where id = '${request?.id}'`,
    `delete from signature_requests where id = '${request?.id}'`,
    `update signature_parties set signed_at = now() where request_id = '${request?.id}'`,
    `delete from signature_parties where request_id = '${request?.id}'`,
    `update signature_steps set who = 'x' where request_id = '${request?.id}'`,
    `delete from signature_steps where request_id = '${request?.id}'`,
    'truncate signature_steps',
    'alter table signature_steps disable trigger all',
  ])
    await here.database
      .transaction({ ...nobody, agency: agency.id }, (db) => db.query({ text }))
      .then(
        () => written.push(text),
        () => undefined,
      );
  expect(written).toEqual([]);
});

test('whom a contract is made with lists, reads, downloads and signs his own from the day it left, and no other', async () => {
  const own = as(person);
  const list = async (who: Client, of: typeof AgentContract | typeof CustomerContract = AgentContract) =>
    (
      await who.answer(endpointOf(of as never, 'list'), {
        ...{ mount: of === AgentContract ? 'agent' : 'customer', input: {} },
      } as never)
    ).body[of.plural] as { id: string }[];
  const id = await made([mailed, boss]);
  const ids = async () => (await list(own)).map((row) => row.id);
  expect(await ids()).not.toContain(id);
  await move(id, 'send');
  expect(await ids()).toContain(id);
  const other = as(await here.hire('Un autre', { of: 'azur', rights: ['listOwnDocuments'] }));
  expect(await list(other)).toEqual([]);
  const read = await own.answer(endpointOf(AgentContract, 'read'), { mount: 'agent', params: { id } });
  expect(read.body.agentContract).toMatchObject({ content: null, file: { name: expect.stringMatching(/\.pdf$/) } });
  expect(JSON.stringify(read.body)).not.toContain(boss.email);
  expect((await own.answer(calls.print, { mount: 'agent', params: { id } })).status).toBe(200);
  expect((await other.answer(calls.print, { mount: 'agent', params: { id } })).status).toBe(404);

  const before = await linkTo(mailed.email, id);
  const { body } = await own.answer(calls.claim, { params: { id } });
  const open = (token: string) => anonymous.answer(readSignature, { params: { kind: 'agent', id, token } });
  expect([(await open(before)).status, (await open(body.token)).body.contract.state]).toEqual([404, 'OPEN']);
  expect((await other.answer(calls.claim, { params: { id } })).status).toBe(404);
  const { tasks } = (await own.answer(readDashboard, { mount: 'agent' })).body.dashboard;
  expect(tasks.find(({ key }: { key: string }) => key === 'unsigned.agent')).toMatchObject({ entity: 'agentContract' });
  await signAs(id, mailed.email, anonymous, body.token);
  expect((await own.answer(calls.claim, { params: { id } })).body.message).toBe(contractMessages.alreadySigned);
  expect(await ids()).toContain(id);
  await move(id, 'cancel');
  expect(await ids()).not.toContain(id);

  const customer = { id: here.people.customer.profile?.customerId as string };
  const theirs = (
    await owner.answer(endpointOf(CustomerContract, 'save'), {
      input: { title: 'Garde', customer, content: '<p>Texte</p>', signatures: [boss] } as never,
    })
  ).body.customerContract.id;
  await owner.answer(contractCalls.customer.act, { params: { id: theirs, type: 'send' } });
  expect((await list(as('customer'), CustomerContract)).map((row) => row.id)).toEqual([theirs]);
});

test('a saved signature is set when somebody signs on the spot; one is the default; requests are counted', async () => {
  const { id: picture } = await uploader(here)('owner', 'signature.png', smallPng, { mount: 'agency' });
  const save = endpointOf(ContractSignatureTemplate, 'save');
  const template = async (input: object) =>
    (await owner.answer(save, { input: input as never })).body.contractSignatureTemplate;
  const first = await template({ fullname: 'Camille Martin', signature: { id: picture }, useAsDefault: true });
  const second = await template({ fullname: 'Noé Blanc', useAsDefault: true });
  const defaults = await sql<{ id: string }>('select id from contract_signature_templates where use_as_default');
  expect(defaults).toEqual([{ id: second.id }]);
  const id = await made([{ fullname: 'Camille Martin', role: 'AGENCY' }]);
  const signed = await owner.answer(calls.sign, {
    input: { id, fullname: 'Camille Martin', consent: true, template: first.id },
  });
  expect(signed.body.agentContract.status).toBe(300);
  const [drawn] = await sql<{ drawing: Buffer | null }>(
    'select p.drawing from signature_parties p join signature_requests r on r.id = p.request_id where r.agent_contract_id = $1',
    [id],
  );
  expect(drawn?.drawing?.subarray(1, 4).toString()).toBe('PNG');
  expect((await owner.answer(removeSignatureTemplate, { params: { id: second.id } })).status).toBe(204);

  const count = async (): Promise<number> => (await owner.answer(countSignatures, {})).body.total;
  const before = await count();
  const sent = await made([mailed, boss, { fullname: 'Sans adresse' }]);
  await move(sent, 'send');
  await move(sent, 'resend');
  expect(await count()).toBe(before + 2);
});

test('the platform’s templates reach new agencies, and the others by a copy; an agency’s own are deleted by their path', async () => {
  const { list, save, remove, contracts, preview } = platformContractCalls.agent;
  const admin = as('superAdmin');
  const { body } = await admin.answer(save, {
    input: { title: 'CDI étudiant', signingOrder: 'ORDER', content: '<p>{agence.nom}<img src="x"></p>' },
  });
  const { id, version } = body.template;
  expect(body.template.content).toBe('<p>{agence.nom}</p>');
  expect(
    (await admin.answer(save, { input: { id, version: version + 1, title: 'X', signingOrder: 'ORDER' } })).status,
  ).toBe(409);
  const fresh = (await admin.answer(createAgency, { input: { name: 'Agence neuve' } })).body.agency.id;
  const copies = await sql<{ title: string }>(
    'select title from agent_contract_templates where agency_id = $1 order by title',
    [fresh],
  );
  const titles = (await admin.answer(list, {})).body.templates.map(({ title }: { title: string }) => title);
  expect(copies.map(({ title }) => title).toSorted()).toEqual(titles.toSorted());
  expect(titles).toContain('CDI étudiant');

  const { body: adopted } = await owner.answer(calls.adopt, { params: { id } });
  expect(adopted.agentContractTemplate).toMatchObject({ title: 'CDI étudiant', signingOrder: 'ORDER' });
  expect((await admin.answer(remove, { params: { id } })).status).toBe(204);
  expect((await owner.answer(calls.adopt, { params: { id } })).status).toBe(404);
  const gone = { params: { id: adopted.agentContractTemplate.id } };
  expect((await owner.answer(calls.removeTemplate, gone)).status).toBe(204);
  expect((await owner.answer(endpointOf(AgentContractTemplate, 'read'), gone)).body.message).toBe(
    'Modèle introuvable.',
  );
  for (const call of [list, contracts])
    expect((await as('support').answer(call as never, { input: {} } as never)).status).toBe(403);
  const { body: seen } = await admin.answer(contracts, { input: {} });
  expect(seen.filtered).toBeGreaterThan(0);
  expect(JSON.stringify(seen)).not.toContain('Inès');
  expect((await admin.answer(preview, { input: { content: '<p>{agence.nom}</p>' } })).status).toBe(200);
});
