import { beforeAll, expect, test } from 'vitest';
import { Agency } from '#core/agencies/agency.ts';
import { readControl } from '#core/control/calls.ts';
import type { Gap } from '#core/control/gaps.ts';
import { Document } from '#core/documents/document.ts';
import { endpointOf } from '#server/testing/client.ts';
import { pdf, uploader } from '#server/testing/files.ts';
import type { Person, PersonName } from '#server/testing/people.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';
import { unzipped } from '#server/testing/zip.ts';
import { monthsOf } from './facts.ts';
import { segment } from './file.ts';

const here = await world();
const { as, sql, agency } = here;
const planner = await plannerOf(here);
const upload = uploader(here);
const owner = as('owner');
const clerk = await here.hire('Commis', { of: 'azur', rights: ['exportData'] });
const period = { start: '2026-03-01', end: '2026-04-10' };
let sound = '';
let left = '';
let outside = '';

const gapsFor = async (who: PersonName | Person = 'owner', asked: object = period): Promise<Gap[]> =>
  (await as(who).answer(readControl, { mount: 'agency', input: asked as never })).body.gaps;
const told = (gaps: readonly Gap[], id: string): string[] =>
  gaps.flatMap(({ kind, record }) => (record?.id === id ? [kind] : []));

async function fileOf(
  who: PersonName | Person,
  at_ = agency.id,
): Promise<{ status: number; files: Record<string, Buffer> }> {
  const { token } = await here.sessionOf(who);
  const reply = await here.app.inject({
    ...{ method: 'GET', url: `/api/agency/${at_}/control/file?start=${period.start}&end=${period.end}` },
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: reply.statusCode, files: reply.statusCode === 200 ? await unzipped(reply.rawPayload) : {} };
}

beforeAll(async () => {
  const infos = { nationality: 'Française', birthDate: '1990-05-01', gender: 1 };
  sound = await planner.guard(infos);
  await sql(`update agents set position = 'Agent de sécurité' where id = $1`, [sound]);
  await sql(`update agent_contracts set category = 'AGENT_EXPLOIT', classification_coeff = 140 where agent_id = $1`, [
    sound,
  ]);
  left = await planner.guard({});
  outside = await planner.guard({ type: 'EXTERNAL', externalCompanyName: 'Garde Plus', contracts: [] });
  for (const [day, who] of [
    ['2026-03-03', sound],
    ['2026-04-02', left],
    ['2026-04-03', outside],
    // After the period.
    ['2026-05-04', outside],
  ] as const)
    await planner.save({ services: [planner.service(day, '08:00', '18:00', [who])], confirmed: true });
  // His card ended before he worked; he left since.
  await sql(`update agent_expirations set expires_at = '2026-03-15', issued_at = '2021-03-15' where agent_id = $1`, [
    left,
  ]);
  await sql('update agents set status = 300, lastname = $2 where id = $1', [left, '../=Parti']);
  const file = await upload('owner', 'cdi.pdf', pdf('Signé'), { mount: 'agency' });
  await sql(
    `insert into agent_contract_papers (agency_id, id, title, status, agent_id, signed_at, scan_id) values ($1, gen_random_uuid(), '../Contrat de travail', 250, $2, now(), $3)`,
    [agency.id, sound, file.id],
  );
  // No name makes a document a signed contract.
  const draft = await upload('owner', 'projet.pdf', pdf('Projet'), { mount: 'agency' });
  await owner.call(endpointOf(Document, 'save'), {
    mount: 'agency',
    input: { name: 'Contrat de travail', target: 'AGENT', agent: { id: left }, file: { id: draft.id } },
  });
  const slip = await upload('owner', 'mars.pdf', pdf('Mars'), { mount: 'agency' });
  await owner.call(endpointOf(Document, 'save'), {
    mount: 'agency',
    input: {
      name: 'Bulletin de mars',
      date: '2026-03-31',
      target: 'AGENT',
      agent: { id: sound },
      file: { id: slip.id },
    },
  });
});

test('what is missing is told of those who worked in the period, even if they left since', async () => {
  const gaps = await gapsFor();
  expect(told(gaps, sound)).toEqual([]);
  expect(told(gaps, left)).toEqual(['CARD_EXPIRED', 'REGISTER', 'CONTRACT_ABSENT']);
  expect(gaps.find(({ kind }) => kind === 'CARD_EXPIRED')?.detail).toBe('1 vacation après le 15/03/2026');
  expect(gaps.filter(({ kind }) => kind === 'SUBCONTRACTOR_UNKNOWN').map(({ detail }) => detail)).toEqual([
    'Garde Plus, 1 vacation',
  ]);
  expect(gaps.some(({ kind }) => kind === 'SERVICE_ABSENT')).toBe(true);
  expect(told(await gapsFor('owner', { start: '2025-01-01', end: '2025-01-31' }), left)).not.toContain('CARD_EXPIRED');
  for (const asked of [{ start: '2026-03-02', end: '2026-03-01' }, { start: '2024-01-01', end: '2026-01-01' }, {}])
    expect((await owner.answer(readControl, { mount: 'agency', input: asked as never })).status).toBe(400);
});

test('each service is compared with the card of its day: work between two cards is found', async () => {
  const renewed = await planner.guard({});
  const first = await sql<{ type: string }>(
    `update agent_expirations set expires_at = '2026-03-08', issued_at = '2021-03-09' where agent_id = $1 returning type_id as type`,
    [renewed],
  );
  const next = (issued: string | null): Promise<unknown> =>
    sql(
      `with gone as (delete from agent_expirations where agent_id = $2 and expires_at > '2030-01-01')
        insert into agent_expirations (agency_id, id, agent_id, rank, type_id, issued_at, expires_at) values ($1, gen_random_uuid(), $2, 7, $3, $4, '2031-03-15')`,
      [agency.id, renewed, first[0]?.type, issued],
    );
  for (const day of ['2026-03-06', '2026-03-10', '2026-03-20'])
    await sql(
      `with made as (insert into services (agency_id, id, site_id, start_at, end_at, status) values ($1, gen_random_uuid(), $2, $3::date + time '08:00', $3::date + time '18:00', 100) returning id)
        insert into service_agents (agency_id, service_id, agent_id) select $1, id, $4 from made`,
      [agency.id, planner.site, day, renewed],
    );
  const card = async (): Promise<string[][]> =>
    (await gapsFor()).flatMap(({ kind, record, detail }) =>
      record?.id === renewed && /^CARD|^PAPER/.test(kind) ? [[kind, detail]] : [],
    );
  await next('2026-03-16');
  expect(await card()).toEqual([['CARD_UNCOVERED', '1 vacation']]);
  await next('2026-03-09');
  expect(await card()).toEqual([]);
  // Nobody knows since when.
  await next(null);
  expect(await card()).toEqual([['PAPER_UNPROVEN', 'Carte professionnelle, 2 vacations entre deux titres']]);
});

test('the managers, the subcontractors and the ends of the agency’s papers are settings, and put the gaps right', async () => {
  const contract = await upload('owner', 'sous-traitance.pdf', pdf('Rang 1'), { mount: 'agency' });
  const kinds = async (): Promise<string[]> =>
    (await gapsFor()).flatMap(({ kind, record }) => (record?.entity === 'agency' ? [kind] : []));
  expect(await kinds()).toEqual(expect.arrayContaining(['MANAGER_MISSING', 'SUBCONTRACTOR_UNKNOWN']));
  await owner.call(endpointOf(Agency, 'save'), {
    mount: 'agency',
    input: {
      ...{ id: agency.id, approvalNumber: 'AUT-006', insurance: 'AXA', insuranceExpiresAt: '2020-01-01' },
      managers: [{ name: 'Mme Roy', role: 'Gérante', approvalNumber: 'AGD-006', expiresAt: '2040-01-01' }],
      subcontractors: [
        {
          ...{ name: 'GARDE PLUS', approvalNumber: 'AUT-1', subcontractRank: 2, share: 'Rondes' },
          contract: { id: contract.id },
        },
      ],
    },
  });
  expect(await kinds()).toEqual(['INSURANCE_EXPIRED', 'SUBCONTRACTOR_RANK']);
});

test('the file holds its table of contents, the tables of the period, the register and the papers', async () => {
  const { files } = await fileOf('owner');
  const names = Object.keys(files);
  expect(names.filter((name) => name.split('/').includes('..') || name.startsWith('/'))).toEqual([]);
  expect(names[0]).toBe('00 - Sommaire.html');
  // What is to be put right is the agency's own, on its screen.
  expect(Object.values(files).map(String).join('\n')).not.toMatch(
    /À mettre en ordre|Aucun contrat de travail|hors validité/,
  );
  const read = (part: string): string => files[names.find((name) => name.includes(part)) ?? '']?.toString() ?? '';
  expect(read('Sommaire')).toContain('du 01/03/2026 au 10/04/2026');
  expect(read('Cartes professionnelles.csv')).toContain('15/03/2026;Expiré');
  expect(read('2026-03 - Vacations')).toContain('03/03/2026;08:00;03/03/2026;18:00');
  expect(read('2026-04 - Vacations')).toContain('Parti');
  expect(read('2026-04 - Vacations')).not.toContain('04/05/2026');
  expect(read('Registre unique du personnel.pdf').startsWith('%PDF')).toBe(true);
  expect(read('Registre unique du personnel (tableur)')).toContain('Parti');
  expect(
    names
      .filter((name) => name.endsWith('.pdf') && !name.includes('Registre'))
      .map((name) => name.replace(/Agent Numéro \d+/, 'X')),
  ).toEqual([
    '05 - Contrats de travail/Contrats signés/X - .._Contrat de travail.pdf',
    '08 - Sous-traitants/Contrats de sous-traitance/GARDE PLUS.pdf',
    '09 - Bulletins de paie/Bulletins/X - Bulletin de mars.pdf',
  ]);
  expect(read('Sous-traitants.csv')).toContain('GARDE PLUS;;AUT-1');
  const [audit] = await sql<{ count: number }>(
    `select count(*)::integer as count from audit where agency_id = $1 and action = 'controlFile'`,
    [agency.id],
  );
  expect(audit?.count).toBe(1);
});

test('only what is signed today counts as a signed contract, with its scan if it was signed on paper', async () => {
  const scan = await upload('owner', 'scan.pdf', pdf('Scan'), { mount: 'agency' });
  const add = (status: number): Promise<unknown> =>
    sql(
      `insert into agent_contract_papers (agency_id, id, title, status, agent_id, signed_at, scan_id)
        values ($1, gen_random_uuid(), 'CDI scanné', $4, $2, now(), $3)`,
      [agency.id, left, scan.id, status],
    );
  const seen = async (): Promise<[boolean, boolean]> => [
    told(await gapsFor(), left).some((kind) => kind.startsWith('CONTRACT')),
    Object.keys((await fileOf('owner')).files).some((name) => name.endsWith('CDI scanné.pdf')),
  ];
  // Cancelled since: it was signed, and is not any more.
  await add(600);
  expect(await seen()).toEqual([true, false]);
  await add(250);
  expect(await seen()).toEqual([false, true]);
});

test('the right to export opens it; contracts and payslips ask for their own right besides', async () => {
  for (const who of ['agent', 'customer', 'foreignOwner'] as const) expect((await fileOf(who)).status).toBe(403);
  const { status, files } = await fileOf(clerk);
  expect(status).toBe(200);
  const names = Object.keys(files).join('\n');
  expect(names).toContain('Cartes professionnelles.csv');
  for (const hidden of ['Contrats de travail', 'Clients', 'Bulletins']) expect(names).not.toContain(hidden);
  expect(files['00 - Sommaire.html']?.toString()).toContain('Non joint');
  expect((await gapsFor(clerk)).some(({ kind }) => kind === 'CONTRACT_ABSENT' || kind === 'SERVICE_ABSENT')).toBe(
    false,
  );
  // Another agency has its own people only.
  const theirs = await fileOf('foreignOwner', here.otherAgency.id);
  expect(
    Object.values(theirs.files)
      .map(String)
      .join('\n')
      .match(/Agent Numéro|=Parti|GARDE PLUS/),
  ).toBeNull();
});

test('a period is read month by month', () => {
  expect(monthsOf({ start: '2026-01-30', end: '2026-03-02' })).toEqual([
    { start: '2026-01-30', end: '2026-01-31' },
    { start: '2026-02-01', end: '2026-02-28' },
    { start: '2026-03-01', end: '2026-03-02' },
  ]);
  expect(monthsOf({ start: '2026-02-03', end: '2026-02-03' })).toHaveLength(1);
});

test.each([
  ['../../etc/passwd', '_.._etc_passwd'],
  ['CON: "a" | b?', 'CON_ _a_ _ b_'],
  ['...', '_'],
  ['a\u0000b\n', 'a_b_'],
])('what people typed is one segment of a path: %j', (typed, name) => {
  expect(segment(typed)).toBe(name);
});
