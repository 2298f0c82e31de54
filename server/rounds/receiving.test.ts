import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { settleKeptEvent } from '#core/field/desk-calls.ts';
import { readSupervision, roundsWords } from '#core/home/supervision.ts';
import { saveEvent, verifyLogbook } from '#core/logbook/calls.ts';
import { LogEvent } from '#core/logbook/event.ts';
import { lifecycleEvents } from '#core/planning/lifecycle.ts';
import { fetchServiceEvents } from '#core/planning/lifecycle-calls.ts';
import { Service } from '#core/planning/service.ts';
import { serviceStep } from '#core/planning/step-message.ts';
import { missingRight } from '#core/rights.ts';
import { walk } from '#core/rounds/execution.ts';
import { roundUnknown } from '#core/rounds/messages.ts';
import { readServiceRounds } from '#core/rounds/service-round.ts';
import { roundExecutionStatus } from '#core/rounds/status.ts';
import { endpointOf } from '#server/testing/client.ts';
import { openPdf } from '#server/testing/pdf.ts';
import { walkingOf } from '#server/testing/walking.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, agency } = here;
const walking = await walkingOf(here);
const { shift, phone, pointOf, spotOf, read, agent } = walking;
const { roundStart, roundCheckpoint, roundVirtual, roundJump, roundObservation, roundStop } = walking.messages;
const name = 'Ronde de nuit';

const logOf = async (service: string, who: 'owner' | 'customer' = 'owner'): Promise<[string, string | null][]> => {
  const list = endpointOf(LogEvent, 'list');
  const input = { filters: { service: [service] }, orderBy: 'createdAt', ascending: true };
  const { data } = (await as(who).call(list, { mount: who === 'owner' ? 'agency' : 'customer', input })) as {
    data: { label: string; description: string | null }[];
  };
  return data.map(({ label, description }) => [label, description]);
};

test('a round that a phone reports is an execution with its proofs, and entries of the daily log', async () => {
  const { service, serviceRound } = await shift();
  const send = await phone(service);
  const execution = randomUUID();
  const applied = { outcome: 'applied' };
  expect(await send(roundStart, { execution, serviceRound, name }, -60)).toMatchObject(applied);
  expect(await send(roundCheckpoint, { execution, ...pointOf(0), way: 'NFC' }, -58, spotOf(0))).toMatchObject(applied);
  expect((await read(serviceRound)).remaining).toBe(2);
  const { services } = await as('owner').call(readSupervision);
  expect(services.flatMap((one) => (one.id === service ? [roundsWords(one)] : []))).toEqual(['Ronde 1/2 · 1 sur 3']);
  // Read from the hall: the tag of the quay was moved (O-020).
  expect(await send(roundCheckpoint, { execution, ...pointOf(1), way: 'QR' }, -50, spotOf(0))).toMatchObject(applied);
  const said = { execution, line: pointOf(1).line, checkpoint: pointOf(1).checkpoint, content: 'Lampe cassée' };
  expect(await send(roundObservation, said, -49)).toMatchObject(applied);
  expect(await send(roundStop, { execution, comment: 'Appelé ailleurs' }, -40)).toMatchObject(applied);

  const { executions, remaining } = await read(serviceRound);
  expect([executions.length, remaining]).toEqual([1, 1]);
  const [done] = executions;
  if (!done) throw new Error('no execution');
  expect(done).toMatchObject({ uuid: execution, agent: { id: agent }, plan: { name, radius: 100 } });
  const walked = walk(done.plan, done.facts);
  expect(walked.status).toBe(roundExecutionStatus.unfinished);
  expect(walked.points.map(({ title, state, doubts, fact }) => [title, state, doubts, fact?.way ?? null])).toEqual([
    ['Hall', 'validated', [], 'NFC'],
    ['Quai', 'validated', ['far', 'samePlace'], 'QR'],
    ['Parking', 'jumped', [], null],
  ]);
  const log: [string, string][] = [
    ['Début de ronde', name],
    ['Point de contrôle validé', `Hall · ${name}`],
    ['Point de contrôle validé', `Quai · ${name}`],
    ['Point de contrôle déplacé', `Quai · ${name} : lu loin de sa position`],
    ['Remarque générale', `Quai · ${name} : Lampe cassée`],
    ['Point de contrôle sauté', `Parking · ${name} : non contrôlé à la fin de la ronde`],
    ['Ronde non terminée', `${name} · 2 sur 3 : Appelé ailleurs`],
  ];
  const sorted = (lines: [string, string | null][]) => lines.toSorted(([one], [other]) => one.localeCompare(other));
  expect(sorted(await logOf(service))).toEqual(sorted(log));
  expect(sorted(await logOf(service, 'customer'))).toEqual(sorted(log));
  const { rounds } = await as('customer').call(readServiceRounds, { mount: 'customer', params: { id: service } });
  expect(rounds).toMatchObject([{ numberOfExecutions: 2, remaining: 1, executions: [{ validated: 2, total: 3 }] }]);
  const { token } = await here.sessionOf('owner');
  const paper = await here.app.inject({
    url: `/api/agency/${agency.id}/service-round/${serviceRound}/pdf`,
    headers: { authorization: `Bearer ${token}` },
  });
  const words = (await openPdf(paper.rawPayload)).text;
  for (const one of ['Passage 1 sur 2', 'Non terminée', '2 sur 3', 'Badge NFC', 'Loin du point', 'Lampe cassée'])
    expect(words).toContain(one);
});

