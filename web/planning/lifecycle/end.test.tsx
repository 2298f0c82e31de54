import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { Service } from '#core/planning/service.ts';
import { defaultTemplate } from '#core/reports/template.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../../testing/page.tsx';
import MyPlanning from '../MyPlanning.tsx';
import {
  agent,
  atNoon,
  body,
  deadNetwork,
  type Fate,
  id,
  minute,
  ownSettings,
  planned,
  planning,
  props,
  world,
} from './scene.ts';

beforeEach(startAfresh);
atNoon();

type User = ReturnType<typeof showPage>;
const show = (): User => showPage(<MyPlanning {...props} />, agent());

async function openEnd(user: User): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: 'Terminer' }));
  return screen.findByRole('dialog', { name: 'Fin de service' });
}
async function openReason(user: User): Promise<HTMLElement> {
  await user.click(within(await openEnd(user)).getByRole('button', { name: 'Prolonger' }));
  return screen.findByRole('dialog', { name: 'Prolonger le service' });
}
const words = 'La relève est bloquée sur l’autoroute';
async function type(user: User, dialog: HTMLElement): Promise<void> {
  await user.click(within(dialog).getByRole('radio', { name: 'Autre (préciser)' }));
  await user.type(within(dialog).getByRole('textbox', { name: /Précisions/ }), words);
}
function expectTyped(dialog: HTMLElement): void {
  expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: 'Autre (préciser)' }).checked).toBe(true);
  expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: /Précisions/ }).value).toBe(words);
}

