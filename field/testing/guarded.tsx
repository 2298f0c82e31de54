// The protection on a phone, over a substitute of the opened store.
import { MantineProvider } from '@mantine/core';
import { act, render } from '@testing-library/react';
import { vi } from 'vitest';
import { store } from '#ui/client/store.ts';
import Guarding from '../safety/Guarding.tsx';
import type { FieldSession, FieldView } from '../session.ts';

export const site = '01900000-0000-7000-8000-0000000000e1';
export const protectedSite = { [site]: { centre: { latitude: 43.7, longitude: 7.26 }, radius: 100 } };
export const viewOf = (status: number, sites = {}): FieldView =>
  ({
    queue: { events: [] },
    day: [{ id: 's', status, start: 0, end: 1, isCircuit: false, circuit: null, site: { id: site, name: 'Port' } }],
    held: {
      frame: {
        agency: { name: 'Azur', timeZone: 'Europe/Paris', phone: '0493000000' },
        safety: {
          ...{ active: true, pauseOnBreak: true, frequency: 30, inactivity: 10, fallWait: 10 },
          ...{ phone: '0493112233', sites },
        },
      },
    },
    events: [],
    kept: [],
    link: 'works',
  }) as unknown as FieldView;

/** What outlives another start of the application. */
export const drafts = new Map<string, unknown>();
const kept = {
  read: async (place: string) => drafts.get(place) ?? null,
  keep: async (place: string, draft: unknown) =>
    void (draft === null ? drafts.delete(place) : drafts.set(place, draft)),
};
type Measured<At> = { fix: { latitude: number; longitude: number; accuracy: number }; at: At } | null;

/** Of the sensor: now, and as old as it may be. */
export const sensor = { reading: null as Measured<number>, lastKnown: null as Measured<number | null> };

export function sessionWith(view: FieldView) {
  const record = vi.fn(async (...[{ type }, payload, service, , known]: Parameters<FieldSession['record']>) => {
    const event = { type, payload, service, at: Date.now(), clockOffset: null, position: known?.position };
    const { queue } = held.get();
    held.set({ ...held.get(), queue: { ...queue, events: [...queue.events, event] as never } });
  });
  const held = store(view);
  const position = {
    permission: store('unknown'),
    reading: () => sensor.reading,
    fix: () => null,
    lastKnown: () => sensor.lastKnown,
  };
  const applied = store<readonly unknown[]>([]);
  const session = {
    ...{
      view: held,
      applied,
      record,
      position,
      drafts: kept,
      device: { id: 'd' },
      now: () => Date.now(),
      watchPosition: () => {},
    },
  };
  /** The queue forgets what was sent or passed over. */
  const leave = (isApplied: boolean): void => {
    const { queue } = held.get();
    if (isApplied) applied.set(queue.events);
    held.set({ ...held.get(), queue: { ...queue, events: [] } });
  };
  return { session: session as unknown as FieldSession, record, held, leave };
}

export type Made = ReturnType<typeof sessionWith>;

export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

export function show(view: FieldView) {
  const made = sessionWith(view);
  const opened = render(
    <MantineProvider>
      <Guarding session={made.session} view={view} isAtWork />
    </MantineProvider>,
  );
  return { ...made, ...opened };
}
