import { expect, test } from 'vitest';
import {
  deleteDocument,
  downloadDocument,
  listDocumentReaders,
  markDocumentRead,
  openDocuments,
  zipDocuments,
} from '#core/documents/calls.ts';
import { Document, notYourDocument } from '#core/documents/document.ts';
import { DocumentFolder } from '#core/documents/folder.ts';
import { sendOwnDocuments, unknownAddress } from '#core/documents/sending.ts';
import { agentsDocuments, customersDocuments } from '#core/documents/variants.ts';
import { downloadFile } from '#core/files/files.ts';
import type { Row } from '#core/kernel/entity.ts';
import { type AnyRow, type CallOptions, endpointOf } from '#server/testing/client.ts';
import { pdf, uploader } from '#server/testing/files.ts';
import type { Person, PersonName } from '#server/testing/people.ts';
import { world } from '#server/testing/world.ts';
import { unzipped } from '#server/testing/zip.ts';

const here = await world();
const { as, people, customer, sql } = here;
const upload = uploader(here);
type Listed = Row<typeof Document>;
type Who = PersonName | Person;

const agent = people.agent.profile?.id as string;
const colleague = await here.hire('Collègue', { of: 'azur', rights: ['listOwnDocuments'], plannable: true });
const clerk = await here.hire('Paie', { of: 'azur', rights: ['listAgentDocuments'] });

const neighbour = (
  await sql<{ id: string }>(
    `insert into customers (agency_id, id, name) values ($1, gen_random_uuid(), 'Voisin') returning id`,
    [here.agency.id],
  )
)[0]?.id as string;

let serial = 0;
async function save(draft: object, who: Who = 'owner', more: CallOptions = {}): Promise<Listed> {
  serial += 1;
  const mount = who === 'owner' ? { mount: 'agency' as const } : {};
  const name = `papier-${serial}.pdf`;
  const file = 'file' in draft ? {} : { file: { id: (await upload(who, name, pdf(`Papier ${serial}`), mount)).id } };
  const input = { name: `Papier ${serial}`, ...file, ...draft };
  return ((await as(who).call(endpointOf(Document, 'save'), { input, ...mount, ...more })) as { document: Listed })
    .document;
}
const list = async (who: Who, filters: object = {}): Promise<string[]> =>
  (
    (await as(who).call(endpointOf(Document, 'list'), { input: { filters, limit: 100 } })) as { documents: Listed[] }
  ).documents
    .map(({ name }) => name)
    .toSorted((one, other) => one.localeCompare(other));
const refused = async (
  who: Who,
  endpoint: Parameters<ReturnType<typeof as>['answer']>[0],
  options: CallOptions,
): Promise<number> => (await as(who).answer(endpoint, options)).status;

test('a person sees his own documents, those shared with him and those shared with all; the agency sees all of them', async () => {
  const of = (name: string, draft: object): Promise<Listed> => save({ name, ...draft });
  const theirs = [
    await of('bulletin', { target: 'AGENT', agent: { id: agent } }),
    await of('blâme', { target: 'AGENT', agent: { id: agent }, shared: false }),
    await of('règlement', { accessAllAgents: true }),
    await of('plan', { userCompanies: [{ id: agent }], customers: [{ id: customer.id }] }),
    await of('devis', { target: 'CUSTOMER', customer: { id: customer.id } }),
    await of('assurance', { accessAllCustomers: true }),
    await of('autre client', { target: 'CUSTOMER', customer: { id: neighbour } }),
    await of('interne', {}),
  ];
  expect(await list('agent')).toEqual(['bulletin', 'plan', 'règlement']);
  expect(await list(colleague)).toEqual(['règlement']);
  expect(await list('customer')).toEqual(['assurance', 'devis', 'plan']);
  expect(await list('owner')).toHaveLength(theirs.length);
  // B-036: only those of collaborators, whatever is asked.
  expect(await list(clerk)).toEqual(['blâme', 'bulletin']);
  // J-025: the documents that customers see.
  expect(await list('owner', { isForCustomers: 1 })).toEqual(['assurance', 'autre client', 'devis', 'plan']);
  // An agent learns nothing of it.
  await expect(list('agent', { isForCustomers: 1 })).rejects.toThrow();
  const access = new Map(theirs.map((one) => [one.name, one.access]));
  expect([access.get('blâme'), access.get('règlement'), access.get('plan')]).toEqual([
    'Non partagé',
    'Partagé · Tous les collaborateurs',
    'Partagé · 1 collaborateur · 1 client',
  ]);
  for (const [who, hidden] of [
    ['agent', 'blâme'],
    ['customer', 'bulletin'],
    [clerk, 'interne'],
  ] as const) {
    const one = theirs.find(({ name }) => name === hidden) as Listed;
    const options = { params: { id: one.id } };
    expect(await refused(who, endpointOf(Document, 'read'), options)).toBe(404);
    expect(await refused(who, downloadDocument, options)).toBe(404);
    expect(await refused(who, downloadFile, { params: { id: one.file.id } })).toBe(404);
    expect(await refused(who, zipDocuments, { input: { ids: [one.id] } })).toBe(404);
  }
  const [open] = theirs as [Listed];
  expect(await refused('agent', downloadFile, { params: { id: open.file.id } })).toBe(200);
});

