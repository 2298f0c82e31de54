// A run of steps is written at once (server/planning/steps.ts): the same rows as when each event arrives alone.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { enrolDevice, sendEvent, sendEvents, type Taken } from '#core/field/calls.ts';
import { chanceOf } from '#core/kernel/testing/chance.ts';
import { reachable } from '#core/planning/lifecycle.ts';
import { livingOf, type ServiceOptions } from '#server/testing/living.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, agency } = here;
const { site, guard } = await plannerOf(here);
const { service, agent } = livingOf(here, site);
const colleague = await guard();
const [ownDog, device] = [randomUUID(), randomUUID()];
await sql(`insert into agent_dogs (agency_id, id, agent_id, name) values ($1, $2, $3, 'Rex')`, [
  agency.id,
  ownDog,
  agent,
]);

const minute = 60_000;
const base = Date.now() - 300 * minute;
const step = (index: number, at: number, payload: object) => ({
  uuid: randomUUID(),
  device,
  rank: index + 1,
  createdAt: new Date(at).toISOString(),
  clockOffset: 0,
  // A run that keeps a position is taken one by one.
  location: Math.floor(index / 4) % 2 === 0 ? { latitude: 43.7, longitude: 7.26, accuracy: 12 } : null,
  payload,
  photos: [] as object[],
});
type Sent = ReturnType<typeof step>;

interface Setting extends ServiceOptions {
  openEnded?: boolean;
  /** Of everybody, or of the agent. */
  breaks?: (string | null)[];
}

async function planned({ openEnded = false, breaks = [], ...options }: Setting): Promise<string> {
  for (const table of ['services', 'published_services', 'field_events', 'field_devices', 'notifications', 'files'])
    await sql(`delete from ${table}`);
  await sql(`delete from audit where entity in ('service', 'file')`);
  await as('agent').call(enrolDevice, { mount: 'agent', input: { id: device, name: 'Pixel' } });
  const circuit = options.circuit && (await service({ isCircuit: true, status: 200 }));
  const id = await service({ ...options, ...(circuit ? { circuit } : {}) });
  // To the millisecond, the same in both.
  await sql(
    `update services s set start_at = $2, end_at = $3, open_ended = $4, reference = 'S', published = jsonb_set(jsonb_set(published, '{startAt}', to_jsonb($2::timestamptz)), '{endAt}', to_jsonb($3::timestamptz)),
      published_at = $2 where id = $1`,
    [id, new Date(base), new Date(base + 240 * minute), openEnded],
  );
  for (const [index, of] of breaks.entries())
    await sql(
      `insert into service_breaks (agency_id, id, service_id, agent_id, start_at, end_at) values ($1, gen_random_uuid(), $2, $3, $4::timestamptz, $4::timestamptz + interval '20 minutes')`,
      [agency.id, id, of, new Date(base + (30 + 60 * index) * minute)],
    );
  return id;
}

const photo = () => ({ id: randomUUID(), sha256: 'a'.repeat(64), size: 1_000 });

const alone = async (id: string, events: readonly Sent[]): Promise<Taken[]> => {
  const taken: Taken[] = [];
  for (const event of events) {
    const input = { event: { ...event, service: id }, waiting: 0 };
    const { now: _now, ...one } = await as('agent').call(sendEvent, {
      mount: 'agent',
      params: { messageType: 'service-step' },
      input,
    });
    taken.push(one);
  }
  return taken;
};

const together = async (id: string, events: readonly Sent[]): Promise<Taken[]> => {
  const input = {
    device,
    waiting: 0,
    events: events.map((event) => ({ type: 'service-step', ...event, service: id })),
  };
  const { taken, refused } = await as('agent').call(sendEvents, { mount: 'agent', input });
  expect(refused).toBeNull();
  return taken;
};

