import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { servicesOf } from '#server/kernel/app.ts';
import { sendMail } from '#server/mail/send.ts';
import { world } from '#server/testing/world.ts';
import { clockServices, moveByClock } from './clock.ts';

// The job does not run by itself: each test passes the time.
const here = await world({ jobs: [sendMail] });
const { app, agency, otherAgency, people, sql, another } = here;

const start = new Date('2030-03-04T07:00:00Z');
const at = (minutes: number): Date => new Date(start.getTime() + minutes * 60_000);
const length = 12 * 60;

const sites = new Map<string, string>();
for (const place of [agency, otherAgency]) {
  const id = randomUUID();
  sites.set(place.id, id);
  await sql(
    `insert into sites (agency_id, id, name, slug, customer_id) select $1, $2, 'Marina', 'marina', c.id from customers c where c.agency_id = $1 limit 1`,
    [place.id, id],
  );
}

interface ServiceOptions {
  status?: number;
  of?: string;
  circuit?: string;
  isCircuit?: boolean;
  draft?: boolean;
  agents?: string[];
}

async function service({
  status = 100,
  of = agency.id,
  circuit,
  isCircuit = false,
  draft,
  agents,
}: ServiceOptions = {}) {
  const id = randomUUID();
  await sql(
    `insert into services (agency_id, id, site_id, status, start_at, end_at, post_title, circuit_id, is_circuit, published_at)
     values ($1, $2, $3, $4, $5, $6, 'Accueil', $7, $8, $9)`,
    [of, id, sites.get(of), status, start, at(length), circuit ?? null, isCircuit, draft ? null : at(-9_999)],
  );
  for (const agent of agents ?? [])
    await sql('insert into service_agents (agency_id, service_id, agent_id) values ($1, $2, $3)', [of, id, agent]);
  return id;
}

const statusOf = async (id: string): Promise<number> =>
  (await sql<{ status: number }>('select status from services where id = $1', [id]))[0]?.status as number;
const linesOf = (id: string) =>
  sql(`select author, action, changes, at from audit where entity = 'service' and entity_id = $1 order by at`, [id]);
const mails = () =>
  sql<{ to: string[]; subject: string; words: string; agency: string }>(
    `select m.recipients as "to", m.subject, m.content::text as words, m.agency_id as agency from emails m order by m.id`,
  );
const tick = (now: Date, server = app): Promise<void> => moveByClock(servicesOf(server), now);

beforeEach(async () => {
  await sql(`delete from services`);
  await sql(`delete from emails`);
});

describe('a service that nobody starts', () => {
  test('is late after the margin, not a minute before, and missed at its end', async () => {
    const id = await service();
    for (const [minutes, status] of [
      [0, 100],
      [4, 100],
      [5, 110],
      [6, 110],
      [length - 1, 110],
      [length, 120],
      [9_999, 120],
    ] as const) {
      await tick(at(minutes));
      expect([minutes, await statusOf(id)]).toEqual([minutes, status]);
    }
    expect(await linesOf(id)).toEqual([
      { author: null, action: 'clock', changes: { status: { before: 100, after: 110 } }, at: at(5) },
      { author: null, action: 'clock', changes: { status: { before: 110, after: 120 } }, at: at(length) },
    ]);
  });

  test('uses the margin of its agency', async () => {
    await sql('update agencies set late_margin = 30 where id = $1', [otherAgency.id]);
    const [ours, theirs] = [await service(), await service({ of: otherAgency.id })];
    await tick(at(29));
    expect([await statusOf(ours), await statusOf(theirs)]).toEqual([110, 100]);
    await tick(at(30));
    expect(await statusOf(theirs)).toBe(110);
  });

  test('is missed at once if the server was down until its end, and nobody is notified that it was late', async () => {
    const id = await service();
    await tick(at(length + 600));
    expect(await statusOf(id)).toBe(120);
    expect(await linesOf(id)).toMatchObject([{ changes: { status: { before: 100, after: 120 } } }]);
    expect(await mails()).toEqual([]);
  });

  test('is missed at its end, even with a longer margin', async () => {
    await sql('update agencies set late_margin = 240 where id = $1', [agency.id]);
    const id = await service();
    await sql('update services set end_at = $2 where id = $1', [id, at(30)]);
    await tick(at(29));
    expect(await statusOf(id)).toBe(100);
    await tick(at(30));
    expect(await statusOf(id)).toBe(120);
    await sql('update agencies set late_margin = 5 where id = $1', [agency.id]);
  });
});

test.each([200, 250, 500])(
  'a started service (%i) that nobody ends is unfinished a day after its end',
  async (status) => {
    const id = await service({ status });
    await tick(at(length + 24 * 60 - 1));
    expect(await statusOf(id)).toBe(status);
    await tick(at(length + 24 * 60));
    expect(await statusOf(id)).toBe(800);
  },
);

