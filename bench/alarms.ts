// 1,000 alarms from POST through one process to the live stream of another, on one database.
import { setTimeout as wait } from 'node:timers/promises';
import { rightSet } from '#core/grants.ts';
import { openDatabase } from '#server/db/database.ts';
import { openSession } from '#server/session/sessions.ts';
import { hire, populate } from '#server/testing/people.ts';
import { line, title } from './report.ts';
import { install } from './storm/installation.ts';

const [alarms, agents, sites, atOnce] = [1_000, 20, 50, 8];

export async function benchAlarms(): Promise<void> {
  title(`Safety: ${alarms} alarms of ${agents} phones, ${atOnce} at once, from POST to the stream of a second process`);
  const installed = await install(2, { demo: false });
  const { secret } = installed;
  const [here, there] = installed.ports.map((port) => `http://127.0.0.1:${port}/api`) as [string, string];
  const database = await openDatabase({ ownerUrl: installed.databaseUrl(), secret, connections: 2 });
  try {
    const cast = await populate(database);
    const { platform } = database;
    const agency = cast.agency.id;
    const tokenOf = async (user: string): Promise<string> =>
      (await database.platformTransaction((db) => openSession(db, secret, user, new Date()))).tokens.token;
    const people: { agent: string; token: string }[] = [];
    for (let count = 0; count < agents; count += 1) {
      const { id, profile } = await hire(database, cast, `alarm${count}`, {
        ...{ of: 'azur', rights: rightSet('collaborator'), plannable: true },
      });
      people.push({ agent: profile?.id as string, token: await tokenOf(id) });
    }
    await platform.query(
      `insert into sites (agency_id, id, customer_id, name, slug) select $1, gen_random_uuid(), $2, 'Site ' || n, 'site-' || n from generate_series(1, $3::integer) n`,
      [agency, cast.customer.id, sites],
    );
    const { rows: places } = await platform.query<{ id: string }>('select id from sites where agency_id = $1', [
      agency,
    ]);
    const posts = Array.from({ length: alarms }, (_, rank) => ({
      ...{
        id: crypto.randomUUID(),
        uuid: crypto.randomUUID(),
        person: people[rank % agents] as { agent: string; token: string },
      },
      site: places[rank % places.length]?.id,
    }));
    await platform.query(
      `with made as (insert into services (agency_id, id, site_id, start_at, end_at)
          select $1, x.id, x.site, now() - interval '1 hour', now() + interval '1 hour' from json_to_recordset($2) as x (id uuid, site uuid) returning id)
        insert into service_agents (agency_id, service_id, agent_id) select $1, x.id, x.agent from json_to_recordset($2) as x (id uuid, agent uuid)`,
      [agency, JSON.stringify(posts.map(({ id, site, person: { agent } }) => ({ id, site, agent })))],
    );
    await platform.query(
      'update services s set published_at = now(), published = service_facts(s) where agency_id = $1',
      [agency],
    );

    const stopping = new AbortController();
    const stream = await fetch(`${there}/agency/${agency}/live`, {
      headers: { authorization: `Bearer ${await tokenOf(cast.people.owner.id)}` },
      signal: stopping.signal,
    });
    const [sentAt, seenAt] = [new Map<string, number>(), new Map<string, number>()];
    const reading = (async () => {
      const decoder = new TextDecoder();
      let rest = '';
      for await (const chunk of stream.body as AsyncIterable<Uint8Array>) {
        const messages = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
        rest = messages.pop() ?? '';
        for (const message of messages) {
          const event = message.startsWith('data: ') ? JSON.parse(message.slice(6)) : {};
          if (event.entity === 'alarm')
            for (const id of event.ids ?? []) if (!seenAt.has(id)) seenAt.set(id, performance.now());
        }
      }
    })().catch(() => undefined);
    const left = [...posts];
    const began = performance.now();
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let post = left.pop(); post; post = left.pop()) {
          const { id, uuid, person } = post;
          sentAt.set(uuid, performance.now());
          const answer = await fetch(`${here}/agency/${agency}/agent/${person.agent}/event-pti`, {
            method: 'POST',
            headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
            body: JSON.stringify({ uuid, kind: 'sos', drill: false, service: { id } }),
          });
          const said = await answer.text();
          if (!answer.ok) throw new Error(`${answer.status} ${said}`);
        }
      }),
    );
    const lasted = performance.now() - began;
    for (const since = Date.now(); seenAt.size < alarms && Date.now() - since < 10_000; ) await wait(20);
    const delays = posts
      .map(({ uuid }) => (seenAt.get(uuid) ?? Number.POSITIVE_INFINITY) - (sentAt.get(uuid) ?? 0))
      .sort((one, other) => one - other);
    const at = (share: number): string =>
      `${Math.round(delays[Math.ceil(delays.length * share) - 1] ?? Number.NaN)} ms`;
    line('alarms raised', `${Math.round((alarms * 1_000) / lasted)} per s`);
    line('POST to stream, median', at(0.5));
    line('POST to stream, p95', at(0.95), '≤ 2000 ms');
    line('slowest', at(1));
    line('lost', String(alarms - seenAt.size), '0');
    stopping.abort();
    await reading;
  } finally {
    await database.close();
    await installed.stop();
  }
}
