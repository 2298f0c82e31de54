// Chips of the planning shown, kept between changes: only changed services get new chips.
import type { PlannedService } from '#core/planning/calls.ts';
import { excessRules, type Finding } from '#core/planning/model.ts';
import { archived, counts } from '#core/planning/status.ts';
import type { GridChip } from '#ui/TimeGrid/types.ts';
import { chipsOf, missingOf, type Rows } from './chips.ts';
import { type Lookup, PatchMap } from './lookup.ts';
import { countedIn, type Planning } from './model.ts';
import { differences } from './patch.ts';

export interface Counts {
  unfilled: number;
  unpublished: number;
  faulty: number;
}

/** Options of the chips: if one changes, all chips are rebuilt. */
export interface ChipOptions {
  by: Rows;
  /** Show only these services. */
  only: 'all' | 'faults' | 'unfilled' | 'unpublished';
  isNarrow: boolean;
  /** The loaded days reach further than the day that is counted. */
  ofDay: boolean;
}

interface Entry {
  chips: readonly GridChip[];
  /** Positions of the chips in the list. */
  at: number[];
  counted: Counts;
}

interface State {
  parts: readonly unknown[];
  services: readonly PlannedService[];
  faults: Lookup<readonly Finding[]>;
  saving: ReadonlySet<string>;
}

const isSame = (one: GridChip, other: GridChip): boolean =>
  one.row === other.row &&
  one.start === other.start &&
  one.end === other.end &&
  one.title === other.title &&
  one.subtitle === other.subtitle &&
  one.brief === other.brief &&
  one.colour === other.colour &&
  one.state === other.state &&
  one.locked === other.locked &&
  String(one.marks) === String(other.marks);

const sameChips = (before: readonly GridChip[], chips: readonly GridChip[]): GridChip[] =>
  chips.map((chip) => {
    const known = before.find(({ id }) => id === chip.id);
    return known && isSame(known, chip) ? known : chip;
  });

const nothing: readonly GridChip[] = [];
const nothingCounted: Counts = { unfilled: 0, unpublished: 0, faulty: 0 };

export class ChipList {
  /** Unchanged chips keep their object and position: the grid compares positions to find changed ones. */
  chips: GridChip[] = [];
  counted: Counts = nothingCounted;
  #owners: string[] = [];
  #entries = new Map<string, Entry>();
  #last: State | null = null;

  update(
    planning: Planning,
    faults: Lookup<readonly Finding[]>,
    saving: ReadonlySet<string>,
    options: ChipOptions,
  ): void {
    const { data, calendar, names } = planning;
    const parts = [options.by, options.only, options.isNarrow, options.ofDay, calendar, names, data.colours];
    const last = this.#last;
    this.#last = { parts, services: data.services, faults, saving };
    const touched = last && parts.every((part, at) => part === last.parts[at]) ? touchedBy(last, this.#last) : null;
    if (!touched) this.#makeAll(planning, faults, saving, options);
    else if (touched.size > 0) {
      this.chips = this.chips.slice();
      this.#owners = this.#owners.slice();
      for (const id of touched) this.#put(id, planning.services.get(id), planning, faults, saving, options);
    }
  }

  #makeAll(
    planning: Planning,
    faults: Lookup<readonly Finding[]>,
    saving: ReadonlySet<string>,
    options: ChipOptions,
  ): void {
    const before = this.#entries;
    this.#entries = new Map();
    this.chips = [];
    this.#owners = [];
    this.counted = nothingCounted;
    for (const service of planning.data.services)
      this.#put(service.id, service, planning, faults, saving, options, before.get(service.id)?.chips);
  }

