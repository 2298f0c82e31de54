// The protection on a phone, over a substitute of the opened store.
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { savePtiEvent } from '#core/safety/calls.ts';
import { useStore } from '#ui/client/store.ts';
import type { Opened } from '../part.ts';
import { type Made, pass, protectedSite, sensor, sessionWith, show, viewOf } from '../testing/guarded.tsx';
import { told } from '../told.ts';
import Guarding from './Guarding.tsx';
import Protection from './Protection.tsx';
import { safety } from './part.tsx';

const said = vi.hoisted(() => vi.fn());
vi.mock('../calls.ts', () => ({ say: said }));

/** As the application shows it on every screen. */
function Watched({ session, held }: Made) {
  const Watch = safety.Watch as ComponentType<Opened>;
  return <Watch session={session} view={useStore(held)} />;
}

/** Of real time: a file may be loaded first, and the machine may be busy. */
const patient = { timeout: 10_000 };

beforeEach(() => {
  vi.useFakeTimers();
  HTMLDialogElement.prototype.showModal = function open() {
    this.open = true;
  };
  said.mockResolvedValue({ status: 0, body: {} });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  said.mockReset();
  told.set(null);
});

const sos = () => screen.getByRole('button', { name: /^SOS/ });

test('S-039: two seconds of pressing send an SOS; one does not, and offers to call', async () => {
  const { record } = show(viewOf(200));
  const place = { top: 70, left: 250, width: 96, height: 56 } as DOMRect;
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(place);
  fireEvent.pointerDown(sos(), { button: 0 });
  await pass(1_000);
  fireEvent.pointerUp(sos());
  await pass(2_000);
  expect(record).not.toHaveBeenCalled();
  const help = screen.getByRole('dialog', { name: 'Besoin d’aide ?' });
  // Where it was touched: the second press is above the backdrop.
  const again = within(help).getByRole('button', { name: /^SOS/ });
  expect(again.parentElement?.style).toMatchObject({ top: '70px', left: '250px', width: '96px', height: '56px' });
  fireEvent.pointerDown(within(help).getByRole('button', { name: /^SOS/ }), { button: 0 });
  await pass(2_000);
  expect(record.mock.calls.map(([, payload]) => payload)).toMatchObject([{ kind: 'sos', drill: false }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an SOS carries the last position known, with its hour if it is not of now', async () => {
  const fix = { latitude: 43.7, longitude: 7.26, accuracy: 12 };
  for (const minutes of [0, 12]) {
    const at = minutes > 0 ? Date.now() - minutes * 60_000 : null;
    sensor.lastKnown = { fix, at };
    const { record, unmount } = show(viewOf(200));
    fireEvent.pointerDown(sos(), { button: 0 });
    await pass(2_100);
    const [, payload, , , known] = (record.mock.calls as unknown[][]).at(-1) ?? [];
    expect(known).toEqual({ position: fix });
    expect((payload as { locatedAt?: string }).locatedAt).toBe(at === null ? undefined : new Date(at).toISOString());
    unmount();
  }
  sensor.lastKnown = null;
});

test('without a network the screen says that the agency has not received the alarm, and how to call', async () => {
  const { leave, record } = show(viewOf(200));
  fireEvent.pointerDown(sos(), { button: 0 });
  await pass(2_000);
  await pass(3_000);
  expect(screen.getByRole('alert').textContent).toContain('Votre agence n’a PAS encore reçu cette alerte.');
  expect(screen.getByRole('link', { name: /0493112233/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: /112$/ }).getAttribute('href')).toBe('tel:112');
  // The queue hands it over; the agency answers.
  const [, payload] = record.mock.calls[0] as unknown as [unknown, { uuid: string }];
  const alarm = { id: payload.uuid, kind: 'sos', drill: false, state: 'TAKEN', receivedAt: '', by: 'Claire Petit' };
  said.mockResolvedValue({ status: 200, body: { alarms: [alarm] } });
  leave(true);
  await pass(6_000);
  await vi.waitFor(
    () => expect(screen.getByRole('alert').textContent).toContain('Prise en charge par Claire Petit.'),
    patient,
  );
});

test('an SOS that is kept for the agency or passed over is not said to be received', async () => {
  const { leave } = show(viewOf(200));
  fireEvent.pointerDown(sos(), { button: 0 });
  await pass(2_100);
  leave(false);
  await pass(5_000);
  expect(screen.getByRole('alert').textContent).toContain('Votre agence n’a PAS confirmé cette alerte.');
  expect(screen.getByRole('link', { name: /0493112233/ })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an SOS that waits in the log is reported by itself again, every ten seconds of network, until the agency has it', async () => {
  show(viewOf(200));
  const direct = () => said.mock.calls.filter(([, endpoint]) => endpoint === savePtiEvent).map(([, , input]) => input);
  fireEvent.pointerDown(sos(), { button: 0 });
  await pass(3_000);
  expect(direct()).toHaveLength(1);
  await pass(10_000);
  expect(direct()).toHaveLength(2);
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await pass(30_000);
  expect(direct()).toHaveLength(2);
  expect(screen.getByRole('alert').textContent).toContain('n’a PAS encore reçu');
  online.mockReturnValue(true);
  said.mockResolvedValue({ status: 200, body: { alarms: [] } });
  await pass(2_000);
  expect(screen.getByRole('alert').textContent).toContain('Votre alerte SOS a été transmise.');
  await pass(30_000);
  const [first, ...again] = direct();
  expect(first).toMatchObject({ kind: 'sos', service: { id: 's' } });
  expect(again).toEqual([first, first]);
  online.mockRestore();
});

test('an SOS that its service left behind, or another start of the application, is reported by itself again', async () => {
  const direct = () => said.mock.calls.filter(([, endpoint]) => endpoint === savePtiEvent).map(([, , input]) => input);
  const watched = (made: Made) =>
    render(
      <MantineProvider>
        <Watched {...made} />
      </MantineProvider>,
    );
  const made = sessionWith(viewOf(200));
  const { unmount } = watched(made);
  await vi.waitFor(() => expect(sos()).toBeTruthy(), patient);
  fireEvent.pointerDown(sos(), { button: 0 });
  await pass(3_000);
  // The agency cancelled the service, or its agent ended it.
  act(() => made.held.set({ ...made.held.get(), day: [] }));
  await pass(10_000);
  expect(direct()).toHaveLength(2);
  expect(screen.getByRole('alert').textContent).toContain('n’a PAS encore reçu');
  expect(screen.queryByRole('button', { name: /^SOS/ })).toBeNull();
  unmount();
  const again = sessionWith(made.held.get());
  watched(again);
  await pass(10_000);
  expect(direct().length).toBeGreaterThan(2);
  said.mockResolvedValue({ status: 200, body: {} });
  await pass(11_000);
  expect(screen.getByRole('alert').textContent).toContain('Votre alerte SOS a été transmise.');
  const [first, ...others] = direct();
  expect(others.every((one) => one.uuid === first.uuid)).toBe(true);
  act(() => again.leave(true));
  await pass(1_000);
  fireEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  expect(screen.queryByRole('region', { name: 'Protection' })).toBeNull();
});

test('an SOS that the agency received at once stays closed while its event waits behind others', async () => {
  said.mockResolvedValue({ status: 200, body: { alarms: [] } });
  show(viewOf(200));
  fireEvent.pointerDown(sos(), { button: 0 });
  await pass(3_000);
  expect(screen.getByRole('alert').textContent).toContain('Votre alerte SOS a été transmise.');
  fireEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  await pass(3_000);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an SOS that could be neither written nor sent is not said to be received, nor to wait', async () => {
  const { record } = show(viewOf(200));
  record.mockRejectedValue(new Error('disk'));
  fireEvent.pointerDown(sos(), { button: 0 });
  await pass(7_000);
  expect(screen.getByRole('alert').textContent).toContain('n’a PAS confirmé');
});

test('a phone that is heard again is told that its agency looks for it, until the alarm is closed', async () => {
  const { record } = show(viewOf(200, protectedSite));
  const alarm = { id: 'a', kind: 'silence', drill: false, state: 'RAISED', receivedAt: '', by: null };
  said.mockResolvedValue({ status: 200, body: { alarms: [alarm] } });
  await pass(61_000);
  expect(screen.getByRole('alert').textContent).toContain('Votre agence vous cherche.');
  // She knows: a call is no second alarm.
  fireEvent.click(screen.getByRole('link', { name: /0493112233/ }));
  expect(record).not.toHaveBeenCalled();
  said.mockResolvedValue({ status: 200, body: { alarms: [{ ...alarm, state: 'CLOSED' }] } });
  await pass(6_000);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the agent is told when the desk has seen his alarm, also after he closed what was said of it', async () => {
  show(viewOf(200, protectedSite));
  const alarm = { id: 'a', kind: 'sos', drill: false, state: 'RAISED', receivedAt: '', by: null };
  said.mockResolvedValue({ status: 200, body: { alarms: [alarm] } });
  await pass(61_000);
  expect(told.get()).toBeNull();
  said.mockResolvedValue({ status: 200, body: { alarms: [{ ...alarm, state: 'ACKNOWLEDGED', by: 'Claire Petit' }] } });
  await pass(5_500);
  expect(told.get()).toBe('Alerte vue par Claire Petit.');
  await pass(7_000);
  expect(told.get()).toBeNull();
});

test('S-021: the check by the clock asks; « R.A.S » answers, silence alerts with the words of the specification', async () => {
  const { record } = show(viewOf(200, protectedSite));
  said.mockResolvedValue({ status: 200, body: { alarms: [] } });
  await pass(30 * 60_000 + 1_000);
  expect(screen.getByRole('dialog', { name: 'Tout va bien ?' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'R.A.S' }));
  await pass(20_000);
  expect([record.mock.calls.length, screen.queryByRole('dialog')]).toEqual([0, null]);
  await pass(30 * 60_000);
  await pass(12_000);
  expect(record.mock.calls.map(([, payload]) => payload)).toMatchObject([{ kind: 'inactivity' }]);
  await vi.waitFor(() => expect(screen.getByText('Le collaborateur a été détecté inactif')).toBeTruthy(), patient);
  fireEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  expect(screen.queryByText('Le collaborateur a été détecté inactif')).toBeNull();
});

test('a clock that is set back stops neither the heartbeat nor the check by the clock', async () => {
  const { record } = show(viewOf(200, protectedSite));
  said.mockResolvedValue({ status: 200, body: { alarms: [] } });
  await pass(20 * 60_000);
  vi.setSystemTime(Date.now() - 3 * 3_600_000);
  const before = said.mock.calls.length;
  await pass(2 * 60_000 + 1_000);
  expect(said.mock.calls.length - before).toBe(2);
  await pass(8 * 60_000);
  expect(screen.getByRole('dialog', { name: 'Tout va bien ?' })).toBeTruthy();
  vi.setSystemTime(Date.now() - 3 * 3_600_000);
  await pass(10_000);
  expect(record.mock.calls.map(([, payload]) => payload)).toMatchObject([{ kind: 'inactivity' }]);
});

test('S-033, S-034: nothing watches on another site or in a break; SOS stays', () => {
  for (const view of [viewOf(200), viewOf(500, protectedSite)]) {
    const { unmount } = show(view);
    expect(screen.getByText('SOS disponible')).toBeTruthy();
    expect(sos()).toBeTruthy();
    unmount();
  }
  // Without a network it waits: calling is faster.
  show({ ...viewOf(200), link: 'lost' });
  expect(screen.getByText('Sans réseau : un SOS attendra, appelez aussi')).toBeTruthy();
});

test('S-037, S-006, S-008: the dialog shows the three detectors; a phone that does not vibrate has no calibration; a drill says so', async () => {
  const { session, record } = sessionWith(viewOf(200, protectedSite));
  render(
    <MantineProvider>
      <Guarding session={session} view={session.view.get()} isAtWork />
      <Protection session={session} view={session.view.get()} rest={[]} />
    </MantineProvider>,
  );
  await pass(3_000);
  const states = screen.getByRole('list', { name: 'Détecteurs' }).textContent;
  expect(states).toContain('ChuteIndisponible sur un ordinateurInactivitéNe peut pas surveiller');
  fireEvent.click(screen.getByRole('button', { name: 'Calibrer la détection de chute' }));
  expect(screen.getByText('Calibration indisponible')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Lancer un essai d’alerte' }));
  await pass(100);
  expect(record.mock.calls.map(([, payload]) => payload)).toMatchObject([{ kind: 'sos', drill: true }]);
  expect(screen.getByText('Essai')).toBeTruthy();
});