test('a virtual point validated from far away says so in the daily log; observations are on paper by time, with their point and photos', async () => {
  const { service, serviceRound } = await shift();
  const send = await phone(service);
  const execution = randomUUID();
  await send(roundStart, { execution, serviceRound, name }, -60);
  await send(roundVirtual, { execution, ...pointOf(2) }, -50, spotOf(0));
  const said = { execution, line: pointOf(1).line, checkpoint: pointOf(1).checkpoint };
  await send(roundObservation, { ...said, content: 'Porte ouverte' }, -20);
  const photos = [{ id: randomUUID(), sha256: 'a'.repeat(64), size: 1_000 }];
  const finding = randomUUID();
  await send(roundObservation, { ...said, content: 'Lampe cassée', finding }, -30, { photos });
  // No distance: customers read the log. No word of a point that moved: nobody read anything there.
  expect(await logOf(service)).toContainEqual([
    lifecycleEvents.checkpointGeolocated.label,
    `Parking · ${name} : validé loin du point`,
  ]);
  expect(JSON.stringify(await logOf(service))).not.toMatch(/déplacé| \d+ m /);
  const paperFor = async (who: Parameters<typeof here.sessionOf>[0]): Promise<string> => {
    const { token } = await here.sessionOf(who);
    const url = `/api/agency/${agency.id}/service-round/${serviceRound}/pdf`;
    const paper = await here.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    return (await openPdf(paper.rawPayload)).text;
  };
  // The phone has not sent the photo yet.
  expect(await paperFor('owner')).toMatch(
    /Quai · Observation : Lampe cassée Photo non disponible .*Quai · Observation : Porte ouverte/,
  );
  // Photos are those of the daily log, which not everybody who reads services may read.
  const planner = await here.hire('Sans journal', { of: 'azur', rights: ['listServices'] });
  expect(await paperFor(planner)).toMatch(/Quai · Observation : Lampe cassée (?!Photo)/);
});

