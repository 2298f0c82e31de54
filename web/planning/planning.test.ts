import { describe, expect, test } from 'vitest';
import type { State } from '#core/kernel/machine.ts';
import type { PlannedService } from '#core/planning/calls.ts';
import { isActive, serviceStatus } from '#core/planning/status.ts';
import { layouts } from '#ui/TimeGrid/types.ts';
import { linesOf } from '#ui/TimeGrid/words.ts';
import { agentOfChip, begun, chipId, chipsOf, legend, serviceOfChip } from './chips.ts';
import { contentOf, type Filter, GridMemory, noFilter } from './gridRows.ts';
import { byService, daysLater, findingsOf, hoursOf, planningOf, wouldBreak } from './model.ts';
import { isView, periodOf, shapeOf, stepped, titleOf, type View, views } from './periods.ts';
import { noRecurrence, recurrenceInput } from './recurrence.ts';
import { recalledSettings, rememberSettings } from './settings.ts';
import { agent, dataOf, minute, other, period, service, site, somePlanned } from './testing/planned.ts';

test.each([
  ['in full if they fit', 60, '14–15:30'],
  ['in full if they must be squeezed: without their end they would mislead', 45, '14–15:30'],
])('a narrow chip shows its hours %s', (_what, width, shown) => {
  const { calendar } = planningOf(dataOf([]), undefined, period);
  const worst = () => ({ level: 0, onAbsence: false }) as const;
  const names = { sites: new Map([[site, 'Port']]), agents: new Map(), codes: new Map() };
  const planned = somePlanned({ start: minute('2026-11-10', '14:00'), end: minute('2026-11-10', '15:30') });
  const [chip] = chipsOf(planned, 'sites', calendar, names, { tour: '', intervention: '' }, worst, true);
  expect(chip && linesOf(chip, width, 15, (text) => text.length * 6)[0]).toBe(shown);
});

test.each([
  ['of Sunday, in its week', '2026-11-15', '19:00–07:00', '19–07'],
  ['of the Sunday before the week shown', '2026-11-08', 'dim.→07:00', '→07'],
  ['of the Monday', '2026-11-09', '19:00–07:00', '19–07'],
])('a night %s has its start only where it stands in its own column', (_what, day, title, short) => {
  const { calendar } = planningOf(dataOf([]), undefined, period);
  const names = { sites: new Map([[site, 'Port']]), agents: new Map(), codes: new Map() };
  const night = somePlanned({ start: minute(day, '19:00'), end: minute(day, '19:00') + 12 * 60 });
  const worst = () => ({ level: 0, onAbsence: false }) as const;
  const [chip] = chipsOf(night, 'sites', calendar, names, { tour: '', intervention: '' }, worst, false);
  expect(chip).toMatchObject({ title, short });
});