  /** `known`: its chips before the rebuild. */
  #put(
    id: string,
    service: PlannedService | undefined,
    planning: Planning,
    faults: Lookup<readonly Finding[]>,
    saving: ReadonlySet<string>,
    options: ChipOptions,
    known?: readonly GridChip[],
  ): void {
    const entry = this.#entries.get(id);
    const next = service ? this.#made(service, planning, faults, saving, options) : null;
    if (!entry && !next) return;
    this.#count(entry?.counted, -1);
    this.#count(next?.counted, 1);
    const chips = sameChips(entry?.chips ?? known ?? nothing, next?.chips ?? nothing);
    const free = entry?.at ?? [];
    const at = chips.map((chip, index) => {
      const place = free[index] ?? this.chips.length;
      this.chips[place] = chip;
      this.#owners[place] = id;
      return place;
    });
    if (next) this.#entries.set(id, { chips, at, counted: next.counted });
    else this.#entries.delete(id);
    for (const place of free.slice(chips.length).sort((one, other) => other - one)) this.#close(place);
  }

  /** Moves the last chip to the free position. */
  #close(place: number): void {
    const last = this.chips.length - 1;
    const [chip, owner] = [this.chips.pop() as GridChip, this.#owners.pop() as string];
    if (place === last) return;
    this.chips[place] = chip;
    this.#owners[place] = owner;
    const { at } = this.#entries.get(owner) as Entry;
    at[at.indexOf(last)] = place;
  }

  #made(
    service: PlannedService,
    { calendar, names, data }: Planning,
    faults: Lookup<readonly Finding[]>,
    saving: ReadonlySet<string>,
    { by, only, isNarrow, ofDay }: ChipOptions,
  ): { chips: readonly GridChip[]; counted: Counts } | null {
    // Archived services count in the totals only.
    if (service.status === archived || service.start >= calendar.window.to || service.end <= calendar.window.from)
      return null;
    const found = faults.get(service.id) ?? [];
    const own = {
      unfilled: counts(service.status) ? missingOf(service) : 0,
      unpublished: service.publication === 'PUBLISHED' ? 0 : 1,
      faulty: found.length > 0 ? 1 : 0,
    };
    const isShown = only === 'all' || (only === 'faults' ? own.faulty : own[only]) > 0;
    const { from, to } = countedIn(calendar, ofDay);
    const counted = service.start < to && service.end > from ? { ...own } : { ...nothingCounted };
    // A publication takes the services that begin in its days.
    if (service.start < from) counted.unpublished = 0;
    if (!isShown) return { chips: nothing, counted };
    const worst = (_id: string, agent: string | null) => {
      let level: 0 | 1 | 2 = 0;
      let onAbsence = false;
      for (const fault of found) {
        if (agent !== null && fault.agent !== agent) continue;
        // They colour the total of the row.
        if (excessRules.has(fault.rule)) continue;
        if (fault.level > level) level = fault.level;
        if (fault.rule === 'absence') onAbsence = true;
      }
      return { level, onAbsence };
    };
    const isSaving = saving.has(service.id);
    return { chips: chipsOf(service, by, calendar, names, data.colours, worst, isNarrow, isSaving), counted };
  }

  #count(counted: Counts | undefined, sign: 1 | -1): void {
    if (!counted) return;
    this.counted = {
      unfilled: this.counted.unfilled + sign * counted.unfilled,
      unpublished: this.counted.unpublished + sign * counted.unpublished,
      faulty: this.counted.faulty + sign * counted.faulty,
    };
  }
}

/** The services that changed between two states; null: unknown. */
function touchedBy(last: State, next: State): Set<string> | null {
  const touched = new Set<string>();
  if (last.faults !== next.faults) {
    if (!(last.faults instanceof PatchMap && next.faults instanceof PatchMap)) return null;
    if (next.faults.past !== last.faults.token) return null;
    for (const id of next.faults.touched) touched.add(id);
  }
  const { gone, come } = differences(last.services, next.services);
  for (const { id } of gone) touched.add(id);
  for (const { id } of come) touched.add(id);
  for (const id of last.saving) if (!next.saving.has(id)) touched.add(id);
  for (const id of next.saving) if (!last.saving.has(id)) touched.add(id);
  return touched;
}
