import { Modal } from '@mantine/core';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Service } from '#core/planning/service.ts';
import { sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, refusal, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { FieldFrame } from '#ui/shell/field-frame.ts';
import { owner, showPage, startAfresh } from '../../testing/page.tsx';
import MyPlanning from '../MyPlanning.tsx';
import Lifecycle from './Lifecycle.tsx';
import { agent, atNoon, body, deadNetwork, event, type Fate, id, minute, planned, props, world } from './scene.ts';

beforeEach(startAfresh);
atNoon();

describe('the agent’s service', () => {
  test('starts after a confirmation', async () => {
    const { steps } = world(planned());
    const user = showPage(<MyPlanning {...props} />, agent());
    await user.click(await screen.findByRole('button', { name: 'Démarrer, Port' }));
    const question = await screen.findByRole('dialog', { name: 'Démarrer ce service ?' });
    expect(steps()).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Démarrer' }));
    expect(await screen.findByRole('region', { name: 'Service en cours' })).toBeTruthy();
    const [one] = steps();
    expect(one?.path).toMatch(/\/agent\/.*\/circuit\/200$/);
    // A retry has the same id of the event and the same key.
    expect(body(one as StubRequest).event.uuid).toBe(one?.key);
  });

  test('inside the field application leads to its own screen: the desk’s step would need a network', async () => {
    world(planned());
    showPage(
      <FieldFrame value>
        <MyPlanning {...props} />
      </FieldFrame>,
      agent(),
    );
    const link = await screen.findByRole('link', { name: 'Ouvrir dans le mode terrain' });
    expect(link.getAttribute('href')).toBe(`#/terrain/service/${id(9)}`);
    expect(screen.queryByRole('button', { name: /^Démarrer/ })).toBeNull();
  });

  test.each([
    ['a circuit', { circuit: true }, 'Démarrer cette tournée ?'],
    ['an interrupted service', { status: 400 }, 'Reprendre le service ?'],
  ])('%s asks its own question', async (_, more, title) => {
    world(planned(more));
    const user = showPage(<MyPlanning {...props} />, agent());
    await user.click(await screen.findByRole('button', { name: /^(Démarrer|Reprendre), Port$/ }));
    expect(await screen.findByRole('dialog', { name: title })).toBeTruthy();
  });

  test.each([
    ['begins in three hours', { start: minute + 180, end: minute + 400 }],
    ['is unscheduled', { status: 700 }],
    ['is over', { status: 300 }],
  ])('that %s has no step', async (_, more) => {
    world(planned(more));
    showPage(<MyPlanning {...props} />, agent());
    await screen.findByRole('article');
    expect(screen.queryByRole('button', { name: /^Démarrer/ })).toBeNull();
  });

  test('pauses and continues; during a pause no other step is offered', async () => {
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

  test.each([
    ['Prendre une pause', 'Commencer la pause', null],
    ['Interrompre', 'Interrompre', 'Malaise d’un visiteur'],
  ])(
    '« %s » without network stays in its dialog with its reason, and is tried again with the same key',
    async (button, label, reason) => {
      let fate: Fate = deadNetwork;
      const { steps } = world(planned({ id: id(71 + label.length), status: 200 }), () => fate());
      const user = showPage(<MyPlanning {...props} />, agent());
      await user.click(await screen.findByRole('button', { name: button }));
      const question = await screen.findByRole('dialog');
      const why = within(question).queryByRole('textbox', { name: 'Motif (facultatif)' });
      expect(why !== null).toBe(reason !== null);
      if (why && reason) await user.type(why, reason);
      await user.click(within(question).getByRole('button', { name: label }));
      expect((await within(question).findByRole('alert')).textContent).toMatch(/^Non enregistré : /);
      fate = () => null;
      await user.click(within(question).getByRole('button', { name: 'Réessayer' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(steps()).toHaveLength(2);
      expect(new Set(steps().flatMap((one) => [body(one).event.uuid, one.key])).size).toBe(1);
      for (const one of steps())
        expect(body(one).event).toEqual({ uuid: one.key, ...(reason ? { eventMessages: [{ content: reason }] } : {}) });
    },
  );

  test('shows since when and how long; « Terminer » is the main button only near the end', async () => {
    world(planned({ status: 200, real: [minute - 35, null, false] }));
    showPage(<MyPlanning {...props} />, agent());
    const card = await screen.findByRole('region', { name: 'Service en cours' });
    expect(card.textContent).toMatch(/Depuis \d\d:\d\d \(prévu \d\d:\d\d\) · encore (2h00|1h59)/);
    expect(within(card).getByRole('button', { name: 'Terminer' }).dataset.variant).toBe('default');
  });

  test('past its end is ended by the main button', async () => {
    world(planned({ status: 200, end: minute - 12, real: [minute - 35, null, false] }));
    showPage(<MyPlanning {...props} />, agent());
    const card = await screen.findByRole('region', { name: 'Service en cours' });
    expect(card.textContent).toMatch(/dépassé de 0h1[23]/);
    expect(within(card).getByRole('button', { name: 'Terminer' }).dataset.variant).toBe('filled');
  });

  test('ends, with the remaining time shown', async () => {
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
    await user.click(within(end).getByRole('button', { name: 'Terminer' }));
    expect(await screen.findByText('Tournée terminée')).toBeTruthy();
  });

  const hour = 60;
  test.each([
    ['interrupted, that ended an hour ago', true, { status: 400, start: minute - 9 * hour, end: minute - hour }],
    [
      'interrupted, that ended 25 hours ago',
      false,
      { status: 400, start: minute - 33 * hour, end: minute - 25 * hour },
    ],
    ['that nobody ended', false, { status: 800, start: minute - 33 * hour, end: minute - 25 * hour }],
  ])('a service %s is above the past days: %s', async (_, isAbove, more) => {
    world(planned(more));
    showPage(<MyPlanning {...props} />, agent());
    // The past days are collapsed.
    await screen.findByText(/^Mois/);
    expect(screen.queryByRole('button', { name: /^(Reprendre|Terminer), Port$/ }) !== null).toBe(isAbove);
  });

  test('is extended with a reason, and « Autre » needs a text', async () => {
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
    expect(body(steps()[0] as StubRequest).event.eventMessages).toEqual([
      { content: 'Autre (préciser) Relève absente' },
    ]);
  });

  test('a failure is shown, and nothing is lost', async () => {
    world(planned(), refusal(409, 'Un service est actif'));
    const user = showPage(<MyPlanning {...props} />, agent());
    await user.click(await screen.findByRole('button', { name: 'Démarrer, Port' }));
    await user.click(await screen.findByRole('button', { name: 'Démarrer' }));
    expect(await screen.findByText('Non enregistré : Un service est actif')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Annuler' }));
    expect(screen.getByRole('button', { name: 'Démarrer, Port' })).toBeTruthy();
  });

  test('a failed end of a service that is already ended is a success', async () => {
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

describe('at the desk', () => {
  const part = {
    row: { id: id(9), version: 1 },
    page: 'adminServices',
    mayLeave: { current: async () => true },
    onClose() {},
  };
  const noRounds: Reply = [200, { rounds: [] }];
  const nobodyElse: Reply = [200, { people: [] }];
  const inMinutes = (count: number): string => new Date((minute + count) * 60_000).toISOString();
  const service = rowOf(Service, {
    id: id(9),
    status: 200,
    isCircuit: false,
    circuitStatus: null,
    openEnded: false,
    lateMargin: 5,
    startAt: inMinutes(-480),
    endAt: inMinutes(-1),
  });
  const serving = (more: object) =>
    serve(
      ({ path }): Reply =>
        path.endsWith('/fetch/events')
          ? [200, { events: [], filtered: 0 }]
          : path.endsWith('/people')
            ? nobodyElse
            : path.endsWith('/rounds')
              ? noRounds
              : [200, { service: { ...service, ...more } }],
    );
  const offered = async (): Promise<(string | null)[]> => {
    await screen.findByText(/^État/);
    await screen.findByText(/^Rien encore/);
    return screen
      .getAllByRole('button')
      .map((one) => one.textContent)
      .filter((name) => name !== 'Fermer');
  };

  const work = ['Terminer', 'Prendre une pause', 'Interrompre'];
  test.each<[string, object, string[]]>([
    ['a service that begins in three hours', { status: 100, startAt: inMinutes(180), endAt: inMinutes(600) }, []],
    ['a service that begins in an hour', { status: 100, startAt: inMinutes(60), endAt: inMinutes(600) }, ['Démarrer']],
    ['a service that nobody started', { status: 120 }, []],
    ['a running service', {}, work],
    ['a service interrupted today', { status: 400 }, ['Reprendre']],
    ['a service interrupted two days ago', { status: 400, endAt: inMinutes(-2_880) }, []],
    ['a running stop', { circuitStatus: 200 }, ['Quitter le site']],
    ['a stop of a running circuit', { status: 100, circuitStatus: 200 }, ['Arrivée sur site']],
    ['a stop of a circuit not started yet', { status: 100, circuitStatus: 100 }, []],
  ])('%s offers the possible steps', async (_, more, steps) => {
    serving(more);
    showPage(<Lifecycle {...part} />, owner());
    expect(await offered()).toEqual(steps);
  });

  test('a service that nobody ended in time can be ended, not extended', async () => {
    serving({ status: 800, endAt: inMinutes(-2_880) });
    const user = showPage(<Lifecycle {...part} />, owner());
    await user.click(await screen.findByRole('button', { name: 'Terminer' }));
    const end = await screen.findByRole('dialog', { name: 'Fin de service' });
    expect(within(end).getByText('Terminer le service ?')).toBeTruthy();
    expect(within(end).queryByRole('button', { name: 'Prolonger' })).toBeNull();
  });

  test('Escape closes the end dialog, not the service', async () => {
    serving({});
    const closed = vi.fn();
    const user = showPage(
      <Modal opened onClose={closed} title="S000001">
        <Lifecycle {...part} />
      </Modal>,
      owner(),
    );
    await user.click(await screen.findByRole('button', { name: 'Terminer' }));
    await screen.findByRole('dialog', { name: 'Fin de service' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Fin de service' })).toBeNull());
    expect(closed).not.toHaveBeenCalled();
  });

  test('a service without a planned end is ended without a warning', async () => {
    serving({ openEnded: true, endAt: inMinutes(540) });
    const user = showPage(<Lifecycle {...part} />, owner());
    await user.click(await screen.findByRole('button', { name: 'Terminer' }));
    const end = await screen.findByRole('dialog', { name: 'Fin de service' });
    expect(within(end).queryByText(/Il reste/)).toBeNull();
  });

  test('a state that cannot be read is reported and retried', async () => {
    let fails = true;
    serve(({ path }): Reply => {
      if (path.endsWith('/fetch/events')) return [200, { events: [], filtered: 0 }];
      if (path.endsWith('/people')) return nobodyElse;
      return fails ? refusal(409, 'Pas maintenant.') : [200, { service }];
    });
    const user = showPage(<Lifecycle {...part} />, owner());
    expect(await screen.findByText('L’état du service n’a pas pu être chargé')).toBeTruthy();
    expect(screen.getByText('Pas maintenant.')).toBeTruthy();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByRole('button', { name: 'Terminer' })).toBeTruthy();
  });

  test('with several people, each has his real hours and his own steps', async () => {
    const person = (last: number, name: string, status: number, startedAt: string | null) => ({
      ...{ id: id(last), name, status, startedAt, endedAt: null },
    });
    const requests = serve(({ path }): Reply => {
      if (path.endsWith('/fetch/events')) return [200, { events: [], filtered: 0 }];
      if (path.endsWith('/people'))
        return [
          200,
          {
            people: [
              person(21, 'Aline Petit', 200, '2026-11-16T07:02:00.000Z'),
              person(22, 'Marc Roux', 100, null),
              person(23, 'Zoé Durand', 800, '2026-11-16T07:10:00.000Z'),
            ],
          },
        ];
      return [200, { service: { ...service, status: 200, endAt: inMinutes(60) } }];
    });
    const user = showPage(<Lifecycle {...part} />, owner());
    const people = await screen.findByRole('list', { name: 'Heures réelles de chacun' });
    expect(within(people).getByText(/depuis 16\/11\/2026 08:02 · En service/)).toBeTruthy();
    expect(within(people).getByText(/Pas encore pris/)).toBeTruthy();
    expect(within(people).getByText(/depuis 16\/11\/2026 08:10, fin non dite$/)).toBeTruthy();
    await user.click(within(people).getByRole('button', { name: 'Démarrer, Marc Roux' }));
    const question = await screen.findByRole('dialog', { name: 'Démarrer ce service ?' });
    await user.click(within(question).getByRole('button', { name: 'Démarrer' }));
    await waitFor(() =>
      expect(requests.find(({ method }) => method === 'PATCH')?.body).toMatchObject({ agent: id(22) }),
    );
  });

  test('« Déroulé » lists the events with their authors, and takes steps for the agent', async () => {
    const requests = serve(({ method, path }): Reply => {
      if (path.endsWith('/people')) return nobodyElse;
      if (path.endsWith('/rounds')) return noRounds;
      if (path.endsWith('/fetch/events'))
        return [
          200,
          {
            events: [
              event('Prise de service'),
              event('Prolongation', { content: 'Demande du client', receivedAt: '2099-01-01T12:00:00.000Z' }),
            ],
            filtered: 2,
          },
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
      expect.stringContaining('ProlongationDemande du clientLéa Martin · transmis le 01/01/2099 13:00'),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Terminer' }));
    const end = await screen.findByRole('dialog', { name: 'Fin de service' });
    expect(within(end).queryByText(/Il reste/)).toBeNull();
    await user.click(within(end).getByRole('button', { name: 'Terminer' }));
    await waitFor(() =>
      expect(requests.some(({ method, path }) => method === 'PATCH' && !path.includes('/agent/'))).toBe(true),
    );
  });

  test('read-only users have no steps; a failure can be retried', async () => {
    let fails = true;
    serve(({ path }): Reply => {
      if (path.endsWith('/people')) return nobodyElse;
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
