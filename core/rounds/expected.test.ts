import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Direction, directions, expectedNext } from './expected.ts';
import { roundExecutionLabels, roundExecutionStatus, roundExecutionStatusOf } from './status.ts';

const round = ['a', 'b', 'c', 'd'];

describe('the next expected checkpoints', () => {
  test.each<[string, string, Direction[], string]>([
    ['at the start the first one (O-022)', '', ['forward'], 'a'],
    ['at the start the first one, both ways granted', '', ['forward', 'reverse'], 'a'],
    ['at the start the first one, whatever way it is walked', '', ['reverse'], 'a'],
    ['after a validation the one after it (O-023)', 'a', ['forward'], 'b'],
    ['the one after the last validated, not the first missing', 'c', ['forward'], 'd'],
    ['after the last one the first, wrapping (O-023)', 'd', ['forward'], 'a'],
    ['wrapping passes over what is done', 'acd', ['forward'], 'b'],
    ['the previous one too when the reverse is granted (O-024)', 'b', ['forward', 'reverse'], 'ca'],
    ['the previous of the first is the last', 'a', ['forward', 'reverse'], 'bd'],
    ['both ways lead to the only one left: it is told once', 'abd', ['forward', 'reverse'], 'c'],
    ['backwards alone, from the first to the last one', 'a', ['reverse'], 'd'],
    ['none when all are validated (O-025)', 'abcd', ['forward'], ''],
    ['none when all are validated both ways', 'adcb', ['forward', 'reverse'], ''],
    ['nothing when a free direction is granted (O-026)', '', ['free'], ''],
    ['nothing when a free direction is granted among others', 'a', ['forward', 'reverse', 'free'], ''],
    ['what is no line of the round counts for nothing', 'xa', ['forward'], 'b'],
    ['a line taken from the round since is forgotten', 'ax', ['forward'], 'b'],
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

  test('what is expected is of the round, not done yet, and told once', () => {
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

  test('whoever always takes an expected one does each line exactly once', () => {
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

  test('in order alone, a round is walked as it is written', () => {
    fc.assert(
      fc.property(walked, ({ lines }) => {
        for (const [at, line] of lines.entries())
          expect(expectedNext(lines, lines.slice(0, at), ['forward'])).toEqual([line]);
      }),
    );
  });
});

describe('the status of an execution (O-005, decision 1)', () => {
  test('« Non terminée » is given out as 30, and taken in as 30 or 300', () => {
    expect(roundExecutionStatus.unfinished).toBe(30);
    expect([30, 300].map(roundExecutionStatusOf)).toEqual([30, 30]);
    expect(roundExecutionLabels[30]).toBe('Non terminée');
  });

  test('the other codes stay, and codes of services are none of a round’s', () => {
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