test('what a tag said is kept for the agency, and unknown tags too; customers learn neither', async () => {
  const { service, serviceRound } = await shift();
  const send = await phone(service);
  const execution = randomUUID();
  await send(roundStart, { execution, serviceRound, name }, -60);
  await send(roundCheckpoint, { execution, ...pointOf(0), way: 'NFC', tag: '04:A2:19' }, -58);
  const unknown = { execution, way: 'QR', tag: 'https://example.org/menu' } as const;
  expect(await send(roundUnknown, unknown, -57)).toMatchObject({ outcome: 'applied' });
  const factsFor = async (who: 'owner' | 'customer') =>
    (await read(serviceRound, who)).executions[0]?.facts.map(({ kind, tag = null }) => [kind, tag]);
  expect(await factsFor('owner')).toEqual([
    ['start', null],
    ['read', '04:A2:19'],
    ['unknown', 'https://example.org/menu'],
  ]);
  expect(await factsFor('customer')).toEqual([
    ['start', null],
    ['read', null],
  ]);
  expect(JSON.stringify(await logOf(service))).not.toContain('example.org');
  const paperFor = async (who: 'owner' | 'customer', path: string) => {
    const { token } = await here.sessionOf(who);
    const url = `/api/agency/${agency.id}${path}/service-round/${serviceRound}/pdf`;
    const paper = await here.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    return (await openPdf(paper.rawPayload)).text;
  };
  expect(await paperFor('owner', '')).toContain('QR code inconnu : https://example.org/menu');
  const customer = await paperFor('customer', `/customer/${here.customer.id}`);
  expect(customer).toContain('Passage 1');
  expect(customer).not.toContain('example.org');
});

test('a round begun again after an interruption is resumed; one that nobody began is noted at the end of the service', async () => {
  const { service, serviceRound } = await shift();
  const send = await phone(service);
  await send(serviceStep, { status: 200 }, -70);
  const [first, second] = [randomUUID(), randomUUID()];
  await send(roundStart, { execution: first, serviceRound, name }, -60);
  await send(roundStop, { execution: first }, -50);
  const labels = async () => (await logOf(service)).map(([label]) => label);
  expect(await labels()).not.toContain('Reprise de la ronde');
  await send(roundStart, { execution: second, serviceRound, name }, -40);
  expect(await labels()).toContain('Reprise de la ronde');
  const other = await shift();
  expect(other.service).not.toBe(service);
  await send(serviceStep, { status: 300 }, -30);
  expect(await labels()).not.toContain('Ronde non réalisée');
  const later = await phone(other.service);
  await later(serviceStep, { status: 200 }, -20);
  await later(serviceStep, { status: 300 }, -10);
  expect((await logOf(other.service)).filter(([label]) => label === 'Ronde non réalisée')).toEqual([
    ['Ronde non réalisée', `${name} · 0 sur 2`],
  ]);
});

test('a finished round is one whose points are validated, or jumped with a comment', async () => {
  const { service, serviceRound } = await shift();
  const send = await phone(service);
  const execution = randomUUID();
  await send(roundStart, { execution, serviceRound, name }, -60);
  await send(roundCheckpoint, { execution, ...pointOf(0), way: 'NFC' }, -58);
  await send(roundJump, { execution, ...pointOf(1), comment: 'Inondé' }, -56);
  await send(roundVirtual, { execution, ...pointOf(2) }, -50, spotOf(2));
  await send(roundStop, { execution }, -45);
  const [done] = (await read(serviceRound)).executions;
  expect(done && walk(done.plan, done.facts)).toMatchObject({ status: roundExecutionStatus.finished, validated: 2 });
  expect((await logOf(service)).map(([label]) => label)).toEqual([
    'Début de ronde',
    'Point de contrôle validé',
    'Point de contrôle sauté',
    'Point de contrôle géolocalisé',
    'Fin de ronde',
  ]);
});

