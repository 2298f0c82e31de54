// What a proof is judged by, and who reads the judgement.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { saveEvent, withdrawEvent } from '#core/logbook/calls.ts';
import { LogEvent } from '#core/logbook/event.ts';
import { proofWords } from '#core/rounds/execution.ts';
import { readServiceRounds, walkedOf } from '#core/rounds/service-round.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { applyRetention } from '#server/privacy/retention.ts';
import { endpointOf } from '#server/testing/client.ts';
import { openPdf } from '#server/testing/pdf.ts';
import { walkingOf } from '#server/testing/walking.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, agency } = here;
const { shift, phone, pointOf, spotOf, read, points, messages } = await walkingOf(here);
const { roundStart, roundCheckpoint, roundVirtual, roundObservation, roundStop } = messages;
const name = 'Ronde de nuit';
const readers = { owner: '', customer: `/customer/${here.customer.id}` } as const;
type Reader = keyof typeof readers;

const codeOf = async (index: number): Promise<string> =>
  (await sql<{ code: string }>('select code from checkpoints where id = $1', [points[index]?.id]))[0]?.code ?? '';
const doubtsFor = async (serviceRound: string, who: Reader) =>
  (await read(serviceRound, who)).executions.map((one) => walkedOf(one).points.map(({ doubts }) => doubts));
const countFor = async (service: string, who: Reader) =>
  (
    await as(who).call(readServiceRounds, { mount: who === 'owner' ? 'agency' : 'customer', params: { id: service } })
  ).rounds.flatMap(({ executions }) => executions.map(({ doubtful }) => doubtful));
async function paperFor(serviceRound: string, who: Reader): Promise<string> {
  const { token } = await here.sessionOf(who);
  const url = `/api/agency/${agency.id}${readers[who]}/service-round/${serviceRound}/pdf`;
  const paper = await here.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  return (await openPdf(paper.rawPayload)).text;
}

test('a round without fault is without doubt for the customer too, who reads no word about positions', async () => {
  const { service, serviceRound } = await shift();
  const send = await phone(service);
  const execution = randomUUID();
  await send(roundStart, { execution, serviceRound, name }, -60);
  await send(roundCheckpoint, { execution, ...pointOf(0), way: 'NFC', tag: '04AABB' }, -58, spotOf(0));
  await send(roundCheckpoint, { execution, ...pointOf(1), way: 'QR', tag: await codeOf(1) }, -50, spotOf(1));
  await send(roundVirtual, { execution, ...pointOf(2) }, -40, spotOf(2));
  await send(roundStop, { execution }, -35);
  for (const who of ['owner', 'customer'] as const) {
    expect(await doubtsFor(serviceRound, who), who).toEqual([[[], [], []]]);
    expect(await countFor(service, who), who).toEqual([0]);
  }
  expect(await paperFor(serviceRound, 'owner')).toContain('à 0 m du point');
  const paper = await paperFor(serviceRound, 'customer');
  expect(paper).toContain('Badge NFC');
  expect(paper).not.toMatch(/(sans|avec) position|m du point/);
});

test('the customer reads the doubts of the agency, in the same number and without places', async () => {
  const { service, serviceRound } = await shift();
  const send = await phone(service);
  const execution = randomUUID();
  await send(roundStart, { execution, serviceRound, name }, -60);
  await send(roundCheckpoint, { execution, ...pointOf(0), way: 'NFC', tag: '04:aa:bb' }, -58, spotOf(0));
  await send(roundCheckpoint, { execution, ...pointOf(1), way: 'QR', tag: await codeOf(1) }, -50, spotOf(0));
  await send(roundVirtual, { execution, ...pointOf(2) }, -40);
  expect(await doubtsFor(serviceRound, 'owner')).toEqual([[[], ['far', 'samePlace'], ['noPosition']]]);
  expect(await doubtsFor(serviceRound, 'customer')).toEqual([[[], ['far', 'samePlace'], ['unproven']]]);
  expect([await countFor(service, 'owner'), await countFor(service, 'customer')]).toEqual([[2], [2]]);
  const paper = await paperFor(serviceRound, 'customer');
  expect(paper).toContain('Loin du point');
  expect(paper).not.toMatch(/(sans|avec) position/);
  const sent = JSON.stringify((await read(serviceRound, 'customer')).executions);
  expect(sent).not.toMatch(/latitude|04:aa:bb/i);
});

