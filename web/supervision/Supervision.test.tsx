import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { noPosts } from '#core/home/posts.ts';
import type { WatchedService } from '#core/home/supervision.ts';
import { lifecycleEvents } from '#core/planning/lifecycle.ts';
import { queryClient } from '#ui/client/queries.tsx';
import { rowsChanged } from '#ui/client/rows.ts';
import { agencyId } from '#ui/client/testing/people.ts';
import { type Reply, refusal, type StubRequest, serve as serveAll } from '#ui/client/testing/server.ts';
import { alarm, uuid } from '../safety/testing/alarm.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import Supervision from './Supervision.tsx';

// The map itself needs a canvas.
vi.mock('#ui/Map/index.tsx', () => ({
  PlaceMap: ({ dots }: { dots: { id: string; name: string }[] }) => (
    <ul aria-label="Carte">
      {dots.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  ),
}));

beforeEach(startAfresh);

/** Its calls for open alarms are left out (web/safety has them). */
function serve(answer: (request: StubRequest) => Reply | Promise<Reply>, alarms: object[] = []) {
  const asked: StubRequest[] = [];
  serveAll((request) => {
    if (request.path.endsWith('/alarms/open')) return [200, { alarms, more: 0 }];
    asked.push(request);
    return answer(request);
  });
  return asked;
}

const props = { page: 'supervision', title: 'Supervision', description: '', add: false };
const person = (end: number, name: string, more: Partial<WatchedService['agents'][number]> = {}) => ({
  id: `01900000-0000-7000-8000-00000000b${String(end).padStart(3, '0')}`,
  name,
  phones: [] as string[],
  awaited: false,
  presence: 'held' as const,
  ...more,
});
const service = (end: number, more: Partial<WatchedService>): WatchedService => ({
  id: `01900000-0000-7000-8000-${String(end).padStart(12, '0')}`,
  reference: `S${end}`,
  status: 200,
  startAt: '2026-11-15T07:00:00.000Z',
  endAt: '2026-11-15T19:00:00.000Z',
  realStartAt: null,
  realEndAt: null,
  isCircuit: false,
  postTitle: 'Accueil',
  site: { id: '01900000-0000-7000-8000-0000000000aa', name: 'Port', city: 'Nice', location: null },
  agents: [person(1, 'Aline Petit')],
  missing: 0,
  rounds: null,
  lastEvent: null,
  ...more,
});
const group = (name: string): HTMLElement => screen.getByRole('region', { name });

test('services are grouped, with their agents, unfilled posts and last event', async () => {
  const at = new Date(Date.now() - 600_000).toISOString();
  const calls = serve(() => [
    200,
    {
      postsNow: { ...noPosts, wanted: 3, held: 1, absent: 2 },
      leftOut: 1_240,
      services: [
        service(1, { lastEvent: { type: lifecycleEvents.breakFinish.id, at, content: null, stop: null } }),
        service(2, { status: 110, agents: [], missing: 2 }),
        service(3, { status: 800 }),
        service(4, { status: 500, agents: [person(1, 'Aline Petit'), person(2, 'Marc Roux', { awaited: true })] }),
        service(5, {
          status: 400,
          lastEvent: { type: lifecycleEvents.serviceInterrupted.id, at, content: null, stop: null },
        }),
      ],
    },
  ]);
  showPage(<Supervision {...props} />);
  expect((await within(await screen.findByRole('region', { name: 'En cours' })).findAllByRole('listitem')).length).toBe(
    2,
  );
  expect(calls[0]?.path).toBe(`/agency/${agencyId}/supervision`);
  expect(group('En cours').textContent).toContain('Port · Accueil · NiceAline Petit');
  expect(group('En cours').textContent).toContain('Fin de pause il y a 10 minutes');
  expect(group('En cours').textContent).toContain('Pas arrivé : Marc Roux');
  expect(group('En retard').textContent).toContain('Personne2 postes vides');
  expect(group('Interrompus').textContent).toContain('Service interrompu il y a 10 minutes');
  expect(within(group('Interrompus')).getAllByRole('listitem')).toHaveLength(1);
  expect(group('Interrompus').dataset.group).toBe('interrupted');
  expect(within(group('Non commencés ou non terminés')).getByText('Non terminé')).toBeTruthy();
  expect(screen.getByText(/^1.240 autres services, en cours ou à venir, ne sont pas montrés ici/)).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'À venir' })).toBeNull();
  expect(screen.getByRole('status', { name: 'Postes maintenant' }).textContent).toContain('2 où personne n’est venu');
  expect(screen.getByText('Aucun service : terminés avant l’heure, à venir.')).toBeTruthy();
});

