import { afterEach, expect, test, vi } from 'vitest';
import { PositionSensor } from './sensors/position.ts';
import { steadyNow } from './steady.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const hour = 3_600_000;
const setBack = () => vi.setSystemTime(Date.now() - hour);

test('a clock that is set back takes no time away, and time goes on from there', () => {
  vi.useFakeTimers();
  const start = steadyNow();
  vi.advanceTimersByTime(5_000);
  expect(steadyNow() - start).toBe(5_000);
  setBack();
  expect(steadyNow() - start).toBe(5_000);
  vi.advanceTimersByTime(5_000);
  expect(steadyNow() - start).toBe(10_000);
  // Set right again, it went forward: what was due is done at once.
  vi.setSystemTime(Date.now() + hour);
  expect(steadyNow() - start).toBe(10_000 + hour);
});

test('a position does not become fresh again when the clock is set back, and keeps its age', () => {
  vi.useFakeTimers();
  const watchPosition = (found: (at: object) => void) =>
    found({ coords: { latitude: 43.7, longitude: 7.26, accuracy: 8 } });
  vi.stubGlobal('navigator', { geolocation: { watchPosition } });
  const sensor = new PositionSensor();
  sensor.start();
  vi.advanceTimersByTime(50_000);
  steadyNow();
  setBack();
  expect(sensor.fix()).not.toBeNull();
  vi.advanceTimersByTime(50_000);
  expect(sensor.fix()).toBeNull();
  expect(Date.now() - (sensor.lastKnown()?.at ?? 0)).toBe(100_000);
});
