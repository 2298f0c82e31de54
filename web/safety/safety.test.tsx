import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { noPosts } from '#core/home/posts.ts';
import { Alarm } from '#core/safety/alarm-record.ts';
import { queryClient } from '#ui/client/queries.tsx';
import { someUser } from '#ui/client/testing/people.ts';
import { listedOf, rowOf } from '#ui/client/testing/rows.ts';
import { serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import AlarmBanner from './AlarmBanner.tsx';
import Alarms from './Alarms.tsx';
import { OpenAlarms } from './OpenAlarms.tsx';
import { alarm, uuid } from './testing/alarm.ts';

const rung = vi.hoisted(() => vi.fn());
vi.mock('../supervision/alarm.ts', () => ({ ring: rung, canRing: () => true }));

beforeEach(() => {
  rung.mockReset();
  startAfresh();
});

test('the banner rings for those who were told, until somebody has seen the alarm', async () => {
  let alarms = [alarm()];
  const sent: unknown[] = [];
  serve(({ path, body }) => {
    if (path.endsWith('/alarms/open')) return [200, { alarms, more: 0 }];
    sent.push(body);
    alarms = [alarm({ state: 'ACKNOWLEDGED' })];
    return [200, { alarm: alarms[0] }];
  });
  showPage(<AlarmBanner />);
  const banner = await screen.findByRole('alert', { name: 'Alerte en cours' });
  expect(banner.textContent).toContain('Alerte SOS : Mehdi Laurent');
  await userEvent.click(within(banner).getByRole('button', { name: 'Ouvrir l’alerte' }));
  expect(screen.getByRole('link', { name: 'Appeler Mehdi Laurent au 0612345678' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'J’ai vu' }));
  await waitFor(() => expect(screen.queryByRole('alert', { name: 'Alerte en cours' })).toBeNull());
  expect(sent).toEqual([{ act: 'acknowledge' }]);
});

test('nobody else is disturbed by the banner; the supervision shows every open alarm, drills as such', async () => {
  const alarms = [alarm({ isMine: false }), alarm({ id: uuid('a2'), drill: true, kind: 'fall', isMine: false })];
  serve(() => [200, { alarms, more: 0 }]);
  showPage(
    <>
      <AlarmBanner />
      <OpenAlarms />
    </>,
  );
  const list = await screen.findByRole('region', { name: 'Alertes' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toMatchObject([
    expect.stringContaining('Alerte SOS : Mehdi Laurent'),
    expect.stringContaining('Essai · Chute : Mehdi Laurent'),
  ]);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an SOS between two stops of a tour says so, and that its site is where the tour began', async () => {
  const tour = { last: 'Gare', next: 'Stade' };
  const site = { id: uuid('c1'), name: 'Port', city: null, location: { latitude: 43.7, longitude: 7.2 } };
  serve(() => [200, { alarms: [alarm({ tour, site })], more: 0 }]);
  showPage(<OpenAlarms />);
  const words = 'En tournée · dernière étape : Gare · prochaine étape : Stade';
  await userEvent.click(await screen.findByRole('button', { name: new RegExp(words) }));
  const place = await screen.findByRole('region', { name: 'Personne et lieu' });
  expect(within(place).getByText(words)).toBeTruthy();
  expect(place.textContent).toContain('Départ de la tournée : Port');
  expect(screen.getByText(/voici le départ de la tournée/)).toBeTruthy();
});

test('an older position of the phone is shown with its hour', async () => {
  const location = { latitude: 43.7, longitude: 7.2, accuracy: 12, at: '2026-11-15T01:40:00.000Z' };
  serve(() => [200, { alarms: [alarm({ kind: 'silence', location })], more: 0 }]);
  showPage(<OpenAlarms />);
  await userEvent.click(await screen.findByRole('button', { name: /Sans nouvelles/ }));
  expect(await screen.findByText(/^Dernière position connue du téléphone, .*02:40, à 12 m près\.$/)).toBeTruthy();
  expect(screen.getByText(/^43,70000 ; 7,20000/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Itinéraire' }).getAttribute('href')).toContain('43.70000%2C7.20000');
});

test('an alarm is closed with its outcome; a drill only as a drill', async () => {
  const bodies: unknown[] = [];
  serve(({ path, body }) => {
    if (path.endsWith('/alarms/open')) return [200, { alarms: [alarm({ drill: true })], more: 0 }];
    bodies.push(body);
    return [200, { alarm: alarm({ drill: true, state: 'CLOSED', outcome: 'DRILL' }) }];
  });
  showPage(<OpenAlarms />);
  await userEvent.click(await screen.findByRole('button', { name: /Essai · Alerte SOS/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Clore' }));
  await waitFor(() => expect(bodies).toEqual([{ act: 'close', outcome: 'DRILL' }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an alarm opened while the end of another is on its way stays open', async () => {
  const [drill, fall] = [alarm({ drill: true }), alarm({ id: uuid('a2'), kind: 'fall' })];
  const answer = Promise.withResolvers<void>();
  serve(async ({ path }) => {
    if (path.endsWith('/alarms/open')) return [200, { alarms: [drill, fall], more: 0 }];
    await answer.promise;
    return [200, { alarm: { ...drill, state: 'CLOSED', outcome: 'DRILL' } }];
  });
  showPage(<OpenAlarms />);
  await userEvent.click(await screen.findByRole('button', { name: /Essai · Alerte SOS/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Clore' }));
  await userEvent.click(screen.getByRole('button', { name: /Chute/ }));
  answer.resolve();
  await screen.findByText('Alerte close');
  await new Promise((done) => setTimeout(done, 50));
  expect(await screen.findByRole('dialog', { name: /Chute/ })).toBeTruthy();
});

test('a comment being typed outlives another alarm, and the end of its own', async () => {
  const [one, other] = [alarm(), alarm({ id: uuid('a2'), kind: 'fall' })];
  let alarms = [one, other];
  serve(({ path }) =>
    path.endsWith('/alarms/open') ? [200, { alarms, more: 0 }] : [200, { alarm: { ...one, state: 'CLOSED' } }],
  );
  showPage(<OpenAlarms />);
  const comment = (): Promise<HTMLElement> => screen.findByRole('textbox', { name: 'Commentaire' });
  await userEvent.click(await screen.findByRole('button', { name: /Alerte SOS/ }));
  await userEvent.type(await comment(), 'Police prévenue');
  await userEvent.click(screen.getByRole('button', { name: /Chute/ }));
  expect(await comment()).toHaveProperty('value', '');
  await userEvent.click(screen.getByRole('button', { name: /Alerte SOS/ }));
  expect(await comment()).toHaveProperty('value', 'Police prévenue');
  // A colleague closes both.
  alarms = [];
  await act(() => queryClient.invalidateQueries());
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Clore' })).toBeNull());
  expect(await comment()).toHaveProperty('value', 'Police prévenue');
  expect(screen.getByRole('button', { name: 'Ajouter le commentaire' })).toBeTruthy();
});

test('what is typed while a comment is on its way stays', async () => {
  const answer = Promise.withResolvers<void>();
  serve(async ({ path }) => {
    if (path.endsWith('/alarms/open')) return [200, { alarms: [alarm()], more: 0 }];
    await answer.promise;
    return [200, { alarm: alarm() }];
  });
  showPage(<OpenAlarms />);
  await userEvent.click(await screen.findByRole('button', { name: /Alerte SOS/ }));
  const comment = await screen.findByRole('textbox', { name: 'Commentaire' });
  await userEvent.type(comment, 'Police prévenue');
  await userEvent.click(screen.getByRole('button', { name: 'Ajouter le commentaire' }));
  await userEvent.type(comment, ' Patrouille en route');
  answer.resolve();
  await waitFor(() => expect(comment).toHaveProperty('value', 'Patrouille en route'));
});

test('who took an alarm in charge is not asked to take it again; a colleague may', async () => {
  const held = (takenBy: string) => [200, { alarms: [alarm({ state: 'TAKEN', takenBy })], more: 0 }] as const;
  const { firstname, lastname } = someUser();
  for (const [name, offered] of [
    [`${firstname} ${lastname}`, 0],
    ['Claire Morel', 1],
  ] as const) {
    startAfresh();
    serve(() => [...held(name)]);
    showPage(<OpenAlarms />);
    await userEvent.click(await screen.findByRole('button', { name: /Alerte SOS/ }));
    await screen.findByRole('region', { name: 'Répondre' });
    expect(screen.queryAllByRole('button', { name: 'Reprendre en charge' })).toHaveLength(offered);
  }
});

test('the list says that the telephone of a silence is heard again, until its next silence', async () => {
  const line = (act: 'raised' | 'heard' | 'again', last: string) => ({
    ...{ id: uuid(last), at: '2026-11-15T01:40:00.000Z', act, who: null, content: null },
  });
  for (const [log, times] of [
    [[line('raised', 'b1'), line('heard', 'b2')], 1],
    [[line('raised', 'b1'), line('heard', 'b2'), line('again', 'b3')], 0],
  ] as const) {
    startAfresh();
    serve(() => [200, { alarms: [alarm({ kind: 'silence', log: [...log] })], more: 0 }]);
    showPage(<OpenAlarms />);
    await screen.findByRole('button', { name: /Sans nouvelles/ });
    expect(screen.queryAllByText('Téléphone de nouveau entendu')).toHaveLength(times);
  }
});

test('a drill is shown in another colour and said to be one, with its own sound', async () => {
  serve(() => [200, { alarms: [alarm({ drill: true })], more: 0 }]);
  showPage(<AlarmBanner />);
  const banner = await screen.findByRole('alert', { name: 'Essai en cours' });
  expect([banner.dataset.drill, banner.textContent]).toEqual([
    'true',
    expect.stringContaining('Essai · Alerte SOS : Mehdi Laurent'),
  ]);
  await waitFor(() => expect(rung).toHaveBeenCalledWith('drill'));
});

test('an alarm is dated by its reception; the phone’s time is said only if plausible; those left out are counted', async () => {
  const [old, late] = ['1970-01-01T00:00:00.000Z', '2026-11-15T01:10:00.000Z'];
  const receivedAt = new Date().toISOString();
  const alarms = [alarm({ createdAt: old, receivedAt }), alarm({ id: uuid('a2'), kind: 'fall', createdAt: late })];
  serve(() => [200, { alarms, more: 5 }]);
  showPage(<OpenAlarms />);
  const line = await screen.findByRole('button', { name: /Alerte SOS/ });
  expect(within(line).getByRole('time').getAttribute('datetime')).toBe(receivedAt);
  expect(screen.getByText('Et 5 autres alertes ouvertes.')).toBeTruthy();
  await userEvent.click(line);
  expect(screen.getByRole('region', { name: 'Personne et lieu' }).textContent).not.toContain('heure du téléphone');
  await userEvent.click(screen.getByRole('button', { name: /Chute/ }));
  expect(screen.getByRole('region', { name: 'Personne et lieu' }).textContent).toContain(
    'heure du téléphone : 15/11/2026 02:10',
  );
});

test('on a phone « Alertes » says who, where and the state first, and a short hour last', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query.includes('max-width'),
        media: query,
        addEventListener() {},
        removeEventListener() {},
      }) as never,
  );
  const row = rowOf(Alarm, {
    ...{ id: uuid('a1'), label: 'Alerte SOS', kind: 'sos', state: 'TAKEN', receivedAt: new Date().toISOString() },
    ...{ agent: { id: uuid('b1'), name: 'Mehdi Laurent' }, site: { id: uuid('c1'), name: 'Port' } },
  });
  serve(() => [200, { alarms: [listedOf(Alarm, row)], filtered: 1 }]);
  showPage(<Alarms page="alarms" title="Alertes" description="" add={false} />);
  const line = await screen.findByRole('listitem');
  expect(line.querySelector('p')?.textContent).toMatch(/^Mehdi LaurentPortPrise en charge\d\d:\d\d$/);
});

test('« Alertes » opens without drills, and says so', async () => {
  const asked: unknown[] = [];
  serve(({ path, body }) => {
    if (path.endsWith('/fetch/alarms')) asked.push((body as { filters: unknown }).filters);
    return [200, { alarms: [], filtered: 0, data: [] }];
  });
  showPage(<Alarms page="alarms" title="Alertes" description="" add={false} />);
  await waitFor(() => expect(asked).toEqual([{ drill: false }]));
  expect(await screen.findByText(/Essai/)).toBeTruthy();
});

test('the late services of « Alertes » keep the heading of their screen', async () => {
  serve(({ path }) =>
    path.endsWith('/supervision')
      ? [200, { postsNow: noPosts, services: [], leftOut: 0 }]
      : [200, { alarms: [], filtered: 0, data: [] }],
  );
  const user = showPage(<Alarms page="alarms" title="Alertes" description="" add={false} />);
  await user.click(await screen.findByText('Retards et non commencés'));
  expect(await screen.findByText('Aucun service en retard ou non commencé.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Alertes' })).toBeTruthy();
});
