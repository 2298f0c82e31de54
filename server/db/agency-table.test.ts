// agency_table(), called by the migration of a new entity, tested on temporary tables.
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '#server/testing/database.ts';
import type { Context } from './context.ts';
import { type Database, openDatabase } from './database.ts';

let database: Database;
let owner: pg.Client;
const ours = crypto.randomUUID();
const theirs = crypto.randomUUID();
const agent = crypto.randomUUID();
const customer = crypto.randomUUID();
const row = crypto.randomUUID();

beforeAll(async () => {
  const ownerUrl = await freshDatabase();
  database = await openDatabase({ ownerUrl, secret: 'test' });
  owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await database.platform.query(`insert into agencies (id, name) values ('${ours}', 'A'), ('${theirs}', 'B')`);
});
afterAll(async () => {
  await owner.end();
  await database.close();
});

const whole = (agency: string = ours): Context => ({ agency, agent: null, customer: null, user: null });
const paths: Record<string, Context> = {
  whole: whole(),
  agent: { ...whole(), agent },
  customer: { ...whole(), customer },
  theirs: whole(theirs),
};

async function make(name: string, options = '', columns = ''): Promise<void> {
  await owner.query(`create table ${name} (agency_id uuid not null references agencies (id), id uuid not null,
    agent_id uuid, note text, ${columns} primary key (agency_id, id)); select agency_table('${name}'${options})`);
  await database.platform.query(
    `insert into ${name} (agency_id, id, agent_id) values ('${ours}', '${row}', '${agent}')`,
  );
}

/** The paths on which the statement reaches the row. */
async function touching(statement: string): Promise<string[]> {
  const found: string[] = [];
  for (const [name, context] of Object.entries(paths)) {
    const touched = await database
      .transaction(context, async (db) => {
        const rows = await db.query({ text: statement });
        throw { rows };
      })
      .catch((thrown: { rows?: unknown[]; code?: string }) => {
        if (thrown.rows) return thrown.rows.length > 0;
        // 42501: refused by a policy or a missing grant.
        expect(thrown.code, `${name}: ${statement}`).toBe('42501');
        return false;
      });
    if (touched) found.push(name);
  }
  return found;
}
const insert = (table: string): string =>
  `insert into ${table} (agency_id, id, agent_id) values ('${ours}', '${crypto.randomUUID()}', '${agent}') returning 1`;

test('by default, users of the whole agency read and write, and nobody else sees anything', async () => {
  await make('plain');
  for (const statement of [
    'select 1 from plain',
    insert('plain'),
    `update plain set note = '' returning 1`,
    'delete from plain returning 1',
  ])
    expect(await touching(statement), statement).toEqual(['whole']);
  const { rows } = await owner.query(
    `select relrowsecurity, relforcerowsecurity from pg_class where relname = 'plain'`,
  );
  expect(rows).toEqual([{ relrowsecurity: true, relforcerowsecurity: true }]);
});

test('on their own path, readers see the rows of `reads`, and can neither write nor remove', async () => {
  await make('readable', `, reads => 'app_customer() is null and agent_id = app_agent()'`);
  expect(await touching('select 1 from readable')).toEqual(['whole', 'agent']);
  expect(await touching(insert('readable'))).toEqual(['whole']);
  expect(await touching(`update readable set note = '' returning 1`)).toEqual(['whole']);
  expect(await touching('delete from readable returning 1')).toEqual(['whole']);
});

test('`writes` and `removes` allow writing and removing on the same path', async () => {
  const own = `'app_customer() is null and agent_id = app_agent()'`;
  await make('owned', `, reads => ${own}, writes => ${own}, removes => ${own}`);
  for (const statement of [
    'select 1 from owned',
    insert('owned'),
    `update owned set note = '' returning 1`,
    'delete from owned returning 1',
  ])
    expect(await touching(statement), statement).toEqual(['whole', 'agent']);
});

test('`true` opens a list to each path of the agency; branches distinguish agents and customers', async () => {
  await make('listed', `, reads => 'true'`);
  expect(await touching('select 1 from listed')).toEqual(['whole', 'agent', 'customer']);
  await make('branched', `, reads => 'when app_customer() is not null then true else false'`);
  expect(await touching('select 1 from branched')).toEqual(['whole', 'customer']);
});

test('`grants` prevents removal by anybody', async () => {
  await make('kept', `, grants => 'select, insert'`);
  expect(await touching(insert('kept'))).toEqual(['whole']);
  expect(await touching('delete from kept returning 1')).toEqual([]);
});

test('a reader of a row sees its file, without further declarations', async () => {
  await make('illustrated', '', 'file_id uuid, foreign key (agency_id, file_id) references files (agency_id, id),');
  const file = crypto.randomUUID();
  await database.platform.query(
    `insert into files (agency_id, id, name, mime_type, size, hash) values ('${ours}', '${file}', 'a.pdf', 'application/pdf', 1, 'h')`,
  );
  expect(await touching(`select 1 from files where id = '${file}'`)).toEqual([]);
  await database.platform.query(`update illustrated set file_id = '${file}'`);
  expect(await touching(`select 1 from files where id = '${file}'`)).toEqual(['whole']);
});

test('a table whose primary key does not begin with the agency is refused', async () => {
  await owner.query('create table wrong (id uuid primary key, agency_id uuid not null)');
  await expect(owner.query(`select agency_table('wrong')`)).rejects.toThrow(
    'the primary key of wrong must begin with agency_id',
  );
});