test('an agent adds documents of his own and changes only those', async () => {
  const filed = await save({ target: 'AGENT', agent: { id: agent } });
  const own = await save({ name: 'Mon diplôme' }, 'agent');
  expect(own).toMatchObject({ target: 'AGENT', agent: { id: agent }, isOwn: true });
  expect(await list('agent', { isOwn: true })).toEqual(['Mon diplôme']);
  expect((await save({ id: own.id, name: 'Mon diplôme SSIAP', file: { id: own.file.id } }, 'agent')).name).toBe(
    'Mon diplôme SSIAP',
  );
  const edit = await as('agent').answer(endpointOf(Document, 'save'), { input: { id: filed.id, name: 'Autre' } });
  expect([edit.status, edit.body.message]).toEqual([409, notYourDocument]);
  expect(await refused('agent', deleteDocument, { params: { id: filed.id } })).toBe(409);
  expect(await refused('agent', endpointOf(Document, 'act'), { params: { id: filed.id, type: 'delete' } })).toBe(409);
  expect(
    await refused('agent', endpointOf(Document, 'save'), {
      input: { name: 'Pour tous', accessAllAgents: true, file: { id: own.file.id } },
    }),
  ).toBe(403);
  expect(await refused('agent', deleteDocument, { params: { id: own.id } })).toBe(204);
  expect(await list('agent', { isOwn: true })).toEqual([]);
  expect(await refused('owner', deleteDocument, { params: { id: filed.id }, mount: 'agency' } as never)).toBe(204);
});

test('a new file is a new version: the earlier one stays for the agency alone', async () => {
  const first = await save({ name: 'Procédure', accessAllAgents: true });
  const next = await save({ id: first.id, name: 'Procédure' });
  expect([next.edition, next.versions]).toMatchObject([
    2,
    [{ edition: 1, file: { id: first.file.id }, replacedBy: 'Owner Test' }],
  ]);
  const old = { params: { id: first.file.id } };
  expect(await refused('agent', downloadFile, old)).toBe(404);
  expect(await refused('owner', downloadFile, { ...old, mount: 'agency' })).toBe(200);
});

test('each opening is noted for its reader, and each download is counted', async () => {
  const { id } = await save({ name: 'Notice', accessAllAgents: true, accessAllCustomers: true });
  await as('agent').call(markDocumentRead, { params: { id } });
  await as('agent').call(downloadDocument, { params: { id } });
  const archive = await as('customer').answer(zipDocuments, { input: { ids: [id] } });
  expect(archive.status).toBe(200);
  const { readers } = await as('owner').call(listDocumentReaders, { params: { id } });
  expect(readers.map(({ fullname, kind, downloads, edition }) => [fullname, kind, downloads, edition])).toEqual([
    ['Customer Test', 'CUSTOMER', 1, 1],
    ['Agent Test', 'AGENCY', 1, 1],
  ]);
  const read = (await as('owner').call(endpointOf(Document, 'read'), { params: { id }, mount: 'agency' })) as {
    document: Listed;
  };
  expect([read.document.readerCount, read.document.downloadCount]).toEqual([2, 2]);
  const own = (await as('agent').call(endpointOf(Document, 'read'), { params: { id } })) as { document: Listed };
  expect([own.document.readerCount, own.document.access, own.document.userCompanies]).toEqual([null, null, null]);
});

test('a document is valid through the last day of the month of its expiry', async () => {
  expect((await save({ expiredAt: '2030-02-03' })).expiredAt).toBe('2030-02-28');
  const expiryAt = async (days: number): Promise<unknown> => {
    const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    return (await save({ expiredAt: day })).expiry;
  };
  expect(await expiryAt(-40)).toBe('EXPIRED');
  expect(await expiryAt(1)).toBe('SOON');
  expect(await expiryAt(95)).toBe('VALID');
});

