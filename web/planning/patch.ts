// Patches the data of a period with changed rows; the result equals reading the whole period again.
import { replaceEqualDeep } from '@tanstack/react-query';
import type { Output } from '#core/kernel/endpoint.ts';
import type { PlannedService } from '#core/planning/calls.ts';
import type { fetchPlanningRows } from '#core/planning/fetch-calls.ts';
import { type Lookup, PatchMap } from './lookup.ts';
import type { PlanningData, WorkingTimes } from './model.ts';

export type ChangedRows = Output<typeof fetchPlanningRows>;
/** By id; null: no longer in the period. */
export type RowChanges = ReadonlyMap<string, PlannedService | null>;

const byStart = (one: PlannedService, other: PlannedService): number =>
  one.start - other.start || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);

/** Index of the first service not before this one. */
function placeOf(services: readonly PlannedService[], one: PlannedService): number {
  let [low, high] = [0, services.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byStart(services[middle] as PlannedService, one) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** `known`: the rows as they are in `services`. Sorted like the server: by start, then by id. */
export function replaceRows(
  services: readonly PlannedService[],
  changes: RowChanges,
  known: Lookup<PlannedService>,
): PlannedService[] {
  const made = services.slice();
  for (const [id, row] of changes) {
    const was = known.get(id);
    if (was === (row ?? undefined)) continue;
    if (was) {
      const at = placeOf(made, was);
      // Services that begin in the same minute may be in another order.
      made.splice(made[at] === was ? at : made.indexOf(was), 1);
    }
    if (row) made.splice(placeOf(made, row), 0, row);
  }
  return made;
}

/** Services by id for each data; built once, then patched with it. */
const lookups = new WeakMap<PlanningData, PatchMap<PlannedService>>();

export function servicesOf(data: PlanningData): PatchMap<PlannedService> {
  let known = lookups.get(data);
  if (!known) {
    const all = new Map<string, PlannedService>();
    for (const service of data.services) all.set(service.id, service);
    known = new PatchMap(all);
    lookups.set(data, known);
  }
  return known;
}

/** The same data with other rows. */
export function withRows(data: PlanningData, changes: RowChanges, known = servicesOf(data)): PlanningData {
  const made = { ...data, services: replaceRows(data.services, changes, known) };
  const changed = [...changes].filter(([id, row]) => known.get(id) !== (row ?? undefined));
  lookups.set(made, known.with(new Map(changed.map(([id, row]) => [id, row ?? undefined]))));
  return made;
}

export interface Differences {
  gone: ReadonlySet<PlannedService>;
  come: readonly PlannedService[];
}

/** Shifts and chips compare the same lists of 10,000 services. Weak: a list must not keep all those before it. */
const compared = new WeakMap<object, { before: WeakRef<object>; found: Differences }>();

/** Services in only one of the lists, by identity. Both are sorted as in `replaceRows`. */
export function differences(before: readonly PlannedService[], after: readonly PlannedService[]): Differences {
  const known = compared.get(after);
  if (known?.before.deref() === before) return known.found;
  const found = compare(before, after);
  compared.set(after, { before: new WeakRef(before), found });
  return found;
}

function compare(before: readonly PlannedService[], after: readonly PlannedService[]): Differences {
  const gone = new Set<PlannedService>();
  const come: PlannedService[] = [];
  for (let [at, to] = [0, 0]; at < before.length || to < after.length; ) {
    const [one, other] = [before[at], after[to]];
    if (one === other) {
      at += 1;
      to += 1;
      continue;
    }
    const order = one && other ? byStart(one, other) : one ? -1 : 1;
    if (one && order <= 0) {
      gone.add(one);
      at += 1;
    }
    if (other && order >= 0) {
      come.push(other);
      to += 1;
    }
  }
  // If the order differs from the expected one, a service may be on both sides.
  return { gone, come: gone.size === 0 ? come : come.filter((service) => !gone.delete(service)) };
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

/** Data that shares objects with the data it was patched from. */
const patched = new WeakSet<PlanningData>();

export function patchData(data: PlanningData, answer: ChangedRows): PlanningData {
  const known = servicesOf(data);
  const changes = new Map<string, PlannedService | null>();
  for (const row of answer.services) {
    const was = known.get(row.id);
    // The row may have changed again since the request: ignore an older answer.
    if ((was?.version ?? 0) <= row.version) changes.set(row.id, was ? replaceEqualDeep(was, row) : row);
  }
  for (const id of answer.gone) if (known.get(id)) changes.set(id, null);
  const made = withRows({ ...data, sites: replaceSites(data.sites, answer), removed: answer.removed }, changes, known);
  patched.add(made);
  return made;
}

export function patchTimes(times: WorkingTimes, changed: WorkingTimes): WorkingTimes {
  // Only for planned agents: others have no times.
  const known = Object.entries(changed).filter(([id]) => id in times);
  return known.length === 0 ? times : { ...times, ...Object.fromEntries(known) };
}

/**
 * After reading the whole period again: equal parts keep their objects (services by id), so that only changes are
 * recomputed.
 */
export function shareData(before: PlanningData | undefined, next: PlanningData): PlanningData {
  if (!before || patched.has(next)) return next;
  const known = new Map(before.services.map((service) => [service.id, service]));
  const services = next.services.map((row) => {
    const same = known.get(row.id);
    return same && same.version === row.version ? replaceEqualDeep(same, row) : row;
  });
  return { ...replaceEqualDeep({ ...before, services: [] }, { ...next, services: [] }), services };
}