test('what cannot be a fact of this round is kept, and applied in any order afterwards', async () => {
  const { service, serviceRound } = await shift();
  const send = await phone(service);
  const execution = randomUUID();
  const [first, second] = [randomUUID(), randomUUID()];
  expect(await send(roundStart, { execution, serviceRound: randomUUID(), name }, -9)).toMatchObject({
    outcome: 'kept',
    reason: 'Cette ronde n’est plus prévue sur ce service',
  });
  const early = { execution, ...pointOf(0), way: 'NFC' as const };
  expect(await send(roundCheckpoint, early, -8, { uuid: first })).toMatchObject({
    outcome: 'kept',
    reason: 'Le début de cette ronde n’est pas enregistré',
  });
  await send(roundStart, { execution, serviceRound, name }, -7, { uuid: second });
  await as('owner').call(settleKeptEvent, { params: { uuid: first }, input: { how: 'applied' } });
  const [done] = (await read(serviceRound)).executions;
  expect(done?.facts.map(({ id }) => id).toSorted()).toEqual([first, second].toSorted());
  expect(done && walk(done.plan, done.facts).validated).toBe(1);
  expect(done?.agent?.id).toBe(agent);
});

test('rounds need their own right: a step without it is kept', async () => {
  const { service, serviceRound } = await shift();
  const send = await phone(service);
  await sql(`update agents set rights = array_remove(rights, 'executeOwnRound') where id = $1`, [agent]);
  const kept = await send(roundStart, { execution: randomUUID(), serviceRound, name }, -7);
  await sql(`update agents set rights = rights || '{executeOwnRound}' where id = $1`, [agent]);
  expect(kept).toMatchObject({ outcome: 'kept', reason: missingRight('executeOwnRound') });
});

test('agent and customer see their executions, the customer without places, and only where the site opens its log', async () => {
  const { service, serviceRound } = await shift();
  const send = await phone(service);
  const execution = randomUUID();
  await send(roundStart, { execution, serviceRound, name }, -9);
  await send(roundCheckpoint, { execution, ...pointOf(0), way: 'NFC' }, -8, spotOf(0));
  const own = await read(serviceRound, 'agent');
  expect(own.executions[0]?.facts[1]?.position).toMatchObject({ latitude: 43.7 });
  expect(own.round.checkpoints[0]).toMatchObject({ tagId: '04:aa:bb', code: expect.stringMatching(/^[0-9A-F]{20}$/) });
  const customers = await read(serviceRound, 'customer');
  expect(customers.executions[0]?.facts.map(({ position }) => position)).toEqual([null, null]);
  expect(customers.round.checkpoints[0]).toMatchObject({ tagId: null, code: null });
  await sql(`update sites set rights_customer = '{}' where id = $1`, [walking.site]);
  expect((await read(serviceRound, 'customer')).executions).toEqual([]);
  await sql(`update sites set rights_customer = '{readDailyLogs}' where id = $1`, [walking.site]);
});

test('a service that is over ends its open round, takes no new one, and no position', async () => {
  const { service, serviceRound } = await shift();
  const send = await phone(service);
  const execution = randomUUID();
  await send(roundStart, { execution, serviceRound, name }, -60, spotOf(0));
  await sql(
    `update services set status = 400, real_end_at = date_trunc('second', now()) - interval '30 minutes' where id = $1`,
    [service],
  );
  await sql(
    `update service_times t set state = 400, ended_at = s.real_end_at from services s where s.id = t.service_id and s.id = $1`,
    [service],
  );
  await send(roundCheckpoint, { execution, ...pointOf(0), way: 'NFC' }, -5, spotOf(0));
  const again = { execution: randomUUID(), serviceRound, name };
  expect(await send(roundStart, again, -4)).toMatchObject({
    outcome: 'kept',
    reason: 'Le service est terminé : une ronde ne commence plus',
  });
  for (const who of ['owner', 'agent', 'customer'] as const) {
    const { executions, remaining } = await read(serviceRound, who);
    const [cut, ...others] = executions;
    expect([remaining, others.length]).toEqual([1, 0]);
    expect(cut && walk(cut.plan, cut.facts, cut.endedAt)).toMatchObject({
      ...{ status: roundExecutionStatus.unfinished, isCut: true, validated: 0 },
      points: [{ doubts: ['afterEnd'] }, {}, {}],
    });
    if (who === 'owner') expect(cut?.facts.map(({ position }) => position !== null)).toEqual([true, false]);
  }
  const { services } = await as('owner').call(readSupervision);
  expect(services.flatMap((one) => (one.id === service ? [roundsWords(one)] : []))).toEqual([
    'Rondes 0/2, 1 inachevée',
  ]);
});

