// 200 phones that were without a network hand over 5,000 events, against one bare INSERT per transaction on as many
// connections. Interleaved, median.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { rightSet } from '#core/grants.ts';
import { openDatabase } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { readEnvironment } from '#server/environment.ts';
import { createApp } from '#server/kernel/app.ts';
import { openSession } from '#server/session/sessions.ts';
import { hire, populate } from '#server/testing/people.ts';
import { line, median, title } from './report.ts';

const [devices, each, atOnce, rounds] = [200, 25, 10, 3];
const secret = 'a secret of the benchmark alone';
const minute = 60_000;

interface Phone {
  agent: string;
  token: string;
  device: string;
  service: string;
}

/** A start, breaks and their ends, an extension, the end: every event is applied. */
const statuses = [...Array.from({ length: each - 2 }, (_, index) => (index % 2 === 0 ? 200 : 500)), 250, 300];

const inParallel = async (works: readonly (() => Promise<unknown>)[]): Promise<void> => {
  const left = [...works];
  const worker = async (): Promise<void> => {
    for (let work = left.pop(); work; work = left.pop()) await work();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
};

async function post(app: FastifyInstance, { token }: Phone, url: string, payload: object): Promise<unknown> {
  const answer = await app.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${token}` } });
  if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
  return answer.json();
}

export async function benchDrain(): Promise<void> {
  title(
    `Field: ${devices} phones hand over ${devices * each} events, ${atOnce} at once, ${rounds} × each, interleaved`,
  );
  const dataDir = await mkdtemp(join(tmpdir(), 'vigie-bench-'));
  const embedded = await startEmbedded({ dataDir, secret, log: () => undefined });
  try {
    const database = await openDatabase({ ownerUrl: embedded.url, secret, connections: atOnce });
    const environment = readEnvironment({
      DATABASE_URL: embedded.url,
      SECRET: secret,
      RATE_LIMIT: '0',
      LOG_LEVEL: 'error',
      DATA_DIR: dataDir,
    });
    const app = await createApp({ database, environment });
    const cast = await populate(database);
    const { platform } = database;
    const [agency, site] = [cast.agency.id, crypto.randomUUID()];
    await platform.query(
      `insert into sites (agency_id, id, customer_id, name, slug) values ($1, $2, $3, 'Site', 'site')`,
      [agency, site, cast.customer.id],
    );
    const bare = new pg.Pool({ connectionString: embedded.url, max: atOnce });
    await bare.query('create table bench_events (id uuid primary key, device uuid, rank integer, payload jsonb)');
    const people = [];
    for (let count = 0; count < devices; count += 1)
      people.push(
        await hire(database, cast, `drain${count}`, { of: 'azur', rights: rightSet('collaborator'), plannable: true }),
      );
    const speeds: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] };
    for (let round = 0; round < rounds; round += 1) {
      const now = Date.now();
      const phones: Phone[] = [];
      for (const { id, profile } of people) {
        const [agent, service] = [profile?.id as string, crypto.randomUUID()];
        const { tokens } = await database.platformTransaction((db) => openSession(db, secret, id, new Date()));
        await platform.query(
          `insert into services (agency_id, id, site_id, start_at, end_at) values ($1, $2, $3, now() - interval '4 hours', now() - interval '80 minutes')`,
          [agency, service, site],
        );
        await platform.query('insert into service_agents (agency_id, service_id, agent_id) values ($1, $2, $3)', [
          agency,
          service,
          agent,
        ]);
        await platform.query('update services s set published_at = now(), published = service_facts(s) where id = $1', [
          service,
        ]);
        phones.push({ agent, service, token: tokens.token, device: crypto.randomUUID() });
      }
      const pathOf = ({ agent }: Phone): string => `/api/agency/${agency}/agent/${agent}`;
      await inParallel(
        phones.map(
          (phone) => () => post(app, phone, `${pathOf(phone)}/field/device`, { id: phone.device, name: 'Pixel' }),
        ),
      );
      const events = (phone: Phone) =>
        statuses.map((status, index) => ({
          type: 'service-step',
          uuid: crypto.randomUUID(),
          device: phone.device,
          rank: index + 1,
          createdAt: new Date(now - (200 - index * 5) * minute).toISOString(),
          clockOffset: 0,
          location: { latitude: 43.7, longitude: 7.26, accuracy: 12 },
          service: phone.service,
          payload: { status, content: 'Demande du client' },
        }));
      let since = performance.now();
      await inParallel(
        phones.map((phone) => async () => {
          const input = { device: phone.device, waiting: 0, events: events(phone) };
          const { taken } = (await post(app, phone, `${pathOf(phone)}/sourcing/batch`, input)) as {
            taken: { outcome: string; reason: string | null }[];
          };
          const kept = taken.find(({ outcome }) => outcome !== 'applied');
          if (taken.length !== each || kept) throw new Error(`${taken.length} taken, ${kept?.reason}`);
        }),
      );
      speeds.ours.push((devices * each * 1_000) / (performance.now() - since));
      since = performance.now();
      await inParallel(
        phones.flatMap((phone) =>
          events(phone).map(
            ({ uuid, device, rank, payload }) =>
              () =>
                bare.query('insert into bench_events values ($1, $2, $3, $4)', [
                  uuid,
                  device,
                  rank,
                  JSON.stringify(payload),
                ]),
          ),
        ),
      );
      speeds.bare.push((devices * each * 1_000) / (performance.now() - since));
    }
    const [ours, inserted] = [median(speeds.ours), median(speeds.bare)];
    line('ours', `${Math.round(ours)} events/s`);
    line('one bare INSERT per transaction', `${Math.round(inserted)} events/s`);
    line('ratio', (ours / inserted).toFixed(2), '≥ 0.3');
    await bare.end();
    await app.close();
    await database.close();
  } finally {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
