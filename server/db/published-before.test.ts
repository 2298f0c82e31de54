// An installation that grew up before 0042-told-services.sql: what it had published is told as it was.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from '#server/testing/database.ts';
import { openDatabase } from './database.ts';

const migrations = join(import.meta.dirname, '../../db/migrations');

test('what was published before is told as it was, and a stop is as published as its circuit', async () => {
  const ownerUrl = await freshDatabase();
  const later = (await readdir(migrations)).filter((name) => name >= '0042');
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query('create table migrations (name text primary key, ran_at timestamptz not null default now())');
  await owner.query('insert into migrations (name) select unnest($1::text[])', [later]);
  const before = await openDatabase({ ownerUrl, secret: 'test' });
  const ask = async (text: string): Promise<Record<string, unknown>[]> => (await before.platform.query(text)).rows;
  const [a, b, site, kept, moved, draft, tour, stop] = Array.from({ length: 8 }, () => crypto.randomUUID());
  await ask(`insert into agencies (id, name) values ('${a}', 'A')`);
  await ask(`insert into customers (agency_id, id, name) values ('${a}', '${a}', 'Client')`);
  await ask(
    `insert into sites (agency_id, id, customer_id, name, slug) values ('${a}', '${site}', '${a}', 'Site', 's')`,
  );
  await ask(
    `insert into agents (agency_id, id, firstname, lastname) values ('${a}', '${a}', 'A', 'B'), ('${a}', '${b}', 'C', 'D')`,
  );
  const hours = `'2027-01-12T08:00Z', '2027-01-12T18:00Z'`;
  await ask(`insert into services (agency_id, id, reference, site_id, start_at, end_at) values
    ('${a}', '${kept}', 'S1', '${site}', ${hours}), ('${a}', '${moved}', 'S2', '${site}', ${hours}), ('${a}', '${draft}', 'S3', '${site}', ${hours})`);
  await ask(
    `insert into services (agency_id, id, reference, site_id, start_at, end_at, is_circuit) values ('${a}', '${tour}', 'T1', '${site}', ${hours}, true)`,
  );
  await ask(
    `insert into services (agency_id, id, circuit_id, site_id, start_at, end_at) values ('${a}', '${stop}', '${tour}', '${site}', ${hours})`,
  );
  for (const one of [kept, moved, draft, tour, stop])
    await ask(`insert into service_agents (agency_id, service_id, agent_id) values ('${a}', '${one}', '${a}')`);
  await ask(
    `update services s set published_at = now(), published = service_facts(s) where id in ('${kept}', '${moved}', '${tour}')`,
  );
  // As stops were published then.
  await ask(`update services set published_at = now() where id = '${stop}'`);
  // Since then: later, and by somebody else.
  await ask(`update services set start_at = '2027-01-12T10:00Z', comment = 'Clés' where id = '${moved}'`);
  await ask(`update service_agents set agent_id = '${b}' where service_id = '${moved}'`);
  await before.close();
  await owner.query('delete from migrations where name = any ($1)', [later]);
  await owner.end();

  const after = await openDatabase({ ownerUrl, secret: 'test' });
  const told = await after.platform.query(
    `select t.id, extract(hour from t.start_at at time zone 'UTC')::integer as hour, t.comment, t.publication, t.gone,
        array(select h.agent_id from told_service_agents h where h.agency_id = t.agency_id and h.service_id = t.id) as agents
      from told_services t`,
  );
  const asTold = { hour: 8, comment: null, publication: 'PUBLISHED', gone: false, agents: [a] };
  expect(new Map(told.rows.map(({ id, ...row }) => [id, row]))).toEqual(
    new Map<unknown, object>([
      [kept, asTold],
      [moved, { ...asTold, comment: 'Clés' }],
      [tour, asTold],
      [stop, asTold],
    ]),
  );
  const stands = await after.platform.query('select id, publication, published is not null as known from services');
  expect(new Map(stands.rows.map(({ id, publication, known }) => [id, [publication, known]]))).toEqual(
    new Map([
      [kept, ['PUBLISHED', true]],
      [moved, ['CHANGED', true]],
      [draft, ['DRAFT', false]],
      [tour, ['PUBLISHED', true]],
      [stop, ['PUBLISHED', true]],
    ]),
  );
  await after.close();
});
