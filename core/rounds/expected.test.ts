import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Direction, directions, expectedNext } from './expected.ts';
import { roundExecutionLabels, roundExecutionStatus, roundExecutionStatusOf } from './status.ts';

const round = ['a', 'b', 'c', 'd'];

describe('the next expected checkpoints', () => {
  test.each<[string, string, Direction[], string]>([
    ['at the start: the first one (O-022)', '', ['forward'], 'a'],
    ['at the start: the first one, with both directions granted', '', ['forward', 'reverse'], 'a'],
    ['at the start: the first one, whatever the direction', '', ['reverse'], 'a'],
    ['after a validation: the next one (O-023)', 'a', ['forward'], 'b'],
    ['the one after the last validated, not the first missing', 'c', ['forward'], 'd'],
    ['after the last one: the first, wrapping (O-023)', 'd', ['forward'], 'a'],
    ['wrapping skips what is done', 'acd', ['forward'], 'b'],
    ['the previous one too if the reverse is granted (O-024)', 'b', ['forward', 'reverse'], 'ca'],
    ['the previous of the first is the last', 'a', ['forward', 'reverse'], 'bd'],
    ['the only one left is returned once', 'abd', ['forward', 'reverse'], 'c'],
    ['only backwards: from the first to the last one', 'a', ['reverse'], 'd'],
    ['none if all are validated (O-025)', 'abcd', ['forward'], ''],
    ['none if all are validated, in both directions', 'adcb', ['forward', 'reverse'], ''],
    ['none if a free direction is granted (O-026)', '', ['free'], ''],
    ['none if a free direction is granted among others', 'a', ['forward', 'reverse', 'free'], ''],
    ['an id that is not in the round is ignored', 'xa', ['forward'], 'b'],
    ['a line removed from the round is ignored', 'ax', ['forward'], 'b'],
  ])('%s', (_, validated, granted, expected) => {
    expect(expectedNext(round, validated.split(''), granted)).toEqual(expected.split(''));
  });

  test('a round without checkpoints expects none', () => {
    expect(expectedNext([], [], ['forward', 'reverse'])).toEqual([]);
  });

  const walked = fc
    .uniqueArray(fc.integer({ min: 0, max: 30 }).map(String), { minLength: 1, maxLength: 12 })
    .chain((lines) => fc.record({ lines: fc.constant(lines), validated: fc.shuffledSubarray(lines) }));
  const ways = fc.subarray(Object.keys(directions) as Direction[], { minLength: 1 });

  test('expected lines are in the round, not done, and distinct', () => {
    fc.assert(
      fc.property(walked, ways, ({ lines, validated }, granted) => {
        const next = expectedNext(lines, validated, granted);
        expect(new Set(next).size).toBe(next.length);
        for (const line of next) {
          expect(lines).toContain(line);
          expect(validated).not.toContain(line);
        }
        const open = !granted.includes('free') && validated.length < lines.length;
        expect(next.length > 0).toBe(open);
      }),
    );
  });

  test('always taking an expected line visits each line exactly once', () => {
    fc.assert(
      fc.property(walked, ways, fc.infiniteStream(fc.nat({ max: 1 })), ({ lines }, granted, chance) => {
        fc.pre(!granted.includes('free'));
        const done: string[] = [];
        for (;;) {
          const next = expectedNext(lines, done, granted);
          if (next.length === 0) break;
          done.push(next[(chance.next().value ?? 0) % next.length] as string);
        }
        expect(done.toSorted()).toEqual([...lines].sort());
      }),
    );
  });

  test('with only the forward direction, a round is walked in its order', () => {
    fc.assert(
      fc.property(walked, ({ lines }) => {
        for (const [at, line] of lines.entries())
          expect(expectedNext(lines, lines.slice(0, at), ['forward'])).toEqual([line]);
      }),
    );
  });
});

describe('the status of an execution (O-005, decision 1)', () => {
  test('« Non terminée » is sent as 30, and accepted as 30 or 300', () => {
    expect(roundExecutionStatus.unfinished).toBe(30);
    expect([30, 300].map(roundExecutionStatusOf)).toEqual([30, 30]);
    expect(roundExecutionLabels[30]).toBe('Non terminée');
  });

  test('the other codes stay, and codes of services are refused', () => {
    expect([100, 200, 400].map(roundExecutionStatusOf)).toEqual([100, 200, 400]);
    expect([0, 110, 500, 800, Number.NaN].map(roundExecutionStatusOf)).toEqual([null, null, null, null, null]);
    expect(Object.values(roundExecutionLabels).toSorted()).toEqual([
      'En attente',
      'En cours',
      'Non terminée',
      'Terminée',
    ]);
  });
});
