// A new scalar column of a service needs only its field and its migration.
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { text } from '#core/kernel/field.ts';
import { Service } from '#core/planning/service.ts';

// Change both before anything derived from the declaration is loaded.
Object.assign(Service, {
  fields: { ...Service.fields, orderNumber: text('Numéro de commande', { section: 'Service', max: 40 }) },
});
const migration = 'alter table services add column order_number text;';

const { Agent } = await import('#core/agents/agent.ts');
const { cloneServices, publishServices } = await import('#core/planning/calls.ts');
const { correctService } = await import('#core/planning/lifecycle-calls.ts');
const { migrate, migrationsFolder } = await import('#server/db/migrate.ts');
const { endpointOf } = await import('#server/testing/client.ts');
const { at, plannerOf } = await import('#server/testing/planner.ts');
const { world } = await import('#server/testing/world.ts');

const first = await world();
const { people, sql, environment } = first;
const folder = await mkdtemp(join(tmpdir(), 'vigie-migrations-'));
afterAll(() => rm(folder, { recursive: true }));
await cp(migrationsFolder, folder, { recursive: true });

async function migrated(name: string, text: string, before = 'select'): Promise<void> {
  await writeFile(join(folder, name), text);
  const client = new pg.Client({ connectionString: environment.databaseUrl as string });
  await client.connect();
  await client.query(before);
  await migrate(client, environment.secret, { folder });
  // The next server reads the project's own migrations.
  await client.query('delete from migrations where name = $1', [name]);
  await client.end();
  await rm(join(folder, name));
}
await migrated('9998-order-number.sql', migration);

// A server that starts on the migrated database, as after an upgrade.
const here = { ...first, ...(await first.another()) };
const { as } = here;
const { site, card, created, service, read, guard, saved } = await plannerOf(here);
const owner = as('owner');
const agent = people.agent.profile?.id as string;
await saved(Agent, {
  id: agent,
  agentInfos: {
    ...card(),
    contracts: [{ type: 'CDI', startDate: '2020-01-01', hoursLimit: 35, period: 'WEEK' }],
  },
});
const numberOf = async (id: string): Promise<unknown> => (await read(id)).orderNumber;
const ownPath = async (id: string): Promise<unknown> =>
  (await as('agent').answer(endpointOf(Service, 'read'), { mount: 'agent', params: { id } })).body.service?.orderNumber;

test('a new column of services is part of save, copy, publication and the agent’s own path', async () => {
  const day = '2027-02-02';
  const id = await created(service(day, '08:00', '12:00', [agent], { orderNumber: 'BC-17' }));
  expect(await numberOf(id)).toBe('BC-17');
  const copies = [{ service: id, startAt: at('2027-02-09', '08:00'), minutes: 240, agents: [await guard()] }];
  const cloned = await owner.call(cloneServices, { input: { copies, confirmed: true } });
  expect(await numberOf(cloned.services[0]?.id as string)).toBe('BC-17');

  expect(await ownPath(id)).toBeUndefined();
  await owner.call(publishServices, { input: { services: [id] } });
  expect(await ownPath(id)).toBe('BC-17');
  const { status } = await owner.answer(endpointOf(Service, 'save'), {
    mount: 'agency',
    input: { id, orderNumber: 'BC-18' },
  });
  expect([status, await ownPath(id)]).toEqual([200, 'BC-18']);
  // The view of planned and published services has it too.
  expect(await sql('select order_number from seen_services where id = $1', [id])).toEqual([{ order_number: 'BC-18' }]);
  // Publishing again updates the existing row.
  await owner.answer(endpointOf(Service, 'save'), {
    mount: 'agency',
    input: { id, orderNumber: 'BC-19', site: { id: site }, endAt: at(day, '13:00'), confirmed: true },
  });
  await owner.call(publishServices, { input: { services: [id] } });
  expect(await ownPath(id)).toBe('BC-19');

  // A finished service freezes it, in the server and in the database; a correction writes it.
  await sql('update services set status = 300 where id = $1', [id]);
  const refused = await owner.answer(endpointOf(Service, 'save'), {
    mount: 'agency',
    input: { id, orderNumber: null },
  });
  expect([refused.status, refused.body.violations[0].path]).toEqual([409, 'orderNumber']);
  await expect(
    here.database.platform.query('update services set order_number = null where id = $1', [id]),
  ).rejects.toMatchObject({ code: 'VF409' });
  const input = { reason: 'Mauvaise commande', service: { orderNumber: 'BC-20' } };
  await owner.call(correctService, { params: { id }, input: input as never });
  expect(await numberOf(id)).toBe('BC-20');
});

test('rows published before the migration take the column from their service', async () => {
  const id = await created(service('2027-03-02', '08:00', '12:00', [agent]));
  await owner.call(publishServices, { input: { services: [id] } });
  // The database owner sees every agency during the migration.
  await migrated(
    '9999-zone.sql',
    `alter table services add column zone text; update services set zone = 'Nord';`,
    'alter table services no force row level security',
  );
  expect(await sql('select zone from published_services where id = $1', [id])).toEqual([{ zone: 'Nord' }]);
});
