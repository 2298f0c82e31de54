// Rows, totals, chips and absences of the grid, from the planning of the period.

import type { Calendar } from '#core/planning/calendar.ts';
import type { PlannedService } from '#core/planning/calls.ts';
import type { AgentFacts, Finding, Shift } from '#core/planning/model.ts';
import { counts } from '#core/planning/status.ts';
import type { GridChip, GridRange, GridRow, GridTotal } from '#ui/TimeGrid/types.ts';
import { chipsOf, legend, missingOf, type Rows } from './chips.ts';
import { hoursOf, type Planning, type PlanningData } from './model.ts';
import type { View } from './periods.ts';

export interface Filter {
  query: string;
  /** Rows without a service are hidden. */
  busyOnly: boolean;
  only: 'all' | 'faults' | 'unfilled' | 'unpublished';
}

export const noFilter: Filter = { query: '', busyOnly: false, only: 'all' };

export const filterLabels: Record<Filter['only'], string> = {
  all: 'Tous les services',
  faults: 'Anomalies',
  unfilled: 'À pourvoir',
  unpublished: 'Non publiés ou modifiés',
};

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** 35 h, 7 h 30 */
export function hoursLabel(minutes: number): string {
  const [sign, whole] = [minutes < 0 ? '−' : '', Math.abs(Math.round(minutes))];
  const rest = whole % 60;
  return `${sign}${Math.floor(whole / 60)} h${rest === 0 ? '' : ` ${String(rest).padStart(2, '0')}`}`;
}

/** `more`: minutes that the drag under way would add or remove. */
export function agentTotals(planning: Planning, agent: string, ofDay: boolean, more = 0): GridTotal[] {
  const { planned: now, contract: asked } = hoursOf(planning, agent);
  const planned = now + more;
  // Contracts have no hours per day.
  const contract = ofDay ? null : asked;
  const left = contract === null ? null : contract - planned;
  return [
    { label: 'planifié', value: hoursLabel(planned) },
    ...(contract === null || left === null
      ? []
      : [
          { label: 'contrat', value: hoursLabel(contract) },
          {
            label: left < 0 ? 'en trop' : 'restant',
            value: hoursLabel(Math.abs(left)),
            ...(left < 0 ? { tone: 'negative' as const } : {}),
          },
        ]),
  ];
}

function siteTotals(services: readonly PlannedService[], from: number, to: number): GridTotal[] {
  let minutes = 0;
  let missing = 0;
  for (const service of services) {
    const { start, end, unpaid, wanted, status } = service;
    const inside = Math.min(end, to) - Math.max(start, from);
    if (inside <= 0 || !counts(status)) continue;
    minutes += Math.max(0, inside - unpaid) * wanted;
    missing += missingOf(service);
  }
  return [
    { label: 'heures', value: hoursLabel(minutes) },
    ...(missing > 0 ? [{ label: 'à pourvoir', value: String(missing), tone: 'negative' as const }] : []),
  ];
}

const isSame = (one: GridChip, other: GridChip): boolean =>
  one.row === other.row &&
  one.start === other.start &&
  one.end === other.end &&
  one.title === other.title &&
  one.subtitle === other.subtitle &&
  one.colour === other.colour &&
  one.state === other.state &&
  one.locked === other.locked &&
  String(one.marks) === String(other.marks);

/** Reuses the objects of chips that did not change: the grid redraws only the others. */
const sameChips = (before: readonly GridChip[], chips: readonly GridChip[]): GridChip[] =>
  chips.map((chip) => {
    const known = before.find(({ id }) => id === chip.id);
    return known && isSame(known, chip) ? known : chip;
  });

interface MadeChips {
  service: PlannedService;
  faults: readonly Finding[] | undefined;
  isSaving: boolean;
  /** Changes when something that all chips depend on changes. */
  picture: unknown;
  chips: readonly GridChip[];
}

interface MadeRow {
  name: string;
  shifts: readonly Shift[] | undefined;
  facts: AgentFacts | undefined;
  calendar: Calendar;
  ofDay: boolean;
  row: GridRow;
}

/** Cache of the last rows and chips: only what changed since is computed again. */
export class GridMemory {
  readonly chips = new Map<string, MadeChips>();
  readonly agents = new Map<string, MadeRow>();
  readonly sites = new Map<string, GridRow>();
  picture: { parts: readonly unknown[] } = { parts: [] };
  sorted: { of: PlanningData['agents'] | null; agents: PlanningData['agents'] } = { of: null, agents: [] };
  ranges: { of: PlanningData['unavailabilities'] | null; ranges: GridRange[] } = { of: null, ranges: [] };
}

function chipsFrom(
  memory: GridMemory,
  one: Omit<MadeChips, 'chips'>,
  make: () => readonly GridChip[],
): readonly GridChip[] {
  const { id } = one.service;
  const known = memory.chips.get(id);
  if (
    known?.service === one.service &&
    known.faults === one.faults &&
    known.isSaving === one.isSaving &&
    known.picture === one.picture
  )
    return known.chips;
  const chips = sameChips(known?.chips ?? [], make());
  memory.chips.set(id, { ...one, chips });
  return chips;
}

