// What the protection makes of sensors that are silent, refused or of no use, and of an exit that it reported.
import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { steadyNow } from '../steady.ts';
import { drafts, pass, protectedSite, sensor, show, site, viewOf } from '../testing/guarded.tsx';
import Protection from './Protection.tsx';

const said = vi.hoisted(() => vi.fn());
vi.mock('../calls.ts', () => ({ say: said }));

beforeEach(() => {
  vi.useFakeTimers();
  HTMLDialogElement.prototype.showModal = function open() {
    this.open = true;
  };
  said.mockResolvedValue({ status: 200, body: { alarms: [] } });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  sensor.reading = null;
  drafts.clear();
});

test('S-015: a phone whose motion sensor was silent for a while asks again of somebody who does not move', async () => {
  const felt = (): void => {
    const event = new Event('devicemotion');
    Object.assign(event, { accelerationIncludingGravity: { x: 0, y: 0, z: 9.8 }, rotationRate: { alpha: 0 } });
    window.dispatchEvent(event);
  };
  vi.stubGlobal('DeviceMotionEvent', class {});
  const feel = async (seconds: number): Promise<void> => {
    for (let at = 0; at < seconds; at += 1) {
      felt();
      await pass(1_000);
    }
  };
  show(viewOf(200, protectedSite));
  said.mockResolvedValue({ status: 200, body: { alarms: [] } });
  await feel(5);
  await pass(5_000);
  await feel(9 * 60);
  expect(screen.queryByRole('dialog')).toBeNull();
  await feel(62);
  expect(screen.getByRole('dialog', { name: 'Tout va bien ?' })).toBeTruthy();
  vi.unstubAllGlobals();
});

test('S-022: on a site without a position, and without the permission, no perimeter is said to be watched', async () => {
  const nowhere = { [site]: { centre: null, radius: 100 } };
  for (const [sites, permission] of [
    [nowhere, 'granted'],
    [protectedSite, 'refused'],
  ] as const) {
    const { session, held, unmount } = show(viewOf(200, sites));
    session.position.permission.set(permission);
    await pass(2_000);
    expect(screen.getByText(/Protection incomplète : .*pas de périmètre/)).toBeTruthy();
    const dialog = render(
      <MantineProvider>
        <Protection session={session} view={held.get()} rest={[]} />
      </MantineProvider>,
    );
    const states = screen.getByRole('list', { name: 'Détecteurs' }).textContent;
    expect(states).toContain('PérimètreNe peut pas surveiller');
    dialog.unmount();
    unmount();
  }
});

test('S-029: who left before his break, or another start of the application, is reported when he returns', async () => {
  said.mockResolvedValue({ status: 200, body: { alarms: [] } });
  const at = (latitude: number) => ({ fix: { latitude, longitude: 7.26, accuracy: 10 }, at: steadyNow() });
  const first = show(viewOf(200, protectedSite));
  for (let count = 0; count < 70; count += 1) {
    sensor.reading = at(43.71);
    await pass(1_000);
  }
  const kinds = ({ record }: Pick<typeof first, 'record'>) =>
    record.mock.calls.map(([, payload]) => (payload as { kind: string }).kind);
  expect(kinds(first)).toEqual(['perimeter']);
  act(() => first.held.set(viewOf(500, protectedSite)));
  await pass(2_000);
  first.unmount();
  const again = show(viewOf(200, protectedSite));
  await pass(2_000);
  sensor.reading = at(43.7);
  await pass(2_000);
  expect(kinds(again)).toEqual(['return']);
  again.unmount();
  sensor.reading = null;
  // Once.
  const later = show(viewOf(200, protectedSite));
  await pass(2_000);
  sensor.reading = at(43.7);
  await pass(2_000);
  expect(kinds(later)).toEqual([]);
});
