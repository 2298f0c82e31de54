import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Doubt, isMoved, type RoundFact, type RoundPlan, walk } from './execution.ts';
import type { Direction } from './expected.ts';
import { roundExecutionStatus } from './status.ts';

/** About 111 m per thousandth of a degree of latitude. */
const at = (north: number, accuracy: number | null = 5) => ({
  latitude: 43.7 + north / 111_195,
  longitude: 7.26,
  accuracy,
});
const place = (north: number) => ({ latitude: at(north).latitude, longitude: 7.26 });
const planOf = (directions: Direction[] = ['forward'], spots: (number | null)[] = [0, 200, 400, 600]): RoundPlan => ({
  name: 'Ronde de nuit',
  points: spots.map((north, index) => ({
    ...{ line: `l${index}`, checkpoint: `c${index}`, title: `Point ${index}` },
    location: north === null ? null : place(north),
  })),
  directions,
  radius: 100,
});

const minute = 60_000;
const moment = (minutes: number): string => new Date(Date.UTC(2026, 10, 17, 1) + minutes * minute).toISOString();
let serial = 0;
const fact = (kind: RoundFact['kind'], minutes: number, more: Partial<RoundFact> = {}): RoundFact => {
  serial += 1;
  const none = { line: null, checkpoint: null, way: null, content: null, position: null };
  return { ...none, id: `f${String(serial).padStart(4, '0')}`, kind, at: moment(minutes), ...more };
};
const read = (index: number, minutes: number, more: Partial<RoundFact> = {}): RoundFact =>
  fact('read', minutes, { line: `l${index}`, checkpoint: `c${index}`, way: 'NFC', ...more });
const jump = (index: number, minutes: number): RoundFact =>
  fact('jump', minutes, { line: `l${index}`, checkpoint: `c${index}`, content: 'Porte condamnée' });

const statesOf = (plan: RoundPlan, facts: readonly RoundFact[]) => walk(plan, facts).points.map(({ state }) => state);

describe('an execution', () => {
  test('waits, runs, then is finished once every point is validated', () => {
    const plan = planOf();
    expect(walk(plan, []).status).toBe(roundExecutionStatus.waiting);
    const facts = [fact('start', 0), read(0, 1), read(1, 3)];
    expect(walk(plan, facts)).toMatchObject({
      ...{ status: roundExecutionStatus.running, startedAt: moment(0), endedAt: null },
      ...{ validated: 2, expected: ['l2'] },
    });
    expect(walk(plan, [...facts, read(2, 5), read(3, 7), fact('stop', 8)])).toMatchObject({
      ...{ status: roundExecutionStatus.finished, endedAt: moment(8), validated: 4, expected: [] },
    });
  });

  test('what nobody answered for at its end is jumped, and it is not finished (O-019)', () => {
    const facts = [fact('start', 0), read(0, 1), jump(1, 2), fact('stop', 3)];
    expect(statesOf(planOf(), facts)).toEqual(['validated', 'jumped', 'jumped', 'jumped']);
    expect(walk(planOf(), facts)).toMatchObject({
      status: roundExecutionStatus.unfinished,
      points: [{}, {}, { fact: null }, {}],
    });
  });

  test('a jump with a comment answers for a point; the next one is expected, and it may still be read', () => {
    const jumped = [fact('start', 0), read(0, 1), jump(1, 2)];
    expect(walk(planOf(), jumped).expected).toEqual(['l2']);
    const all = [...jumped, read(2, 3), read(3, 4)];
    expect(walk(planOf(), [...all, fact('stop', 5)]).status).toBe(roundExecutionStatus.finished);
    const back = walk(planOf(), [...all, read(1, 5)]);
    expect([back.validated, back.points[1]?.facts.length]).toEqual([4, 2]);
  });

  test('a point that the round passes twice is two lines', () => {
    const plan = planOf();
    const twice = { ...plan, points: [...plan.points, { ...(plan.points[0] as (typeof plan.points)[0]), line: 'l9' }] };
    expect(statesOf(twice, [fact('start', 0), read(0, 1)])).toEqual([
      'validated',
      'waiting',
      'waiting',
      'waiting',
      'waiting',
    ]);
    // The line was removed by the desk meanwhile: its checkpoint tells.
    const moved = read(0, 9, { line: 'gone' });
    expect(statesOf(twice, [fact('start', 0), read(0, 1), moved]).at(-1)).toBe('validated');
  });

  test('a point that is not in the plan, and what comes after the end, are kept apart', () => {
    const stranger = read(8, 2);
    const late = read(1, 9);
    const walked = walk(planOf(), [fact('start', 0), stranger, fact('stop', 5), late, fact('stop', 6)]);
    expect(walked.others.map(({ id }) => id)).toEqual([stranger.id, expect.any(String), late.id]);
    expect(walked).toMatchObject({ endedAt: moment(5), validated: 0 });
  });

  test('what nobody stopped ends with its service, unfinished; what comes later is after its end', () => {
    const facts = [fact('start', 0), read(0, 1), read(1, 3), read(2, 5), read(3, 7)];
    const unfinished = { status: roundExecutionStatus.unfinished, isCut: true };
    expect(walk(planOf(), facts, moment(8))).toMatchObject({ ...unfinished, endedAt: moment(8), validated: 4 });
    expect(walk(planOf(), [...facts, fact('stop', 9)], moment(4))).toMatchObject({ ...unfinished, validated: 2 });
    expect(walk(planOf(), [...facts, fact('stop', 8)], moment(8))).toMatchObject({
      ...{ status: roundExecutionStatus.finished, isCut: false },
    });
  });
});