test('a folder is seen with the documents in it', async () => {
  const folder = async (name: string): Promise<string> =>
    (
      (await as('owner').call(endpointOf(DocumentFolder, 'save'), { input: { name }, mount: 'agency' })) as {
        documentFolder: { id: string };
      }
    ).documentFolder.id;
  const [payslips, internal] = [await folder('Bulletins'), await folder('Interne')];
  await save({ name: 'Mars', target: 'AGENT', agent: { id: agent }, attachedFolders: [{ id: payslips }] });
  await save({ attachedFolders: [{ id: internal }] });
  const seen = async (who: Who): Promise<string[]> =>
    (
      (await as(who).call(endpointOf(DocumentFolder, 'list'), { input: {} })) as { documentFolders: { name: string }[] }
    ).documentFolders.map(({ name }) => name);
  expect(await seen('agent')).toEqual(['Bulletins']);
  expect(await seen('customer')).toEqual([]);
  expect(await list('agent', { attachedFolders: [payslips] })).toEqual(['Mars']);
  // J-001: a document tells its folders with their description.
  await sql(`update document_folders set description = 'Un par mois' where id = $1`, [payslips]);
  const april = await save({
    name: 'Avril',
    target: 'AGENT',
    agent: { id: agent },
    attachedFolders: [{ id: payslips }],
  });
  expect((april as unknown as { attachedFolders: object[] }).attachedFolders).toEqual([
    { id: payslips, name: 'Bulletins', description: 'Un par mois' },
  ]);
});

test('somebody of a customer with the right mails the customer’s own documents to the agency and to himself (J-018)', async () => {
  await sql(`update agencies set email = 'accueil@azur.example' where id = $1`, [here.agency.id]);
  const buyer = await here.hire('Acheteur', {
    of: 'azur',
    customer: true,
    rights: ['listOwnDocuments', 'sendOwnDocument'],
  });
  const own = await save({ name: 'Plan de prévention', target: 'CUSTOMER', customer: { id: customer.id } });
  const shared = await save({ accessAllCustomers: true });
  const send = (ids: string[], to: string[], who: Who = buyer) =>
    as(who).answer(sendOwnDocuments, { mount: 'customer', input: { ids, to, message: '' } } as never);
  expect((await send([own.id], ['ailleurs@vigie.example'])).body.message).toBe(unknownAddress);
  expect((await send([shared.id], ['accueil@azur.example'])).status).toBe(404);
  expect((await send([own.id], ['accueil@azur.example'])).body).toEqual({ sent: 1 });
  expect((await send([own.id], ['accueil@azur.example'], 'customer')).status).toBe(403);
  await here.jobsDone();
});

test('an archive has the documents asked for, each once', async () => {
  const [one, other] = [await save({ name: 'A' }), await save({ name: 'B' })];
  const { token } = await here.sessionOf('owner');
  const reply = await here.app.inject({
    method: 'POST',
    url: `/api/agency/${here.agency.id}/documents/download`,
    headers: { authorization: `Bearer ${token}` },
    payload: { ids: [one.id, other.id, one.id] },
  });
  expect(Object.keys(await unzipped(reply.rawPayload))).toEqual([one.file.name, other.file.name]);
});

test('a document is new for each reader until he opens its present version', async () => {
  const paper = await save({ name: 'Consigne', accessAllAgents: true });
  const isNew = async (who: Who): Promise<boolean | null | undefined> =>
    (
      (await as(who).call(endpointOf(Document, 'list'), { input: { limit: 100 } })) as { documents: Listed[] }
    ).documents.find(({ id }) => id === paper.id)?.isNew;
  expect([await isNew('agent'), await isNew(colleague), await isNew('owner')]).toEqual([true, true, false]);
  await as('agent').call(markDocumentRead, { params: { id: paper.id } });
  expect([await isNew('agent'), await isNew(colleague)]).toEqual([false, true]);
  const { id } = await upload('owner', 'v2.pdf', pdf('Version 2'), { mount: 'agency' });
  await save({ id: paper.id, name: 'Consigne', file: { id } });
  expect(await isNew('agent')).toBe(true);
});