test('many services are one list, in the order of the server; their words follow the minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const realStartAt = new Date(Date.now() - 600_000).toISOString();
    const many = Array.from({ length: 60 }, (_, index) =>
      service(index + 1, { postTitle: `Poste ${index}`, realStartAt }),
    );
    serve(() => [200, { postsNow: noPosts, services: many, leftOut: 0 }]);
    showPage(<Supervision {...props} />);
    const rows = await within(await screen.findByRole('region', { name: 'En cours' })).findAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent?.match(/Poste \d+/)?.[0])).toEqual(
      many.map(({ postTitle }) => postTitle),
    );
    expect(within(group('En cours')).getAllByRole('list')).toHaveLength(1);
    expect(rows.at(-1)?.textContent).toContain('Commencé il y a 10 minutes');
    await act(() => vi.advanceTimersByTimeAsync(90_000));
    await waitFor(() => expect(rows.at(-1)?.textContent).toMatch(/Commencé il y a 1[12] minutes/), { timeout: 10_000 });
  } finally {
    vi.useRealTimers();
  }
});

test('it refreshes itself; after a failure the last data stays with a message; without data it shows an error and retries', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    let broken = true;
    const calls = serve(() =>
      broken
        ? refusal(500, 'Une erreur est survenue')
        : [200, { postsNow: noPosts, services: [service(1, {})], leftOut: 0 }],
    );
    const user = showPage(<Supervision {...props} />);
    expect(await screen.findByText('La supervision n’a pas pu être lue')).toBeTruthy();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByText('Aline Petit')).toBeTruthy();
    const before = calls.length;
    broken = true;
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(calls.length).toBeGreaterThan(before);
    expect(await screen.findByText(/Actualisation impossible/)).toBeTruthy();
    expect(screen.getByText('Aline Petit')).toBeTruthy();
  } finally {
    vi.useRealTimers();
  }
});

test('a service that changes is read by its id; the whole board is not read again', async () => {
  const services = [service(1, {}), service(2, { agents: [person(2, 'Marc Roux')] })];
  const calls = serve(({ path }) =>
    path.endsWith('/fetch/supervision-rows')
      ? [200, { postsNow: noPosts, services: [service(2, { agents: [person(3, 'Lise Blanc')] })], leftOut: 0 }]
      : [200, { postsNow: noPosts, services, leftOut: 0 }],
  );
  showPage(<Supervision {...props} />);
  await screen.findByText('Marc Roux');
  rowsChanged('service', [service(2, {}).id]);
  expect(await screen.findByText('Lise Blanc')).toBeTruthy();
  expect(screen.getByText('Aline Petit')).toBeTruthy();
  expect(calls.map(({ method, body }) => [method, body])).toEqual([
    ['GET', undefined],
    ['POST', { services: [service(2, {}).id] }],
  ]);
});

