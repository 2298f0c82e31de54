import { expect, test } from 'vitest';
import { emailEvents } from './events.ts';

test('a mail has the twelve events of the specification, each with a French label (L-008)', () => {
  const specified =
    'sent request delivered opened unique_opened click hard_bounce soft_bounce blocked spam invalid deferred'.split(
      ' ',
    );
  expect(Object.keys(emailEvents).sort()).toEqual(specified.sort());
  const labels = Object.values(emailEvents);
  expect(new Set(labels).size).toBe(12);
  expect(emailEvents).toMatchObject({ unique_opened: 'Première ouverture', hard_bounce: 'Rejet définitif' });
});
