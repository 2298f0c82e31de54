import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  activeStop,
  extensionContent,
  extensionReasons,
  hasUnfinishedRounds,
  isEndEarly,
  isExtensionContent,
  isExtensionReady,
  isOffered,
  lifecycleEvents,
  mainStep,
  nextStop,
  offeredSteps,
  outcomeOf,
  personStatus,
  reachable,
  refusalOf,
  refusals,
  type ServiceState,
  type Step,
  stateAtHand,
  statusOfAll,
  stepTo,
} from './lifecycle.ts';
import { isActive, serviceStatus } from './status.ts';

const minute = 60_000;
const start = Date.parse('2026-11-16T08:00:00Z');
const end = Date.parse('2026-11-16T16:00:00Z');
const serviceAt = (status: number, more: Partial<ServiceState> = {}): ServiceState => ({
  status,
  start,
  end,
  isCircuit: false,
  ...more,
});
const alone = { lateMargin: 5, others: [] };
const noon = start + 240 * minute;

describe('steps between states', () => {
  const ended = refusals.ended;
  const { paused, notBegun, unscheduled } = refusals;
  // From, to: the state reached and the event, or the refusal.
  test.each<[number, number, number | string, string?]>([
    [100, 200, 200, 'serviceStartLate'],
    [110, 200, 200, 'serviceStartLate'],
    [120, 200, 200, 'serviceStartLate'],
    [200, 200, 200, 'serviceResume'],
    [250, 200, 250, 'serviceResume'],
    [500, 200, 200, 'breakFinish'],
    [400, 200, 200, 'serviceResume'],
    [300, 200, ended],
    [600, 200, ended],
    [700, 200, unscheduled],
    [100, 300, notBegun],
    [200, 300, 300, 'serviceStoppedEarly'],
    [250, 300, 300, 'serviceStoppedEarly'],
    [500, 300, paused],
    [300, 300, ended],
    [800, 300, 300, 'serviceStoppedEarly'],
    [200, 500, 500, 'breakStart'],
    [250, 500, 500, 'breakStart'],
    [500, 500, paused],
    [100, 500, notBegun],
    [200, 250, 250, 'serviceExtension'],
    [250, 250, 250, 'serviceExtension'],
    [500, 250, paused],
    [200, 400, 400, 'serviceInterrupted'],
    [400, 400, notBegun],
    [800, 250, ended],
    [800, 500, ended],
  ])('%i → %i: %s', (from, to, result, event) => {
    const step = stepTo(from, to) as Step;
    const refused = refusalOf(step, serviceAt(from), alone, noon);
    if (typeof result === 'string') expect(refused).toBe(result);
    else {
      expect(refused).toBeNull();
      expect(outcomeOf(step, serviceAt(from), 5, noon)).toMatchObject({ status: result, event });
    }
  });

  test('a forgotten service ends at its planned end when it is closed days later, at the given moment before', () => {
    const hour = 60 * minute;
    const forgotten = { status: 800, start: 0, end: hour, isCircuit: false };
    expect(outcomeOf('finish', forgotten, 5, 26 * hour).realEnd).toBe('planned');
    expect(outcomeOf('finish', forgotten, 5, 2 * hour).realEnd).toBe('set');
    expect(outcomeOf('finish', { ...forgotten, status: 200 }, 5, 26 * hour).realEnd).toBe('set');
  });
  test('an unfinished service cannot be started again', () => expect(stepTo(800, 200)).toBeNull());
});