test('an agent mails his own documents to his agency and to himself, and to nobody else', async () => {
  await sql(`update agencies set email = 'agence@azur.example' where id = $1`, [here.agency.id]);
  const own = await save({ name: 'Bulletin de mars', target: 'AGENT', agent: { id: agent } });
  const shared = await save({ accessAllAgents: true });
  const send = (ids: string[], to: string[]) =>
    as('agent').answer(sendOwnDocuments, { input: { ids, to, message: 'Pour mon dossier.' } });
  expect((await send([own.id], ['ailleurs@vigie.example'])).body.message).toBe(unknownAddress);
  expect((await send([shared.id], ['agence@azur.example'])).status).toBe(404);
  expect((await send([own.id], ['agence@azur.example'])).body).toEqual({ sent: 1 });
  const mail = await here.outbox.lastTo('agence@azur.example');
  expect([mail.subject, mail.attachments.length]).toEqual(['Bulletin de mars', 1]);
  // In the agency's words, with its own day and whom it is for.
  const zone = 'Pacific/Noumea';
  await sql(
    `update agencies set time_zone = $2, document_mail_subject = '{document} du {date} pour {destinataire}' where id = $1`,
    [here.agency.id, zone],
  );
  const mine = here.people.agent.email;
  await here.jobsDone();
  await send([own.id], [mine]);
  await here.jobsDone();
  const day = new Intl.DateTimeFormat('fr-FR', { timeZone: zone, dateStyle: 'short' }).format(new Date());
  const subject = `Bulletin de mars du ${day} pour ${here.people.agent.fullname}`;
  expect((await here.outbox.lastTo(mine)).subject).toBe(subject);
  await sql(`update agencies set time_zone = 'Europe/Paris', document_mail_subject = null where id = $1`, [
    here.agency.id,
  ]);
});

test('documents of collaborators and of customers have their own paths, and only theirs (J-005 to J-009)', async () => {
  const file = { id: (await upload('owner', 'badge.pdf', pdf('Badge'), { mount: 'agency' })).id };
  const made = (await as('owner').call(agentsDocuments.save, {
    mount: 'agency',
    input: { name: 'Badge', target: 'AGENCY', agent: { id: agent }, file } as never,
  })) as AnyRow;
  expect(made.document).toMatchObject({ target: 'AGENT', agent: { id: agent } });
  const { id } = made.document;
  const listed = async (of: typeof agentsDocuments): Promise<unknown[]> =>
    ((await as('owner').call(of.list, { mount: 'agency', input: { query: 'Badge' } })) as AnyRow).documents;
  expect([await listed(agentsDocuments), await listed(customersDocuments)]).toEqual([
    [expect.objectContaining({ id })],
    [],
  ]);
  const status = async (of: typeof agentsDocuments): Promise<number[]> => [
    (await as('owner').answer(of.download, { mount: 'agency', params: { id } })).status,
    (await as('owner').answer(of.zip, { mount: 'agency', input: { ids: [id] } })).status,
    (await as('owner').answer(of.save, { mount: 'agency', input: { id, name: 'Badge 2' } as never })).status,
    (await as('owner').answer(of.remove, { mount: 'agency', params: { id } })).status,
  ];
  expect(await status(customersDocuments)).toEqual([404, 404, 404, 404]);
  expect(await status(agentsDocuments)).toEqual([200, 200, 200, 204]);
});

test('several documents open in one call, which notes their reader and settles what announced them', async () => {
  const papers = [
    await save({ name: 'Un', target: 'AGENT', agent: { id: agent } }),
    await save({ name: 'Deux', target: 'AGENT', agent: { id: agent } }),
  ];
  const ids = papers.map(({ id }) => id);
  const waiting = async (): Promise<number> =>
    (
      await sql<{ n: number }>(
        `select count(*)::integer as n from notifications where user_id = $1 and read_at is null and event = any ($2::text[])`,
        [here.people.agent.id, ids],
      )
    )[0]?.n as number;
  expect(await waiting()).toBe(2);
  const { documents } = await as('agent').call(openDocuments, { input: { ids } });
  expect(documents.map(({ id, name, file }) => [id, name, file.url.length > 0])).toEqual([
    [ids[0], 'Un', true],
    [ids[1], 'Deux', true],
  ]);
  expect(await waiting()).toBe(0);
  expect(
    await sql('select count(*)::integer as n from document_readers where document_id = any ($1::uuid[])', [ids]),
  ).toEqual([{ n: 2 }]);
  const hidden = await save({ name: 'Caché', shared: false, target: 'AGENT', agent: { id: agent } });
  expect((await as('agent').answer(openDocuments, { input: { ids: [hidden.id] } })).status).toBe(404);
});