describe('an extension', () => {
  test('lost by the network keeps its text, and the retry uses the same key', async () => {
    let fate: Fate = deadNetwork;
    const { steps } = world(planned({ id: id(31), status: 200 }), () => fate());
    const user = show();
    const dialog = await openReason(user);
    await type(user, dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Prolonger' }));
    await waitFor(() => expect(steps()).toHaveLength(1));
    expect(await screen.findByRole('alert')).toBeTruthy();
    expectTyped(screen.getByRole('dialog', { name: 'Prolonger le service' }));
    fate = () => null;
    await user.click(within(dialog).getByRole('button', { name: 'Prolonger' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(new Set(steps().flatMap((one) => [body(one).event.uuid, one.key])).size).toBe(1);
    // The sent reason is not offered again.
    expect(within(await openReason(user)).getByRole<HTMLTextAreaElement>('textbox').value).toBe('');
  });

  test('that failed can be retried at once, even if the planning cannot be read either', async () => {
    let isDead = false;
    const requests = serve(({ path, method }): Reply | Promise<Reply> => {
      if (isDead) return path.endsWith('/circuit/250') ? deadNetwork() : new Promise(() => {});
      if (path.endsWith('/end-photo')) return [200, { why: null }];
      if (path.endsWith('/rounds')) return [200, { rounds: [] }];
      if (method === 'GET' && path.endsWith(id(39)))
        return [200, { service: rowOf(Service, { id: id(39), status: 200 }) }];
      return [
        200,
        path.endsWith('/fetch/sites') ? { sites: [], filtered: 0 } : planning([planned({ id: id(39), status: 200 })]),
      ];
    });
    const user = show();
    const dialog = await openReason(user);
    await type(user, dialog);
    isDead = true;
    await user.click(within(dialog).getByRole('button', { name: 'Prolonger' }));
    await waitFor(() => expect(requests.filter(({ path }) => path.endsWith('/circuit/250'))).toHaveLength(1));
    await screen.findByRole('alert');
    await user.click(within(dialog).getByRole('button', { name: 'Prolonger' }));
    await waitFor(() => expect(requests.filter(({ path }) => path.endsWith('/circuit/250'))).toHaveLength(2));
  });

  test('keeps the typed text after « Retour » or Escape; a tap outside does not close it', async () => {
    world(planned({ id: id(32), status: 200 }));
    const user = show();
    await type(user, await openReason(user));
    await user.click(document.querySelector('.mantine-Modal-inner') as Element);
    await user.click(document.querySelector('.mantine-Modal-overlay') as Element);
    expectTyped(screen.getByRole('dialog', { name: 'Prolonger le service' }));
    await user.click(screen.getByRole('button', { name: 'Retour' }));
    await user.click(await screen.findByRole('button', { name: 'Prolonger' }));
    expectTyped(await screen.findByRole('dialog', { name: 'Prolonger le service' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expectTyped(await openReason(user));
  });

  test('that was saved but whose answer was lost is recorded once', async () => {
    let fate: Fate = () => {
      scene.service.status = 250;
      return deadNetwork();
    };
    const scene = world(planned({ id: id(33), status: 200 }), () => fate());
    const user = show();
    const dialog = await openReason(user);
    await type(user, dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Prolonger' }));
    expect(await screen.findAllByText('Prolongation de service/tournée')).toBeTruthy();
    fate = () => null;
    await user.click(within(dialog).getByRole('button', { name: 'Prolonger' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(scene.steps()).toHaveLength(2);
    expect(new Set(scene.steps().map((one) => body(one).event.uuid)).size).toBe(1);
  });
});

describe('an end', () => {
  test('under way keeps its dialog open and sends nothing twice', async () => {
    const answer = Promise.withResolvers<null>();
    const { steps } = world(planned({ id: id(34), status: 200 }), () => answer.promise);
    const user = show();
    const dialog = await openEnd(user);
    await user.click(within(dialog).getByRole('button', { name: 'Terminer' }));
    await waitFor(() => expect(steps()).toHaveLength(1));
    await user.keyboard('{Escape}');
    await user.click(document.querySelector('.mantine-Modal-inner') as Element);
    expect(screen.getByRole('dialog', { name: 'Fin de service' })).toBeTruthy();
    for (const name of ['Prolonger', 'Fermer'])
      expect(within(dialog).getByRole<HTMLButtonElement>('button', { name }).disabled, name).toBe(true);
    await user.click(within(dialog).getByRole('button', { name: 'Terminer' }));
    answer.resolve(null);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(steps()).toHaveLength(1);
  });

  test('without a planned end shows no warning', async () => {
    world(planned({ id: id(35), status: 200, openEnded: true, end: minute + 540 }));
    const dialog = await openEnd(show());
    expect(within(dialog).queryByText(/Il reste/)).toBeNull();
  });

  test.each([
    ['20 minutes before its hour', 20, 30, false],
    ['20 minutes before its hour', 20, 5, true],
    ['3 minutes before its hour', 3, 0, true],
    ['3 minutes before its hour', 3, 5, false],
  ])('%s (%i), with the agency’s margin of %i minutes, is early: %s', async (_, left, lateMargin, isEarly) => {
    world(planned({ id: id(36), status: 200, end: minute + left + 1 }), undefined, { ...ownSettings, lateMargin });
    const dialog = await openEnd(show());
    expect(within(dialog).queryByText(/notée comme anticipée/) !== null).toBe(isEarly);
  });
});

describe('a step whose answer was lost', () => {
  const giveUp = async (user: User): Promise<void> => {
    await screen.findByText(/^Non enregistré/);
    await user.click(screen.getByRole('button', { name: 'Annuler' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };

  test('is sent with the same key when it is tapped again', async () => {
    let fate: Fate = deadNetwork;
    const { steps } = world(planned({ id: id(37) }), () => fate());
    const user = show();
    const start = async (): Promise<void> => {
      await user.click(await screen.findByRole('button', { name: 'Démarrer, Port' }));
      await user.click(await screen.findByRole('button', { name: 'Démarrer' }));
    };
    await start();
    await giveUp(user);
    fate = () => null;
    await start();
    expect(await screen.findByText('Service démarré')).toBeTruthy();
    expect(new Set(steps().map((one) => body(one).event.uuid)).size).toBe(1);
  });

  test('is settled once the state has changed since: the next step has a new key', async () => {
    let fate: Fate = () => {
      scene.service.status = 500;
      return deadNetwork();
    };
    const scene = world(planned({ id: id(38), status: 200 }), () => fate());
    const user = show();
    const pause = async (): Promise<void> => {
      await user.click(await screen.findByRole('button', { name: 'Prendre une pause' }));
      await user.click(await screen.findByRole('button', { name: 'Commencer la pause' }));
    };
    await pause();
    await giveUp(user);
    expect(await screen.findByText('Vous êtes en pause.')).toBeTruthy();
    // The agency ends it.
    scene.service.status = 200;
    await invalidateEntity(Service);
    fate = () => null;
    await pause();
    await waitFor(() => expect(scene.steps()).toHaveLength(2));
    const [one, two] = scene.steps() as [StubRequest, StubRequest];
    expect(body(one).event.uuid).not.toBe(body(two).event.uuid);
  });
});

const unsigned = { activityType: 2, missingSignatures: ['customer'], agencyReport: null };

test('N-066: the end says which signature is missing, and the report is written from the same card', async () => {
  const one = planned({ id: id(41), status: 200 });
  const template = defaultTemplate('intervention', 'STANDARD');
  serve(({ path, method }): Reply => {
    if (path.endsWith('/fetch/sites')) return [200, { sites: [], filtered: 0 }];
    if (path.endsWith('/fetch/circuits-planning')) return [200, planning([one], ownSettings)];
    if (path.endsWith('/end-photo')) return [200, { why: null }];
    if (path.endsWith('/rounds')) return [200, { rounds: [] }];
    if (path.endsWith('/report-form')) return [200, { template, signature: 'CUSTOMER', report: null }];
    if (method === 'GET') return [200, { service: rowOf(Service, { id: one.id, status: 200, ...unsigned }) }];
    return [200, {}];
  });
  const user = show();
  const dialog = await openEnd(user);
  expect((await within(dialog).findByRole('status')).textContent).toContain('il manque : client');
  await user.click(within(dialog).getByRole('button', { name: 'Fermer' }));
  await user.click(await screen.findByRole('button', { name: 'Rédiger le rapport' }));
  const form = await screen.findByRole('dialog', { name: /intervention/i });
  expect(await within(form).findAllByText(template.sections[0]?.title ?? '')).not.toEqual([]);
});

test('N-048 to N-052: the end says that a photo is asked, and leaves with the reason of its absence', async () => {
  const scene = world(planned({ id: id(45), status: 200 }));
  scene.photo.why = 'Votre agence demande une photo à la fin.';
  const user = show();
  const dialog = await openEnd(user);
  const field = await within(dialog).findByRole('textbox', { name: /Pourquoi sans photo/ });
  expect(dialog.textContent).toContain('Une photo est demandée. Votre agence demande une photo à la fin.');
  const end = within(dialog).getByRole('button', { name: 'Terminer' });
  expect(end.hasAttribute('disabled')).toBe(true);
  await user.type(field, 'Pas d’appareil');
  await user.click(end);
  await waitFor(() => expect(scene.steps()).toHaveLength(1));
  expect(body(scene.steps()[0] as StubRequest).event.eventMessages).toEqual([
    { content: 'Sans photo : Pas d’appareil' },
  ]);
});

test('N-053: the end asks about rounds that are left, at the web too', async () => {
  const scene = world(planned({ id: id(46), status: 200 }));
  scene.rounds.push({
    ...{ uuid: id(47), round: { id: id(48), name: 'Ronde de nuit' }, numberOfExecutions: 2, remaining: 1 },
    executions: [
      {
        ...{ uuid: id(49), startedAt: '2026-11-16T10:00:00.000Z', endedAt: '2026-11-16T10:20:00.000Z' },
        ...{ status: 400, validated: 3, total: 3, doubtful: 0 },
      },
    ],
  });
  const user = show();
  const dialog = await openEnd(user);
  await within(dialog).findByText(
    'Il faut terminer toutes les rondes avant de terminer le service, terminer le service quand même ?',
  );
  await user.click(within(dialog).getByRole('button', { name: 'Terminer' }));
  await waitFor(() => expect(scene.steps()).toHaveLength(1));
});
