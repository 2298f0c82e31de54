// The stops of a tour at the desk.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { Service } from '#core/planning/service.ts';
import { sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, refusal, serve } from '#ui/client/testing/server.ts';
import { owner, showPage, startAfresh } from '../../testing/page.tsx';
import Lifecycle from './Lifecycle.tsx';
import { atNoon, id, minute } from './scene.ts';

beforeEach(startAfresh);
atNoon();

const part = {
  row: { id: id(9), version: 1 },
  page: 'adminServices',
  mayLeave: { current: async () => true },
  onClose() {},
};
const inMinutes = (count: number): string => new Date((minute + count) * 60_000).toISOString();
const tour = rowOf(Service, {
  id: id(9),
  status: 200,
  isCircuit: true,
  circuitStatus: null,
  openEnded: false,
  lateMargin: 5,
  startAt: inMinutes(-240),
  endAt: inMinutes(120),
});
const stop = (last: number, name: string, status: number, at: number, real: (number | null)[]) => ({
  id: id(last),
  site: { id: id(last + 20), name },
  startAt: inMinutes(at),
  endAt: inMinutes(at + 15),
  status,
  realStartAt: real[0] == null ? null : inMinutes(real[0]),
  realEndAt: real[1] == null ? null : inMinutes(real[1]),
});

/** A tour whose second stop its agent has not left; while he is there it cannot be ended. */
function serving() {
  const stops = [
    stop(31, 'Musée', 300, -180, [-178, -160]),
    stop(32, 'Banque', 200, -60, [-55, null]),
    stop(33, 'Port', 100, 30, [null, null]),
  ];
  return serve(({ method, path, body }): Reply => {
    if (path.endsWith('/fetch/events')) return [200, { events: [], filtered: 0 }];
    if (path.endsWith('/people')) return [200, { people: [] }];
    if (path.endsWith('/rounds')) return [200, { rounds: [] }];
    if (path.endsWith('/stops')) return [200, { services: stops }];
    if (method !== 'PATCH') return [200, { service: tour }];
    const { service } = body as { service: { id: string } };
    if (service.id === id(9) && stops[1]?.status === 200)
      return refusal(409, 'Une étape est en cours : quittez d’abord son site');
    if (service.id === id(32)) Object.assign(stops[1] as object, { status: 300, realEndAt: inMinutes(0) });
    return [200, { service: tour }];
  });
}

test('« Déroulé » of a tour shows where it is, and its active stop can be left for an agent without telephone', async () => {
  const requests = serving();
  const user = showPage(<Lifecycle {...part} />, owner());
  const list = await screen.findByRole('list', { name: 'Étapes de la tournée' });
  const words = () =>
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent);
  expect(words()).toEqual([
    'Musée09:00 · Terminé · 09:02 – 09:20',
    expect.stringContaining('Banque11:00 · En cours · depuis 11:05'),
    'Port12:30',
  ]);
  await user.click(within(list).getByRole('button', { name: 'Quitter le site' }));
  const question = await screen.findByRole('dialog', { name: 'Quitter le site ?' });
  await user.click(within(question).getByRole('button', { name: 'Quitter le site' }));
  await waitFor(() => expect(words()[1]).toContain('Terminé · 11:05 – 12:00'));
  const [left] = requests.filter(({ method }) => method === 'PATCH');
  expect([left?.path, left?.body]).toEqual([
    expect.not.stringContaining('/agent/'),
    expect.objectContaining({ service: { id: id(32) } }),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Terminer' }));
  const end = await screen.findByRole('dialog', { name: 'Fin de tournée' });
  await user.click(within(end).getByRole('button', { name: 'Terminer' }));
  expect(await screen.findByText('Tournée terminée')).toBeTruthy();
});

test('who only reads the services sees the stops without their steps', async () => {
  serving();
  const reader = sessionOf(someUser({ userCompanies: [someProfile({ rights: ['listServices'] })] }), {
    profileId: null,
    agency: null,
  });
  showPage(<Lifecycle {...part} />, reader);
  const list = await screen.findByRole('list', { name: 'Étapes de la tournée' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(3);
  expect(within(list).queryByRole('button')).toBeNull();
});
