import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { Specialty } from '#core/agencies/specialty.ts';
import { Agent } from '#core/agents/agent.ts';
import { Customer } from '#core/customers/customer.ts';
import { Site } from '#core/sites/site.ts';
import { everythingIn } from '#server/testing/aims.ts';
import type { Client } from '#server/testing/client.ts';
import { callsOf, endpointOf, importerOf, type Row, word } from '#server/testing/importing.ts';
import type { PersonName } from '#server/testing/people.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, agency, sql, jobsDone } = here;
const { saved, bring, check, run, found } = importerOf(here);

describe('collaborators', () => {
  test('are imported with dates, choices, phones, specialties, search words and history', async () => {
    const mark = word();
    const specialty = await saved(Specialty, { name: `SSIAP ${mark}` });
    const heads = ['Nom', 'Prénom', 'Courriel', 'Téléphone', 'Né(e) le', 'Type', 'Spécialités', 'CP', 'Planifiable'];
    const brought = await bring(Agent, heads, [
      [
        `Durand ${mark}`,
        'Zoé',
        `zoe.${mark}@exemple.fr`,
        '612345678',
        '29/02/1988',
        'intérimaire',
        specialty.name as string,
        '06000',
        'non',
      ],
      [`Martin ${mark}`, 'Paul', '', '', '', '', '', '', ''],
      ['', '', '', '', '', '', '', '', ''],
    ]);
    const before = await everythingIn(here);
    expect(await check(Agent, brought)).toEqual({
      total: 3,
      created: 2,
      updated: 0,
      skipped: 0,
      problemCount: 0,
      problems: [],
      known: [],
    });
    expect(await everythingIn(here), 'the trial wrote something').toEqual(before);
    expect(await run(Agent, brought)).toMatchObject({ state: 'done', done: 3, outcome: { created: 2 } });
    const [zoe, paul] = (await found(Agent, mark))
      .toSorted((one, two) => String(one.fullname).localeCompare(String(two.fullname)))
      .reverse();
    const read = await as('owner').call(endpointOf(Agent, 'read'), { mount: 'agency', params: { id: zoe?.id ?? '' } });
    expect((read as { agent: Row }).agent).toMatchObject({
      firstname: 'Zoé',
      status: 100,
      phone: ['0612345678'],
      address: { zipcode: '06000', country: 'FR' },
      agentInfos: {
        birthDate: '1988-02-29',
        type: 'TEMPORARY',
        plannable: false,
        rating: 3,
        specialties: [{ id: specialty.id, name: specialty.name }],
      },
    });
    expect(paul).toMatchObject({ fullname: `Paul Martin ${mark}` });
    const [rights] = await sql<{ rights: string[] }>('select rights from agents where id = $1', [zoe?.id]);
    expect(rights?.rights.length).toBeGreaterThan(0);
    const lines = await sql<{ action: string; author: string; changes: Record<string, { after: unknown }> }>(
      'select action, author, changes from audit where entity_id = $1',
      [zoe?.id],
    );
    expect(lines).toMatchObject([{ action: 'import', author: 'Owner Test' }]);
    expect(lines[0]?.changes['agentInfos.specialties']?.after).toEqual([{ id: specialty.id, name: specialty.name }]);
    expect(await sql(`select entity, action from audit where entity_id = $1`, [brought.id])).toEqual([
      { entity: 'import', action: 'import' },
    ]);
    expect(await sql('select 1 from import_pieces where import_id = $1', [brought.id])).toEqual([]);
  });

  test('sealed values are sealed, in the pieces too, and absent from the history', async () => {
    const mark = word();
    const brought = await bring(Agent, ['Nom', 'Prénom', 'NIR'], [[mark, 'Léa', '1 85 05 78 006 084 91']]);
    const [piece] = await sql<{ content: Buffer }>('select content from import_pieces where import_id = $1', [
      brought.id,
    ]);
    expect(piece?.content.includes(mark)).toBe(false);
    expect(await run(Agent, brought)).toMatchObject({ state: 'done' });
    const [row] = await sql<{ kept: string; changes: string }>(
      `select a.social_security_number as kept, (select changes::text from audit where entity_id = a.id) as changes from agents a where lastname = $1`,
      [mark],
    );
    expect(row?.kept).not.toContain('185057800608491');
    expect(row?.changes).not.toContain('185057800608491');
  });

  test('are recognised by number, address or name and birth date: skipped, or updated from the file', async () => {
    const mark = word();
    const infos = { birthDate: '1990-03-01', registrationNumber: `M${mark}` };
    const one = await saved(Agent, {
      lastname: mark,
      firstname: 'Ana',
      email: `${mark}@exemple.fr`,
      agentInfos: infos,
    });
    const heads = ['Nom', 'Prénom', 'Matricule', 'E-mail', 'Né(e) le', 'Fonction'];
    const rows = [
      ['Autre', 'Nom', `m${mark}`, '', '', 'Par matricule'],
      [mark.toUpperCase(), 'ANA', '', '', '01/03/1990', 'Par naissance'],
    ];
    const skipping = await bring(Agent, heads, rows.slice(0, 1));
    expect(await check(Agent, skipping)).toMatchObject({ created: 0, skipped: 1, known: [0] });
    const updating = await bring(Agent, heads, rows.slice(1), { duplicates: 'update' });
    expect(await run(Agent, updating)).toMatchObject({ state: 'done', outcome: { created: 0, updated: 1 } });
    const [row] = await sql<{ position: string; email: string; version: number }>(
      'select position, email, version from agents where id = $1',
      [one.id],
    );
    expect(row).toEqual({ position: 'Par naissance', email: `${mark}@exemple.fr`, version: 2 });
    const mail = await bring(Agent, heads, [['X', 'Y', '', `${mark.toUpperCase()}@exemple.fr`, '', '']]);
    expect(await check(Agent, mail)).toMatchObject({ skipped: 1 });
    // Both rows name the same record, by different values.
    const both = await bring(Agent, heads, rows, { duplicates: 'update' });
    expect(await check(Agent, both)).toMatchObject({ updated: 1, problems: [{ row: 1, reason: 'alreadyExists' }] });
  });
});