describe('late and early depend on the agency’s margin', () => {
  test.each<[number, number, string]>([
    [-10, 5, 'serviceStart'],
    [5, 5, 'serviceStart'],
    [6, 5, 'serviceStartLate'],
    [6, 10, 'serviceStart'],
    [1, 0, 'serviceStartLate'],
  ])('%i minutes after its start with a margin of %i: %s', (minutes, margin, event) => {
    expect(outcomeOf('start', serviceAt(100), margin, start + minutes * minute).event).toBe(event);
  });
  test.each<[number, number, string]>([
    [-6, 5, 'serviceStoppedEarly'],
    [-5, 5, 'serviceFinish'],
    [30, 5, 'serviceFinish'],
    [-6, 10, 'serviceFinish'],
  ])('%i minutes from its end with a margin of %i: %s', (minutes, margin, event) => {
    expect(outcomeOf('finish', serviceAt(200), margin, end + minutes * minute).event).toBe(event);
  });

  test.each<[number, string]>([
    [-6, 'serviceStoppedEarly'],
    [-5, 'serviceExtensionEnd'],
    [30, 'serviceExtensionEnd'],
  ])('an extended service that ends %i minutes from its planned end with a margin of 5: %s', (minutes, event) => {
    expect(outcomeOf('finish', serviceAt(250), 5, end + minutes * minute).event).toBe(event);
  });

  test.each<[number, number]>([
    [200, 0],
    [200, 60],
    [800, 0],
  ])('without a planned end %i never ends early, whatever the margin', (status, margin) => {
    const open = serviceAt(status, { openEnded: true });
    expect(outcomeOf('finish', open, margin, noon).event).toBe('serviceFinish');
    expect(isEndEarly(open, margin, noon)).toBe(false);
  });

  test('the warning of an early end and its event use the same comparison, to the second', () => {
    const second = 1_000;
    for (const margin of [0, 5, 10])
      for (const at of [-margin * minute - second, -margin * minute, -margin * minute + 40 * second])
        for (const status of [200, 250]) {
          const { event } = outcomeOf('finish', serviceAt(status), margin, end + at);
          expect(isEndEarly(serviceAt(status), margin, end + at), `${margin} ${at}`).toBe(
            event === 'serviceStoppedEarly',
          );
        }
    expect(isEndEarly(serviceAt(200), 5, end - 5 * minute - second)).toBe(true);
    expect(isEndEarly(serviceAt(200), 5, end - 5 * minute)).toBe(false);
  });

  test('a service can start from two hours before its start until its end', () => {
    const at = (moment: number) => refusalOf('start', serviceAt(100), alone, moment);
    expect(at(start - 121 * minute)).toBe(refusals.tooSoon);
    expect(at(start - 120 * minute)).toBeNull();
    expect(at(end)).toBe(refusals.over);
  });
});

describe('an interrupted service', () => {
  const day = 24 * 60 * minute;
  test.each<[string, number, string | null]>([
    ['before its end', noon, null],
    ['one minute less than a day after its end', end + day - minute, null],
    ['a day after its end', end + day, refusals.tooLate],
    ['three weeks later', end + 21 * day, refusals.tooLate],
  ])('%s', (_, at, refused) => {
    expect(refusalOf('resume', serviceAt(400), alone, at)).toBe(refused);
    expect(isOffered(serviceAt(400), at)).toBe(refused === null);
  });
});

describe('one active service', () => {
  const begin = (isCircuit: boolean, others: { isCircuit: boolean }[]) =>
    refusalOf('start', serviceAt(100, { isCircuit }), { lateMargin: 5, others }, start);
  test.each<[string, boolean, { isCircuit: boolean }[], string | null]>([
    ['a service during another', false, [{ isCircuit: false }], 'Un service est actif'],
    ['a service during a circuit', false, [{ isCircuit: true }], null],
    ['a circuit during a service', true, [{ isCircuit: false }], null],
    ['a service alone', false, [], null],
  ])('%s', (_, isCircuit, others, refused) => expect(begin(isCircuit, others)).toBe(refused));

  test('an interrupted service cannot be resumed during another one', () => {
    expect(refusalOf('resume', serviceAt(400), { lateMargin: 5, others: [{ isCircuit: false }] }, noon)).toBe(
      refusals.another,
    );
  });
});

describe('a break', () => {
  test.each([
    [250, 250],
    [200, 200],
    [null, 200],
  ])('from state %s ends in state %i', (pausedFrom, status) => {
    expect(outcomeOf('endBreak', serviceAt(500, { pausedFrom }), 5, noon)).toMatchObject({ status, break: 'end' });
  });
});