describe('doubts about a proof', () => {
  const doubtsOf = (plan: RoundPlan, ...facts: RoundFact[]): Doubt[][] =>
    walk(plan, [fact('start', 0), ...facts]).points.map(({ doubts }) => doubts);

  test.each<[string, Doubt[], RoundFact[], RoundPlan?]>([
    ['at the point: none', [], [read(0, 1, { position: at(3) }), read(1, 4, { position: at(195) })]],
    ['without a position: none', [], [read(0, 1), read(1, 4)]],
    ['further away than the radius of the site (O-020)', ['far'], [read(0, 1), read(1, 9, { position: at(320) })]],
    ['as far as its own inaccuracy: none', [], [read(0, 1), read(1, 9, { position: at(320, 60) })]],
    [
      'without a place of the point: none',
      [],
      [read(0, 1), read(1, 9, { position: at(900) })],
      planOf(['forward'], [null, null]),
    ],
    ['faster than anybody moves', ['speed'], [read(0, 1, { position: at(0) }), read(1, 1.05, { position: at(200) })]],
    ['faster than anybody moves, by the places of the points', ['speed'], [read(0, 1), read(1, 1.05)]],
    [
      'two points from one spot',
      ['far', 'samePlace'],
      [read(0, 1, { position: at(0) }), read(1, 9, { position: at(10) })],
    ],
    [
      'two points from one spot, as far as the sensor can tell: none',
      [],
      [read(0, 1, { position: at(90, 80) }), read(1, 9, { position: at(110, 80) })],
    ],
    [
      'by the position, without one (O-021)',
      ['noPosition'],
      [read(0, 1), fact('virtual', 9, { line: 'l1', checkpoint: 'c1', way: 'POSITION' })],
    ],
    [
      'by a position that its retention removed: none',
      [],
      [read(0, 1), fact('virtual', 9, { line: 'l1', checkpoint: 'c1', way: 'POSITION', gone: 'RETENTION' })],
    ],
    ['after the end', ['afterEnd'], [read(0, 1), fact('stop', 5), read(1, 9)]],
    ['not the next one', ['order'], [read(1, 1)]],
    ['any next one in a free round: none', [], [read(1, 1)], planOf(['free'])],
  ])('%s', (_, doubts, facts, plan = planOf()) => {
    expect(doubtsOf(plan, ...facts)[1]).toEqual(doubts);
  });

  test('a doubt refuses nothing: the point is validated, and counts as moved if it is far', () => {
    const { points, validated } = walk(planOf(), [fact('start', 0), read(0, 1, { position: at(5_000) })]);
    expect([validated, points.map(isMoved)]).toEqual([1, [true, false, false, false]]);
    expect(points[0]?.distance).toBe(5_000);
  });
});

const someFact = fc
  .record({
    kind: fc.constantFrom<RoundFact['kind']>('start', 'read', 'read', 'virtual', 'jump', 'observation', 'stop'),
    index: fc.nat({ max: 5 }),
    minutes: fc.nat({ max: 20 }),
    north: fc.option(fc.nat({ max: 900 }), { nil: null }),
  })
  .map(({ kind, index, minutes, north }) =>
    fact(kind, minutes, {
      ...(kind === 'start' || kind === 'stop' ? {} : { line: `l${index}`, checkpoint: `c${index}` }),
      position: north === null ? null : at(north),
    }),
  );
const someFacts = fc.array(someFact, { maxLength: 15 });
const somePlan = fc
  .subarray<Direction>(['forward', 'reverse', 'free'], { minLength: 1 })
  .map((directions) => planOf(directions));

test('the order and the repetition of arrivals change nothing', () => {
  const arrivals = someFacts.chain((facts) =>
    fc.tuple(fc.constant(facts), fc.shuffledSubarray(facts, { minLength: facts.length }), fc.subarray(facts)),
  );
  fc.assert(
    fc.property(somePlan, arrivals, (plan, [facts, shuffled, again]) => {
      expect(walk(plan, [...shuffled, ...again])).toEqual(walk(plan, facts));
    }),
  );
});

test('no fact is lost: each is the start, the end, of a point, an observation or apart', () => {
  fc.assert(
    fc.property(somePlan, someFacts, (plan, facts) => {
      const { startedAt, endedAt, points, observations, others } = walk(plan, facts);
      const edges = [startedAt, endedAt].filter((one) => one !== null).length;
      const kept = [...points.flatMap((point) => point.facts), ...observations, ...others].map(({ id }) => id);
      expect(new Set(kept).size).toBe(kept.length);
      expect(kept.length + edges).toBe(facts.length);
    }),
  );
});
