// Files of a record: a single file, a list of files, files in its lines.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StoredFile } from '#core/kernel/field.ts';
import { Problem } from '#core/kernel/problem.ts';
import { listedSchema, rowSchema } from '#core/kernel/schema.ts';
import { type Context, nobody } from '#server/db/context.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { migratedDatabase } from '#server/testing/database.ts';
import type { Call, RawJson } from './call.ts';
import { Crate, fixtureExtensions, fixtureTables, Keeper } from './fixtures.ts';
import { list, read } from './list.ts';
import { type Plan, planOf } from './plan.ts';
import { save } from './save.ts';

let database: Database;
const [agency, otherAgency, user, stranger] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const crates = planOf(Crate, fixtureExtensions.crate ?? {}, (name) => (name === 'crate' ? Crate : Keeper));

beforeAll(async () => {
  const ownerUrl = await migratedDatabase();
  database = await openDatabase({ ownerUrl, secret: 'test' });
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(fixtureTables(database.roles.app));
  await owner.end();
  await database.platform.query(`insert into agencies (id, name) values ($1, 'A'), ($2, 'B')`, [agency, otherAgency]);
  await database.platform.query(
    `insert into users (id, email, firstname, lastname) values ($1, 'a@vigie.example', 'A', 'A'), ($2, 'b@vigie.example', 'B', 'B')`,
    [user, stranger],
  );
});
afterAll(() => database.close());

interface FiledCrate {
  id: string;
  cover: StoredFile | null;
  papers: StoredFile[];
  items: { id: string; name: string; proof: StoredFile | null }[];
}

type Work = (plan: Plan, call: Call) => Promise<RawJson | undefined>;

async function run(
  work: Work,
  more: { input?: unknown; params?: unknown },
  who: Partial<Context> = {},
): Promise<Record<string, unknown>> {
  const context = { ...nobody, agency, user, ...who };
  const rights = new Set(['listSites', 'createSite', 'editSite']);
  const caller = { userId: context.user, name: 'Anne Onyme', acting: null };
  const call = {
    caller,
    profile: null,
    asker: { platform: null, profile: { rights, isOwner: false, kind: 'AGENCY' } },
    context,
    // The row policies alone decide on files here.
    services: { filesSeen: () => 'true' },
    now: new Date(),
    ...more,
  };
  const answer = await database.transaction(context, (db) => work(crates, { ...call, db } as unknown as Call));
  return JSON.parse(answer?.text ?? '{}');
}
const pack = async (input: object, who: Partial<Context> = {}): Promise<FiledCrate> =>
  (await run(save, { input }, who)).crate as FiledCrate;

async function stored(name: string, mimeType = 'image/png', by = user, of = agency): Promise<StoredFile> {
  const id = randomUUID();
  await database.platform.query(
    `insert into files (agency_id, id, name, mime_type, size, hash, uploaded_by) values ($1, $2, $3, $4, 12, $6, $5)`,
    [of, id, name, mimeType, by, `hash of ${id}`],
  );
  return { id, name, mimeType, size: 12, url: `/agency/${of}/file/${id}` };
}

test('a record returns its file, its files in order, and the files of its lines', async () => {
  const [cover, proof, one, two] = [
    await stored('couverture.png'),
    await stored('preuve.pdf', 'application/pdf'),
    await stored('z.txt'),
    await stored('a.txt'),
  ];
  const draft = {
    label: randomUUID(),
    cover: { ...cover, name: 'ignored' },
    papers: [one, two],
    items: [{ name: 'Radio', proof: { id: proof.id } }, { name: 'Lampe' }],
  };
  const crate = await pack(draft);
  rowSchema(Crate).parse(crate);
  expect(crate).toMatchObject({
    cover,
    papers: [one, two],
    items: [
      { name: 'Radio', proof },
      { name: 'Lampe', proof: null },
    ],
  });
  const edited = await pack({ id: crate.id, papers: [two, one, two] });
  expect(edited).toMatchObject({ cover, papers: [two, one], items: crate.items });
  const line = crate.items[0];
  expect(
    await pack({ id: crate.id, cover: null, papers: null, items: [{ id: line?.id, name: 'Radio' }] }),
  ).toMatchObject({ cover: null, papers: [], items: [{ proof }] });
});

test('a list shows files too', async () => {
  const [cover, paper] = [await stored('une.png'), await stored('deux.png')];
  const { id } = await pack({ label: randomUUID(), cover, papers: [paper] });
  const { crates: rows } = (await run(list, { input: { limit: 5_000 } })) as { crates: FiledCrate[] };
  for (const row of rows) listedSchema(Crate).parse(row);
  expect(rows.find((row) => row.id === id)).toMatchObject({ cover, papers: [paper] });
});

test('the address of a file starts with the prefix of the reader', async () => {
  const file = await stored('une.png');
  const { id } = await pack({ label: randomUUID(), cover: file });
  const under = async (who: Partial<Context>): Promise<string | undefined> =>
    ((await run(read, { params: { id } }, who)).crate as FiledCrate).cover?.url;
  const [agent, customer] = [randomUUID(), randomUUID()];
  expect(await under({ agent })).toBe(`/agency/${agency}/agent/${agent}/file/${file.id}`);
  expect(await under({ customer })).toBe(`/agency/${agency}/customer/${customer}/file/${file.id}`);
  expect(await under({})).toBe(`/agency/${agency}/file/${file.id}`);
});

test('a file that the caller cannot see is refused on its field, and accepted once a record he sees holds it', async () => {
  const [theirs, foreign] = [
    await stored('b.png', 'image/png', stranger),
    await stored('c.png', 'image/png', user, otherAgency),
  ];
  const label = randomUUID();
  const refused = await pack({ label, cover: theirs, papers: [foreign], items: [{ name: 'x', proof: theirs }] }).catch(
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(Problem);
  expect((refused as Problem).details.violations).toEqual(
    ['cover', 'papers.0', 'items.0.proof'].map((path) => ({ path, message: 'Fichier introuvable' })),
  );
  await pack({ label, cover: theirs }, { user: stranger });
  expect((await pack({ label: randomUUID(), cover: theirs })).cover).toEqual(theirs);
});

test('a picture field accepts only images', async () => {
  const file = await stored('a.pdf', 'application/pdf');
  const refused = await pack({ label: randomUUID(), cover: file, papers: [file] }).catch((error: unknown) => error);
  expect((refused as Problem).details.violations).toEqual([{ path: 'cover', message: 'Image attendue' }]);
});