describe('a circuit', () => {
  const stops = [
    { status: 300, start: 1 },
    { status: 100, start: 9 },
    { status: 200, start: 3 },
    { status: 110, start: 5 },
  ];
  test('its active stop is the one in progress', () => expect(activeStop(stops)?.start).toBe(3));
  test('its next stop is the first waiting one', () => expect(nextStop(stops)?.start).toBe(5));
  test('it has no next stop once all are finished', () => expect(nextStop([{ status: 300, start: 1 }])).toBeNull());
  test('cannot end while a stop is in progress', () => {
    expect(refusalOf('finish', serviceAt(200, { isCircuit: true }), { ...alone, stops }, noon)).toBe(refusals.stop);
  });
  test('a stop can begin once its circuit has begun, whatever the time', () => {
    const stop = (circuitStatus: number) =>
      refusalOf('start', serviceAt(100, { circuitStatus }), alone, start - 300 * minute);
    expect([stop(100), stop(200)]).toEqual([refusals.circuit, null]);
  });
  test('that is late begins a stop late', () => {
    const stop = serviceAt(100, { circuitStatus: 200 });
    expect(refusalOf('start', stop, alone, end + minute)).toBeNull();
    expect(outcomeOf('start', stop, 5, end + minute).event).toBe('serviceStartLate');
  });
  test('its break is also one at its stops: nobody arrives or leaves meanwhile', () => {
    const [there, ahead] = [serviceAt(200, { circuitStatus: 500 }), serviceAt(100, { circuitStatus: 500 })];
    expect([stateAtHand(there), stateAtHand(ahead), stateAtHand(serviceAt(200, { circuitStatus: 200 }))]).toEqual([
      ...[500, 100, 200],
    ]);
    expect(refusalOf('finish', there, alone, noon)).toBe(refusals.paused);
    expect(refusalOf('start', ahead, alone, noon)).toBe(refusals.paused);
    expect([...offeredSteps(there, noon), ...offeredSteps(ahead, noon)]).toEqual([]);
  });
  test('a stop allows neither break nor extension', () => {
    const stop = serviceAt(200, { circuitStatus: 200 });
    expect(offeredSteps(stop, noon)).toEqual(['finish']);
    expect(refusalOf('extend', stop, alone, noon)).toBe(refusals.stopStep);
  });
});

test.each([
  [[], false],
  [[{ numberOfExecutions: 1, executions: [] }], true],
  [[{ numberOfExecutions: 1, executions: [{ endedAt: null }] }], true],
  [[{ numberOfExecutions: 1, executions: [{ endedAt: '2026-11-16T08:00:00Z' }] }], false],
  [[{ numberOfExecutions: 2, executions: [{ endedAt: '2026-11-16T08:00:00Z' }] }], true],
])('rounds %j are unfinished: %s', (rounds, expected) => expect(hasUnfinishedRounds(rounds)).toBe(expected));

describe('an extension', () => {
  test('has three reasons', () => {
    expect(extensionReasons).toEqual({
      requestCustomer: 'Demande du client',
      requestManager: 'Demande du responsable',
      other: 'Autre (préciser)',
    });
  });
  test.each([
    [null, '', false],
    [null, 'Relève absente', false],
    ['requestCustomer', '', true],
    ['other', '  ', false],
    ['other', 'Relève absente', true],
  ] as const)('%s with « %s » can be submitted: %s', (reason, text, ready) => {
    expect(isExtensionReady(reason, text)).toBe(ready);
  });
  test('has as content its reason followed by the text, trimmed', () => {
    expect(extensionContent('other', 'Relève absente  ')).toBe('Autre (préciser) Relève absente');
    expect(extensionContent('requestManager', ' ')).toBe('Demande du responsable');
  });
  test.each([
    ['Demande du client', true],
    ['Autre (préciser)', false],
    ['Autre (préciser) Relève absente', true],
    ['Parce que', false],
    ['', false],
  ])('« %s » is accepted: %s', (content, accepted) => expect(isExtensionContent(content)).toBe(accepted));
});

test('event types have distinct ids', () => {
  const ids = Object.values(lifecycleEvents).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(Math.max(...ids)).toBeLessThanOrEqual(134);
});