describe('customers and sites', () => {
  test('a customer is recognised by his e-mail address or his SIRET, in the agency and in the file', async () => {
    const mark = word();
    const heads = ['Raison sociale', 'E-mail', 'SIRET'];
    const rows = [
      [`Port ${mark}`, `port@${mark}.fr`, ''],
      [`Port ${mark} bis`, `PORT@${mark}.fr`, ''],
      [`Phare ${mark}`, '', '73282932000074'],
      [`Phare ${mark} bis`, '', '73282932000074'],
    ];
    const twice = await bring(Customer, heads, rows);
    expect(await check(Customer, twice)).toMatchObject({
      created: 2,
      problems: [
        { row: 1, message: 'Répète la ligne 1 du fichier', reason: 'alreadyExists' },
        { row: 3, message: 'Répète la ligne 3 du fichier', reason: 'alreadyExists' },
      ],
    });
    expect(await run(Customer, await bring(Customer, heads, [rows[0], rows[2]] as string[][]))).toMatchObject({
      state: 'done',
    });
    expect(await check(Customer, await bring(Customer, heads, [rows[1], rows[3]] as string[][]))).toMatchObject({
      created: 0,
      skipped: 2,
    });
  });

  test('customers get consecutive numbers, sites their short names; a customer is found by name or number', async () => {
    const mark = word();
    const customers = await bring(
      Customer,
      ['Raison sociale', 'Ville', 'Type'],
      [
        [`Port ${mark}`, 'Nice', 'Association'],
        [`Phare ${mark}`, 'Nice', ''],
        [`Quai ${mark}`, '', ''],
      ],
    );
    expect(await run(Customer, customers)).toMatchObject({ state: 'done' });
    const rows = await found(Customer, mark);
    const numbers = rows.map((row) => Number(/(\d+)$/.exec(String((row.customerInfos as Row).customerNumberId))?.[1]));
    expect(Math.max(...numbers) - Math.min(...numbers)).toBe(2);
    const port = rows.find(({ name }) => name === `Port ${mark}`) as Row;
    expect(port).toMatchObject({ type: 300 });
    const number = (port.customerInfos as { customerNumberId: string }).customerNumberId;
    const sites = await bring(
      Site,
      ['Nom du site', 'Client'],
      [
        [`Jetée ${mark}`, `PHARE ${mark}`],
        [`Jetée ${mark}`, number],
      ],
    );
    expect(await run(Site, sites)).toMatchObject({ state: 'done', outcome: { created: 2 } });
    const slugs = await sql<{ slug: string }>('select slug from sites where name = $1 order by slug', [
      `Jetée ${mark}`,
    ]);
    expect(slugs.map(({ slug }) => slug)).toEqual([`jetee-${mark}`, `jetee-${mark}-2`]);
    const again = await bring(Site, ['Nom du site', 'Client'], [[`jetee ${mark}`, `Phare ${mark}`]]);
    expect(await check(Site, again)).toMatchObject({ created: 0, skipped: 1 });
  });

  test('a known site is updated by the columns of its file; the others stay', async () => {
    const mark = word();
    const name = `Môle ${mark}`;
    const address = { street: '1 quai', zipcode: null, city: null, country: 'FR' };
    const { id } = await saved(Site, { name, customer: { id: here.customer.id }, address, comments: 'Sonnez' });
    const heads = ['Nom du site', 'Client', 'Ville'];
    const rows = [
      [name, here.customer.name, 'Évian'],
      [`Digue ${mark}`, here.customer.name, 'Nice'],
    ];
    const brought = await bring(Site, heads, rows, { duplicates: 'update' });
    expect(await run(Site, brought)).toMatchObject({ state: 'done', outcome: { created: 1, updated: 1 } });
    expect(await found(Site, mark)).toHaveLength(2);
    const read = await as('owner').call(endpointOf(Site, 'read'), { mount: 'agency', params: { id } });
    expect((read as { site: Row }).site).toMatchObject({
      ...{ name, version: 2, comments: 'Sonnez' },
      address: { street: '1 quai', city: 'Évian' },
    });
  });

  test('a refusal of the database is reported, and nothing is written', async () => {
    const mark = word();
    await saved(Customer, { name: `Un ${mark}`, customerInfos: { customerNumberId: `N-${mark}` } });
    // The same number in another spelling is the same customer; a slug identifies no record.
    const brought = await bring(
      Site,
      ['Nom', 'Client', 'Identifiant court'],
      [
        [`A ${mark}`, `Un ${mark}`, `pris-${mark}`],
        [`B ${mark}`, `Un ${mark}`, `pris-${mark}`],
      ],
    );
    const outcome = await check(Site, brought);
    expect(outcome).toMatchObject({ problemCount: 1, problems: [{ row: null }] });
    expect(outcome.problems[0]?.message).toContain('Valeur déjà utilisée');
    expect(await run(Site, brought)).toMatchObject({ state: 'failed' });
    expect(await found(Site, mark)).toEqual([]);
  });
});

