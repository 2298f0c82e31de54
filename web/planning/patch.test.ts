// A planning patched row by row equals the planning of the whole data, and recomputes no other row.
import { describe, expect, test } from 'vitest';
import type { PlannedService } from '#core/planning/calls.ts';
import type { Finding } from '#core/planning/model.ts';
import { contentOf, type Filter, type GridContent, GridMemory, noFilter } from './gridRows.ts';
import { type Checked, checkedOf, type PlanningData, planningOf, type WorkingTimes } from './model.ts';
import { type ChangedRows, patchData, patchTimes, shareData, withRows } from './patch.ts';
import { agent, dataOf, minute, other, period, service, site } from './testing/planned.ts';

function chance(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

const people = [agent, other, 'a3'];
const places = [site, 's2'];
const place = (id: string, name: string) => ({ id, name, customer: 'Verdemar', city: 'Nice' });
const names: Record<string, string> = { [site]: 'Dépôt', s2: 'Écluse' };

/** A random service around the period, at most a day long; sometimes unscheduled or without agents. */
function drawn(id: string, version: number, next: (most: number) => number): PlannedService {
  const start = minute('2026-11-06', '00:00') + next(13 * 24 * 4) * 15;
  return service(id, '2026-11-09', '08:00', '09:00', {
    version,
    start,
    end: start + 60 + next(14 * 4) * 15,
    breaks: [[start + 10, start + 10 + next(3) * 10, next(2) === 0 ? null : agent]],
    agents: people.filter(() => next(3) === 0),
    wanted: 1 + next(2),
    site: places[next(2)] as string,
    status: [100, 100, 100, 300, 700][next(5)] as number,
    publication: (['DRAFT', 'CHANGED', 'PUBLISHED'] as const)[next(3)] as 'DRAFT',
  });
}

const byStart = (one: PlannedService, two: PlannedService): number =>
  one.start - two.start || (one.id < two.id ? -1 : 1);
const timesOf = (weeks: Record<string, number>): WorkingTimes =>
  Object.fromEntries(
    people.map((id) => [
      id,
      {
        counters: {
          weekMinutes: { '2026-10-12': weeks[id] ?? 0 },
          monthMinutes: {},
          restSundays: {},
          yearOvertime: {},
        },
        isNightWorker: false,
      },
    ]),
  ) as WorkingTimes;

/** Stub server: the whole period, and its answer for some rows. */
class Server {
  services = new Map<string, PlannedService>();
  weeks: Record<string, number> = {};
  removed: number[] = [];

  whole(): PlanningData {
    const services = [...this.services.values()].map((row) => ({ ...row })).sort(byStart);
    // The second site is inactive: it has a row only while it has a service.
    const sites = [place(site, names[site] as string)];
    if (services.some((row) => row.site === 's2')) sites.push(place('s2', names.s2 as string));
    const agents = [...dataOf([]).agents, { ...dataOf([]).agents[0], id: 'a3', name: 'Ève Cyan' }];
    return dataOf(services, { sites, agents: agents as never, removed: this.removed });
  }

  rows(ids: readonly string[], changed: readonly string[]): ChangedRows {
    const all = this.whole();
    const services = all.services.filter(({ id }) => ids.includes(id));
    return {
      services,
      gone: ids.filter((id) => !this.services.has(id)),
      sites: all.sites,
      goneSites: places.filter((id) => !all.sites.some((one) => one.id === id)),
      workingTimes: Object.fromEntries(changed.map((id) => [id, timesOf(this.weeks)[id] as object])) as WorkingTimes,
      removed: this.removed,
    };
  }
}

const key = (fault: Finding): string => JSON.stringify(fault);
const sorted = (map: Iterable<[string, readonly Finding[]]>): [string, string[]][] =>
  [...map]
    .map(([id, list]): [string, string[]] => [id, list.map(key).toSorted()])
    .toSorted(([one], [two]) => (one < two ? -1 : 1));

/** The order of the chips is up to the grid. */
const inOrder = (content: GridContent): GridContent => ({
  ...content,
  chips: content.chips.toSorted((one, two) => (one.id < two.id ? -1 : 1)),
});

const filters: Filter[] = [
  noFilter,
  { ...noFilter, only: 'faults' },
  { ...noFilter, busyOnly: true, only: 'unfilled' },
];

describe.each([1, 2, 3, 4, 5, 6, 7, 8])('random changes %i', (seed) => {
  test('patched row by row equal reading the whole period', () => {
    const next = chance(seed * 7_919);
    const server = new Server();
    for (let at = 0; at < 25; at += 1) server.services.set(`r${at}`, drawn(`r${at}`, 1, next));
    let data = server.whole();
    let times = timesOf(server.weeks);
    let before: Checked | null = null;
    // One memory per fixed set of options, and one whose options change each time.
    const memories = new Map(['agentsall', 'sitesall', 'agentsfaults'].map((name) => [name, new GridMemory()]));
    const changing = new GridMemory();
    for (let round = 0; round < 12; round += 1) {
      const ids: string[] = [];
      for (let count = 1 + next(4); count > 0; count -= 1) {
        const id = `r${next(35)}`;
        ids.push(id);
        if (next(4) === 0) server.services.delete(id);
        else server.services.set(id, drawn(id, (server.services.get(id)?.version ?? 0) + 1, next));
      }
      const changed = next(3) === 0 ? [people[next(3)] as string] : [];
      for (const id of changed) server.weeks[id] = next(4_000);
      server.removed = Array.from({ length: next(5) }, (_, at) => at);
      data = patchData(data, server.rows([...new Set(ids)], changed));
      times = patchTimes(times, server.rows([], changed).workingTimes);
      expect(data).toEqual(server.whole());
      const planning = planningOf(data, times, period, before?.planning);
      const checked = checkedOf(planning, before);
      before = checked;
      const rebuilt = planningOf(server.whole(), timesOf(server.weeks), period);
      const whole = checkedOf(rebuilt);
      expect(planning.shifts).toEqual(rebuilt.shifts);
      expect(planning.facts).toEqual(rebuilt.facts);
      expect(sorted(checked.findings)).toEqual(sorted(whole.findings));
      expect(sorted(checked.faults)).toEqual(sorted(whole.faults));
      for (const by of ['agents', 'sites'] as const)
        for (const filter of filters)
          expect(
            inOrder(
              contentOf(
                planning,
                checked.faults,
                by,
                filter,
                3,
                new Set(),
                memories.get(`${by}${filter.only}`) ?? changing,
              ),
            ),
          ).toEqual(inOrder(contentOf(rebuilt, whole.faults, by, filter, 3)));
    }
  });
});

test('a changed row keeps the objects, checks, totals and chips of the other rows', () => {
  const [one, two] = [
    service('one', '2026-11-10', '08:00', '15:00'),
    service('two', '2026-11-10', '08:00', '22:00', { agents: [other] }),
  ];
  const memory = new GridMemory();
  const content = ({ planning, faults }: Checked) =>
    contentOf(planning, faults, 'agents', noFilter, 3, new Set(), memory);
  const before = checkedOf(planningOf(dataOf([one, two]), undefined, period));
  const drawnBefore = content(before);
  const dragged = { ...one, version: 2, start: one.start + 60 };
  const data = withRows(before.planning.data, new Map([['one', dragged]]));
  const after = checkedOf(planningOf(data, undefined, period, before.planning), before);
  const drawnAfter = content(after);
  expect(after.planning.shifts.get(other)).toBe(before.planning.shifts.get(other));
  expect(after.planning.shifts.get(agent)).not.toBe(before.planning.shifts.get(agent));
  expect(after.findings.get(other)).toBe(before.findings.get(other));
  expect(before.findings.get(other)).not.toEqual([]);
  const rowOf = (made: typeof drawnBefore, id: string) => made.rows.find((row) => row.id === id);
  expect(rowOf(drawnAfter, other)).toBe(rowOf(drawnBefore, other));
  expect(rowOf(drawnAfter, agent)).not.toBe(rowOf(drawnBefore, agent));
  const chipOf = (made: typeof drawnBefore, id: string) => made.chips.find((chip) => chip.id.startsWith(id));
  expect(chipOf(drawnAfter, 'two')).toBe(chipOf(drawnBefore, 'two'));
  expect(chipOf(drawnAfter, 'one')).not.toBe(chipOf(drawnBefore, 'one'));
});

test('an answer older than the row shown changes nothing', () => {
  const shown = service('one', '2026-11-10', '08:00', '15:00', { version: 3 });
  const data = dataOf([shown], { removed: [] });
  const late: ChangedRows = {
    services: [{ ...shown, version: 2, start: shown.start - 60 }],
    gone: [],
    sites: [],
    goneSites: [],
    workingTimes: {},
    removed: [],
  };
  expect(patchData(data, late)).toEqual(data);
});

test('reading the whole period again keeps the objects of equal parts', () => {
  const services = [service('one', '2026-11-10', '08:00', '15:00'), service('two', '2026-11-12', '08:00', '15:00')];
  const before = dataOf(services);
  const again = structuredClone(
    dataOf(
      [{ ...(services[1] as PlannedService), version: 2, post: 'Accueil' }, services[0] as PlannedService].toSorted(
        byStart,
      ),
    ),
  );
  const shared = shareData(before, again);
  expect(shared).toEqual(again);
  expect(shared.services.map((row) => services.includes(row))).toEqual([true, false]);
  expect([shared.agents, shared.sites, shared.settings]).toEqual([before.agents, before.sites, before.settings]);
  expect(shared.agents).toBe(before.agents);
});