describe('for random attempts', () => {
  const codes = Object.keys(serviceStatus.states).map(Number);
  const attempts = fc.array(
    fc.record({ who: fc.nat(2), to: fc.constantFrom(...reachable), after: fc.integer({ min: 0, max: 200 }) }),
    { maxLength: 40 },
  );

  test('an agent never has two active services, and an ended service never starts again', () => {
    fc.assert(
      fc.property(attempts, (list) => {
        const services = [100, 110, 100].map((status) => serviceAt(status, { pausedFrom: null }));
        let at = start;
        for (const { who, to, after } of list) {
          at += after * minute;
          const one = services[who] as ServiceState;
          const before = one.status;
          const step = stepTo(one.status, to);
          const others = services.filter((other) => other !== one && isActive(other.status));
          if (!step || refusalOf(step, one, { lateMargin: 5, others }, at)) continue;
          const outcome = outcomeOf(step, one, 5, at);
          services[who] = {
            ...one,
            status: outcome.status,
            pausedFrom: outcome.break === 'start' ? before : outcome.break === 'end' ? null : (one.pausedFrom ?? null),
          };
          expect([300, 600, 700]).not.toContain(before);
          expect(services.filter(({ status }) => isActive(status)).length).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  const hour = 60 * minute;
  const moments = [-30, -2.01, -2, 0, 4, 7.99, 8, 31.99, 32, 500].map((hours) => start + hours * hour);
  const lives = codes.flatMap((status) => [
    serviceAt(status),
    serviceAt(status, { isCircuit: true }),
    serviceAt(status, { openEnded: true }),
    ...codes.map((circuitStatus) => serviceAt(status, { circuitStatus })),
  ]);

  test('every reached state is declared, and every offered step is accepted: before, during and after the service', () => {
    for (const one of lives)
      for (const at of moments)
        for (const step of offeredSteps(one, at)) {
          expect(refusalOf(step, one, alone, at), `${JSON.stringify(one)} ${step} ${at}`).toBeNull();
          expect(codes).toContain(outcomeOf(step, one, 5, at).status);
        }
  });

  const work: Step[] = ['finish', 'startBreak', 'interrupt', 'extend'];
  test.each<[number, Partial<ServiceState>, number, Step[]]>([
    [100, {}, -3, []],
    [100, {}, -1, ['start']],
    [110, {}, 4, ['start']],
    [120, {}, 9, []],
    [200, {}, 4, work],
    [200, {}, 9, work],
    [250, { isCircuit: true }, 9, work],
    [500, {}, 4, ['endBreak']],
    [400, {}, 9, ['resume']],
    [400, {}, 33, []],
    [800, {}, 33, ['finish']],
    [300, {}, 4, []],
    [600, {}, 4, []],
    [700, {}, 4, []],
    [100, { circuitStatus: 100 }, 4, []],
    [100, { circuitStatus: 500 }, 4, []],
    [100, { circuitStatus: 200 }, 4, ['start']],
    [200, { circuitStatus: 200 }, 4, ['finish']],
  ])('%i %j offers, %i hours after its start: %j', (status, more, hours, steps) => {
    expect(offeredSteps(serviceAt(status, more), start + hours * hour)).toEqual(steps);
    expect(isOffered(serviceAt(status, more), start + hours * hour)).toBe(steps.length > 0);
  });
});

describe('a service of several people (decision 83)', () => {
  test.each<[string, { status: number; begun: boolean }, number | null, number]>([
    ['nobody has begun', { status: 110, begun: false }, null, 110],
    ['a colleague has begun, he has not', { status: 200, begun: true }, null, 100],
    ['a colleague has ended, he has not begun', { status: 300, begun: true }, null, 100],
    ['he works, a colleague is on a break', { status: 200, begun: true }, 200, 200],
    ['he has ended, a colleague works', { status: 200, begun: true }, 300, 300],
    ['the service is archived', { status: 600, begun: true }, 300, 600],
    ['nobody ended it', { status: 800, begun: true }, 200, 800],
    ['the times of its people are unknown', { status: 200, begun: false }, null, 200],
  ])('his state when %s', (_, service, own, expected) => {
    expect(personStatus(service, own)).toBe(expected);
  });

  test.each<[readonly number[], number, number]>([
    [[200, 300], 300, 200],
    [[500, 200], 500, 200],
    [[500, 300], 300, 500],
    [[250, 200], 200, 250],
    [[300, 300], 300, 300],
    [[300, 400], 400, 400],
    [[120, 300], 300, 300],
  ])('people in %j make it, after a step to %i: %i', (people, last, expected) => {
    expect(statusOfAll(people, last)).toBe(expected);
  });
});

test.each<[string, ServiceState, number, Step | null]>([
  ['to start', serviceAt(100), start, 'start'],
  ['running for hours: none', serviceAt(200), noon, null],
  ['running, a quarter before the end', serviceAt(200), end - 15 * minute, 'finish'],
  ['extended beyond the end', serviceAt(250), end + minute, 'finish'],
  ['in a break', serviceAt(500), noon, 'endBreak'],
  ['a stop of a circuit', serviceAt(200, { circuitStatus: 200 }), noon, 'finish'],
  ['nobody ended it', serviceAt(800), end + 60 * minute, 'finish'],
])('the main button: %s', (_, service, at, step) => {
  expect(mainStep(service, at)).toBe(step);
});
