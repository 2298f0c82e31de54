// A new entity needs a declaration, a migration, its rights and a route (CONTRIBUTING.md); the rest is derived. This test
// uses an entity that is in no registry of the product. Its route: app/new-entity.test.tsx.
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { allEntities } from '#core/entities.ts';
import type { Endpoint, Operation } from '#core/kernel/endpoint.ts';
import { entityEndpoints } from '#core/kernel/entity-endpoints.ts';
import { Problem } from '#core/kernel/problem.ts';
import { Vehicle } from '#core/kernel/testing/vehicle.ts';
import { erasePerson, previewErasure } from '#core/privacy/person.ts';
import { assemble } from '#server/assemble.ts';
import { extend, type Module, module } from '#server/kernel/module.ts';
import * as modules from '#server/modules.ts';
import { collect } from '#server/privacy/export.ts';
import { subjectOf } from '#server/privacy/subject.ts';
import { compare } from '#server/testing/matrix.ts';
import { actsOf } from '#server/testing/requests.ts';
import { asDraft, fullDraft } from '#server/testing/samples.ts';
import { notKeptUnique } from '#server/testing/unique.ts';
import { wallOf } from '#server/testing/wall.ts';
import { world } from '#server/testing/world.ts';

/** Like a file of db/migrations. */
const migration = `
  create table vehicles (
    agency_id uuid not null references agencies (id) on delete cascade,
    id uuid not null,
    plate text not null,
    driver_id uuid,
    mileage integer,
    status integer not null default 100 check (status in (100, 300)),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    version integer not null default 1,
    primary key (agency_id, id),
    foreign key (agency_id, driver_id) references agents (agency_id, id)
  );
  create index vehicles_driver on vehicles (agency_id, driver_id);
  create table vehicle_papers (
    agency_id uuid not null,
    vehicle_id uuid not null,
    file_id uuid not null,
    rank integer not null default 0,
    primary key (agency_id, vehicle_id, file_id),
    foreign key (agency_id, vehicle_id) references vehicles (agency_id, id) on delete cascade,
    foreign key (agency_id, file_id) references files (agency_id, id)
  );
  create index vehicle_papers_file on vehicle_papers (agency_id, file_id);
  select agency_table(t) from unnest(array['vehicles', 'vehicle_papers']) t;
  select unique_in_agency('vehicles', 'plate');`;

const entities = [...allEntities, Vehicle];
const keeping = module({
  entities: [
    extend(Vehicle, {
      async beforeMove(move, rows, { db }) {
        const ids = rows.map(({ id }) => id);
        const kept = await db.query({
          text: `select 1 from vehicles v join agents d on d.agency_id = v.agency_id and d.id = v.driver_id where v.id = any ($1::uuid[])`,
          values: [ids],
        });
        if (move === 'delete' && kept.length > 0) throw new Problem('conflict', 'Un conducteur l’a encore.');
      },
    }),
  ],
});
const product = assemble(entities, [...Object.values<Module>(modules), keeping]);
const here = await world({
  handlers: product.handlers,
  jobs: product.jobs().filter(({ name }) => name !== 'clockServices'),
  people: product.people,
});
const installer = new pg.Client({ connectionString: here.environment.databaseUrl as string });
await installer.connect();
await installer.query(migration);
afterAll(() => installer.end());

const owner = here.as('owner');
const endpointOf = (operation: Operation): Endpoint =>
  entityEndpoints(Vehicle).find((endpoint) => endpoint.entity?.operation === operation) as Endpoint;
type Answered = Record<string, never> & { vehicle: { id: string; version: number } };
const call = async (operation: Operation, options: object): Promise<Answered> =>
  (await owner.call(endpointOf(operation), { mount: 'agency', ...options })) as never;
const agent = here.people.agent.profile?.id as string;
const created = async (plate: string, driver: string | null = null): Promise<string> =>
  (await call('save', { input: { plate, driver: driver && { id: driver } } })).vehicle.id;