test('a read that is not the tag or the code of its point is marked, also without any', async () => {
  const { service, serviceRound } = await shift();
  const send = await phone(service);
  const execution = randomUUID();
  await send(roundStart, { execution, serviceRound, name }, -60);
  await send(roundCheckpoint, { execution, ...pointOf(2), way: 'QR', tag: 'WRONG-TAG' }, -58);
  await send(roundCheckpoint, { execution, ...pointOf(0), way: 'NFC' }, -50);
  await send(roundVirtual, { execution, ...pointOf(1) }, -40, spotOf(1));
  const [marked] = await doubtsFor(serviceRound, 'owner');
  expect(marked).toEqual([['noTag'], ['noTag'], ['order', 'otherTag']].map((one) => expect.arrayContaining(one)));
  expect(await countFor(service, 'owner')).toEqual([3]);
  const paper = await paperFor(serviceRound, 'owner');
  for (const one of ['Badge différent de celui du point', 'Lu sans badge']) expect(paper).toContain(one);
  // As it was when the round began: a tag that the desk replaced since casts no doubt.
  const later = await shift();
  const next = await phone(later.service);
  const again = randomUUID();
  await next(roundStart, { execution: again, serviceRound: later.serviceRound, name }, -60);
  await next(roundCheckpoint, { execution: again, ...pointOf(0), way: 'NFC', tag: '04:aa:bb' }, -58);
  await sql(`update checkpoints set tag_id = '04:cc:dd' where id = $1`, [points[0]?.id]);
  expect((await doubtsFor(later.serviceRound, 'owner'))[0]?.[0]).toEqual([]);
  await sql(`update checkpoints set tag_id = '04:aa:bb' where id = $1`, [points[0]?.id]);
  const sent = JSON.stringify((await read(serviceRound)).executions);
  expect(sent).not.toContain(await codeOf(0));
});

test('a position that was kept as long as the law allows is said to be removed, not to have been missing', async () => {
  const { service, serviceRound } = await shift();
  const send = await phone(service);
  const execution = randomUUID();
  await send(roundStart, { execution, serviceRound, name }, -60);
  await send(roundVirtual, { execution, ...pointOf(2) }, -40, spotOf(2));
  await send(roundVirtual, { execution, ...pointOf(1) }, -30);
  await sql(`update round_events set at = at - interval '63 days' where execution_id = $1`, [execution]);
  const attempt = { agency: null, count: 1, isLast: false, signal: new AbortController().signal };
  await applyRetention.work({}, servicesOf(here.app), attempt);
  const [pass] = (await read(serviceRound)).executions;
  if (!pass) throw new Error('no execution');
  const [, quay, car] = walkedOf(pass).points;
  expect([car?.fact?.position, car?.doubts, car && proofWords({ ...car, doubts: [] }, true)]).toEqual([
    ...[null, ['order'], 'Position, à 0 m du point, position supprimée après sa durée de conservation'],
  ]);
  expect([quay?.doubts, quay && proofWords({ ...quay, doubts: [] }, true)]).toEqual([
    expect.arrayContaining(['noPosition']),
    'Position, sans position',
  ]);
  expect(await paperFor(serviceRound, 'owner')).toContain('supprimée après sa durée de conservation');
  expect(await paperFor(serviceRound, 'customer')).not.toContain('durée de conservation');
});