describe('a view', () => {
  test.each<[View, string, string, string]>([
    [1, '2026-11-15', '2026-11-09', '2026-12-06'],
    [2, '2026-02-10', '2026-02-01', '2026-02-28'],
    [3, '2026-11-15', '2026-11-09', '2026-11-15'],
    [4, '2026-11-15', '2026-11-15', '2026-11-15'],
  ])('%s shows the days around %s', (view, day, start, end) => {
    expect(periodOf(view, day)).toEqual({ start, end });
  });

  test.each<[View, string, 1 | -1, string]>([
    [1, '2026-11-09', 1, '2026-12-07'],
    [2, '2026-01-31', 1, '2026-02-01'],
    [2, '2026-01-31', -1, '2025-12-01'],
    [3, '2026-11-09', -1, '2026-11-02'],
    [4, '2026-12-31', 1, '2027-01-01'],
  ])('%s goes from %s by %s', (view, day, by, next) => {
    expect(stepped(view, day, by)).toBe(next);
  });

  test('has its label (decision 80) and the sizes of the specification where they fit', () => {
    expect(views).toEqual({ 1: '4 semaines', 2: 'Mois', 3: 'Semaine', 4: 'Jour' });
    for (const view of ['fourWeeks', 'month'] as const)
      expect(layouts[view]).toMatchObject({ height: 700, cellWidth: 60, cellHeight: 55, titleWidth: 300 });
    const { calendar } = planningOf(dataOf([]), undefined, period);
    expect(shapeOf(3, period, calendar, '2026-11-10').layout).toMatchObject(
      (({ height: _, ...sizes }) => sizes)(layouts.week),
    );
  });

  test('is stored on the device with its row type and restored; invalid values are ignored', () => {
    localStorage.clear();
    expect(recalledSettings('sites')).toEqual({ view: 1, by: 'sites', busyOnly: false });
    rememberSettings({ view: 3, by: 'agents', busyOnly: true });
    expect(recalledSettings('sites')).toEqual({ view: 3, by: 'agents', busyOnly: true });
    rememberSettings({ view: 9, by: 'cars', busyOnly: 1 } as never);
    expect(recalledSettings('sites')).toEqual({ view: 1, by: 'sites', busyOnly: false });
  });

  test('shows public holidays above their day', () => {
    const { calendar } = planningOf(dataOf([]), undefined, period);
    const { columns } = shapeOf(3, period, calendar, '2026-11-10');
    const off = columns.filter(({ isOff }) => isOff).map(({ title }) => title);
    expect(off).toHaveLength(2);
    expect(off[0]).toMatch(/mercredi 11 novembre 2026.*Armistice 1918/);
    expect(off[1]).toMatch(/dimanche 15 novembre 2026/);
  });

  test('has its ISO weeks, its month or its day as title', () => {
    expect(titleOf(1, periodOf(1, '2026-11-15'))).toBe('Semaines 46 à 49 · 09/11/2026 – 06/12/2026');
    expect(titleOf(2, periodOf(2, '2026-11-15'))).toBe('Novembre 2026');
    expect(titleOf(4, periodOf(4, '2026-11-15'))).toBe('Dimanche 15 novembre 2026');
    expect([isView(3), isView(5), isView('3')]).toEqual([true, false, false]);
  });
});

const shown = (
  services: PlannedService[],
  filter: Partial<Filter> = {},
  by: 'agents' | 'sites' = 'agents',
  more = {},
) => {
  const planning = planningOf(dataOf(services, more), undefined, period);
  return contentOf(planning, byService(findingsOf(planning)), by, { ...noFilter, ...filter }, 3);
};

