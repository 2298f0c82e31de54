import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Service } from '#core/planning/service.ts';
import { Site } from '#core/sites/site.ts';
import { listedRowOf, rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, refusal, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../../testing/page.tsx';
import MyPlanning from '../MyPlanning.tsx';
import {
  agent,
  agentWith,
  agentWithout,
  atNoon,
  body,
  id,
  ownSettings,
  planned,
  planning,
  props,
  world,
} from './scene.ts';
import { endOf } from './Unplanned.tsx';

/** Of the browser; null: none. */
let coords: { latitude: number; longitude: number; accuracy: number } | null;
beforeEach(() => {
  startAfresh();
  coords = { latitude: 43.7, longitude: 7.26, accuracy: 12 };
  const getCurrentPosition = (found: (at: object) => void, failed: () => void) =>
    coords ? found({ coords }) : failed();
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
});
afterEach(() => void Reflect.deleteProperty(navigator, 'geolocation'));
atNoon();

describe('the stops of a circuit', () => {
  const stop = (end: number, name: string, status: number) => ({
    id: id(end),
    site: { id: id(end + 50), name },
    startAt: new Date(Date.now() + end * 60_000).toISOString(),
    endAt: new Date(Date.now() + (end + 10) * 60_000).toISOString(),
    status,
    realStartAt: null,
    realEndAt: null,
  });

  test('are entered and left one after the other', async () => {
    const stops = [stop(20, 'Villa', 300), stop(21, 'Phare', 100), stop(22, 'Jetée', 100)];
    const requests = serve(({ method, path }): Reply => {
      if (path.endsWith('/stops')) return [200, { services: stops }];
      if (path.endsWith('/fetch/sites')) return [200, { sites: [], filtered: 0 }];
      if (method !== 'PATCH') return [200, planning([planned({ status: 200, circuit: true })])];
      const [, one] = stops;
      if (one) one.status = Number(path.split('/').at(-1));
      return [200, { service: rowOf(Service, { id: id(21), status: one?.status }) }];
    });
    const user = showPage(<MyPlanning {...props} />, agent());
    const list = await screen.findByRole('list', { name: 'Étapes de la tournée' });
    expect(within(list).getAllByRole('button')).toHaveLength(1);
    await user.click(within(list).getByRole('button', { name: 'Arrivée sur site' }));
    const question = await screen.findByRole('dialog', { name: 'Arrivée sur site ?' });
    await user.click(within(question).getByRole('button', { name: 'Arrivée sur site' }));
    expect(await screen.findByText('Arrivée enregistrée')).toBeTruthy();
    await user.click(await within(list).findByRole('button', { name: 'Quitter le site' }));
    const leaving = await screen.findByRole('dialog', { name: 'Quitter le site ?' });
    await user.click(within(leaving).getByRole('button', { name: 'Quitter le site' }));
    await waitFor(() => {
      const [current] = within(list)
        .getAllByRole('listitem')
        .filter((item) => item.getAttribute('aria-current') === 'step');
      expect(current?.textContent).toContain('Jetée');
    });
    expect(await screen.findByText('Départ enregistré')).toBeTruthy();
    expect(screen.queryByText(/^Service (démarré|terminé)$/)).toBeNull();
    const taken = requests.filter(({ method }) => method === 'PATCH');
    expect(
      taken.map(({ path, body: sent }) => [path.split('/').at(-1), (sent as { service: { id: string } }).service.id]),
    ).toEqual([
      ['200', id(21)],
      ['300', id(21)],
    ]);
  });
});

test('an agent without the right to execute sees his service and its stops, without steps', async () => {
  const stops = [
    {
      id: id(21),
      site: { id: id(71), name: 'Phare' },
      startAt: new Date().toISOString(),
      endAt: new Date(Date.now() + 600_000).toISOString(),
      status: 100,
      realStartAt: null,
      realEndAt: null,
    },
  ];
  serve(({ path }): Reply => {
    if (path.endsWith('/stops')) return [200, { services: stops }];
    if (path.endsWith('/fetch/sites')) return [200, { sites: [], filtered: 0 }];
    return [200, planning([planned({ status: 200, circuit: true })])];
  });
  showPage(<MyPlanning {...props} />, agentWithout('executeOwnService'));
  const now = await screen.findByRole('region', { name: 'Tournée en cours' });
  await within(now).findByRole('list', { name: 'Étapes de la tournée' });
  expect(
    within(now)
      .getAllByRole('button')
      .map((one) => one.textContent),
  ).toEqual(['Afficher le déroulé']);
});

describe('« Service non planifié »', () => {
  test('asks for the site, the activity and, if known, the end', async () => {
    const requests = serve(({ path }): Reply => {
      if (path.endsWith('/fetch/sites')) {
        const closed = listedRowOf(Site, { id: id(3), name: 'Quai', status: 200 });
        return [200, { sites: [listedRowOf(Site, { id: id(2), name: 'Port' }), closed], filtered: 2 }];
      }
      if (path.endsWith('/circuit/200')) return [200, { service: rowOf(Service, { id: id(9) }) }];
      return [200, planning([])];
    });
    const user = showPage(<MyPlanning {...props} />, agent());
    await user.click(await screen.findByRole('button', { name: 'Service non planifié' }));
    const form = await screen.findByRole('dialog', { name: 'Service non planifié' });
    // E-014
    const start = within(form).getByRole('button', { name: 'Démarrer' });
    const end = within(form).getByRole('textbox', { name: 'Fin prévue' });
    await user.type(end, '10 PM');
    await user.tab();
    expect(await within(form).findByText('Format français invalide')).toBeTruthy();
    expect(start).toHaveProperty('disabled', true);
    await user.clear(end);
    await user.click(start);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = requests.find(({ path }) => path.endsWith('/circuit/200'))?.body as { service: object };
    // His only active site is preselected.
    expect(sent.service).toEqual({ site: { id: id(2) }, activityType: 1, specialty: null, endAt: null });
    // P-018
    expect(sent).toMatchObject({ event: { location: coords } });
  });

  test('P-019, P-020: asks whether to go on where the browser finds no position', async () => {
    coords = null;
    const requests = serve(({ path }): Reply => {
      if (path.endsWith('/fetch/sites'))
        return [200, { sites: [listedRowOf(Site, { id: id(2), name: 'Port' })], filtered: 1 }];
      if (path.endsWith('/circuit/200')) return [200, { service: rowOf(Service, { id: id(9) }) }];
      return [200, planning([])];
    });
    const begun = () => requests.filter(({ path }) => path.endsWith('/circuit/200')).map((one) => one.body);
    const user = showPage(<MyPlanning {...props} />, agent());
    await user.click(await screen.findByRole('button', { name: 'Service non planifié' }));
    const start = await screen.findByRole('button', { name: 'Démarrer' });
    for (const answer of ['Non', 'Oui']) {
      await user.click(start);
      const question = await screen.findByRole('dialog', { name: 'La localisation GPS est impossible.' });
      expect(question.textContent).toContain('Continuer sans localisation ?');
      expect(begun()).toEqual([]);
      await user.click(within(question).getByRole('button', { name: answer }));
      await waitFor(() => expect(screen.queryByText('Continuer sans localisation ?')).toBeNull());
    }
    expect(await screen.findByText('Service démarré')).toBeTruthy();
    expect(begun()).toMatchObject([{ event: { location: null } }]);
  });

  test('shows the warnings of the planning checks, and continues after confirmation', async () => {
    const errors = [
      {
        index: 0,
        service: null,
        agent: null,
        code: 'restriction',
        level: 1,
        message: 'Pas le dimanche.',
        article: null,
      },
    ];
    const requests = serve(({ path, body: sent }): Reply => {
      if (path.endsWith('/fetch/sites'))
        return [200, { sites: [listedRowOf(Site, { id: id(2), name: 'Port' })], filtered: 1 }];
      if (!path.endsWith('/circuit/200')) return [200, planning([])];
      return (sent as { confirmed?: boolean }).confirmed
        ? [200, { service: rowOf(Service, { id: id(9) }) }]
        : refusal(409, 'Des anomalies de planification sont à confirmer.', { errors });
    });
    const user = showPage(<MyPlanning {...props} />, agent());
    await user.click(await screen.findByRole('button', { name: 'Service non planifié' }));
    await user.click(await screen.findByRole('button', { name: 'Démarrer' }));
    expect(await screen.findByText('Pas le dimanche.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Enregistrer quand même' }));
    expect(await screen.findByText('Service démarré')).toBeTruthy();
    const begun = requests.filter(({ path }) => path.endsWith('/circuit/200')) as StubRequest[];
    expect(new Set(begun.map((one) => body(one).event.uuid)).size).toBe(1);
  });

  test.each([
    ['a tour', true, 'Tournée en cours'],
    ['a service', false, 'Service en cours'],
  ])('during %s, is offered: %s', async (_, circuit, name) => {
    world(planned({ status: 200, circuit }));
    showPage(<MyPlanning {...props} />, agent());
    await screen.findByRole('region', { name });
    expect(screen.queryByRole('button', { name: 'Service non planifié' }) !== null).toBe(circuit);
  });

  const closed = { ...ownSettings, unplannedServices: false };
  test.each([
    ['to an agent', true, agent(), ownSettings],
    ['without the right', false, agentWithout('createOwnService'), ownSettings],
    ['to an agent who may not execute services', false, agentWithout('executeOwnService'), ownSettings],
    ['where the agency switched it off', false, agent(), closed],
    ['where it is off, to an agent who may create services', true, agentWith('createService'), closed],
  ])('is offered %s: %s', async (_, isOffered, session, own) => {
    world(planned({ status: 300 }), undefined, own);
    showPage(<MyPlanning {...props} />, session);
    await screen.findByRole('article');
    expect(screen.queryByRole('button', { name: 'Service non planifié' }) !== null).toBe(isOffered);
  });

  test.each([
    ['', null],
    ['18:00', '2026-11-16T17:00:00.000Z'],
    ['06:00', '2026-11-17T05:00:00.000Z'],
  ])('an end at « %s » is the next occurrence', (time, instant) => {
    expect(endOf(time, 'Europe/Paris', new Date('2026-11-16T12:00:00Z'))).toBe(instant);
  });
});
