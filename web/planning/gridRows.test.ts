import { expect, test } from 'vitest';
import { agentTotals, contentOf, noFilter } from './gridRows.ts';
import { byService, findingsOf, planningOf } from './model.ts';
import { agent, dataOf, minute, period, service } from './testing/planned.ts';

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

test('excess hours colour the total of their row; the chips keep their colours', () => {
  const days = ['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12'];
  const long = days.map((day) =>
    service(day, day, '08:00', '18:00', { breaks: [[minute(day, '12:00'), minute(day, '12:30'), null]] }),
  );
  const planning = planningOf(dataOf(long), undefined, period);
  const findings = findingsOf(planning);
  const { chips, rows, faulty } = contentOf(
    planning,
    byService(findings),
    'agents',
    noFilter,
    3,
    new Set(),
    undefined,
    findings,
  );
  expect(chips.map(({ state }) => state)).toEqual(days.map(() => 'Affecté'));
  expect(rows.find(({ id }) => id === agent)?.totals).toEqual([
    { label: 'planifié', value: '38h00' },
    { label: 'sur', value: '35h00' },
    {
      label: 'en trop',
      value: '3h00',
      tone: 'negative',
      why: expect.stringContaining('38h00 planifiées dans la semaine'),
    },
  ]);
  expect(faulty).toBe(4);
});

test('a colour of excess stands on the words that say it: a cycle beyond its hours does not colour a week below them', () => {
  const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'];
  const long = days.map((day) => service(day, day, '08:00', '18:00'));
  const short = service('short', '2026-11-10', '08:00', '18:00');
  const data = dataOf([short, ...long]);
  const [zoe, ...others] = data.agents;
  const cycle = { startDate: '2026-11-09', endDate: null, period: 'WEEK', hoursLimit: 16, cycleWeeks: 3 };
  const totalsIn = (shown: { start: string; end: string }, contracts: unknown[]) => {
    const agents = [{ ...zoe, contracts }, ...others] as never;
    const planning = planningOf({ ...data, agents }, undefined, shown);
    return agentTotals(planning, agent, false, findingsOf(planning).get(agent));
  };
  expect(totalsIn(period, [cycle])).toEqual([
    { label: 'planifié', value: '10h00' },
    { label: 'sur', value: '16h00' },
    { label: 'reste', value: '6h00' },
    { label: 'cycle', value: '+22h00', tone: 'warning', why: expect.stringContaining('70h00 planifiées sur le cycle') },
  ]);
  // One week of two: the words name it.
  const twoWeeks = { start: '2026-11-09', end: '2026-11-22' };
  expect(totalsIn(twoWeeks, [{ ...cycle, hoursLimit: 45, cycleWeeks: null }]).slice(2)).toEqual([
    { label: 'reste', value: '20h00' },
    { label: 'S47', value: '+15h00', tone: 'warning', why: expect.stringContaining('semaine du') },
  ]);
});
