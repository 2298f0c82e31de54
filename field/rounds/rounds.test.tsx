import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactElement, Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FieldEvent } from '#core/field/event.ts';
import { cameraRefused } from '#core/field/photo.ts';
import { lifecycleEvents, refusals } from '#core/planning/lifecycle.ts';
import { roundsLeftQuestion } from '#core/rounds/left.ts';
import type { ServiceRound } from '#core/rounds/service-round.ts';
import { actKey } from '#ui/client/act-key.ts';
import { store, useStore } from '#ui/client/store.ts';
import type { DayService } from '../day.ts';
import type { FieldSession, FieldView } from '../session.ts';
import { told } from '../told.ts';
import { rounds as part } from './part.ts';
import RoundPage from './RoundPage.tsx';
import TagPage from './TagPage.tsx';

const idOf = (digit: number): string => `01900000-0000-7000-8000-${String(digit).padStart(12, '0')}`;
const [service, serviceRound, agent] = [idOf(1), idOf(2), idOf(3)];
const place = { latitude: 43.7, longitude: 7.26 };

const point = (digit: number, title: string, type: 'NFC' | 'QR' | 'VIRTUAL', more: object = {}) => ({
  ...{ id: idOf(digit), line: idOf(digit + 100), title, type, color: '#1C5F9E', instructions: null },
  ...{ tagId: null, code: `C0DE${digit}`, location: null, ...more },
});
const round: ServiceRound = {
  ...{ uuid: serviceRound, numberOfExecutions: 2, remaining: 2, executions: [] },
  service: { id: service, reference: 'S1', startAt: '2026-11-17T00:00:00.000Z', endAt: '2026-11-17T08:00:00.000Z' },
  site: { id: idOf(4), name: 'Port', radius: 100 },
  round: {
    ...{ id: idOf(5), name: 'Ronde de nuit', grantedDirections: ['forward'], expectedDuration: 30, instructions: null },
    checkpoints: [
      point(10, 'Hall', 'NFC', { tagId: '04:a2', instructions: 'Fermer la porte' }),
      point(11, 'Quai', 'QR'),
      point(12, 'Parking', 'VIRTUAL', { location: place }),
    ],
  },
};
const day = [{ id: service, status: 200, site: { id: idOf(4), name: 'Port' }, reference: 'S1' } as DayService];

test('O-029: at a stop of a tour the rounds on its site are offered, and leaving it warns', () => {
  const view = session.view.get();
  const at = (site: number) => {
    const stop = {
      id: idOf(90),
      status: 200,
      circuit: service,
      site: { id: idOf(site), name: 'Port' },
      start: 0,
      end: 1,
    };
    return { session, view, service: stop as DayService };
  };
  expect(part.links?.(at(4))).toEqual([{ label: 'Ronde de nuit', to: `ronde/${serviceRound}`, note: '0 sur 2' }]);
  expect(part.beforeEnd?.(at(4))).toBe('Une ronde prévue sur ce site n’est pas terminée.');
  expect([part.links?.(at(8)), part.beforeEnd?.(at(8))]).toEqual([[], null]);
});

interface Reading {
  serialNumber: string;
  message: { records: [] };
}
let onTag: ((event: Reading) => void) | null;
let recorded: FieldEvent[];
let fix: object | null;
let kept: Map<string, unknown>;

function sessionOf(): FieldSession {
  const view = store({
    ...{ day, events: [] as FieldEvent[], kept: [], photos: 0, link: 'lost' },
    held: {
      serviceRounds: [round],
      services: [],
      sites: [],
      siteInstructions: [],
      frame: { person: { rights: ['executeOwnRound'] } },
    },
  } as unknown as FieldView);
  const session = {
    ...{
      view,
      device: { agent },
      drafts: {
        keep: async (place: string, draft: unknown) => void kept.set(place, draft),
        read: async (place: string) => kept.get(place) ?? null,
      },
      now: () => Date.now(),
    },
    watchPosition: () => undefined,
    position: { fix: () => fix, permission: store('granted') },
    record: async (message: { type: string }, payload: unknown, of: string) => {
      const rank = recorded.length + 1;
      const envelope = { uuid: actKey(), device: idOf(9), rank, at: Date.now() + rank * 1_000, clockOffset: 0 };
      recorded = [...recorded, { ...envelope, position: null, type: message.type, payload, service: of }];
      view.set({ ...view.get(), events: recorded });
    },
  };
  return session as unknown as FieldSession;
}

let session: FieldSession;
function Page({ of: Shown, rest }: { of: typeof RoundPage; rest: readonly string[] }): ReactElement {
  const view = useStore(session.view);
  return <Shown session={session} view={view} rest={rest} />;
}
const show = (of: typeof RoundPage = RoundPage, rest: readonly string[] = [serviceRound]): void => {
  render(
    <MantineProvider>
      <Suspense>
        <Page of={of} rest={rest} />
      </Suspense>
    </MantineProvider>,
  );
};

