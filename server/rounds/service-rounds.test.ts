import { beforeAll, describe, expect, test } from 'vitest';
import { publishServices, saveServices } from '#core/planning/calls.ts';
import { Checkpoint } from '#core/rounds/checkpoint.ts';
import { Round } from '#core/rounds/round.ts';
import { readServiceRound } from '#core/rounds/service-round.ts';
import { Site } from '#core/sites/site.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { openPdf } from '#server/testing/pdf.ts';
import { world } from '#server/testing/world.ts';

const { agency, app, as, customer, people, sessionOf, sql } = await world();
const saved = async (of: Parameters<typeof endpointOf>[0], input: object): Promise<AnyRow> => {
  const { status, body } = await as('owner').answer(endpointOf(of, 'save'), { mount: 'agency', input });
  expect(status, JSON.stringify(body)).toBe(200);
  return body[of.name];
};

let id: string;
let service: string;
let gate: string;
let round: string;

beforeAll(async () => {
  const site = { id: (await saved(Site, { name: 'Entrepôt', customer: { id: customer.id } })).id };
  const [portal, quay] = [
    await saved(Checkpoint, { title: 'Portail', site, type: 'QR', instructions: 'Vérifier le cadenas' }),
    await saved(Checkpoint, { title: 'Quai', site }),
  ];
  const made = await saved(Round, {
    name: 'Ronde de nuit',
    site,
    grantedDirections: ['forward', 'reverse'],
    expectedDuration: 65,
    checkpoints: [{ checkpoint: { id: quay.id } }, { checkpoint: { id: portal.id }, instructions: 'Éclairer le fond' }],
  });
  const { services } = await as('owner').call(saveServices, {
    input: {
      services: [
        {
          site,
          startAt: '2027-01-12T20:00:00.000Z',
          endAt: '2027-01-13T05:00:00.000Z',
          agents: [{ id: people.agent.profile?.id }],
          rounds: [{ round: { id: made.id }, numberOfExecutions: 3 }],
        },
      ],
      confirmed: true,
    },
  });
  service = services[0]?.id as string;
  const [row] = await sql<{ id: string }>('select id from service_rounds where service_id = $1', [service]);
  id = row?.id as string;
  gate = portal.id;
  round = made.id;
});

test('a round of a service shows its checkpoints in order, its frequency, and that it was not walked yet', async () => {
  const { serviceRound } = await as('owner').call(readServiceRound, { mount: 'agency', params: { id } });
  expect(serviceRound).toMatchObject({
    uuid: id,
    numberOfExecutions: 3,
    remaining: 3,
    executions: [],
    service: { id: service, startAt: '2027-01-12T20:00:00.000Z' },
    site: { name: 'Entrepôt' },
    round: { name: 'Ronde de nuit', grantedDirections: ['forward', 'reverse'], expectedDuration: 65 },
  });
  expect(serviceRound.round.checkpoints.map(({ title, instructions }) => [title, instructions])).toEqual([
    ['Quai', null],
    ['Portail', 'Vérifier le cadenas\nÉclairer le fond'],
  ]);
});

test('a checkpoint that was archived is not walked any more; reactivated, it is', async () => {
  const titles = async (): Promise<string[]> =>
    (await as('owner').call(readServiceRound, { mount: 'agency', params: { id } })).serviceRound.round.checkpoints.map(
      ({ title }) => title,
    );
  const move = (type: string) =>
    as('owner').call(endpointOf(Checkpoint, 'act'), { mount: 'agency', params: { id: gate, type } });
  await move('archive');
  expect(await titles()).toEqual(['Quai']);
  await move('reactivate');
  expect(await titles()).toEqual(['Quai', 'Portail']);
});

test('while a service that is not over plans it, the round stays on its site (O-030)', async () => {
  const elsewhere = { id: (await saved(Site, { name: 'Siège', customer: { id: customer.id } })).id };
  const move = () =>
    as('owner').answer(endpointOf(Round, 'save'), {
      mount: 'agency',
      input: { id: round, site: elsewhere, checkpoints: [] },
    });
  const [{ reference } = { reference: '' }] = await sql<{ reference: string }>(
    'select reference from services where id = $1',
    [service],
  );
  const message = `Le service ${reference} prévoit cette ronde : elle ne peut pas changer de site`;
  expect(await move()).toMatchObject({ status: 400, body: { violations: [{ path: 'site', message }] } });
});

test('its report shows the plan, and that nothing was done', async () => {
  const { token } = await sessionOf('owner');
  const answer = await app.inject({
    url: `/api/agency/${agency.id}/service-round/${id}/pdf`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  const words = (await openPdf(answer.rawPayload)).text;
  for (const expected of [
    'Rapport de ronde',
    'Ronde de nuit',
    'Entrepôt',
    '12/01/2027 à 21:00',
    '1h05',
    'Portail',
    'Aucune exécution enregistrée',
  ])
    expect(words).toContain(expected);
});

describe('on their own paths', () => {
  test('its agent and its customer read it only after the service is published', async () => {
    const asked = { params: { id } };
    for (const who of ['agent', 'customer'] as const)
      expect((await as(who).answer(readServiceRound, asked)).status, who).toBe(404);
    await as('owner').call(publishServices, { input: { services: [service] } });
    for (const who of ['agent', 'customer'] as const) {
      const { serviceRound } = await as(who).call(readServiceRound, asked);
      expect(
        serviceRound.round.checkpoints.map(({ title }) => title),
        who,
      ).toEqual(['Quai', 'Portail']);
    }
  });

  test('the owner of another agency, and an invalid id, get a 404', async () => {
    expect((await as('foreignOwner').answer(readServiceRound, { mount: 'agency', params: { id } })).status).toBe(404);
    expect((await as('owner').answer(readServiceRound, { mount: 'agency', params: { id: 'x' } })).status).toBe(404);
  });
});
