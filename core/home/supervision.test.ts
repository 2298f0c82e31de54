import { expect, test } from 'vitest';
import { serviceStatus } from '../planning/status.ts';
import { watchedGroupOf } from './supervision.ts';

test('each state of a service is in one group, or not watched', () => {
  const groups = Object.fromEntries(
    Object.keys(serviceStatus.states).map((code) => [code, watchedGroupOf(Number(code))]),
  );
  expect(groups).toEqual({
    100: 'soon',
    110: 'late',
    120: 'notDone',
    200: 'active',
    250: 'active',
    300: 'endedEarly',
    400: 'interrupted',
    500: 'active',
    600: null,
    700: null,
    800: 'notDone',
  });
});