test('the panel of a service calls its people, and writes a note that outlives the panel until it is sent', async () => {
  const sent: unknown[] = [];
  serve(({ path, body }) => {
    if (path.endsWith('/note')) {
      sent.push(body);
      return [204, undefined];
    }
    if (path.endsWith('/fetch/events')) return [200, { events: [], filtered: 0 }];
    const agents = [person(1, 'Aline Petit', { phones: ['06 12 34 56 78'] }), person(2, 'Marc Roux')];
    return [200, { postsNow: noPosts, services: [service(1, { status: 110, agents })], leftOut: 0 }];
  });
  const user = showPage(<Supervision {...props} />);
  await user.click(await screen.findByRole('button', { name: /Port · Accueil/ }));
  const call = await screen.findByRole('link', { name: 'Appeler Aline Petit au 06 12 34 56 78' });
  expect(call.getAttribute('href')).toBe('tel:0612345678');
  expect(screen.getByRole('button', { name: 'Remplacer Marc Roux' })).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Ne répond pas');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull());
  await user.click(await screen.findByRole('button', { name: /Port · Accueil/ }));
  expect(await screen.findByDisplayValue('Ne répond pas')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Noter' }));
  await waitFor(() => expect(sent).toEqual([{ content: 'Ne répond pas' }]));
  expect(await screen.findByText('Note ajoutée au déroulé')).toBeTruthy();
});

test('a note being typed outlives its service on the board', async () => {
  let services = [service(1, { status: 110 })];
  serve(({ path }) =>
    path.endsWith('/fetch/events')
      ? [200, { events: [], filtered: 0 }]
      : [200, { postsNow: noPosts, services, leftOut: 0 }],
  );
  const user = showPage(<Supervision {...props} />);
  await user.click(await screen.findByRole('button', { name: /Port · Accueil/ }));
  await user.type(await screen.findByRole('textbox', { name: 'Note' }), 'Clés rendues');
  services = [];
  await act(() => queryClient.invalidateQueries());
  await waitFor(() => expect(screen.queryByRole('button', { name: /Port · Accueil/ })).toBeNull());
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveProperty('value', 'Clés rendues');
});

test('a note sent again after a lost answer is the same note; the same words later are another', async () => {
  let lost = true;
  const keys: (string | null)[] = [];
  serve(({ path, key }) => {
    if (path.endsWith('/note')) {
      keys.push(key);
      return lost ? [502] : [204, undefined];
    }
    if (path.endsWith('/fetch/events')) return [200, { events: [], filtered: 0 }];
    return [200, { postsNow: noPosts, services: [service(1, { status: 110 })], leftOut: 0 }];
  });
  const user = showPage(<Supervision {...props} />);
  await user.click(await screen.findByRole('button', { name: /Port · Accueil/ }));
  const note = await screen.findByRole('textbox', { name: 'Note' });
  await user.type(note, 'RAS');
  await user.click(screen.getByRole('button', { name: 'Noter' }));
  await waitFor(() => expect(note.getAttribute('aria-invalid')).toBe('true'));
  lost = false;
  await user.click(screen.getByRole('button', { name: 'Noter' }));
  await waitFor(() => expect(note).toHaveProperty('value', ''));
  await user.type(note, 'RAS');
  await user.click(screen.getByRole('button', { name: 'Noter' }));
  await waitFor(() => expect(keys).toHaveLength(3));
  expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
});

test('a note that was changed while it was on its way stays as it was changed', async () => {
  const answer = Promise.withResolvers<Reply>();
  serve(({ path }) => {
    if (path.endsWith('/note')) return answer.promise;
    if (path.endsWith('/fetch/events')) return [200, { events: [], filtered: 0 }];
    return [200, { postsNow: noPosts, services: [service(1, { status: 110 })], leftOut: 0 }];
  });
  const user = showPage(<Supervision {...props} />);
  await user.click(await screen.findByRole('button', { name: /Port · Accueil/ }));
  const note = await screen.findByRole('textbox', { name: 'Note' });
  await user.type(note, 'RAS');
  await user.click(screen.getByRole('button', { name: 'Noter' }));
  await user.clear(note);
  await user.type(note, 'Porte forcée');
  answer.resolve([204, undefined]);
  await screen.findByText('Note ajoutée au déroulé');
  await new Promise((done) => setTimeout(done, 50));
  expect(note).toHaveProperty('value', 'Porte forcée');
});

test('a message says how many it reached and whom not; the time line has its legend', async () => {
  serve(({ path }) => {
    if (path.endsWith('/message'))
      return [200, { told: 1, missed: [{ id: person(2, '').id, name: 'Marc Roux', why: 'nothing' }] }];
    if (path.endsWith('/fetch/events')) return [200, { events: [], filtered: 0 }];
    const agents = [person(1, 'Aline Petit'), person(2, 'Marc Roux')];
    return [200, { postsNow: noPosts, services: [service(1, { status: 110, agents })], leftOut: 0 }];
  });
  const user = showPage(<Supervision {...props} />);
  await user.click(await screen.findByRole('radio', { name: 'Frise' }));
  for (const word of ['À venir', 'En pause'])
    expect(within(screen.getByRole('list', { name: 'Légende' })).getByText(word)).toBeTruthy();
  // In words, not by the colour alone.
  expect(
    within(screen.getByRole('list', { name: 'Services autour de maintenant' })).getByText('En retard'),
  ).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: /Port · Accueil/ }));
  await user.click(await screen.findByRole('radio', { name: 'Message' }));
  await user.type(screen.getByRole('textbox', { name: 'Message aux collaborateurs' }), 'Où êtes-vous ?');
  await user.click(screen.getByRole('button', { name: 'Envoyer' }));
  expect(await screen.findByText('Message envoyé à 1 personne')).toBeTruthy();
  expect(await screen.findByText('Marc Roux : ni compte ni adresse e-mail')).toBeTruthy();
});

test('the map shows the open alarms whose place is known, above the sites, and says what its colours mean', async () => {
  const location = { latitude: 43.7, longitude: 7.26 };
  const placed = service(1, { site: { id: person(9, '').id, name: 'Port', city: null, location } });
  const alarms = [
    alarm({ location: { ...location, accuracy: 12, at: null } }),
    alarm({ id: uuid('a2'), kind: 'fall', location: null }),
  ];
  serve(() => [200, { postsNow: noPosts, services: [placed], leftOut: 0 }], alarms);
  const user = showPage(<Supervision {...props} />);
  await user.click(await screen.findByRole('radio', { name: 'Carte' }));
  await waitFor(() =>
    expect(
      within(screen.getByRole('list', { name: 'Carte' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([expect.stringMatching(/^Port/), 'Alerte SOS : Mehdi Laurent']),
  );
  expect(within(screen.getByRole('list', { name: 'Légende de la carte' })).getByText('Alerte ouverte')).toBeTruthy();
});

test('who works on a service from which he was removed is there, and said to be no longer assigned', async () => {
  const agents = [{ ...person(1, 'Aline Petit'), presence: 'held', replaced: true }] as WatchedService['agents'];
  serve(() => [200, { postsNow: noPosts, services: [service(1, { status: 200, agents })], leftOut: 0 }]);
  const user = showPage(<Supervision {...props} />);
  const line = await screen.findByRole('button', { name: /Aline Petit \(plus affecté\)/ });
  expect(line.textContent).not.toContain('Personne');
  await user.click(await screen.findByRole('radio', { name: 'Frise' }));
  expect(await screen.findByText(/Aline Petit \(plus affecté\)/)).toBeTruthy();
});
