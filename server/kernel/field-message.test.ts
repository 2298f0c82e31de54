import { expect, test } from 'vitest';
import { type Arrived, runsOf } from './field-message.ts';

const event = (name: string): Arrived => {
  const [type, service] = name.split(' ');
  return { uuid: name, type, service: service ?? null } as Arrived;
};

test.each([
  [[], []],
  [['step a'], [['step a']]],
  [
    ['step a', 'step a', 'step b'],
    [['step a', 'step a'], ['step b']],
  ],
  [
    ['step a', 'step b', 'step a'],
    [['step a'], ['step b'], ['step a']],
  ],
  [
    ['step a', 'note a', 'note a'],
    [['step a'], ['note a', 'note a']],
  ],
  [['skipped', 'skipped'], [['skipped', 'skipped']]],
])('a run is consecutive events of one type and one service: %j', (events, runs) => {
  expect(runsOf(events.map(event)).map((run) => run.map(({ uuid }) => uuid))).toEqual(runs);
});