describe('a chip', () => {
  test('is a service in the row of one of its agents', () => {
    expect([serviceOfChip(chipId('x', 'y')), agentOfChip(chipId('x', 'y')), agentOfChip(chipId('x', null))]).toEqual([
      'x',
      'y',
      null,
    ]);
  });

  test.each<[string, Partial<PlannedService>, object, string, string]>([
    ['assigned', {}, {}, 'Affecté', '#b2f2bb'],
    ['a tour', { circuit: true }, {}, 'Affecté', '#9C27B0'],
    ['an intervention', { activity: 2 }, {}, 'Affecté', '#80DEEA'],
    ['of several agents', { wanted: 2, agents: [agent, other] }, {}, 'Multiple', '#a5d8ff'],
    ['without an agent', { agents: [] }, {}, 'Non planifié', '#ffe066'],
    ['unscheduled', { status: 700 }, {}, 'Déprogrammé', '#ced4da'],
    [
      'of an absent agent',
      {},
      {
        unavailabilities: [
          { id: 'u', agent, start: minute('2026-11-10', '00:00'), end: minute('2026-11-10', '23:59'), type: 'Maladie' },
        ],
      },
      'Sur collaborateur indisponible',
      '#ffa8a8',
    ],
  ])('%s has its label and colour of the legend', (_, more, data, state, colour) => {
    const [chip] = shown([service('one', '2026-11-10', '08:00', '15:00', more)], {}, 'agents', data).chips;
    expect(chip).toMatchObject({ state, colour });
  });

  test('that breaks a rule shows it in every row, by agent and by site', () => {
    const close = [
      service('one', '2026-11-10', '08:00', '18:00'),
      service('two', '2026-11-11', '00:00', '04:00', { agents: [agent, other], wanted: 2 }),
    ];
    const states = shown(close).chips.map(({ id, state }) => [id, state]);
    expect(states).toEqual([
      [chipId('one', agent), 'Erreur de planification possible'],
      [chipId('two', agent), 'Erreur de planification possible'],
      // The rested agent breaks no rule.
      [chipId('two', other), 'Multiple'],
    ]);
    expect(shown(close, {}, 'sites').chips.map(({ row, state }) => [row, state])).toEqual([
      [site, 'Erreur de planification possible'],
      [site, 'Erreur de planification possible'],
    ]);
  });

  test('shown to a customer has no agent names and no unfilled posts', () => {
    const { chips, unfilled } = shown(
      [service('one', '2026-11-10', '08:00', '15:00', { agents: [], wanted: 2, staffed: false, status: 300 })],
      {},
      'sites',
    );
    expect(chips).toMatchObject([{ state: 'Multiple', subtitle: '2 agents', locked: null }]);
    expect(unfilled).toBe(0);
  });

  test('shows the code of its site where the name has no room, and that it is under way', () => {
    const [chip] = shown([service('one', '2026-11-10', '07:30', '14:45', { post: 'Accueil', status: 200 })]).chips;
    expect(chip).toMatchObject({
      title: '07:30–14:45',
      short: '07:30–14:45',
      subtitle: 'En cours · Dépôt · Accueil',
      brief: 'En cours · DEPO · Accueil',
      marks: ['running'],
    });
  });

  test.each<[string, Partial<PlannedService>, object]>([
    [
      'nobody came',
      { status: 120 },
      { state: 'Non réalisé', subtitle: 'Non réalisé · 2 agents', marks: ['missed', 'multiple'] },
    ],
    [
      'nobody has come yet',
      { status: 110 },
      {
        state: 'En retard',
        subtitle: 'En retard · 2 agents',
        colour: legend.late.colour,
        marks: ['late', 'multiple'],
      },
    ],
    [
      'everybody left early',
      { status: 300, real: [minute('2026-11-10', '08:00'), minute('2026-11-10', '10:23'), true] },
      { subtitle: 'Terminé à 10:23 · 2 agents', marks: ['left', 'multiple'] },
    ],
    [
      'it was interrupted',
      { status: 400, real: [minute('2026-11-10', '08:00'), minute('2026-11-10', '10:23'), true] },
      { subtitle: 'Interrompu à 10:23 · 2 agents', colour: legend.left.colour },
    ],
    [
      'it was held as planned',
      { status: 300, real: [minute('2026-11-10', '08:00'), minute('2026-11-10', '15:00'), false] },
      { state: 'Multiple', subtitle: '2 agents', marks: ['multiple'] },
    ],
    ['a tour comes by', { activity: 6, wanted: 1 }, { subtitle: '1 agent · Ronde mobile' }],
  ])('says to everybody, in words, colour and sign, that %s', (_, more, expected) => {
    const held = { agents: [], wanted: 2, staffed: false, ...more };
    expect(shown([service('one', '2026-11-10', '08:00', '15:00', held)], {}, 'sites').chips).toMatchObject([expected]);
  });

  test('with unfilled posts is also in the pinned row', () => {
    const { chips, unfilled } = shown([service('one', '2026-11-10', '08:00', '15:00', { wanted: 3 })]);
    expect(chips.map(({ row, subtitle }) => [row, subtitle])).toEqual([
      [agent, 'Dépôt'],
      [null, 'Dépôt (2 à pourvoir)'],
    ]);
    expect(unfilled).toBe(2);
  });

  test.each(['agents', 'sites'] as const)('that is archived counts in the totals of the %s, without a chip', (by) => {
    const ofStatus = (status: number) =>
      shown([service('one', '2026-11-10', '08:00', '15:00', { wanted: 2, status })], {}, by);
    const [finished, archived] = [ofStatus(300), ofStatus(600)];
    expect([archived.chips, archived.unfilled]).toEqual([[], 0]);
    const worked = ({ rows }: typeof finished) => rows.map(({ totals }) => totals?.[0]);
    expect(worked(archived)).toEqual(worked(finished));
  });

  test('is locked while somebody is at work, and in the states that freeze its hours in the form, with the reason', () => {
    for (const [code, { writable, frozen }] of Object.entries<State>(serviceStatus.states)) {
      const [chip] = shown([service('one', '2026-11-10', '08:00', '15:00', { status: Number(code) })]).chips;
      if (chip) expect([code, chip.locked]).toEqual([code, isActive(Number(code)) ? begun : writable ? frozen : null]);
    }
  });
});