/** What readers see, without the ids of rows and the times of writing. */
async function left(id: string): Promise<unknown> {
  const without = `- 'created_at' - 'updated_at' - 'received_at' - 'published_at' - 'position'`;
  const rows = async (table: string, where: string, but: string, order: string): Promise<string[]> =>
    (
      await sql<{ row: object }>(
        `select to_jsonb(t) ${without} ${but} as row from ${table} t where ${where} order by ${order}`,
        [id],
      )
    ).map(({ row }) => JSON.stringify(row).replaceAll(id, 'service'));
  return {
    services: await rows('services', 'id = $1 or circuit_id = $1', `- 'circuit_id'`, 'id'),
    published: await rows('published_services', 'id = $1', `- 'circuit_id'`, 'id'),
    times: await rows('service_times', 'service_id = $1', `- 'id'`, 'agent_id'),
    breaks: await rows(
      'service_breaks',
      'service_id = $1',
      `- 'id' - 'copy_of' || jsonb_build_object('copy', copy_of is not null)`,
      'start_at, real_start_at, agent_id',
    ),
    events: await rows('service_events', 'service_id = $1', '', 'at, id'),
    audit: await rows('audit', 'entity_id = $1', `- 'id' - 'at'`, 'at, id'),
    photos: await rows(
      'field_event_files',
      'event_id in (select id from field_events where service_id = $1)',
      '',
      'event_id, rank',
    ),
    files: await rows('files', 'awaited and $1::text is not null', '', 'id'),
    received: await rows('field_events', 'service_id = $1', '', 'rank'),
    told: await rows('notifications', `event like $1 || '%'`, `- 'id'`, 'kind, user_id, event'),
  };
}

const settings: Setting[] = [
  {},
  { breaks: [null, agent, null] },
  { agents: [agent, colleague], breaks: [null, agent] },
  { openEnded: true },
  { isCircuit: true },
  { circuit: 'one' },
  { status: 800 },
];

test.each(Array.from({ length: settings.length }, (_, seed) => seed))(
  'one by one or as a run leaves the same: %i',
  async (seed) => {
    const chance = chanceOf(seed);
    const setting = settings[seed % settings.length] as Setting;
    let at = base + chance.below(10) * minute;
    const events = Array.from({ length: 24 }, (_, index) => {
      at += chance.below(12) * minute;
      const reported = at - (chance.percent(8) ? 30 : 0) * minute;
      // Without a start and breaks, everything else would be refused.
      const status = index === 0 ? 200 : chance.percent(70) ? chance.pick([200, 500]) : chance.pick(reachable);
      const content = chance.percent(80) ? { content: 'Demande du client' } : {};
      const one = step(index, reported, { status, ...content, ...(chance.percent(10) ? { dog: { id: ownDog } } : {}) });
      return chance.percent(15) ? { ...one, photos: [photo(), photo()] } : one;
    });
    // Sent again.
    events.splice(6, 0, events[3] as Sent);
    const first = await planned(setting);
    const answers = await alone(first, events);
    const rows = await left(first);
    const second = await planned(setting);
    expect(await together(second, events)).toEqual(answers);
    expect(await left(second)).toEqual(rows);
  },
);

/** How many savepoints wrote the events of the service. */
const writings = async (): Promise<number | undefined> =>
  (await sql<{ count: number }>('select count(distinct xmin::text)::integer as count from service_events'))[0]?.count;

const day = (...payloads: object[]): Sent[] =>
  payloads.map((payload, index) => step(index, base + index * 10 * minute, payload));

test('a run is written at once, with what it refuses', async () => {
  const id = await planned({});
  const events = day({ status: 200 }, { status: 500 }, { status: 300 }, { status: 200 }, { status: 300 });
  const outcomes = (
    await together(
      id,
      // Whether he was at work is judged in turn.
      events.map((one) => ({ ...one, location: null })),
    )
  ).map(({ outcome }) => outcome);
  expect(outcomes).toEqual(['applied', 'applied', 'kept', 'applied', 'applied']);
  expect(await writings()).toBe(1);
});

test('an event that a constraint or an unknown dog refuses is kept; the others of its run are applied one by one', async () => {
  const id = await planned({});
  const owner = new pg.Client({ connectionString: here.environment.databaseUrl as string });
  await owner.connect();
  await owner.query(`alter table service_events add constraint tested check (content <> 'Refusé')`);
  await owner.end();
  const dog = { id: randomUUID() };
  const events = day({ status: 200 }, { status: 500, content: 'Refusé' }, { status: 500, dog }, { status: 500 });
  expect((await together(id, events)).map(({ reason }) => reason)).toEqual([
    null,
    'Les heures de cet événement contredisent ce qui est enregistré',
    'Chien introuvable',
    null,
  ]);
  expect(await writings()).toBe(2);
  expect(await sql('select status, dog_id from services where id = $1', [id])).toEqual([{ status: 500, dog_id: null }]);
});