describe('an import', () => {
  test('the column mapping is remembered for the agency and the kind', async () => {
    const mark = word();
    const first = await bring(
      Site,
      [`Lieu ${mark}`, `Payeur ${mark}`, `Divers ${mark}`],
      [[`A ${mark}`, here.customer.name, 'x']],
    );
    expect(first.settings.mapping).toEqual([null, null, null]);
    const settings = { mapping: ['name', 'customer', null], duplicates: 'skip' as const };
    expect(await run(Site, { ...first, settings })).toMatchObject({ state: 'done' });
    const next = await bring(Site, [`LIEU ${mark}`, `payeur ${mark} *`, `Divers ${mark}`], [['B', 'C', 'D']]);
    expect(next.settings.mapping).toEqual(['name', 'customer', null]);
    const other = await bring(Customer, [`Lieu ${mark}`], [['B']]);
    expect(other.remembered).toEqual({});
  });

  test('the same key is the same import; a finished import does not run again', async () => {
    const mark = word();
    const brought = await bring(Site, ['Nom', 'Client'], [[`A ${mark}`, here.customer.name]]);
    const options = { params: { id: brought.id }, input: brought.settings, key: randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => as('owner').call(callsOf(Site).run, options)));
    await jobsDone();
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await found(Site, mark)).toHaveLength(1);
    expect((await as('owner').answer(callsOf(Site).run, { ...options, key: randomUUID() })).status).toBe(409);
    expect(await found(Site, mark)).toHaveLength(1);
  });

  test('belongs to its author and to one kind', async () => {
    const { id } = await bring(Site, ['Nom'], [['A']]);
    expect((await as('staff').answer(callsOf(Site).read, { params: { id } })).status).toBe(404);
    expect((await as('owner').answer(callsOf(Customer).read, { params: { id } })).status).toBe(404);
  });

  test('needs the right of each column, and the right to edit if it updates known records', async () => {
    const hire = async (...rights: string[]): Promise<Client> =>
      as(await here.hire(word(), { of: 'azur', rights: rights as never }));
    const clerk = await hire('createAgent');
    const secret = await bring(Agent, ['Nom', 'Prénom', 'NIR'], [['A', 'B', '']], { who: clerk });
    const ask = (settings: object) =>
      clerk.answer(callsOf(Agent).check, { params: { id: secret.id }, input: { ...secret.settings, ...settings } });
    expect(await ask({})).toMatchObject({ status: 403, body: { right: 'readAgentSecrets' } });
    const plain = { mapping: ['lastname', 'firstname', null] };
    expect((await ask(plain)).status).toBe(200);
    expect(await ask({ ...plain, duplicates: 'update' })).toMatchObject({ status: 403, body: { right: 'editAgent' } });
  });

  test('five thousand rows are imported in one job, without a query per row', async () => {
    const mark = word();
    const rows = Array.from({ length: 5_000 }, (_, index) => [
      `${mark} ${index}`,
      'Ana',
      `${mark}.${index}@exemple.fr`,
    ]);
    const brought = await bring(Agent, ['Nom', 'Prénom', 'E-mail'], rows, { by: 500 });
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    const done = await run(Agent, brought);
    const questions = asked.mock.calls.length;
    asked.mockRestore();
    expect(done).toMatchObject({ state: 'done', done: 5_000, outcome: { created: 5_000 } });
    const [counted] = await sql<{ count: number }>(
      'select count(*)::integer as count from agents where agency_id = $1 and lastname like $2',
      [agency.id, `${mark}%`],
    );
    expect(counted?.count).toBe(5_000);
    expect(questions).toBeLessThan(1_000);
  });
});

test.each<[PersonName]>([['agent'], ['customer'], ['powerless']])('%s cannot import', async (name) => {
  const answer = await as(name).answer(callsOf(Site).start, {
    mount: 'agency',
    params: { agencyId: agency.id },
    input: { fileName: 'a.csv', heads: ['Nom'], rowCount: 1 },
  });
  expect(answer.status).toBe(403);
});
