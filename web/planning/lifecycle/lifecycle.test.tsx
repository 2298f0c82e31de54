import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PlannedService } from '#core/planning/calls.ts';
import { type Session, sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { type Heard, type Reply, refusal, serve } from '#ui/client/testing/server.ts';
import { owner, showPage, startAfresh } from '../../testing/page.tsx';
import MyPlanning from '../MyPlanning.tsx';
import Lifecycle from './Lifecycle.tsx';
import { endOf } from './Unplanned.tsx';

beforeEach(startAfresh);

const id = (end: number): string => `01900000-0000-7000-8000-${String(end).padStart(12, '0')}`;
const minute = Math.floor(Date.now() / 60_000);
const planned = (more: Partial<PlannedService> = {}): PlannedService => ({
  id: id(9),
  version: 1,
  reference: 'S000001',
  start: minute - 30,
  end: minute + 120,
  unpaid: 0,
  site: id(2),
  post: 'Accueil',
  specialty: null,
  activity: 1,
  agents: [id(1)],
  wanted: 1,
  staffed: false,
  status: 100,
  publication: 'PUBLISHED',
  circuit: false,
  series: false,
  ...more,
});
const planning = (services: PlannedService[]) => ({
  zone: 'UTC',
  colours: { tour: '#000000', intervention: '#000000' },
  holidays: [],
  services,
  sites: [{ id: id(2), name: 'Port', customer: null, city: 'Nice' }],
  specialties: [{ id: id(3), name: 'SSIAP 1' }],
  agents: [],
  unavailabilities: [],
  settings: null,
});
const agent = (): Session =>
  sessionOf(someUser({ userCompanies: [someProfile({ rights: 'collaborator', plannable: true })] }), {
    profileId: null,
    agency: null,
  });
const props = { page: 'my-planning', title: 'Mon planning', description: '', add: false };
const event = (label: string, more: object = {}) => ({
  uuid: crypto.randomUUID(),
  type: { id: 1, typeKey: 'serviceStart', label },
  content: null,
  author: 'Léa Martin',
  createdAt: new Date().toISOString(),
  receivedAt: new Date().toISOString(),
  location: null,
  ...more,
});

/** A server that keeps one service, and answers each step by its state. */
function world(given: PlannedService, refused?: Reply) {
  const service = { ...given };
  const heard = serve(({ method, path }): Reply => {
    if (path.endsWith('/fetch/sites'))
      return [200, { sites: [{ id: id(2), name: 'Port', address: null }], filtered: 1 }];
    if (path.endsWith('/fetch/events')) return [200, { events: [event('Prise de service')], filtered: 1 }];
    if (path.endsWith('/stops')) return [200, { stops: [] }];
    if (path.endsWith('/fetch/circuits-planning')) return [200, planning([service])];
    if (method === 'GET') return [200, { service: { id: service.id, status: service.status } }];
    if (refused) return refused;
    service.status = Number(path.split('/').at(-1));
    return [200, { service: { id: service.id, status: service.status } }];
  });
  return { service, steps: () => heard.filter(({ method }) => method === 'PATCH') };
}
const body = ({ body: sent }: Heard) => sent as { event: { uuid: string; eventMessages?: { content: string }[] } };

describe('the agent’s service', () => {
  test('is started once he has confirmed it', async () => {
    const { steps } = world(planned());
    const user = showPage(<MyPlanning {...props} />, agent());
    await user.click(await screen.findByRole('button', { name: 'Démarrer, Port' }));
    const question = await screen.findByRole('dialog', { name: 'Démarrer ce service ?' });
    expect(steps()).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Démarrer' }));
    expect(await screen.findByRole('region', { name: 'Service en cours' })).toBeTruthy();
    const [one] = steps();
    expect(one?.path).toMatch(/\/agent\/.*\/circuit\/200$/);
    // The same act, sent again by a bad network, is one event and one call.
    expect(body(one as Heard).event.uuid).toBe(one?.key);
  });

  test.each([
    ['a circuit', { circuit: true }, 'Démarrer cette tournée ?'],
    ['one that he interrupted', { status: 400 }, 'Reprendre le service ?'],
  ])('%s asks its own question', async (_, more, title) => {
    world(planned(more));
    const user = showPage(<MyPlanning {...props} />, agent());
    await user.click(await screen.findByRole('button', { name: /^(Démarrer|Reprendre), Port$/ }));
    expect(await screen.findByRole('dialog', { name: title })).toBeTruthy();
  });

  test.each([
    ['begins in three hours', { start: minute + 180, end: minute + 400 }],
    ['is given up', { status: 700 }],
    ['is over', { status: 300 }],
  ])('that %s offers nothing', async (_, more) => {
    world(planned(more));
    showPage(<MyPlanning {...props} />, agent());
    await screen.findByRole('article');
    expect(screen.queryByRole('button', { name: /^Démarrer/ })).toBeNull();
  });

  test('pauses and goes on; while it pauses nothing else is offered', async () => {
    const { steps } = world(planned({ status: 200 }));
    const user = showPage(<MyPlanning {...props} />, agent());
    await user.click(await screen.findByRole('button', { name: 'Prendre une pause' }));
    await user.click(await screen.findByRole('button', { name: 'Commencer la pause' }));
    expect(await screen.findByText('Vous êtes en pause.')).toBeTruthy();
    expect(screen.getByText('Vous devez terminer votre pause pour pouvoir continuer.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Terminer' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Terminer la pause' }));
    const question = await screen.findByRole('dialog', { name: 'Terminer la pause ?' });
    await user.click(within(question).getByRole('button', { name: 'Terminer la pause' }));
    await waitFor(() => expect(steps().map(({ path }) => path.split('/').at(-1))).toEqual(['500', '200']));
  });

  test('ends, with what is left of it', async () => {
    const { steps } = world(planned({ status: 200 }));
    const user = showPage(<MyPlanning {...props} />, agent());
    await user.click(await screen.findByRole('button', { name: 'Terminer' }));
    const end = await screen.findByRole('dialog', { name: 'Fin de service' });
    expect(within(end).getByText(/Il reste .+ avant l’heure de fin prévue/)).toBeTruthy();
    await user.click(within(end).getByRole('button', { name: 'Terminer' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Service en cours' })).toBeNull());
    expect(steps()[0]?.path).toMatch(/\/300$/);
  });

  test('« Fin de tournée » for a circuit', async () => {
    world(planned({ status: 200, circuit: true }));
    const user = showPage(<MyPlanning {...props} />, agent());
    expect(await screen.findByRole('region', { name: 'Tournée en cours' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Terminer' }));
    const end = await screen.findByRole('dialog', { name: 'Fin de tournée' });
    expect(within(end).getByText('Terminer la tournée, ou la prolonger ?')).toBeTruthy();
  });

  test('is extended for a reason, explained where it is another', async () => {
    const { steps } = world(planned({ status: 200 }));
    const user = showPage(<MyPlanning {...props} />, agent());
    await user.click(await screen.findByRole('button', { name: 'Terminer' }));
    await user.click(await screen.findByRole('button', { name: 'Prolonger' }));
    const extend = await screen.findByRole('dialog', { name: 'Prolonger le service' });
    const submit = within(extend).getByRole<HTMLButtonElement>('button', { name: 'Prolonger' });
    expect(submit.disabled).toBe(true);
    await user.click(within(extend).getByRole('radio', { name: 'Demande du client' }));
    expect(submit.disabled).toBe(false);
    await user.click(within(extend).getByRole('radio', { name: 'Autre (préciser)' }));
    expect(submit.disabled).toBe(true);
    await user.type(within(extend).getByRole('textbox', { name: /Précisions/ }), 'Relève absente');
    await user.click(submit);
    await waitFor(() => expect(steps()).toHaveLength(1));
    expect(steps()[0]?.path).toMatch(/\/250$/);
    expect(body(steps()[0] as Heard).event.eventMessages).toEqual([{ content: 'Autre (préciser) Relève absente' }]);
  });

  test('what cannot be done is told, and nothing is lost', async () => {
    world(planned(), refusal(409, 'Un service est actif'));
    const user = showPage(<MyPlanning {...props} />, agent());
    await user.click(await screen.findByRole('button', { name: 'Démarrer, Port' }));
    await user.click(await screen.findByRole('button', { name: 'Démarrer' }));
    expect(await screen.findByText('Un service est actif')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Démarrer, Port' })).toBeTruthy();
  });

  test('an end that failed though the service is ended is an end', async () => {
    const { service } = world(planned({ status: 200 }), refusal(409, 'Le service est terminé'));
    const user = showPage(<MyPlanning {...props} />, agent());
    await user.click(await screen.findByRole('button', { name: 'Terminer' }));
    const end = await screen.findByRole('dialog', { name: 'Fin de service' });
    service.status = 300;
    await user.click(within(end).getByRole('button', { name: 'Terminer' }));
    expect(await screen.findByText('Service terminé')).toBeTruthy();
    expect(screen.queryByText('Le service est terminé')).toBeNull();
  });
});

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

  test('are arrived at and left one after the other', async () => {
    const stops = [stop(20, 'Villa', 300), stop(21, 'Phare', 100), stop(22, 'Jetée', 100)];
    const heard = serve(({ method, path }): Reply => {
      if (path.endsWith('/stops')) return [200, { stops }];
      if (path.endsWith('/fetch/sites')) return [200, { sites: [], filtered: 0 }];
      if (method !== 'PATCH') return [200, planning([planned({ status: 200, circuit: true })])];
      const [, one] = stops;
      if (one) one.status = Number(path.split('/').at(-1));
      return [200, { service: one }];
    });
    const user = showPage(<MyPlanning {...props} />, agent());
    const list = await screen.findByRole('list', { name: 'Étapes de la tournée' });
    expect(within(list).getAllByRole('button')).toHaveLength(1);
    await user.click(within(list).getByRole('button', { name: 'Arrivée sur site' }));
    const question = await screen.findByRole('dialog', { name: 'Arrivée sur site ?' });
    await user.click(within(question).getByRole('button', { name: 'Arrivée sur site' }));
    await user.click(await within(list).findByRole('button', { name: 'Quitter le site' }));
    const leaving = await screen.findByRole('dialog', { name: 'Quitter le site ?' });
    await user.click(within(leaving).getByRole('button', { name: 'Quitter le site' }));
    await waitFor(() => {
      const [current] = within(list)
        .getAllByRole('listitem')
        .filter((item) => item.getAttribute('aria-current') === 'step');
      expect(current?.textContent).toContain('Jetée');
    });
    const moved = heard.filter(({ method }) => method === 'PATCH');
    expect(
      moved.map(({ path, body: sent }) => [path.split('/').at(-1), (sent as { service: { id: string } }).service.id]),
    ).toEqual([
      ['200', id(21)],
      ['300', id(21)],
    ]);
  });
});

describe('« Service non planifié »', () => {
  test('asks where, what and, if known, until when', async () => {
    const heard = serve(({ path }): Reply => {
      if (path.endsWith('/fetch/sites'))
        return [200, { sites: [{ id: id(2), name: 'Port', address: null }], filtered: 1 }];
      if (path.endsWith('/circuit/200')) return [200, { service: { id: id(9) } }];
      return [200, planning([])];
    });
    const user = showPage(<MyPlanning {...props} />, agent());
    await user.click(await screen.findByRole('button', { name: 'Service non planifié' }));
    const form = await screen.findByRole('dialog', { name: 'Service non planifié' });
    await user.click(within(form).getByRole('button', { name: 'Démarrer' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = heard.find(({ path }) => path.endsWith('/circuit/200'))?.body as { service: object };
    // His one site is chosen already.
    expect(sent.service).toEqual({ site: { id: id(2) }, activityType: 1, specialty: null, endAt: null });
  });

  test('tells what the planning’s checks say, and goes on when he has read it', async () => {
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
    const heard = serve(({ path, body: sent }): Reply => {
      if (path.endsWith('/fetch/sites'))
        return [200, { sites: [{ id: id(2), name: 'Port', address: null }], filtered: 1 }];
      if (!path.endsWith('/circuit/200')) return [200, planning([])];
      return (sent as { confirmed?: boolean }).confirmed
        ? [200, { service: { id: id(9) } }]
        : refusal(409, 'Des anomalies de planification sont à confirmer.', { errors });
    });
    const user = showPage(<MyPlanning {...props} />, agent());
    await user.click(await screen.findByRole('button', { name: 'Service non planifié' }));
    await user.click(await screen.findByRole('button', { name: 'Démarrer' }));
    expect(await screen.findByText('Pas le dimanche.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Enregistrer quand même' }));
    expect(await screen.findByText('Service démarré')).toBeTruthy();
    const begun = heard.filter(({ path }) => path.endsWith('/circuit/200')) as Heard[];
    expect(new Set(begun.map((one) => body(one).event.uuid)).size).toBe(1);
  });

  test('is not offered to whoever is at work, nor without the right', async () => {
    world(planned({ status: 200 }));
    showPage(<MyPlanning {...props} />, agent());
    await screen.findByRole('region', { name: 'Service en cours' });
    expect(screen.queryByRole('button', { name: 'Service non planifié' })).toBeNull();
  });

  test.each([
    ['', null],
    ['18:00', '2026-11-16T17:00:00.000Z'],
    ['06:00', '2026-11-17T05:00:00.000Z'],
  ])('an end at « %s » is the next one', (time, instant) => {
    expect(endOf(time, 'Europe/Paris', new Date('2026-11-16T12:00:00Z'))).toBe(instant);
  });
});

describe('at the desk', () => {
  const part = {
    row: { id: id(9), version: 1 },
    page: 'adminServices',
    mayLeave: { current: async () => true },
    onClose() {},
  };
  const service = { id: id(9), status: 200, isCircuit: false, endAt: new Date(Date.now() - 60_000).toISOString() };

  test('« Déroulé » tells what happened, by whom, and acts for the agent', async () => {
    const heard = serve(({ method, path }): Reply => {
      if (path.endsWith('/fetch/events'))
        return [
          200,
          { events: [event('Prise de service'), event('Prolongation', { content: 'Demande du client' })], filtered: 2 },
        ];
      return method === 'GET' ? [200, { service }] : [200, { service }];
    });
    const user = showPage(<Lifecycle {...part} />, owner());
    const log = await screen.findByRole('list', { name: 'Déroulé du service' });
    expect(
      within(log)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      expect.stringContaining('Prise de service'),
      expect.stringContaining('ProlongationDemande du clientLéa Martin'),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Terminer' }));
    const end = await screen.findByRole('dialog', { name: 'Fin de service' });
    expect(within(end).queryByText(/Il reste/)).toBeNull();
    await user.click(within(end).getByRole('button', { name: 'Terminer' }));
    await waitFor(() =>
      expect(heard.some(({ method, path }) => method === 'PATCH' && !path.includes('/agent/'))).toBe(true),
    );
  });

  test('who only reads acts on nothing; what fails is tried again', async () => {
    let fails = true;
    serve(({ path }): Reply => {
      if (!path.endsWith('/fetch/events')) return [200, { service }];
      return fails ? refusal(409, 'Pas maintenant.') : [200, { events: [], filtered: 0 }];
    });
    const reader = sessionOf(someUser({ userCompanies: [someProfile({ rights: ['listServices'] })] }), {
      profileId: null,
      agency: null,
    });
    const user = showPage(<Lifecycle {...part} />, reader);
    expect(await screen.findByText('Pas maintenant.')).toBeTruthy();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByText(/^Rien encore/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Terminer' })).toBeNull();
  });
});