const tap = (serialNumber: string): void => onTag?.({ serialNumber, message: { records: [] } });
const typesOf = (): string[] => recorded.map(({ type }) => type);
const press = (name: string | RegExp) => async (): Promise<void> =>
  userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  recorded = [];
  kept = new Map();
  fix = null;
  onTag = null;
  session = sessionOf();
  vi.spyOn(navigator.permissions, 'query').mockResolvedValue({ state: 'prompt' } as PermissionStatus);
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  vi.stubGlobal(
    'NDEFReader',
    class {
      set onreading(listener: (event: Reading) => void) {
        onTag = listener;
      }
      set onreadingerror(_: () => void) {}
      scan = async (): Promise<void> => undefined;
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function begin(): Promise<void> {
  show();
  await press('Démarrer la ronde')();
  await screen.findByRole('heading', { name: 'Hall' });
}

test('the expected point fills the screen; its tag validates it, another one is named, an unknown one too', async () => {
  await begin();
  expect(screen.getByText('Fermer la porte')).toBeTruthy();
  expect(screen.getByText('0 sur 3')).toBeTruthy();
  await press('Lire le badge')();
  tap('77:77');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Ce badge est inconnu (77:77). Point attendu : «\u00a0Hall\u00a0».',
  );
  tap('04:A2');
  await screen.findByRole('heading', { name: 'Quai' });
  expect(screen.getByText('1 sur 3')).toBeTruthy();
  tap('04:a2');
  expect((await screen.findByRole('alert')).textContent).toBe('«\u00a0Hall\u00a0» est déjà validé.');
  expect(typesOf()).toEqual(['round-start', 'round-unknown-tag', 'round-checkpoint']);
});

test('a telephone that dies goes on where it was: everything shown comes from the log', async () => {
  await begin();
  await press('Lire le badge')();
  tap('04:a2');
  await screen.findByRole('heading', { name: 'Quai' });
  cleanup();
  // Without a reference: the round under way (B-010).
  show(RoundPage, []);
  expect(await screen.findByRole('heading', { name: 'Quai' })).toBeTruthy();
  expect(part.opening?.({ session, view: session.view.get() })).toBe(`ronde/${serviceRound}`);
});

test('a point is jumped with a comment, a virtual one validated near it, and the end says what is missing', async () => {
  await begin();
  await press('Sauter ce point')();
  const why = screen.getByRole('dialog', { name: 'Sauter «\u00a0Hall\u00a0»\u00a0?', hidden: true });
  expect(within(why).getByRole('button', { name: 'Sauter ce point', hidden: true })).toHaveProperty('disabled', true);
  await userEvent.type(within(why).getByLabelText('Pourquoi'), 'Porte condamnée');
  await userEvent.click(within(why).getByRole('button', { name: 'Sauter ce point', hidden: true }));
  await screen.findByRole('heading', { name: 'Quai' });
  await press('Sauter ce point')();
  await userEvent.type(screen.getByLabelText('Pourquoi'), 'Illisible');
  await userEvent.click(screen.getAllByRole('button', { name: 'Sauter ce point', hidden: true }).at(-1) as HTMLElement);
  await screen.findByRole('heading', { name: 'Parking' });
  expect(screen.getByText('Recherche de la position…')).toBeTruthy();
  await press('Terminer la ronde')();
  expect(screen.getByText(/1 point n’est pas contrôlé et sera noté comme sauté/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Annuler', hidden: true }));
  fix = { latitude: 43.705, longitude: 7.26, accuracy: 10 };
  expect(await screen.findByRole('button', { name: 'Valider quand même' }, { timeout: 4_000 })).toBeTruthy();
  expect(screen.getByText('À 556 m du point (± 10 m)')).toBeTruthy();
  fix = { ...place, accuracy: 10 };
  await userEvent.click(await screen.findByRole('button', { name: 'Valider ce point' }, { timeout: 4_000 }));
  await screen.findByRole('heading', { name: 'Tous les points sont passés' });
  await press('Terminer la ronde')();
  await userEvent.click(
    screen.getAllByRole('button', { name: 'Terminer la ronde', hidden: true }).at(-1) as HTMLElement,
  );
  await screen.findByText('Passage 2 sur 2');
  expect(told.get()).toBe('Ronde terminée');
  expect(typesOf()).toEqual(['round-start', 'round-jump', 'round-jump', 'round-virtual-checkpoint', 'round-stop']);
});

test('a round that is ended with points left is told to be unfinished, as it is listed', async () => {
  await begin();
  await press('Terminer la ronde')();
  await userEvent.click(
    screen.getAllByRole('button', { name: 'Terminer la ronde', hidden: true }).at(-1) as HTMLElement,
  );
  await waitFor(() => expect(typesOf()).toContain('round-stop'));
  await waitFor(() => expect(told.get()).toBe('Ronde non terminée'));
  expect(lifecycleEvents.roundInterrupted.label).toBe('Ronde non terminée');
});

test('without NFC the QR code of the point is offered; without a camera it says so (E-059)', async () => {
  vi.stubGlobal('NDEFReader', undefined);
  Reflect.deleteProperty(globalThis, 'NDEFReader');
  await begin();
  expect(screen.getByText(/Ce téléphone ne lit pas les badges NFC/)).toBeTruthy();
  await press('Scanner le QR code')();
  await waitFor(() => expect(screen.getByRole('alert', { hidden: true }).textContent).toBe(cameraRefused.other));
});

test('the end of a service asks about rounds that are left (N-053); its line tells how many are made', async () => {
  const of = () => ({ session, view: session.view.get(), service: day[0] as DayService });
  expect(part.links?.(of())).toEqual([{ label: 'Ronde de nuit', to: `ronde/${serviceRound}`, note: '0 sur 2' }]);
  expect(part.beforeEnd?.(of())).toBe(roundsLeftQuestion);
  await begin();
  expect(part.links?.(of())).toMatchObject([{ note: 'en cours' }]);
});

test('without the right to execute rounds none is offered, nor asked for at the end of the service', () => {
  const view = session.view.get();
  const frame = { ...view.held.frame, person: { name: 'Mehdi Laurent', rights: ['executeOwnService'] } };
  const of = { session, view: { ...view, held: { ...view.held, frame } } as FieldView, service: day[0] as DayService };
  expect(part.links?.(of)).toEqual([]);
  expect(part.beforeEnd?.(of)).toBeNull();
});

test('the end of the service ends its open round: it is not opened again, and not walked on', async () => {
  await begin();
  const over = { ...(day[0] as DayService), status: 300, realStart: Date.now() - 9_000, realEnd: Date.now() + 60_000 };
  const view = { ...session.view.get(), day: [over] };
  expect(part.opening?.({ session, view })).toBeNull();
  cleanup();
  session.view.set(view);
  show(RoundPage, [serviceRound, '1']);
  expect(await screen.findByText(/Non terminée : 0 sur 3/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Terminer la ronde' })).toBeNull();
});

test('a badge outside of a round: the point that it is, or its serial number', async () => {
  show(TagPage, []);
  await press('Lire un badge')();
  tap('04:a2');
  const badge = await screen.findByRole('region', { name: 'Badge lu' });
  expect(badge.textContent).toContain('Port · Ronde de nuitHall');
  tap('09:09');
  await waitFor(() =>
    expect(badge.textContent).toContain('Ce badge n’est pas un point de vos rondesNuméro de série : 09:09'),
  );
});

test('why a checkpoint is jumped, and the words at the end of the round, outlive a dead telephone', async () => {
  show();
  await press('Démarrer la ronde')();
  for (const [open, label, words] of [
    ['Sauter ce point', 'Pourquoi', 'Porte condamnée'],
    ['Terminer la ronde', 'Commentaire (facultatif)', 'Appelé ailleurs'],
  ] as const) {
    await press(open)();
    await userEvent.type(screen.getByLabelText(label), words);
    cleanup();
    show();
    await press(open)();
    expect(await screen.findByDisplayValue(words)).toBeTruthy();
    await userEvent.click(screen.getAllByRole('button', { name: open, hidden: true }).at(-1) as HTMLElement);
  }
  await waitFor(() => expect(typesOf()).toContain('round-stop'));
  expect([...kept.values()].every((draft) => draft === null)).toBe(true);
});

test('a round that is late is marked on the service and on its own page', async () => {
  const now = Date.now();
  const hours = (from: number, to: number) => ({ start: now + from * 3_600_000, end: now + to * 3_600_000 });
  const late = { ...day[0], ...hours(-11, 1) } as DayService;
  const links = (of: DayService) =>
    part.links?.({ session, view: session.view.get(), service: of })?.map(({ note }) => note);
  expect(links({ ...late, ...hours(-1, 11) })).toEqual(['0 sur 2']);
  expect(links(late)).toEqual(['0 sur 2 · en retard']);
  session.view.set({ ...session.view.get(), day: [late] });
  show();
  expect(await screen.findByText('En retard : ce passage aurait déjà dû commencer.')).toBeTruthy();
});

test('Q-012, decision 076: in a break a round neither begins nor goes on, and the screen says why', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Démarrer la ronde' }));
  await screen.findByText('0 sur 3');
  const view = session.view.get();
  act(() => session.view.set({ ...view, day: day.map((one) => ({ ...one, status: 500 })) }));
  expect(await screen.findByText(refusals.paused)).toBeTruthy();
  expect(screen.getByText('Ronde en cours : 0 sur 3')).toBeTruthy();
  expect(screen.queryAllByRole('button')).toEqual([]);
  act(() => session.view.set({ ...session.view.get(), events: [] }));
  expect(screen.queryByRole('button', { name: 'Démarrer la ronde' })).toBeNull();
});

test('the start of a round says when its telephone read it', async () => {
  const { held, ...view } = session.view.get();
  const at = '2026-11-16T18:00:00.000Z';
  session.view.set({ ...view, held: { ...held, frame: { agency: { timeZone: 'Europe/Paris' }, at } as never } });
  await begin();
  expect(recorded.map(({ payload }) => payload)).toMatchObject([{ serviceRound, readAt: at }]);
});
