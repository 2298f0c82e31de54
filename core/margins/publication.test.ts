import { expect, test } from 'vitest';
import { publicationMargin } from './publication.ts';

const [one, other] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'];

test('a publication brings the margin of its services as they will be, and the difference from what was published', () => {
  const moved = { id: one, before: { revenue: 200.1, cost: 150 }, after: { revenue: 250.2, cost: 180.05 } };
  const removed = { id: other, before: { revenue: 100, cost: 120 }, after: null };
  expect(
    publicationMargin([
      { ...moved, unpriced: 0, uncosted: 1 },
      { ...removed, unpriced: 0, uncosted: 0 },
    ]),
  ).toEqual({
    ...{ margin: 70.15, rate: 28, change: 40.05, unpriced: 0, uncosted: 1 },
  });
});

test('what was never published changes nothing, and a publication without revenue has no rate', () => {
  const fresh = { id: one, before: null, after: { revenue: 0, cost: 80 }, unpriced: 1, uncosted: 0 };
  expect(publicationMargin([fresh])).toEqual({ margin: -80, rate: null, change: null, unpriced: 1, uncosted: 0 });
});
