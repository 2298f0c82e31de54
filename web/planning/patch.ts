// Changed rows put into the data of a period: the result is what reading the whole period again would answer.
import { replaceEqualDeep } from '@tanstack/react-query';
import type { Output } from '#core/kernel/endpoint.ts';
import type { PlannedService } from '#core/planning/calls.ts';
import type { fetchPlanningRows } from '#core/planning/fetch-calls.ts';
import type { PlanningData, WorkingTimes } from './model.ts';

export type ChangedRows = Output<typeof fetchPlanningRows>;
/** By id; null: no longer in the period. */
export type RowChanges = ReadonlyMap<string, PlannedService | null>;

const byStart = (one: PlannedService, other: PlannedService): number =>
  one.start - other.start || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);

/** In the order of the server: by start, then by id. Rows that did not change keep their object. */
export function replaceRows(services: readonly PlannedService[], changes: RowChanges): PlannedService[] {
  const come = [...changes.values()].filter((row) => row !== null).sort(byStart);
  const made: PlannedService[] = [];
  let next = 0;
  for (const service of services) {
    if (changes.has(service.id)) continue;
    for (; next < come.length && byStart(come[next] as PlannedService, service) < 0; next += 1)
      made.push(come[next] as PlannedService);
    made.push(service);
  }
  made.push(...come.slice(next));
  return made;
}

const french = new Intl.Collator('fr');

function replaceSites(sites: PlanningData['sites'], { sites: come, goneSites }: ChangedRows): PlanningData['sites'] {
  const known = new Map(sites.map((site) => [site.id, site]));
  const isSame = come.every((site) => replaceEqualDeep(known.get(site.id), site) === known.get(site.id));
  if (isSame && !goneSites.some((id) => known.has(id))) return sites;
  for (const site of come) known.set(site.id, site);
  for (const id of goneSites) known.delete(id);
  return [...known.values()].sort((one, other) => french.compare(one.name, other.name) || (one.id < other.id ? -1 : 1));
}

/** A row may have changed again since it was asked for: an older version is left out. */
export function changesOf(
  services: ReadonlyMap<string, PlannedService>,
  answer: ChangedRows,
): Map<string, PlannedService | null> {
  const changes = new Map<string, PlannedService | null>();
  for (const row of answer.services) {
    const known = services.get(row.id);
    if ((known?.version ?? 0) <= row.version) changes.set(row.id, known ? replaceEqualDeep(known, row) : row);
  }
  for (const id of answer.gone) if (services.has(id)) changes.set(id, null);
  return changes;
}

export function patchData(data: PlanningData, answer: ChangedRows): PlanningData {
  const known = new Map(data.services.map((service) => [service.id, service]));
  const changes = changesOf(known, answer);
  const isSame = [...changes].every(([id, row]) => known.get(id) === row);
  return {
    ...data,
    services: isSame ? data.services : replaceRows(data.services, changes),
    sites: replaceSites(data.sites, answer),
    removed: answer.removed,
  };
}

export function patchTimes(times: WorkingTimes, changed: WorkingTimes): WorkingTimes {
  // Only of those who are planned: nobody else has times.
  const known = Object.entries(changed).filter(([id]) => id in times);
  return known.length === 0 ? times : { ...times, ...Object.fromEntries(known) };
}

/** After the whole period was read again: what is equal keeps its object, services by id, so that only the rest is redone. */
export function shareData(before: PlanningData | undefined, next: PlanningData): PlanningData {
  if (!before || before.services === next.services) return next;
  const known = new Map(before.services.map((service) => [service.id, service]));
  const services = next.services.map((row) => {
    const same = known.get(row.id);
    return same && same.version === row.version ? replaceEqualDeep(same, row) : row;
  });
  return { ...replaceEqualDeep({ ...before, services: [] }, { ...next, services: [] }), services };
}
