import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { batchMessages, handOutDocuments, readDocumentBatch } from '#core/documents/batch.ts';
import { Document } from '#core/documents/document.ts';
import { downloadFile } from '#core/files/files.ts';
import type { Row } from '#core/kernel/entity.ts';
import { listNotifications } from '#core/notifications/calls.ts';
import { endpointOf } from '#server/testing/client.ts';
import { pdf, uploader } from '#server/testing/files.ts';
import { openPdf } from '#server/testing/pdf.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, people, sql } = here;
const upload = uploader(here);
const agency = { mount: 'agency' } as const;
const send = async (name: string, content: Buffer): Promise<{ id: string }> => ({
  id: (await upload('owner', name, content, agency)).id,
});
const owned = async (): Promise<Row<typeof Document>[]> =>
  ((await as('agent').call(endpointOf(Document, 'list'), { input: {} })) as { documents: Row<typeof Document>[] })
    .documents;

test('200 payslips in one PDF reach 200 agents in one act, each his own pages and no others', async () => {
  const agent = people.agent.profile?.id as string;
  await sql(`update agents set registration_number = 'M-0001' where id = $1`, [agent]);
  await sql(
    `insert into agents (agency_id, id, firstname, lastname, registration_number)
      select $1, gen_random_uuid(), 'Prénom' || n, 'Nom' || n, 'M-' || lpad(n::text, 4, '0') from generate_series(2, 200) n`,
    [here.agency.id],
  );
  const pages = Array.from({ length: 200 }, (_, index) => `Bulletin de paie M-${String(index + 1).padStart(4, '0')}`);
  const file = await send('paie.pdf', pdf(...pages));
  const read = await as('owner').call(readDocumentBatch, { input: { file, marker: 'bulletin de paie' }, ...agency });
  expect([read.pages, read.already, read.parts.length]).toEqual([200, null, 200]);
  expect(read.parts.every(({ agent: found, by }) => found !== null && by === 'NUMBER')).toBe(true);
  const parts = read.parts.map(({ from, to, agent: found }) => ({ from, to, agent: { id: found?.id as string } }));
  const input = { file, name: 'Bulletin de mars', parts };
  const key = '0a0e8f0c-4a44-4c8e-9f43-5a1b1a6f0001';
  expect(await as('owner').call(handOutDocuments, { input, key, ...agency })).toMatchObject({ handed: 200 });
  // A retry of the same act hands nothing out again.
  expect(await as('owner').call(handOutDocuments, { input, key, ...agency })).toMatchObject({ handed: 200 });
  expect(
    await sql('select count(*)::integer as n, count(distinct agent_id)::integer as people from documents'),
  ).toEqual([{ n: 200, people: 200 }]);
  const [own, ...more] = await owned();
  expect([own?.name, more]).toEqual(['Bulletin de mars', []]);
  const { token } = await here.sessionOf('agent');
  const reply = await here.app.inject({
    url: `/api/agency/${here.agency.id}/agent/${agent}/document/${own?.id}/download`,
    headers: { authorization: `Bearer ${token}` },
  });
  const opened = await openPdf(reply.rawPayload);
  expect(opened.pages.map(({ text }) => text)).toEqual(['Bulletin de paie M-0001']);
  expect((await as('agent').answer(downloadFile, { params: { id: file.id } })).status).toBe(404);
  const told = await as('agent').call(listNotifications, { input: {} });
  expect(JSON.stringify(told)).toContain('Bulletin de mars');
  // The same PDF again only on purpose.
  const again = await as('owner').answer(handOutDocuments, { input, ...agency });
  expect([again.status, again.body.message.slice(0, 31)]).toEqual([409, batchMessages.again('').slice(0, 31)]);
  expect(await sql('select count(*)::integer as n from documents')).toEqual([{ n: 200 }]);
}, 60_000);

test('a wrong page, a page for two people, a text that is no PDF and a damaged one are refused, and nothing is written', async () => {
  const before = await sql('select count(*)::integer as n from documents');
  const agent = { id: people.agent.profile?.id as string };
  const file = await send('deux.pdf', pdf('Un', 'Deux'));
  const hand = async (parts: object[], source = file): Promise<string> =>
    (await as('owner').answer(handOutDocuments, { input: { file: source, name: 'B', parts }, ...agency })).body.message;
  expect(await hand([{ from: 1, to: 3, agent }])).toBe(batchMessages.beyond);
  expect(
    await hand([
      { from: 1, to: 2, agent },
      { from: 2, to: 2, agent },
    ]),
  ).toBe(batchMessages.overlap);
  expect(await hand([{ from: 1, to: 1, agent: { id: people.foreignAgent.profile?.id } }])).toBe(
    'Collaborateur introuvable',
  );
  expect(await hand([{ from: 1, to: 1, agent }], await send('note.txt', Buffer.from('Bonjour')))).toBe(
    batchMessages.notPdf,
  );
  const cut = pdf('Un').subarray(0, 120);
  expect(await hand([{ from: 1, to: 1, agent }], await send('abime.pdf', cut))).toBe(batchMessages.unreadable);
  // Somebody else's file.
  const foreign = await as('staff').answer(readDocumentBatch, { input: { file }, ...agency });
  expect(foreign.status).toBe(404);
  expect(await sql('select count(*)::integer as n from documents')).toEqual(before);
});