test('is saved, read, listed, found, ordered, filtered, moved, and has a history', async () => {
  const [file] = await here.sql<{ id: string }>(
    `insert into files (agency_id, id, name, mime_type, size, hash, uploaded_by) values ($1, gen_random_uuid(), 'a.pdf', 'application/pdf', 1, 'h', $2) returning id`,
    [here.agency.id, here.people.owner.id],
  );
  const draft = fullDraft(Vehicle, (target) => (target === 'file' ? (file?.id as string) : agent));
  const { vehicle } = await call('save', { input: draft });
  expect(asDraft(Vehicle.fields, vehicle)).toEqual(draft);
  expect((await call('read', { params: { id: vehicle.id } })).vehicle).toEqual(vehicle);
  const listed = async (input: object): Promise<string[]> =>
    ((await call('list', { input })).vehicles as unknown as { id: string }[]).map(({ id }) => id);
  const filters = { driver: [agent], status: [100], mileage: { from: 0 } };
  expect(await listed({ filters, query: String(draft.plate), orderBy: 'mileage', ascending: false })).toEqual([
    vehicle.id,
  ]);
  expect(await listed({ filters: { ...filters, status: [300] } })).toEqual([]);
  await call('act', { params: { id: vehicle.id, type: 'archive' } });
  const { history } = await call('history', { params: { id: vehicle.id } });
  expect((history as unknown as { action: string }[]).map(({ action }) => action)).toEqual(['archive', 'create']);
});

test('its module refuses a removal while what hangs on it is still there', async () => {
  const [held, free] = [await created('KEPT-1', agent), await created('FREE-1')];
  const act = (id: string, type: string) => owner.answer(endpointOf('act'), { mount: 'agency', params: { id, type } });
  for (const id of [held, free]) await act(id, 'archive');
  expect(await act(held, 'delete')).toMatchObject({ status: 409, body: { message: 'Un conducteur l’a encore.' } });
  expect((await act(free, 'delete')).status).toBe(204);
});

test('a plate is unique in its agency, ignoring case, and the refusal is on its field', async () => {
  expect(await notKeptUnique(here, [Vehicle])).toEqual([]);
  await created('AB-123-CD');
  const again = (who: 'owner' | 'foreignOwner') =>
    here.as(who).answer(endpointOf('save'), { mount: 'agency', input: { plate: 'ab-123-cd' } });
  expect(await again('owner')).toMatchObject({
    status: 400,
    body: { violations: [{ path: 'plate', message: 'Déjà utilisé' }] },
  });
  expect((await again('foreignOwner')).status).toBe(200);
});

describe('every call follows its grants, for every person of both agencies:', () => {
  test.each(entityEndpoints(Vehicle).map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s',
    async (_, endpoint) => {
      expect(actsOf(endpoint).length).toBeGreaterThan(0);
      const { compared, surprises } = await compare(here, endpoint);
      expect(surprises).toEqual([]);
      expect(compared).toBeGreaterThanOrEqual(9);
    },
  );
});

test('the policies open its tables only to the agency', async () => {
  const { ours, rows, tables, contexts, roles, may, breaches } = await wallOf(here, entities);
  for (const table of ['vehicles', 'vehicle_papers']) {
    expect(tables).toContain(table);
    expect(rows.ours[table]?.length, table).toBeGreaterThan(0);
    for (const role of roles) {
      const context = contexts[role](ours);
      const own = await breaches(context, table, rows.ours[table] ?? [], (deed, row) => may(table, role, deed, row));
      const foreign = await breaches(context, table, rows.theirs[table] ?? [], () => false);
      expect([...own, ...foreign], `${table} as ${role}`).toEqual([]);
    }
  }
  expect(may('vehicles', 'staff', 'd', {})).toBe(true);
  expect(may('vehicles', 'agent', 's', {})).toBe(false);
});

test('the driver’s data is in the preview and the export, and an erasure unlinks him', async () => {
  const him = await here.hire('conducteur', { of: 'azur', plannable: true, rights: [] });
  const id = await created('EF-456-GH', him.profile?.id);
  const person = { agency: here.agency.id, kind: 'agent' as const, id: him.profile?.id as string };
  await here.sql('update agents set status = 300 where id = $1', [person.id]);
  const sections = await here.database.platformTransaction(async (db) => {
    const subject = await subjectOf(db, person);
    return subject ? collect(db, product.people, subject, false, here.environment) : [];
  });
  expect(sections.find(({ table }) => table === 'vehicles')).toMatchObject({
    label: 'Véhicules',
    rows: [{ id, plate: 'EF-456-GH' }],
  });
  const params = { kind: 'agent', id: person.id };
  const { erasure } = await owner.call(previewErasure, { params });
  expect(erasure.erased).toContainEqual({ label: 'Véhicules', count: 1 });
  await owner.call(erasePerson, { params, input: { confirmed: true } });
  expect(await here.sql('select plate, driver_id, version from vehicles where id = $1', [id])).toEqual([
    { plate: 'EF-456-GH', driver_id: null, version: 2 },
  ]);
  expect(product.people.tables.vehicle_papers).toHaveProperty('nobodys');
});