test('the doubts and the distance outlive the positions that gave them, whether the pass was stopped or not', async () => {
  const walkIt = async (isStopped: boolean) => {
    const { service, serviceRound } = await shift();
    const send = await phone(service);
    const execution = randomUUID();
    await send(roundStart, { execution, serviceRound, name }, -60);
    await send(roundCheckpoint, { execution, ...pointOf(0), way: 'NFC', tag: '04:aa:bb' }, -58, spotOf(0));
    await send(roundCheckpoint, { execution, ...pointOf(1), way: 'QR', tag: await codeOf(1) }, -50, spotOf(0));
    if (isStopped) await send(roundStop, { execution }, -40);
    return { service, serviceRound, execution };
  };
  const passes = [await walkIt(true), await walkIt(false)];
  const seen = () =>
    Promise.all(
      passes.map(async ({ service, serviceRound }) => [
        ...[await doubtsFor(serviceRound, 'owner'), await doubtsFor(serviceRound, 'customer')],
        ...[await countFor(service, 'owner'), await countFor(service, 'customer')],
      ]),
    );
  const before = await seen();
  expect(before[0]?.[0]).toEqual([[[], ['far', 'samePlace'], []]]);
  for (const { execution } of passes)
    await sql(`update round_events set at = at - interval '63 days' where execution_id = $1 and kind <> 'stop'`, [
      execution,
    ]);
  const attempt = { agency: null, count: 1, isLast: false, signal: new AbortController().signal };
  await applyRetention.work({}, servicesOf(here.app), attempt);
  expect(await seen()).toEqual(before);
  for (const { serviceRound } of passes) {
    const [pass] = (await read(serviceRound)).executions;
    expect(pass?.facts.every(({ position }) => position === null)).toBe(true);
    const [, quay] = pass ? walkedOf(pass).points : [];
    expect(quay?.distance).toBeGreaterThan(100);
    const paper = await paperFor(serviceRound, 'customer');
    expect(paper).toContain('Loin du point');
    expect(paper).not.toMatch(/m du point/);
    expect(JSON.stringify((await read(serviceRound, 'customer')).executions)).not.toContain('distance');
  }
});

test('an observation says what its entry in the daily log says now: corrected, or withdrawn and gone', async () => {
  const { service, serviceRound } = await shift();
  const send = await phone(service);
  const execution = randomUUID();
  await send(roundStart, { execution, serviceRound, name }, -60);
  const said = { execution, line: pointOf(1).line, checkpoint: pointOf(1).checkpoint };
  await send(roundObservation, { ...said, content: 'Porte ouverte' }, -20);
  await send(roundObservation, { ...said, content: 'Lampe cassée' }, -30);
  const list = endpointOf(LogEvent, 'list');
  const input = { filters: { service: [service] } };
  const { data } = (await as('owner').call(list, { mount: 'agency', input })) as {
    data: { id: string; description: string | null; site: { id: string } }[];
  };
  const entryOf = (words: string) => data.find(({ description }) => description?.endsWith(words));
  const [open, lamp] = [entryOf('Porte ouverte'), entryOf('Lampe cassée')];
  if (!open || !lamp) throw new Error('no entry');
  await as('owner').call(saveEvent, {
    input: {
      ...{ uuid: lamp.id, site: { id: lamp.site.id }, service: { id: service }, type: { id: 122 } },
      ...{ description: `Quai · ${name} : Néon cassé`, createdAt: new Date().toISOString(), reason: 'Précision' },
    },
  });
  await as('owner').call(withdrawEvent, { params: { id: open.id }, input: { reason: 'Erreur de site' } });
  for (const who of ['owner', 'customer'] as const) {
    const [pass] = (await read(serviceRound, who)).executions;
    const observed = pass?.facts.flatMap(({ kind, content }) => (kind === 'observation' ? [content] : []));
    expect(observed, who).toEqual(['Néon cassé']);
  }
  const paper = await paperFor(serviceRound, 'customer');
  expect(paper).toContain('Observation : Néon cassé');
  expect(paper).not.toContain('Porte ouverte');
});