test('of an unfinished service, who was replaced at work stopped when his replacement was published', async () => {
  const own = people.agent.profile?.id as string;
  const replaced = async (published: boolean, agents: string[] = []): Promise<unknown> => {
    const id = await service({ status: 200, agents });
    await sql(
      `insert into service_times (agency_id, service_id, agent_id, state, started_at) values ($1, $2, $3, 200, $4)`,
      [agency.id, id, own, at(10)],
    );
    if (published)
      await sql('update services s set published = service_facts(s), published_at = $2 where id = $1', [id, at(70)]);
    await tick(at(length + 24 * 60));
    return (await sql('select status, state, ended_at from service_times where service_id = $1', [id]))[0];
  };
  expect(await replaced(true)).toEqual({ status: 200, state: 300, ended_at: at(70) });
  // Nobody told him: he worked on.
  expect(await replaced(false)).toEqual({ status: 200, state: 300, ended_at: at(length) });
  expect(await replaced(true, [own])).toEqual({ status: 200, state: 200, ended_at: null });
});

test.each([120, 300, 400, 600, 700, 800])('a service with status %i keeps it', async (status) => {
  const id = await service({ status });
  await tick(at(99_999));
  expect(await statusOf(id)).toBe(status);
  expect(await linesOf(id)).toEqual([]);
});

test('the version stays, so that an open form can still be saved', async () => {
  const id = await service();
  await tick(at(5));
  expect(await sql('select version from services where id = $1', [id])).toEqual([{ version: 1 }]);
});

describe('the stops of a circuit', () => {
  test('follow the circuit, not their own hours', async () => {
    const circuit = await service({ isCircuit: true });
    const stop = await service({ circuit });
    await sql('update services set start_at = $2, end_at = $3 where id = $1', [stop, at(-60), at(-30)]);
    await tick(at(4));
    expect(await statusOf(stop)).toBe(100);
    await tick(at(5));
    expect([await statusOf(circuit), await statusOf(stop)]).toEqual([110, 110]);
    await tick(at(length));
    expect([await statusOf(circuit), await statusOf(stop)]).toEqual([120, 120]);
    expect(await linesOf(stop)).toHaveLength(2);
  });

  test('of an unfinished circuit are unfinished if started, missed if not, and stay finished', async () => {
    const circuit = await service({ isCircuit: true, status: 200 });
    const stops = [
      await service({ circuit, status: 300 }),
      await service({ circuit, status: 200 }),
      await service({ circuit }),
    ];
    await tick(at(length + 24 * 60));
    expect(await Promise.all([circuit, ...stops].map(statusOf))).toEqual([800, 300, 800, 120]);
  });
});

describe('notifications', () => {
  test('one mail per recipient for all services that became late in that minute, each service once', async () => {
    const agent = people.agent.profile?.id as string;
    await service({ agents: [agent] });
    await service();
    await tick(at(5));
    const sent = await mails();
    expect(new Set(sent.flatMap(({ to }) => to))).toEqual(new Set([people.owner.email, people.staff.email]));
    expect(sent).toHaveLength(2);
    expect(sent[0]).toMatchObject({ subject: 'Azur Sécurité : 2 services en retard', agency: agency.id });
    expect(sent[0]?.words).toContain('Marina, Accueil : prévu à 08:00, Agent Test (S');
    expect(sent[0]?.words).toContain('sans collaborateur');
    await tick(at(6));
    await tick(at(length));
    expect(await mails()).toHaveLength(sent.length);
  });

  test('the day of a service that should have begun on another day', async () => {
    const id = await service();
    await sql(`update services set end_at = start_at + interval '30 hours' where id = $1`, [id]);
    await tick(at(24 * 60 + 5));
    expect((await mails())[0]?.words).toMatch(/Accueil : prévu le \d\d\/\d\d\/\d{4} à 08:00, /);
  });

  test('none for a draft, and none to another agency', async () => {
    const draft = await service({ draft: true });
    await service({ of: otherAgency.id });
    await tick(at(40));
    expect(await statusOf(draft)).toBe(110);
    expect((await mails()).map(({ to, agency: of }) => [to, of])).toEqual([
      [[people.foreignOwner.email], otherAgency.id],
    ]);
  });
});

test('two concurrent processes move and report each service once', async () => {
  const second = await another();
  const ids = await Promise.all(Array.from({ length: 40 }, () => service()));
  await Promise.all([tick(at(5)), tick(at(5), second.app), tick(at(5)), tick(at(5), second.app)]);
  for (const id of ids) {
    expect(await statusOf(id)).toBe(110);
    expect(await linesOf(id)).toHaveLength(1);
  }
  const mailed = (await mails())
    .filter(({ to }) => to[0] === people.owner.email)
    .map(({ words }) => words.match(/S\d{6}/g) ?? []);
  expect(mailed.flat().sort()).toEqual([...new Set(mailed.flat())].sort());
  expect(mailed.flat()).toHaveLength(40);
});

test('a service that somebody is writing waits for the next minute', async () => {
  const id = await service();
  await here.database.platformTransaction(async (db) => {
    await db.query({ text: 'select from services where id = $1 for update', values: [id] });
    await tick(at(5));
  });
  expect(await statusOf(id)).toBe(100);
  await tick(at(6));
  expect(await statusOf(id)).toBe(110);
});

test('open screens are notified which service moved', async () => {
  const id = await service();
  const received: string[] = [];
  const listener = await here.database.listen({
    channel: 'live',
    onNotification: (payload) => void received.push(payload),
    listening: () => {},
  });
  await tick(at(5));
  await expect.poll(() => received).toContain(`${agency.id} service ${id}`);
  await listener.close();
});

test('the job runs every minute, for the whole platform', () => {
  expect(clockServices.options.cron).toEqual({ at: '* * * * *', of: 'platform' });
});
