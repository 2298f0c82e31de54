import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showPage, startAfresh } from '../testing/page.tsx';
import { serviceCells } from './serviceCells.tsx';

beforeEach(() => {
  startAfresh();
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-16T20:30:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const row = { id: 'x', version: 1, startAt: '2026-11-16T18:00:00.000Z', endAt: '2026-11-17T06:00:00.000Z' };

test.each([
  ['startAt', {}, '16/11/2026 19:00'],
  ['endAt', {}, '17/11/2026 07:00'],
  [
    'startAt',
    { realStartAt: '2026-11-16T18:00:00.000Z', realEndAt: '2026-11-16T20:23:00.000Z' },
    '16/11 19:00 – 21:23',
  ],
  ['startAt', { realStartAt: '2026-11-16T17:55:00.000Z' }, '16/11 depuis 18:55'],
  ['endAt', { realEndAt: '2026-11-16T20:23:00.000Z' }, '16/11/2026 21:23 (prévu 07:00)'],
] as const)('%s of a service with %o is « %s »', async (path, real, words) => {
  const Cell = serviceCells[path];
  if (!Cell) throw new Error(path);
  const one = { ...row, ...real };
  showPage(
    <p data-testid="cell">
      <Cell row={one} value={one[path]} />
    </p>,
  );
  const { textContent } = await screen.findByTestId('cell');
  expect(textContent?.replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(words);
});

test('the tooltip of a real start has the plan too', async () => {
  const { startAt: Cell } = serviceCells;
  if (!Cell) throw new Error('startAt');
  const one = { ...row, realStartAt: row.startAt, realEndAt: '2026-11-16T20:23:00.000Z' };
  showPage(<Cell row={one} value={one.startAt} />);
  expect((await screen.findByText('16/11 19:00 – 21:23')).title).toBe('19:00 – 21:23 (prévu 07:00)');
});
