// Rounds that end with their service: what the daily log says of them (O-019, O-027).
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { serviceStep } from '#core/planning/step-message.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { moveByClock } from '#server/planning/clock.ts';
import { walkingOf } from '#server/testing/walking.ts';
import { world } from '#server/testing/world.ts';
import { noteRoundsOfUnfinished } from './missed.ts';

const here = await world();
const { sql, agency, app } = here;
const { shift, phone, pointOf, step, messages } = await walkingOf(here);
const { roundStart, roundCheckpoint, roundStop } = messages;
const name = 'Ronde de nuit';

const logOf = (service: string): Promise<string[]> =>
  sql<{ label: string; description: string }>(
    `select label, description from logbook_events where service_id = $1 and state <> 'WITHDRAWN' order by at, position`,
    [service],
  ).then((rows) => rows.map(({ label, description }) => `${label} : ${description}`));

const begun = `Début de ronde : ${name}`;
const validated = (title: string): string => `Point de contrôle validé : ${title} · ${name}`;
const left = (title: string, of = 'du service'): string =>
  `Point de contrôle sauté : ${title} · ${name} : non contrôlé à la fin ${of}`;
const cut = (count: number): string => `Ronde non terminée : ${name} · ${count} sur 3`;
const missed = (count: number): string => `Ronde non réalisée : ${name} · ${count} sur 2`;
const sorted = (lines: readonly string[]): string[] => lines.toSorted();

/** Begun an hour ago; the first point was read. */
async function walkedShift() {
  const { service, serviceRound } = await shift();
  const send = await phone(service);
  const execution = randomUUID();
  await send(serviceStep, { status: 200 }, -70);
  await send(roundStart, { execution, serviceRound, name }, -60);
  await send(roundCheckpoint, { execution, ...pointOf(0), way: 'NFC' }, -58);
  return { service, serviceRound, send, execution };
}

test('a pass that its service ends is not finished, its other points are jumped; what a phone reports afterwards corrects that', async () => {
  const { service, send, execution } = await walkedShift();
  await send(serviceStep, { status: 300 }, -10);
  expect(sorted(await logOf(service))).toEqual(
    sorted([begun, validated('Hall'), left('Quai'), left('Parking'), cut(1), missed(1)]),
  );
  await send(roundCheckpoint, { execution, ...pointOf(1), way: 'QR' }, -50);
  expect(sorted(await logOf(service))).toEqual(
    sorted([begun, validated('Hall'), validated('Quai'), left('Parking'), cut(2), missed(1)]),
  );
  await send(roundStop, { execution, comment: 'Appelé ailleurs' }, -45);
  expect(sorted(await logOf(service))).toEqual(
    sorted([
      ...[begun, validated('Hall'), validated('Quai'), left('Parking', 'de la ronde')],
      ...[`${cut(2)} : Appelé ailleurs`, missed(1)],
    ]),
  );
});

test('a service that the desk ends or that is interrupted says the same', async () => {
  const ended = await walkedShift();
  expect((await step(ended.service, 300)).status).toBe(200);
  expect(await logOf(ended.service)).toEqual(expect.arrayContaining([left('Quai'), cut(1), missed(1)]));
  const broken = await walkedShift();
  await broken.send(serviceStep, { status: 400 }, -10);
  expect(await logOf(broken.service)).toEqual(expect.arrayContaining([left('Quai'), cut(1), missed(1)]));
});

test('a service that the clock leaves unfinished says it too, once', async () => {
  const [walked, { service }] = [await walkedShift(), await shift()];
  const now = new Date(Date.now() + 3 * 86_400_000);
  const before = (await sql(`select 1 from jobs.job where name = 'noteRoundsOfUnfinished'`)).length;
  await moveByClock(servicesOf(app), now);
  expect(await sql('select status from services where id = any ($1)', [[walked.service, service]])).toEqual([
    { status: 800 },
    { status: 800 },
  ]);
  expect(await sql(`select 1 from jobs.job where name = 'noteRoundsOfUnfinished'`)).toHaveLength(before + 2);
  const attempt = { agency: agency.id, count: 1, isLast: false, signal: new AbortController().signal };
  for (const id of [walked.service, service, service])
    await noteRoundsOfUnfinished.work({ service: id, at: now.toISOString() }, servicesOf(app), attempt);
  expect(await logOf(service)).toEqual([missed(0)]);
  const said = sorted([begun, validated('Hall'), left('Quai'), left('Parking'), cut(1), missed(1)]);
  expect(sorted(await logOf(walked.service))).toEqual(said);
  await walked.send(serviceStep, { status: 300 }, -5);
  expect(sorted(await logOf(walked.service))).toEqual(said);
});

test('a service that goes on after an interruption takes its pass along: what was said of it is withdrawn, and said again at its end', async () => {
  const { service, send, execution } = await walkedShift();
  await send(serviceStep, { status: 400 }, -50);
  expect(await logOf(service)).toEqual(expect.arrayContaining([left('Quai'), left('Parking'), cut(1)]));
  await send(serviceStep, { status: 200 }, -40);
  expect(sorted(await logOf(service))).toEqual(sorted([begun, validated('Hall'), missed(1)]));
  await send(roundCheckpoint, { execution, ...pointOf(1), way: 'QR' }, -30);
  await send(serviceStep, { status: 300 }, -10);
  const said = sorted([begun, validated('Hall'), validated('Quai'), left('Parking'), cut(2), missed(1)]);
  expect(sorted(await logOf(service))).toEqual(said);
});

test('a round that a phone without network began after the planned end, before it reports the real one, is taken', async () => {
  const { service, serviceRound } = await shift();
  const send = await phone(service);
  await sql(
    `update services set start_at = now() - interval '40 hours', real_start_at = now() - interval '40 hours', end_at = now() - interval '30 hours' where id = $1`,
    [service],
  );
  await sql(`update service_times set started_at = now() - interval '40 hours' where service_id = $1`, [service]);
  await moveByClock(servicesOf(app), new Date());
  const execution = randomUUID();
  expect(await send(roundStart, { execution, serviceRound, name }, -29.5 * 60)).toMatchObject({ outcome: 'applied' });
  await send(roundCheckpoint, { execution, ...pointOf(0), way: 'NFC' }, -29.4 * 60);
  await send(serviceStep, { status: 300 }, -29 * 60);
  expect(sorted(await logOf(service))).toEqual(
    sorted([begun, validated('Hall'), left('Quai'), left('Parking'), cut(1), missed(1)]),
  );
});