function agentRow(memory: GridMemory, planning: Planning, id: string, name: string, ofDay: boolean): GridRow {
  const { calendar } = planning;
  const [shifts, facts] = [planning.shifts.get(id), planning.facts.get(id)];
  const known = memory.agents.get(id);
  if (
    known &&
    known.shifts === shifts &&
    known.facts === facts &&
    known.calendar === calendar &&
    known.ofDay === ofDay &&
    known.name === name
  )
    return known.row;
  const row = { id, title: name, totals: agentTotals(planning, id, ofDay) };
  memory.agents.set(id, { name, shifts, facts, calendar, ofDay, row });
  return row;
}

function sameRow(memory: GridMemory, row: GridRow): GridRow {
  const known = memory.sites.get(row.id);
  if (known && JSON.stringify(known) === JSON.stringify(row)) return known;
  memory.sites.set(row.id, row);
  return row;
}

const french = new Intl.Collator('fr');

function byName(memory: GridMemory, agents: PlanningData['agents']): PlanningData['agents'] {
  if (memory.sorted.of !== agents)
    memory.sorted = { of: agents, agents: agents.toSorted((one, other) => french.compare(one.name, other.name)) };
  return memory.sorted.agents;
}

function rangesOf(memory: GridMemory, absences: PlanningData['unavailabilities']): GridRange[] {
  if (memory.ranges.of !== absences)
    memory.ranges = {
      of: absences,
      ranges: absences.map(({ agent, start, end, type }) => ({
        row: agent,
        start,
        // U-010: its last minute is part of it.
        end: end + 1,
        label: type,
        pattern: 'hatched' as const,
        colour: legend.unavailability.colour,
      })),
    };
  return memory.ranges.ranges;
}

const noRanges: GridRange[] = [];

export interface GridContent {
  rows: GridRow[];
  chips: GridChip[];
  ranges: GridRange[];
  unfilled: number;
  unpublished: number;
  faulty: number;
}

export function contentOf(
  planning: Planning,
  faults: ReadonlyMap<string, readonly Finding[]>,
  by: Rows,
  filter: Filter,
  view: View,
  saving: ReadonlySet<string> = new Set(),
  memory = new GridMemory(),
): GridContent {
  const { data, calendar, names } = planning;
  const parts = [by, view <= 2, calendar, names, data.colours];
  if (parts.some((part, at) => part !== memory.picture.parts[at])) memory.picture = { parts };
  const { picture } = memory;
  const { from, to } = calendar.window;
  const shown = data.services.filter(({ start, end }) => start < to && end > from);
  const faultsOf = (service: string, agent: string | null): readonly Finding[] => {
    const found = faults.get(service) ?? [];
    return agent === null ? found : found.filter((fault) => fault.agent === agent);
  };
  const worst = (service: string, agent: string | null) => {
    let level: 0 | 1 | 2 = 0;
    let onAbsence = false;
    for (const fault of faultsOf(service, agent)) {
      if (fault.level > level) level = fault.level;
      if (fault.rule === 'absence') onAbsence = true;
    }
    return { level, onAbsence };
  };
  const isUnfilled = (service: PlannedService): boolean => counts(service.status) && missingOf(service) > 0;
  const passes: Record<Filter['only'], (service: PlannedService) => boolean> = {
    all: () => true,
    faults: ({ id }) => (faults.get(id)?.length ?? 0) > 0,
    unfilled: isUnfilled,
    unpublished: ({ publication }) => publication !== 'PUBLISHED',
  };
  const wanted = shown.filter(passes[filter.only]);
  const chips: GridChip[] = [];
  for (const service of wanted) {
    const isSaving = saving.has(service.id);
    const made = chipsFrom(memory, { service, faults: faults.get(service.id), isSaving, picture }, () =>
      chipsOf(service, by, calendar, names, data.colours, worst, view <= 2, isSaving),
    );
    for (const chip of made) chips.push(chip);
  }
  const busy = new Set(chips.map(({ row }) => row));
  const words = plain(filter.query.trim());
  const matches = (...texts: (string | null | undefined)[]): boolean =>
    words === '' || texts.some((text) => text && plain(text).includes(words));
  const bySite = by === 'sites' ? Map.groupBy(shown, ({ site }) => site) : null;
  const rows: GridRow[] =
    by === 'agents'
      ? byName(memory, data.agents)
          .filter(({ id, name }) => matches(name) && (!(filter.busyOnly || filter.only !== 'all') || busy.has(id)))
          .map(({ id, name }) => agentRow(memory, planning, id, name, view === 4))
      : data.sites
          .filter(
            ({ id, name, customer, city }) =>
              matches(name, customer, city) && (!(filter.busyOnly || filter.only !== 'all') || busy.has(id)),
          )
          .map(({ id, name, customer, city }) =>
            sameRow(memory, {
              id,
              title: name,
              subtitle: [customer, city].filter(Boolean).join(' · '),
              totals: siteTotals(bySite?.get(id) ?? [], from, to),
            }),
          );
  return {
    rows,
    chips,
    ranges: by === 'agents' ? rangesOf(memory, data.unavailabilities) : noRanges,
    unfilled: shown.reduce((sum, service) => sum + (isUnfilled(service) ? missingOf(service) : 0), 0),
    unpublished: shown.filter(({ publication }) => publication !== 'PUBLISHED').length,
    faulty: shown.filter(({ id }) => faults.has(id)).length,
  };
}
