import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { messages } from '#core/kernel/problem.ts';
import { LogEvent } from '#core/logbook/event.ts';
import { type EventType, typeOf } from '#core/logbook/types.ts';
import type { Right } from '#core/rights.ts';
import { sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { listedOf, rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, refusal, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { owner, showPage, startAfresh } from '../testing/page.tsx';
import { type Count, daysOf } from './Graph.tsx';
import Logbook from './Logbook.tsx';
import { SiteTimeline } from './LogTimeline.tsx';
import TypesDialog, { exceptionsOf } from './TypesDialog.tsx';

beforeEach(startAfresh);

const id = (last: number): string => `01900000-0000-7000-8000-0000000000e${last}`;
const event = (more: object = {}) =>
  rowOf(LogEvent, {
    id: id(1),
    label: 'Intrusion',
    type: { id: 30, typeKey: 'incident' },
    createdAt: '2026-11-16T21:15:00.000Z',
    receivedAt: '2026-11-16T21:16:00.000Z',
    description: 'Clôture découpée',
    site: { id: id(2), name: 'Entrepôt Carros' },
    service: null,
    state: 'RECORDED',
    reference: 'MC-000001',
    eventMessages: [],
    photoCount: 0,
    ...more,
  });
const graph: Count[] = [
  { day: '2026-11-14', typeKey: 'incident', count: 2 },
  { day: '2026-11-16', typeKey: 'incident', count: 1 },
  { day: '2026-11-16', typeKey: 'observations', count: 3 },
];
const version = (more: object) => ({
  ...{ id: id(3), kind: 'entry', position: 1, at: '2026-11-16T21:16:00.000Z', author: 'Inès Roux', reason: null },
  ...{ content: { description: 'Clôture découpée' }, hash: 'a'.repeat(64), ...more },
});

function serving(row = event(), more: (request: StubRequest) => Reply | null = () => null): StubRequest[] {
  return serve((request): Reply => {
    const { method, path } = request;
    const other = more(request);
    if (other) return other;
    if (path.endsWith('/fetch/allEvents'))
      return [200, { data: [listedOf(LogEvent, row)], filtered: 1, sites: [], services: [], types: [30], graph }];
    if (path.endsWith('/versions'))
      return [200, { versions: [version({}), version({ id: id(4), kind: 'correction', position: 2, content: null })] }];
    if (path.includes('/logbook/verify/'))
      return [200, { verdict: 'valid', entries: 12, erased: 0, from: null, to: null, alteredAt: null, hash: null }];
    if (path.endsWith('/presence')) return [200, { others: [] }];
    if (method === 'DELETE') return [204];
    return [200, { event: row }];
  });
}

const list = <Logbook page="adminMc" title="Mains courantes" description="" add={false} />;

test('the days of the graph include the empty ones between', () => {
  expect(daysOf(graph).map(({ day, count }) => [day, count])).toEqual([
    ['2026-11-14', 2],
    ['2026-11-15', 0],
    ['2026-11-16', 4],
  ]);
  expect(daysOf([])).toEqual([]);
});

test('the list shows its entries and their number per day and category', async () => {
  serving();
  showPage(list);
  const line = (await screen.findByRole('link', { name: 'Intrusion' })).closest('tr') as HTMLElement;
  for (const text of ['Intrusion', 'Incident', 'Entrepôt Carros', 'Clôture découpée', 'Consignée'])
    expect(line.textContent).toContain(text);
  const figure = screen.getByRole('figure', { name: 'Mains courantes par jour' });
  expect(figure.textContent).toContain('6 mains courantes du 14/11/2026 au 16/11/2026');
  expect(within(figure).getByTitle('16/11/2026 : 4 mains courantes · Incident 1 · Observations 3')).toBeTruthy();
});

test('an entry without a description says so; what was erased is told as erased', async () => {
  serving(event({ description: null }));
  const user = showPage(list);
  await user.click(await screen.findByRole('link', { name: 'Intrusion' }));
  const sheet = await screen.findByRole('dialog');
  expect(await within(sheet).findByText('Aucune description renseignée')).toBeTruthy();
  expect(await within(sheet).findByText('Contenu effacé')).toBeTruthy();
});

test('a finding is added to the event, which keeps what it says', async () => {
  const requests = serving();
  const user = showPage(list);
  await user.click(await screen.findByRole('link', { name: 'Intrusion' }));
  await user.click(await screen.findByRole('button', { name: 'Constatation' }));
  const dialog = await screen.findByRole('dialog', { name: 'Constatation' });
  await user.click(await within(dialog).findByRole('button', { name: /Enregistrer/ }));
  expect(await within(dialog).findByText('Obligatoire')).toBeTruthy();
  await user.type(within(dialog).getByRole('textbox', { name: /Commentaire/ }), 'Trou de 40 cm');
  await user.click(within(dialog).getByRole('button', { name: /Enregistrer/ }));
  expect(await screen.findByText('Constatation consignée')).toBeTruthy();
  const { body } = requests.find(({ method, path }) => method === 'POST' && path.endsWith('/event')) as StubRequest;
  expect(body).toMatchObject({
    ...{ uuid: id(1), site: { id: id(2) }, type: { id: 30 } },
    eventMessages: [{ content: 'Trou de 40 cm', attachments: [] }],
  });
  // A colleague may have corrected the rest meanwhile.
  expect(Object.keys(body as object).toSorted()).toEqual(['eventMessages', 'site', 'type', 'uuid']);
});

test('a finding is corrected and withdrawn; the event keeps what it says', async () => {
  const finding = { id: id(5), content: 'Trou de 40 cm', author: 'Inès Roux', attachments: [], state: 'RECORDED' };
  const requests = serving(event({ eventMessages: [{ ...finding, createdAt: '2026-11-16T21:20:00.000Z' }] }));
  const sent = () => requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/event'));
  const user = showPage(list);
  await user.click(await screen.findByRole('link', { name: 'Intrusion' }));
  await user.click(await screen.findByRole('button', { name: 'Corriger la constatation' }));
  const dialog = await screen.findByRole('dialog', { name: 'Constatation' });
  const words = await within(dialog).findByRole('textbox', { name: /Commentaire/ });
  await user.clear(words);
  await user.type(words, 'Trou de 60 cm');
  await user.click(within(dialog).getByRole('button', { name: /Enregistrer/ }));
  const same = { uuid: id(1), site: { id: id(2) }, type: { id: 30 } };
  const message = { uuid: id(5), content: 'Trou de 60 cm', attachments: [] };
  await waitFor(() => expect(sent().map(({ body }) => body)).toMatchObject([{ ...same, eventMessages: [message] }]));
  await user.click(await screen.findByRole('button', { name: 'Retirer la constatation' }));
  const sure = await screen.findByRole('dialog', { name: 'Retirer la constatation' });
  await user.click(within(sure).getByRole('button', { name: 'Retirer' }));
  expect(await screen.findByText('Constatation retirée')).toBeTruthy();
  expect(sent().at(-1)?.body).toMatchObject({ ...same, eventMessages: [{ uuid: id(5), withdrawn: true }] });
});

test('a correction needs a reason and sends the event with its own id', async () => {
  const requests = serving();
  const user = showPage(list);
  await user.click(await screen.findByRole('link', { name: 'Intrusion' }));
  await user.click(await screen.findByRole('button', { name: 'Corriger' }));
  const dialog = await screen.findByRole('dialog', { name: 'Corriger la main courante' });
  await user.type(await within(dialog).findByRole('textbox', { name: /Motif de la correction/ }), 'Mauvais quai');
  await user.click(within(dialog).getByRole('button', { name: /Enregistrer/ }));
  await waitFor(() =>
    expect(requests.find(({ method, path }) => method === 'POST' && path.endsWith('/event'))?.body).toMatchObject({
      ...{
        uuid: id(1),
        reason: 'Mauvais quai',
        description: 'Clôture découpée',
        createdAt: '2026-11-16T21:15:00.000Z',
      },
    }),
  );
});

test('an event that the product writes cannot be changed by hand, nor one that is withdrawn', async () => {
  serving(event({ label: 'Alerte SOS', type: { id: 25, typeKey: 'agent' } }));
  const user = showPage(list);
  await user.click(await screen.findByRole('link', { name: 'Alerte SOS' }));
  expect(await screen.findByText("Cet événement n'est pas modifiable")).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Corriger' })).toBeNull();
});

test('an entry of a round opens its pass, and names its point (P-001)', async () => {
  const serviceRoundExecution = {
    ...{ id: id(5), serviceRound: id(6), name: 'Ronde de nuit', startedAt: '2026-11-16T21:00:00.000Z' },
  };
  const requests = serving(
    event({ serviceRoundExecution, roundCheckpoint: { id: id(7), name: 'Quai' } }),
    ({ path }): Reply | null => (path.includes('/service-round/') ? refusal(404, 'Ronde introuvable') : null),
  );
  const user = showPage(list);
  await user.click(await screen.findByRole('link', { name: 'Intrusion' }));
  expect(await screen.findByText('Quai')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Ronde de nuit, 16/11/2026 22:00' }));
  await waitFor(() => expect(requests.at(-1)?.path).toMatch(new RegExp(`/service-round/${id(6)}$`)));
});

test('an event that is gone says so', async () => {
  serving(event(), ({ method, path }) =>
    method === 'GET' && path.endsWith(`/event/${id(1)}`)
      ? refusal(404, 'Impossible de trouver la main courante')
      : null,
  );
  const user = showPage(list);
  await user.click(await screen.findByRole('link', { name: 'Intrusion' }));
  expect(await screen.findByText('Impossible de trouver la main courante')).toBeTruthy();
});

test('who may edit but not create corrects entries and writes none', async () => {
  serving();
  const rights: Right[] = ['listDailyLogs', 'editServiceEvent'];
  const editor = sessionOf(someUser({ userCompanies: [someProfile({ rights })] }), { profileId: null, agency: null });
  const user = showPage(list, editor);
  await user.click(await screen.findByRole('link', { name: 'Intrusion' }));
  expect(await screen.findByRole('button', { name: 'Corriger' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Nouvelle entrée' })).toBeNull();
});

test('a customer reads the log, also what came late, and writes nothing', async () => {
  serving(event({ receivedAt: '2026-11-16T23:40:00.000Z', author: null }));
  const customer = sessionOf(
    someUser({ userCompanies: [someProfile({ kind: 'CUSTOMER', rights: 'customer' } as never)] }),
    { profileId: null, agency: null },
  );
  const user = showPage(list, customer);
  await user.click(await screen.findByRole('link', { name: 'Intrusion' }));
  expect(await screen.findByText('Aucune constatation.')).toBeTruthy();
  expect(screen.getByText(/22:15.*, transmis le .*00:40/)).toBeTruthy();
  for (const name of ['Nouvelle entrée', 'Corriger', 'Retirer', 'Constatation'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('an agent reads his log, with his name, and manages nothing', async () => {
  const requests = serving(event({ author: 'Mehdi Laurent' }));
  const agent = sessionOf(someUser({ userCompanies: [someProfile({ rights: 'collaborator', plannable: true })] }), {
    profileId: null,
    agency: null,
  });
  const user = showPage(<Logbook page="agentMc" title="Main courante" description="" add={false} />, agent);
  await user.click(await screen.findByRole('link', { name: 'Intrusion' }));
  expect(await within(await screen.findByRole('dialog')).findByText('Mehdi Laurent')).toBeTruthy();
  expect(requests.every(({ path }) => path.includes('/agent/'))).toBe(true);
  for (const name of ['Types d’événements', 'Corriger', 'Retirer'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('the log of a site shows its entries, which came late, and verifies its chain on demand', async () => {
  serving(event({ state: 'CORRECTED', receivedAt: '2026-11-16T23:40:00.000Z' }));
  const row = {
    ...{ id: id(2), version: 1, name: 'Entrepôt Carros' },
    siteSettingsFeature: { useAgencyServiceEventTypes: true },
  };
  const user = showPage(
    <SiteTimeline row={row} page="sites" mayLeave={{ current: () => Promise.resolve(true) }} onClose={() => {}} />,
    owner(),
  );
  const entries = await screen.findByRole('list', { name: 'Mains courantes du site' });
  expect(entries.textContent).toContain('Corrigée');
  expect(entries.textContent).toMatch(/ · transmis le .*00:40/);
  await user.click(screen.getByRole('button', { name: 'Vérifier' }));
  expect(await screen.findByText('Intègre : 12 écritures vérifiées')).toBeTruthy();
});

test('only types that differ from their defaults are kept', () => {
  const [same, other] = [typeOf(30), typeOf(121)];
  const chosen = new Map([same, other].flatMap((type) => (type ? [[type.id, { ...type }] as const] : [])));
  expect(exceptionsOf(chosen)).toEqual([]);
  const settings = { enabled: true, customerShow: false, notifyAgency: false, notifyCustomer: false };
  expect(exceptionsOf(new Map([...chosen, [121, settings]]))).toEqual([{ id: 121, ...settings }]);
});

test('changed types of events are not lost by Escape', async () => {
  serve((): Reply => [200, { agency: [], sites: [], version: 0 }]);
  let closed = 0;
  const user = showPage(<TypesDialog site={null} onClose={() => (closed += 1)} />);
  // By label: a search by role among hundreds of boxes takes seconds.
  const box = await screen.findByLabelText<HTMLInputElement>('Intrusion : Client');
  const { checked } = box;
  await user.click(box);
  await user.keyboard('{Escape}');
  await user.click(await screen.findByText('Continuer la saisie'));
  expect([box.checked, closed]).toEqual([!checked, 0]);
});

test('types of events that somebody else saved meanwhile are not overwritten: the reason shows, what was chosen stays', async () => {
  const requests = serve(
    ({ method }): Reply =>
      method === 'GET' ? [200, { agency: [], sites: [], version: 4 }] : refusal(409, messages.settingsConflict),
  );
  let closed = 0;
  const user = showPage(<TypesDialog site={null} onClose={() => (closed += 1)} />);
  const box = await screen.findByLabelText<HTMLInputElement>('Intrusion : Client');
  const { checked } = box;
  await user.click(box);
  await user.click(screen.getByText('Enregistrer'));
  expect(await screen.findByText(messages.settingsConflict)).toBeTruthy();
  expect(requests.at(-1)?.body).toMatchObject({ version: 4 });
  expect([box.checked, closed]).toEqual([!checked, 0]);
});

test('I-020: a site offers again a type that its agency switched off', async () => {
  const { customerShow, notifyAgency, notifyCustomer } = typeOf(30) as EventType;
  const flags = { customerShow, notifyAgency, notifyCustomer };
  const requests = serve(
    ({ method }): Reply =>
      method === 'GET' ? [200, { agency: [{ id: 30, enabled: false, ...flags }], sites: [], version: 1 }] : [204],
  );
  const user = showPage(<TypesDialog site={{ id: id(2), name: 'Port', follows: false }} onClose={() => undefined} />);
  await user.click(await screen.findByLabelText('Intrusion : Proposé'));
  await user.click(screen.getByText('Enregistrer'));
  const types = [{ id: 30, enabled: true, ...flags }];
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ sites: [{ id: id(2) }], types }),
  );
});
