import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Notification } from '#core/notifications/calls.ts';
import { type PushState, pushState, pushWords } from '#ui/client/push.ts';
import { queryClient } from '#ui/client/queries.tsx';
import { agencyId } from '#ui/client/testing/people.ts';
import { type Reply, refusal, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { Bell } from './Bell.tsx';
import Notifications from './Notifications.tsx';

beforeEach(startAfresh);

const idOf = (count: number): string => `01900000-0000-7000-8000-0000000000${String(count).padStart(2, '0')}`;
const one = (count: number, more: Partial<Notification> = {}): Notification => ({
  id: idOf(count),
  kind: 'servicesPublished',
  title: `Planning ${count}`,
  text: 'Un service ajouté',
  link: '/my-planning',
  createdAt: '2026-11-10T08:00:00.000Z',
  readAt: null,
  ...more,
});

const preferences = [
  { kind: 'servicesPublished', label: 'Mes services changent', channels: ['here', 'mail'] },
  { kind: 'informationNote', label: 'Une note m’est adressée', channels: ['here'] },
];

/** A stub server that holds these notifications. */
function serveAll(all: Notification[], more: { page?: number; fails?: () => boolean } = {}): StubRequest[] {
  const { page = 30, fails = () => false } = more;
  const unread = (): number => all.filter(({ readAt }) => readAt === null).length;
  return serve(({ method, path, body }): Reply => {
    if (fails()) return refusal(500, 'Une erreur est survenue');
    if (path.endsWith('/notifications/unread')) return [200, { unread: unread() }];
    if (path.endsWith('/notifications/read')) {
      const { ids, until } = body as { ids?: string[]; until?: string };
      for (const found of all)
        if (ids?.includes(found.id) || (until && found.id <= until)) found.readAt = found.createdAt;
      return [200, { unread: unread() }];
    }
    if (path.endsWith('/preferences')) return [200, { preferences }];
    if (method === 'PUT') return [200, { preference: { ...preferences[0], channels: ['here'] } }];
    const { before, unread: only } = body as { before?: string; unread?: boolean };
    const found = all.filter(({ id, readAt }) => (!before || id < before) && (!only || readAt === null));
    return [200, { notifications: found.slice(0, page), more: found.length > page }];
  });
}

test('the bell counts the unread ones; its panel lists them, and opening one marks it and follows its link', async () => {
  const requests = serveAll([one(2), one(1)]);
  const user = showPage(<Bell />);
  expect((await screen.findByRole('status', { name: '2 notifications non lues' })).textContent).toBe('2');
  await user.click(screen.getByRole('button', { name: 'Notifications' }));
  const panel = await screen.findByRole('dialog', { name: 'Notifications' });
  const link = await within(panel).findByRole<HTMLAnchorElement>('link', { name: /Planning 2/ });
  expect(link.getAttribute('href')).toBe('#/my-planning');
  await user.click(link);
  expect(await screen.findByRole('status', { name: '1 notification non lue' })).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(requests.find(({ path }) => path.endsWith('/read'))).toMatchObject({
    path: `/agency/${agencyId}/notifications/read`,
    body: { ids: [idOf(2)] },
  });
});

test('« Tout marquer comme lu » names the newest shown, and Escape closes the panel', async () => {
  const requests = serveAll([one(2), one(1)]);
  const user = showPage(<Bell />);
  await screen.findByRole('status', { name: '2 notifications non lues' });
  await user.click(screen.getByRole('button', { name: 'Notifications' }));
  await screen.findByRole('link', { name: /Planning 2/ });
  await user.click(screen.getByRole('button', { name: 'Tout marquer comme lu' }));
  await waitFor(() => expect(screen.queryByRole('status', { name: /non lue/ })).toBeNull());
  expect(requests.find(({ path }) => path.endsWith('/read'))?.body).toEqual({ until: idOf(2) });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the count follows the live stream', async () => {
  const all = [one(1)];
  serveAll(all);
  showPage(<Bell />);
  await screen.findByRole('status', { name: '1 notification non lue' });
  all.unshift(one(2));
  await queryClient.invalidateQueries();
  expect(await screen.findByRole('status', { name: '2 notifications non lues' })).toBeTruthy();
});

const page = <Notifications page="notifications" title="Notifications" description="" add={false} />;

test('the page shows further ones on demand, and only the unread ones if asked', async () => {
  serveAll([one(3), one(2, { readAt: '2026-11-10T09:00:00.000Z' }), one(1)], { page: 2 });
  const user = showPage(page);
  const list = await screen.findByRole('region', { name: 'Notifications reçues' });
  expect(await within(list).findAllByRole('link')).toHaveLength(2);
  await user.click(within(list).getByRole('button', { name: 'Afficher la suite' }));
  await waitFor(() => expect(within(list).getAllByRole('link')).toHaveLength(3));
  await user.click(within(list).getByText('Non lues'));
  await waitFor(() =>
    expect(
      within(list)
        .getAllByRole('link')
        .map(({ textContent }) => textContent?.slice(0, 10)),
    ).toEqual(['Planning 3', 'Planning 1']),
  );
});

test('a choice of channel is saved at once', async () => {
  const requests = serveAll([]);
  const user = showPage(page);
  expect(await screen.findByText('Aucune notification pour le moment.')).toBeTruthy();
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Mes services changent : par e-mail' });
  expect(box.checked).toBe(true);
  await user.click(box);
  await waitFor(() => expect(box.checked).toBe(false));
  expect(requests.find(({ method }) => method === 'PUT')).toMatchObject({
    path: `/agency/${agencyId}/notifications/preferences/servicesPublished`,
    body: { channels: ['here'] },
  });
});

test('a failed read is retried', async () => {
  let broken = true;
  serveAll([one(1)], { fails: () => broken });
  const user = showPage(page);
  expect(await screen.findByText('Les notifications n’ont pas pu être chargées')).toBeTruthy();
  broken = false;
  await user.click(screen.getAllByRole('button', { name: 'Réessayer' })[0] as HTMLElement);
  expect(await screen.findByRole('link', { name: /Planning 1/ })).toBeTruthy();
});

test('« Push sur cet appareil » says what this browser can do, and asks only on a click', async () => {
  serveAll([]);
  showPage(page);
  const device = await screen.findByRole('region', { name: 'Push sur cet appareil' });
  // The browser of the tests has no push.
  await within(device).findByText(pushWords.absent);
  const states = Object.keys(pushWords) as PushState[];
  const offered = states.map((state) => {
    act(() => pushState.set(state));
    expect(within(device).getByRole('status').textContent).toBe(pushWords[state]);
    return within(device)
      .queryAllByRole('button')
      .map(({ textContent }) => textContent);
  });
  expect(offered).toEqual([[], [], [], [], ['Autoriser sur cet appareil'], ['Arrêter sur cet appareil']]);
  expect(await screen.findByRole('checkbox', { name: 'Mes services changent : par push' })).toBeTruthy();
});
