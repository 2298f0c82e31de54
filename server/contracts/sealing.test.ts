// The signed file: drawn while nobody waits, and known byte for byte.
import { expect, test, vi } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { contractCalls } from '#core/contracts/calls.ts';
import { AgentContract } from '#core/contracts/contract.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { askSignatureCode, readSignaturePdf, refuseByLink, signByLink, verifySignature } from '#core/signing/calls.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { digestOf } from '#server/signing/seal.ts';
import { type Answer, endpointOf } from '#server/testing/client.ts';
import { openPdf } from '#server/testing/pdf.ts';
import { world } from '#server/testing/world.ts';

const here = await world({ rateLimit: 100_000 });
const { as, sql, anonymous, outbox, agency } = here;
const owner = as('owner');
const services = servicesOf(here.app);
const calls = contractCalls.agent;
const save = endpointOf(AgentContract, 'save');
const agent = (
  await owner.answer(endpointOf(Agent, 'save'), { input: { firstname: 'Inès', lastname: 'Roy' } as never })
).body.agent.id as string;

let drawn = 0;
/** Each with an address of its own. */
async function made(): Promise<{ id: string; address: string }> {
  drawn += 1;
  const address = `ines${drawn}@agents.example`;
  const input = {
    ...{ title: 'CDI', agent: { id: agent }, content: '<p>Engagée à Nice.</p>' },
    signatures: [{ fullname: 'Inès Roy', email: address }],
  };
  return { id: (await owner.answer(save, { input: input as never })).body.agentContract.id, address };
}
const move = (id: string, type: string): Promise<Answer> => owner.answer(calls.act, { params: { id, type } as never });
const found = (address: string, pattern: RegExp): Promise<string> =>
  vi.waitFor(
    async () => {
      const one = (await outbox.to(address)).flatMap(({ text }) => pattern.exec(text ?? '')?.[1] ?? []).at(-1);
      if (!one) throw new Error(`nothing to ${address}`);
      return one;
    },
    { timeout: 10_000 },
  );
async function confirmed({ id, address }: { id: string; address: string }): Promise<{ token: string; code: string }> {
  const token = await found(address, /signature\/agent\/[^/]+\/([\w-]+)/);
  await anonymous.answer(readSignaturePdf, { params: { kind: 'agent', id, token } });
  await anonymous.answer(askSignatureCode, { params: { kind: 'agent' }, input: { id, token } });
  return { token, code: await found(address, /est : (\d{6})/) };
}
async function signed(
  { id, address }: { id: string; address: string },
  confirmation?: { token: string; code: string },
): Promise<Answer> {
  const { token, code } = confirmation ?? (await confirmed({ id, address }));
  const input = { id, token, code, consent: true, typed: 'Inès Roy' };
  return anonymous.answer(signByLink, { params: { kind: 'agent' }, input });
}
const { token: bearer } = await here.sessionOf('owner');
const printed = async (id: string): Promise<Buffer> =>
  (
    await here.app.inject({
      url: `/api/agency/${agency.id}/contract/agent/${id}/pdf`,
      headers: { authorization: `Bearer ${bearer}` },
    })
  ).rawPayload;

/** All of the platform's connections at once: waits for ever if somebody keeps one. */
async function takeAll(count: number): Promise<void> {
  let inside = 0;
  await Promise.all(
    Array.from({ length: count }, () =>
      services.database.platformTransaction(async (db) => {
        await db.query({ text: 'select 1' });
        inside += 1;
        await vi.waitFor(() => expect(inside).toBe(count), { timeout: 8_000, interval: 5 });
      }),
    ),
  );
}

test('a signature by a link holds no connection while the signed file is drawn', async () => {
  const contract = await made();
  await move(contract.id, 'send');
  const confirmation = await confirmed(contract);
  const { files, database } = services;
  const { open } = files;
  let taken = 'never read';
  files.open = async (...given) => {
    files.open = open;
    taken = await takeAll(database.platform.options.max as number).then(
      () => 'all taken',
      (error: Error) => error.message,
    );
    return open.apply(files, given);
  };
  expect((await signed(contract, confirmation)).body).toEqual({ signed: true, allSigned: true });
  expect(taken).toBe('all taken');
}, 60_000);

test('one byte changed in 1,000 drawn places is found 1,000 times by the verification, and 100 untouched files raise no alarm', async () => {
  const contract = await made();
  await move(contract.id, 'send');
  await signed(contract);
  const file = await printed(contract.id);
  const asked = async (content: Buffer): Promise<string> =>
    (await anonymous.answer(verifySignature, { input: { sha256: digestOf(content) } })).body.result;
  const step = file.length / 1_000;
  const answers: Record<string, number> = {};
  for (let index = 0; index < 1_000; index += 1) {
    const place = Math.floor(index * step + (step * ((index * 7_919) % 1_000)) / 1_000);
    const changed = Buffer.from(file);
    changed[place] = (changed[place] as number) ^ (1 << (index % 8));
    const answer = await asked(changed);
    answers[answer] = (answers[answer] ?? 0) + 1;
  }
  expect(answers).toEqual({ UNKNOWN: 1_000 });
  const untouched = new Set<string>();
  for (let index = 0; index < 100; index += 1) untouched.add(await asked(Buffer.from(file)));
  expect([...untouched]).toEqual(['SIGNED']);
}, 120_000);

test('contracts sent at the same moment have numbers without a gap, each on its own paper', async () => {
  const several = await Promise.all([made(), made(), made(), made()]);
  await Promise.all(several.map(({ id }) => move(id, 'send')));
  const rows = await sql<{ id: string; reference: string }>(
    'select id, reference from agent_contract_papers where id = any ($1) order by reference',
    [several.map(({ id }) => id)],
  );
  const numbers = rows.map(({ reference }) => Number(reference.slice(-4)));
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] as number) + index));
  for (const { id, reference } of rows) expect((await openPdf(await printed(id))).text).toContain(reference);
});

test('a contract that was refused prints as it is edited; what was sent stays under its evidence', async () => {
  const contract = await made();
  await move(contract.id, 'send');
  const confirmation = await confirmed(contract);
  const sent = digestOf(await printed(contract.id));
  await anonymous.answer(refuseByLink, {
    params: { kind: 'agent' },
    input: { id: contract.id, ...confirmation, reason: 'Le lieu est faux' },
  });
  await owner.answer(save, { input: { id: contract.id, content: '<p>Engagée à Menton.</p>' } as never });
  expect((await openPdf(await printed(contract.id))).text).toContain('Menton');
  const { body } = await owner.answer(calls.steps, { params: { id: contract.id } });
  expect(body.documentHash).toBe(sent);
});

test('the days of its mails are those of the agency', async () => {
  // Almost always on another day than UTC.
  const zone = new Date().getUTCHours() >= 13 ? 'Pacific/Noumea' : 'Pacific/Tahiti';
  await sql('update agencies set time_zone = $2 where id = $1', [agency.id, zone]);
  const contract = await made();
  await move(contract.id, 'send');
  const [request] = await sql<{ until: Date }>(
    'select expires_at as until from signature_requests where agent_contract_id = $1',
    [contract.id],
  );
  const until = frenchDay(wallClock(request?.until as Date, zone).day);
  expect(await found(contract.address, /valable jusqu’au (\S+)\./)).toBe(until);
});