test('a position in a break is not stored', async () => {
  const { service, serviceRound } = await shift();
  const send = await phone(service);
  const execution = randomUUID();
  await sql(
    `insert into service_breaks (agency_id, id, service_id, start_at, end_at, real_start_at, status) values ($1, gen_random_uuid(), $2, now() - interval '10 minutes', now(), now() - interval '10 minutes', 200)`,
    [agency.id, service],
  );
  await send(roundStart, { execution, serviceRound, name }, -20, spotOf(0));
  await send(roundCheckpoint, { execution, ...pointOf(0), way: 'NFC' }, -5, spotOf(0));
  const [done] = (await read(serviceRound)).executions;
  expect(done?.facts.map(({ position }) => position?.latitude ?? null)).toEqual([43.7, null]);
});

interface Entry {
  id: string;
  label: string;
  serviceRoundExecution: { id: string; serviceRound: string; name: string; startedAt: string } | null;
  roundCheckpoint: { id: string; name: string } | null;
}

test('an entry of the daily log names its pass and its point, the pass names its entries, each as the reader may see (P-001)', async () => {
  const { service, serviceRound } = await shift();
  const send = await phone(service);
  const execution = randomUUID();
  await send(roundStart, { execution, serviceRound, name }, -60);
  await send(roundCheckpoint, { execution, ...pointOf(0), way: 'NFC' }, -58, spotOf(0));
  const said = { execution, line: pointOf(1).line, checkpoint: pointOf(1).checkpoint, content: 'Lampe cassée' };
  await send(roundObservation, said, -49);
  const list = endpointOf(LogEvent, 'list');
  const entriesFor = async (who: 'owner' | 'customer' | 'agent') => {
    const mount = who === 'owner' ? 'agency' : who;
    const input = { filters: { service: [service] }, orderBy: 'createdAt', ascending: true };
    const { data } = (await as(who).call(list, { mount, input })) as { data: Entry[] };
    const read = async ({ id }: Entry) =>
      ((await as(who).call(endpointOf(LogEvent, 'read'), { mount, params: { id } })) as { event: Entry }).event;
    return Promise.all(data.map(read));
  };
  const pass = { id: execution, serviceRound, name, startedAt: expect.any(String) };
  const pointed = (index: number) => ({ id: pointOf(index).checkpoint, name: pointOf(index).title });
  for (const who of ['owner', 'customer', 'agent'] as const)
    expect(
      (await entriesFor(who)).map((one) => [one.label, one.serviceRoundExecution, one.roundCheckpoint]),
      who,
    ).toEqual([
      ['Début de ronde', pass, null],
      ['Point de contrôle validé', pass, pointed(0)],
      ['Remarque générale', pass, pointed(1)],
    ]);
  const [, hall, remark] = await entriesFor('owner');
  const loggedFor = async (who: 'owner' | 'customer') =>
    (await read(serviceRound, who)).executions[0]?.events?.map(({ id, label, reference }) => [id, label, reference]);
  const [, second] = (await loggedFor('owner')) ?? [];
  expect(second).toEqual([hall?.id, 'Point de contrôle validé', expect.stringMatching(/^MC-\d{6}$/)]);
  const { token } = await here.sessionOf('owner');
  const paper = await here.app.inject({
    url: `/api/agency/${agency.id}/service-round/${serviceRound}/pdf`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect((await openPdf(paper.rawPayload)).text).toContain(second?.[2]);

  // A correction stays an entry of its pass; the chain verifies, with entries that name a pass and others.
  const { event } = (await as('owner').call(endpointOf(LogEvent, 'read'), { params: { id: remark?.id ?? '' } })) as {
    event: Entry & { site: { id: string } };
  };
  const corrected = { uuid: event.id, type: { id: 123 }, site: { id: event.site.id }, description: 'Lampe réparée' };
  expect(await as('owner').call(saveEvent, { input: corrected as never })).toMatchObject({
    event: { state: 'CORRECTED', serviceRoundExecution: pass, roundCheckpoint: pointed(1) },
  });
  const plain = { uuid: randomUUID(), type: { id: 123 }, site: { id: event.site.id }, description: 'Rien à signaler' };
  expect(await as('owner').call(saveEvent, { input: plain as never })).toMatchObject({
    event: { serviceRoundExecution: null, roundCheckpoint: null },
  });
  expect(await as('owner').call(verifyLogbook, { params: { id: event.site.id } })).toMatchObject({ verdict: 'valid' });
  const [first] = await sql<{ content: object }>('select content from logbook_entries where id = $1', [hall?.id]);
  expect(first?.content).toMatchObject({ roundExecution: execution, checkpoint: pointOf(0).checkpoint });
  await sql(`update logbook_entries set content = content - 'roundExecution' where id = $1`, [hall?.id]);
  expect(await as('owner').call(verifyLogbook, { params: { id: event.site.id } })).toMatchObject({
    verdict: 'altered',
  });
  await sql('update logbook_entries set content = $2 where id = $1', [hall?.id, first?.content]);
});

test('a service has its report with type and signature, its events, the passes of its rounds, its tour, post and dog (N-002)', async () => {
  const { service, serviceRound } = await shift();
  const send = await phone(service);
  const execution = randomUUID();
  await send(roundStart, { execution, serviceRound, name }, -60);
  await send(serviceStep, { status: 500 }, -50);
  const [dog, tour, signature] = [randomUUID(), randomUUID(), randomUUID()];
  await sql(`insert into agent_dogs (agency_id, id, agent_id, name) values ($1, $2, $3, 'Rex')`, [
    ...[agency.id, dog, agent],
  ]);
  await sql(
    `insert into services (agency_id, id, reference, site_id, start_at, end_at, is_circuit) select agency_id, $2, 'T-1', site_id, start_at, end_at, true from services where id = $1`,
    [service, tour],
  );
  await sql(`update services set dog_id = $2, post_title = 'Rondier', circuit_id = $3 where id = $1`, [
    ...[service, dog, tour],
  ]);
  await sql(
    `insert into files (agency_id, id, name, mime_type, size, hash) values ($1, $2, 'signature.png', 'image/png', 1, $3)`,
    [agency.id, signature, 'c'.repeat(64)],
  );
  await sql(
    `insert into agency_reports (agency_id, id, reference, type, template, site_id, service_id, agent_id, at, status, customer_signature_id)
      select agency_id, gen_random_uuid(), 'RR-1', 'round', 'STANDARD', site_id, id, $2, now(), 300, $3 from services where id = $1`,
    [service, agent, signature],
  );
  const params = { id: service };
  const { service: read } = (await as('owner').call(endpointOf(Service, 'read'), { params })) as { service: object };
  expect(read).toMatchObject({
    agencyReport: { reference: 'RR-1', discr: 'round', signature: `/agency/${agency.id}/file/${signature}` },
    ...{ isCircuit: false, postTitle: 'Rondier', circuit: { id: tour }, dog: { id: dog, name: 'Rex' } },
    rounds: [{ id: serviceRound, numberOfExecutions: 2 }],
  });
  const { events } = await as('owner').call(fetchServiceEvents, { params, input: {} });
  expect(events.map(({ type }) => type.label)).toContain('Début de pause');
  const { rounds } = await as('owner').call(readServiceRounds, { params });
  expect(rounds).toMatchObject([{ numberOfExecutions: 2, executions: [{ uuid: execution }] }]);
});
