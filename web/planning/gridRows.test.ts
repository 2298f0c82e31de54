import { expect, test } from 'vitest';
import { contentOf, noFilter } from './gridRows.ts';
import { planningOf } from './model.ts';
import { dataOf, minute, service } from './testing/planned.ts';

test('the counters of a day are of that day, although the next morning is loaded', () => {
  const open = { agents: [], wanted: 1, publication: 'DRAFT' as const };
  const services = [
    { ...service('night', '2026-11-09', '20:00', '20:00', open), end: minute('2026-11-10', '04:00') },
    service('day', '2026-11-10', '08:00', '12:00', open),
    service('next', '2026-11-11', '05:00', '09:00', open),
  ];
  const removed = [minute('2026-11-10', '10:00'), minute('2026-11-11', '10:00')];
  const shownOn = (view: 3 | 4) => {
    const planning = planningOf(dataOf(services, { removed }), undefined, { start: '2026-11-10', end: '2026-11-11' });
    const { unfilled, unpublished, toPublish } = contentOf(planning, new Map(), 'agents', noFilter, view);
    return [unfilled, unpublished, toPublish];
  };
  // A publication takes what begins in its days.
  expect(shownOn(4)).toEqual([2, 1, 2]);
  expect(shownOn(3)).toEqual([3, 2, 4]);
});