test('the legend has the seven states of the specification, and three of what became of a service', () => {
  expect(Object.values(legend).map(({ label }) => label)).toEqual([
    'Affecté',
    'Multiple',
    'Sur collaborateur indisponible',
    'Indisponibilité collaborateur',
    'Non planifié',
    'Déprogrammé',
    'Non réalisé',
    'En retard',
    'Terminé avant l’heure ou interrompu',
    'Erreur de planification possible',
  ]);
});

test('chips that did not change keep their object', () => {
  const [first, second] = [
    service('one', '2026-11-10', '08:00', '15:00'),
    service('two', '2026-11-12', '08:00', '15:00'),
  ];
  const memory = new GridMemory();
  const chips = (services: PlannedService[]) =>
    contentOf(planningOf(dataOf(services), undefined, period), new Map(), 'agents', noFilter, 3, new Set(), memory)
      .chips;
  const before = chips([first, second]);
  const after = chips([first, { ...second, start: second.start + 60 }]);
  expect([after[0] === before[0], after[1] === before[1]]).toEqual([true, false]);
  // An equal answer gives the same chip.
  expect(chips([{ ...first }, { ...second }])[0]).toBe(before[0]);
});

describe('the rows', () => {
  const services = [
    service('one', '2026-11-10', '08:00', '15:00'),
    service('two', '2026-11-12', '08:00', '15:00', { agents: [], publication: 'DRAFT' }),
  ];

  test('are sorted in French order, found without accents, and show their hours', () => {
    expect(shown(services).rows.map(({ title }) => title)).toEqual(['Élie Blanc', 'Zoé Ardent']);
    expect(shown(services, { query: 'elie' }).rows.map(({ title }) => title)).toEqual(['Élie Blanc']);
    expect(shown(services, { query: 'zoe' }).rows[0]?.totals).toEqual([
      { label: 'planifié', value: '7h00' },
      { label: 'sur', value: '35h00' },
      { label: 'reste', value: '28h00' },
    ]);
    expect(shown(services, { query: 'verdemar' }, 'sites').rows).toMatchObject([
      { title: 'Dépôt', totals: [{ value: '14h00' }, { label: 'à pourvoir', value: '1', tone: 'negative' }] },
    ]);
  });

  test('count a night until midnight in the view of a day, with the breaks before it', () => {
    const night = {
      ...service('night', '2026-11-10', '19:00', '19:00', {
        breaks: [[minute('2026-11-10', '22:00'), minute('2026-11-10', '23:00'), null]],
      }),
      end: minute('2026-11-11', '07:00'),
    };
    const totalOn = (start: string, end: string) =>
      contentOf(planningOf(dataOf([night]), undefined, { start, end }), new Map(), 'agents', noFilter, 4)
        .rows.find(({ id }) => id === agent)
        ?.totals?.map(({ value }) => value);
    expect(totalOn('2026-11-10', '2026-11-11')).toEqual(['4h00']);
    expect(totalOn('2026-11-11', '2026-11-12')).toEqual(['7h00']);
  });

  test('of people who left are shown only where they hold a service of the days shown', () => {
    const { agents } = dataOf([]);
    const [zoe, elie] = agents as [(typeof agents)[number], (typeof agents)[number]];
    const left = { ...zoe, gone: { why: 'ARCHIVED', from: 0 } } as const;
    const rowsWith = (day: string) =>
      contentOf(
        planningOf(dataOf([service('one', day, '08:00', '15:00')], { agents: [left, elie] }), undefined, period),
        new Map(),
        'agents',
        noFilter,
        3,
      ).rows.map(({ title, subtitle }) => [title, subtitle]);
    expect(rowsWith('2026-11-10')).toEqual([
      ['Élie Blanc', undefined],
      ['Zoé Ardent', 'Collaborateur archivé'],
    ]);
    // The next week is loaded for the checks.
    expect(rowsWith('2026-11-17')).toEqual([['Élie Blanc', undefined]]);
  });

  test.each<[Partial<Filter>, string[], number]>([
    [{}, ['Élie Blanc', 'Zoé Ardent'], 2],
    [{ busyOnly: true }, ['Zoé Ardent'], 2],
    [{ only: 'unfilled' }, [], 1],
    [{ only: 'unpublished' }, [], 1],
  ])('filtered by %j', (filter, titles, count) => {
    const { rows, chips } = shown(services, filter);
    expect(rows.map(({ title }) => title)).toEqual(titles);
    expect(chips).toHaveLength(count);
  });
});

