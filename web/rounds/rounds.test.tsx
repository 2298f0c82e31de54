import { Modal } from '@mantine/core';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Checkpoint } from '#core/rounds/checkpoint.ts';
import { Site } from '#core/sites/site.ts';
import { listedRowOf, rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, refusal, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import CodesDialog from './CodesDialog.tsx';
import { RoundMap } from './RoundMap.tsx';
import { doneWords } from './RoundsBlock.tsx';
import { ServiceRounds } from './ServiceRounds.tsx';

beforeEach(startAfresh);

const [siteId, gateId, roofId] = ['a1', 'a2', 'a3'].map((end) => `01900000-0000-7000-8000-0000000000${end}`) as [
  string,
  string,
  string,
];
const point = (id: string, title: string, placed = true) =>
  listedRowOf(Checkpoint, {
    id,
    title,
    color: '#1C5F9E',
    location: placed ? { latitude: 43.7, longitude: 7.25 } : { latitude: null, longitude: null },
  });
const site = { id: siteId, name: 'Entrepôt' };

const answering =
  (checkpoints: Reply) =>
  ({ path }: StubRequest): Reply =>
    path.endsWith('/fetch/checkpoints') ? checkpoints : [200, { site: rowOf(Site, { id: siteId }) }];

const map = (values: object, change?: (path: string, value: unknown) => void) => (
  <RoundMap section="Parcours" values={{ site, checkpoints: [], ...values }} change={change} />
);

test.each([
  [3, null, [], '3 passages'],
  [3, 2, [400], '1 sur 3 passages'],
  [2, 0, [400, 30], '2 sur 2 passages, dont 1 inachevé'],
  [2, 0, [400, 400, 30], '2 sur 2 passages, et 1 supplémentaire inachevé'],
  [2, 0, [400, 30, 400], '2 sur 2 passages, dont 1 inachevé, et 1 supplémentaire'],
  [1, 0, [400, 400, 30], '1 sur 1 passage, et 2 supplémentaires'],
] as const)('of %i planned passes with %s left, %j reads « %s »', (planned, left, statuses, words) => {
  expect(
    doneWords(
      planned,
      left,
      statuses.map((status) => ({ status })),
    ),
  ).toBe(words);
});

test('a round adds all remaining points of its site at once, after its own', async () => {
  const requests = serve(
    answering([200, { checkpoints: [point(gateId, 'Portail'), point(roofId, 'Toiture')], filtered: 2 }]),
  );
  const changes: unknown[] = [];
  const line = { id: 'l1', checkpoint: { id: roofId, name: 'Toiture' }, instructions: 'Trappe' };
  const user = showPage(map({ checkpoints: [line] }, (path, value) => changes.push([path, value])));
  await user.click(await screen.findByRole('button', { name: 'Ajouter les autres points du site (1)' }));
  expect(changes).toEqual([
    ['checkpoints', [line, { checkpoint: { id: gateId, name: 'Portail' }, instructions: null }]],
  ]);
  expect(requests.find(({ path }) => path.endsWith('/fetch/checkpoints'))?.body).toMatchObject({
    filters: { site: [siteId], status: [100] },
  });
});

test('points without a position are listed, and a site without points shows a message', async () => {
  serve(answering([200, { checkpoints: [point(gateId, 'Portail', false)], filtered: 1 }]));
  showPage(map({ checkpoints: [{ checkpoint: { id: gateId, name: 'Portail' } }] }));
  expect((await screen.findByText(/1 point n’a pas de position/)).textContent).toContain('ne figure pas sur la carte');
  startAfresh();
  serve(answering([200, { checkpoints: [], filtered: 0 }]));
  showPage(map({}, () => {}));
  expect(await screen.findByText('Ce site n’a pas encore de point de contrôle.')).toBeTruthy();
});

test('a list of points that cannot be read shows an error', async () => {
  serve(answering(refusal(403, 'Refusé', { right: 'listCheckpoints' })));
  showPage(map({}, () => {}));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Les points du site n’ont pas pu être chargés');
});

test('codes are requested with the layout; an impossible layout shows an error on its field', async () => {
  const requests = serve(() => [200, {}]);
  const done: string[] = [];
  const rows = [point(gateId, 'Portail'), point(roofId, 'Toiture')];
  const user = showPage(
    <CodesDialog points={rows} onDone={() => done.push('done')} onClose={() => done.push('closed')} />,
  );
  const dialog = await screen.findByRole('dialog', { name: 'Imprimer les QR codes' });
  expect(within(dialog).getByText('2 points de contrôle : 8 QR codes')).toBeTruthy();
  const byRow = within(dialog).getByRole('textbox', { name: 'QR codes par ligne' });
  await user.clear(byRow);
  await user.type(byRow, '9');
  await user.click(within(dialog).getByRole('button', { name: 'Télécharger le PDF' }));
  expect(within(dialog).getByText('Un nombre de 1 à 8')).toBeTruthy();
  expect(requests).toEqual([]);
  await user.clear(byRow);
  await user.type(byRow, '2');
  await user.click(within(dialog).getByRole('button', { name: 'Télécharger le PDF' }));
  await expect.poll(() => done).toEqual(['done', 'closed']);
  expect(requests.map(({ method, path, body }) => [method, path.split('/').slice(3).join('/'), body])).toEqual([
    [
      'POST',
      'checkpoints/generate/qr-codes',
      {
        checkpoints: [gateId, roofId].map((id) => ({ id, qrCodesQuantity: 4 })),
        qrCodeCountByRow: 2,
        size: 5,
        margin: 1,
      },
    ],
  ]);
});

test('T-004: each checkpoint may have its own number of QR codes; the others have the one for all', async () => {
  const requests = serve((): Reply => [200, {}]);
  const rows = [point(gateId, 'Portail'), point(roofId, 'Toiture')];
  const user = showPage(<CodesDialog points={rows} onDone={() => undefined} onClose={() => undefined} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Imprimer les QR codes' }));
  await user.click(dialog.getByRole('switch', { name: 'Un nombre propre à chaque point de contrôle' }));
  const own = dialog.getByRole('textbox', { name: 'Portail' });
  expect(own).toHaveProperty('value', '4');
  await user.clear(own);
  await user.type(own, '0');
  expect(dialog.getByText('Un nombre de 1 à 100')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Télécharger le PDF' }));
  expect(requests).toEqual([]);
  await user.clear(own);
  await user.type(own, '7');
  const all = dialog.getByRole('textbox', { name: 'QR codes de chacun' });
  await user.clear(all);
  await user.type(all, '2');
  expect(dialog.getByText('2 points de contrôle : 9 QR codes')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Télécharger le PDF' }));
  await waitFor(() =>
    expect(requests[0]?.body).toMatchObject({
      checkpoints: [
        { id: gateId, qrCodesQuantity: 7 },
        { id: roofId, qrCodesQuantity: 2 },
      ],
    }),
  );
});

const unplaced = { color: '#1C5F9E', tagId: null, code: null, location: null };
const serviceRound = {
  uuid: roofId,
  numberOfExecutions: 2,
  remaining: 2,
  executions: [] as object[],
  service: { id: gateId, reference: 'S000012', startAt: '2026-11-15T20:00:00.000Z', endAt: '2026-11-16T05:00:00.000Z' },
  site: { ...site, radius: 100 },
  round: {
    id: gateId,
    name: 'Nuit',
    grantedDirections: ['forward'],
    expectedDuration: 65,
    instructions: null,
    checkpoints: [
      { ...unplaced, id: gateId, line: gateId, title: 'Portail', type: 'QR', instructions: 'Cadenas' },
      { ...unplaced, id: roofId, line: roofId, title: 'Toiture', type: 'NFC', instructions: null },
    ],
  },
};
const rounds = (values: object) => (
  <ServiceRounds
    section="Rondes"
    values={{ id: siteId, rounds: [{ id: roofId, round: { id: gateId, name: 'Nuit' } }], ...values }}
    change={undefined}
  />
);

test('a round of a service opens read-only; its report is downloaded', async () => {
  const requests = serve(({ path }): Reply => (path.endsWith('/pdf') ? [200, {}] : [200, { serviceRound }]));
  const user = showPage(rounds({}));
  await user.click(await screen.findByRole('button', { name: 'Voir « Nuit »' }));
  const dialog = await screen.findByRole('dialog', { name: 'Ronde du service : Nuit' });
  const points = within(within(dialog).getByRole('region', { name: 'Points de contrôle prévus' })).getAllByRole(
    'listitem',
  );
  expect(points.map(({ textContent }) => textContent)).toEqual(['Portail QR codeCadenas', 'Toiture NFC']);
  expect(within(dialog).getByText('2 prévus, 2 à faire')).toBeTruthy();
  expect(within(dialog).getByText('1h05')).toBeTruthy();
  expect(within(dialog).getByText('Aucune exécution enregistrée.')).toBeTruthy();
  expect(within(dialog).queryByRole('textbox')).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Rapport (PDF)' }));
  await waitFor(() => expect(requests.at(-1)?.path).toMatch(new RegExp(`/service-round/${roofId}/pdf$`)));
});

test('an execution shows its duration against the plan, each point with its proof, and what to look at twice', async () => {
  const fact = { line: null, checkpoint: null, way: null, content: null, position: null };
  const at = (minute: number): string => new Date(Date.UTC(2026, 10, 15, 21, minute)).toISOString();
  const place = { latitude: 43.7, longitude: 7.26 };
  const execution = {
    uuid: siteId,
    ...{ startedAt: at(0), endedAt: at(25), agent: { id: gateId, name: 'Mehdi Laurent' } },
    plan: {
      ...{ name: 'Nuit', directions: ['forward'], radius: 100 },
      points: [
        { line: gateId, checkpoint: gateId, title: 'Portail', location: place },
        { line: roofId, checkpoint: roofId, title: 'Toiture', location: null },
      ],
    },
    facts: [
      { ...fact, id: gateId, kind: 'start', at: at(0) },
      {
        ...{ ...fact, id: roofId, kind: 'read', at: at(4), line: gateId, checkpoint: gateId, way: 'QR' },
        position: { latitude: 43.71, longitude: 7.26, accuracy: 8 },
      },
      { ...fact, id: siteId, kind: 'stop', at: at(25) },
    ],
    events: [
      {
        ...{ id: roofId, reference: 'MC-000007', label: 'Point de contrôle validé', description: 'Portail · Nuit' },
        ...{ createdAt: at(4), checkpoint: gateId },
      },
    ],
  };
  serve((): Reply => [200, { serviceRound: { ...serviceRound, remaining: 1, executions: [execution] } }]);
  const user = showPage(rounds({}));
  await user.click(await screen.findByRole('button', { name: 'Voir « Nuit »' }));
  const pass = await screen.findByRole('article', { name: 'Passage 1 sur 2' });
  expect(pass.textContent).toContain('Non terminée');
  expect(pass.textContent).toContain('0h25 pour 1h05 · Mehdi Laurent · 1 sur 2');
  expect(
    within(pass)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Portail Validé à 22:04Loin du pointQR code, à 1,1 km du point (± 8 m)',
    'Toiture SautéNon contrôlé à la fin de la ronde',
    'Point de contrôle validé 22:04 · MC-000007Portail · Nuit',
  ]);
  expect(within(pass).getByText('1 main courante')).toBeTruthy();
});

test('Escape closes only the round of a service, wherever the focus is', async () => {
  serve((): Reply => [200, { serviceRound }]);
  const below = vi.fn();
  const user = showPage(
    <Modal opened onClose={below} title="Service">
      {rounds({})}
    </Modal>,
  );
  for (const at of ['Rapport (PDF)', 'Fermer', null]) {
    await user.click(await screen.findByRole('button', { name: 'Voir « Nuit »' }));
    const dialog = await screen.findByRole('dialog', { name: 'Ronde du service : Nuit' });
    if (at) (await within(dialog).findByRole('button', { name: at })).focus();
    else (document.activeElement as HTMLElement).blur();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Ronde du service : Nuit' })).toBeNull());
    expect(below).not.toHaveBeenCalled();
  }
  await user.keyboard('{Escape}');
  expect(below).toHaveBeenCalledOnce();
});

test('an unsaved round cannot be opened; a failed read is retried', async () => {
  serve(() => refusal(500, 'Une erreur est survenue'));
  showPage(
    <>
      <p>Là</p>
      {rounds({ rounds: [{ round: { id: gateId, name: 'Nuit' } }] })}
    </>,
  );
  await screen.findByText('Là');
  expect(screen.queryByRole('button', { name: /Voir/ })).toBeNull();
  startAfresh();
  let broken = true;
  serve(() => (broken ? refusal(500, 'Une erreur est survenue') : [200, { serviceRound }]));
  const user = showPage(rounds({}));
  await user.click(await screen.findByRole('button', { name: 'Voir « Nuit »' }));
  expect(await screen.findByText('La ronde n’a pas pu être lue')).toBeTruthy();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Portail')).toBeTruthy();
});