test('a payslip of somebody who left never goes to somebody of his name', async () => {
  const add = async (status: number, number: string, lastname: string): Promise<{ id: string }> => {
    const id = randomUUID();
    await sql(
      `insert into agents (agency_id, id, firstname, lastname, registration_number, status) values ($1, $2, 'Nadia', $5, $4, $3)`,
      [here.agency.id, id, status, number, lastname],
    );
    return { id };
  };
  const [active, archived, inactive, gone] = await Promise.all([
    add(100, 'P-1001', 'Homonyme'),
    add(300, 'P-1002', 'Homonyme'),
    add(200, 'P-1003', 'Autrement'),
    add(400, 'P-1004', 'Supprimée'),
  ]);
  const file = await send(
    'depart.pdf',
    pdf('Nadia Homonyme', 'Homonyme Nadia P-1002', 'Nadia Homonyme matricule P-1003', 'Nadia Supprimée P-1004'),
  );
  const { parts } = await as('owner').call(readDocumentBatch, { input: { file }, ...agency });
  const ids = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id).toSorted();
  expect(parts.map(({ agent, sheet, candidates }) => [agent?.id ?? null, sheet, ids(candidates)])).toEqual([
    [null, null, ids([active, archived])],
    [archived.id, 'ARCHIVED', []],
    // Her name, and the number of somebody else.
    [null, null, ids([active, archived, inactive])],
    [null, 'DELETED', [gone.id]],
  ]);
  const hand = await as('owner').answer(handOutDocuments, {
    input: { file, name: 'Solde', parts: [{ from: 4, to: 4, agent: { id: gone.id } }] },
    ...agency,
  });
  expect([hand.status, hand.body.message]).toEqual([400, 'Collaborateur introuvable']);
  // Whoever cannot open it is named, before and after.
  expect(parts.map(({ byPost }) => byPost)).toEqual([false, true, false, false]);
  const agent = { id: people.agent.profile?.id as string };
  const sent = await as('owner').call(handOutDocuments, {
    input: {
      ...{ file, name: 'Solde' },
      parts: [
        { from: 2, to: 2, agent: archived },
        { from: 3, to: 3, agent },
      ],
    },
    ...agency,
  });
  expect(sent).toEqual({ handed: 2, byPost: [{ id: archived.id, name: 'Nadia Homonyme' }] });
});

test('the same PDF handed out by two people at once leaves once', async () => {
  const agent = { id: people.agent.profile?.id as string };
  const file = await send('deux-fois.pdf', pdf('Un'));
  const input = { file, name: 'Deux fois', parts: [{ from: 1, to: 1, agent }] };
  const replies = await Promise.all(
    Array.from({ length: 4 }, () => as('owner').answer(handOutDocuments, { input, ...agency })),
  );
  expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409]);
  expect(await sql(`select count(*)::integer as n from documents where name = 'Deux fois'`)).toEqual([{ n: 1 }]);
});

test('papers handed out are payslips bought in advance: all of them, or none', async () => {
  const source = await send('mars.pdf', pdf('Une', 'Deux'));
  const parts = [1, 2].map((page) => ({ from: page, to: page, agent: { id: people.agent.profile?.id as string } }));
  const input = { file: source, name: 'Bulletin de mars', parts };
  const left = async (): Promise<unknown> =>
    (await sql('select prepaid_payslips as left from agencies where id = $1', [here.agency.id]))[0]?.left;
  await sql('update agencies set prepaid_payslips = 1 where id = $1', [here.agency.id]);
  const before = (await owned()).length;
  expect(await as('owner').answer(handOutDocuments, { input, ...agency })).toMatchObject({
    ...{
      status: 409,
      body: {
        message: expect.stringMatching(/^Vous n’avez plus de fiches de paie disponibles.*il en reste 1, il en faut 2/),
      },
    },
  });
  expect([await left(), (await owned()).length]).toEqual([1, before]);
  await sql('update agencies set prepaid_payslips = 3 where id = $1', [here.agency.id]);
  expect(await as('owner').call(handOutDocuments, { input, ...agency })).toMatchObject({ handed: 2 });
  expect(await left()).toBe(1);
  await sql('update agencies set prepaid_payslips = null where id = $1', [here.agency.id]);
});