describe('the planning of a period', () => {
  test('reports the rules that a service would break in another row before it is dropped', () => {
    const planning = planningOf(
      dataOf([
        service('one', '2026-11-10', '08:00', '18:00'),
        service('two', '2026-11-11', '00:00', '04:00', { agents: [other] }),
      ]),
      undefined,
      period,
    );
    const two = planning.services.get('two') as PlannedService;
    expect(wouldBreak(planning, two, agent).map(({ rule }) => rule)).toContain('space');
    expect(wouldBreak(planning, two, other)).toEqual([]);
    expect(hoursOf(planning, agent)).toEqual({ planned: 600, contract: 2_100 });
  });

  test('keeps the local time across a clock change', () => {
    const planning = planningOf(dataOf([]), undefined, { start: '2027-03-22', end: '2027-04-04' });
    const before = Date.parse('2027-03-27T08:00:00+01:00') / 60_000;
    expect(daysLater(planning.calendar, before, 1)).toBe(Date.parse('2027-03-28T08:00:00+02:00') / 60_000);
    const columns = shapeOf(3, { start: '2027-03-22', end: '2027-03-28' }, planning.calendar, '2027-03-24').columns;
    expect(columns.map(({ start, end }) => (end - start) / 60)).toEqual([24, 24, 24, 24, 24, 24, 23]);
    expect(columns[2]).toMatchObject({ isToday: true, isOff: false });
    expect(columns[6]).toMatchObject({ isOff: true });
  });

  test('of a day shows its hours and eight of the next day', () => {
    const planning = planningOf(dataOf([]), undefined, { start: '2026-11-11', end: '2026-11-12' });
    const { columns, mode } = shapeOf(4, { start: '2026-11-11', end: '2026-11-11' }, planning.calendar, '2026-11-11');
    expect([mode, columns.length, columns[0]?.label, columns[31]?.label]).toEqual(['hours', 32, '00', '07']);
  });
});

test('a recurrence takes its days and hours from its service', () => {
  const [start, end] = ['2026-11-16T21:00:00.000Z', '2026-11-17T05:00:00.000Z'];
  expect(recurrenceInput(noRecurrence, start, end, 'Europe/Paris')).toBeNull();
  expect(
    recurrenceInput({ ...noRecurrence, repeat: 'daily', endDate: '2026-11-30' }, start, end, 'Europe/Paris'),
  ).toMatchObject({
    startDate: '2026-11-16',
    startTime: '22:00',
    endTime: '06:00',
    endDate: '2026-11-30',
    midnights: 1,
  });
  const long = recurrenceInput({ ...noRecurrence, repeat: 'daily' }, start, '2026-11-18T21:00:00.000Z', 'Europe/Paris');
  expect(long).toMatchObject({ startTime: '22:00', endTime: '22:00', midnights: 2 });
});
