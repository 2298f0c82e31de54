// Rows, totals, chips and absences of the grid, from the planning of the period.

import { inHours } from '#core/kernel/duration.ts';
import { plain } from '#core/kernel/plain.ts';
import type { Calendar } from '#core/planning/calendar.ts';
import type { PlannedService } from '#core/planning/calls.ts';
import { type AgentFacts, excessRules, type Finding, goneReasons, type Shift } from '#core/planning/model.ts';
import { postMinutes } from '#core/planning/planned.ts';
import { sentence } from '#core/planning/sentences.ts';
import { counts } from '#core/planning/status.ts';
import type { GridChip, GridRange, GridRow, GridTotal } from '#ui/TimeGrid/types.ts';
import { ChipList, type Counts } from './chipList.ts';
import { legend, missingOf, type Rows } from './chips.ts';
import type { Lookup } from './lookup.ts';
import { countedIn, type Findings, hoursOf, type Planning, type PlanningData, wordsOf } from './model.ts';
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

const noFindings: Findings = new Map();

/** What exceeds, in a few letters; a yearly quota is a sum of overtime, twelve weeks are an average. */
function excessWords({ weeks }: Calendar, { rule, from, found, limit, what }: Finding): [string, string] {
  const over = `+${inHours(found - limit)}`;
  if (rule === 'contractCycle') return ['cycle', over];
  if (rule === 'contractMonth') return ['mois', over];
  if (rule === 'year') return [`supp. ${what}`, inHours(found)];
  if (rule === 'twelveWeeks') return ['moyenne', inHours(found)];
  return [`S${weeks.find((week) => week.from === from)?.number ?? ''}`, over];
}

const toneOf = (findings: readonly Finding[]): 'negative' | 'warning' =>
  findings.some(({ level }) => level === 2) ? 'negative' : 'warning';

/**
 * Rules about a sum of hours that is not the one shown (a cycle, a month, one week of several): the worst with its own
 * words, so that a colour never contradicts the figure that has it. All sentences are its tooltip.
 */
function excessTotal(planning: Planning, excess: readonly Finding[]): GridTotal[] {
  const [worst] = excess.toSorted(
    (one, other) => other.level - one.level || other.found - other.limit - (one.found - one.limit),
  );
  if (!worst) return [];
  const [label, value] = excessWords(planning.calendar, worst);
  return [{ label, value, tone: toneOf(excess), why: whyOf(planning, excess) }];
}

const whyOf = (planning: Planning, findings: readonly Finding[]): string =>
  findings.map((finding) => sentence(finding, wordsOf(planning))).join('\n');

/** `more`: minutes that the drag under way would add or remove. */
export function agentTotals(
  planning: Planning,
  agent: string,
  ofDay: boolean,
  found: readonly Finding[] = [],
  more = 0,
): GridTotal[] {
  const { planned: now, contract: asked } = hoursOf(planning, agent, ofDay);
  const planned = now + more;
  // Contracts have no hours per day.
  const contract = ofDay ? null : asked;
  const left = contract === null ? null : contract - planned;
  const excess = found.filter(({ rule }) => excessRules.has(rule));
  const { from, to } = countedIn(planning.calendar, ofDay);
  const isShown = (one: Finding): boolean =>
    left !== null && left < 0 && one.rule === 'contractWeek' && one.from === from && one.to === to;
  const shown = excess.filter(isShown);
  return [
    { label: 'planifié', value: inHours(planned) },
    ...(contract === null || left === null
      ? []
      : [
          { label: 'sur', value: inHours(contract) },
          {
            label: left < 0 ? 'en trop' : 'reste',
            value: inHours(Math.abs(left)),
            ...(left < 0 ? { tone: 'negative' as const } : {}),
            ...(shown.length > 0 ? { why: whyOf(planning, shown) } : {}),
          },
        ]),
    ...excessTotal(
      planning,
      excess.filter((one) => !isShown(one)),
    ),
  ];
}

function siteTotals(services: readonly PlannedService[], from: number, to: number): GridTotal[] {
  let minutes = 0;
  let missing = 0;
  for (const service of services) {
    const { start, end, status } = service;
    if (start >= to || end <= from || !counts(status)) continue;
    minutes += postMinutes(service, from, to);
    missing += missingOf(service);
  }
  return [
    { label: 'heures', value: inHours(minutes) },
    ...(missing > 0 ? [{ label: 'à pourvoir', value: String(missing), tone: 'negative' as const }] : []),
  ];
}

interface MadeRow {
  name: string;
  shifts: readonly Shift[] | undefined;
  facts: AgentFacts | undefined;
  found: readonly Finding[] | undefined;
  calendar: Calendar;
  ofDay: boolean;
  row: GridRow;
}

/** Cache of the last rows and chips: only what changed since is computed again. */
export class GridMemory {
  readonly chips = new ChipList();
  readonly agents = new Map<string, MadeRow>();
  readonly sites = new Map<string, GridRow>();
  sorted: { of: PlanningData['agents'] | null; agents: PlanningData['agents'] } = { of: null, agents: [] };
  ranges: { of: PlanningData['unavailabilities'] | null; ranges: GridRange[] } = { of: null, ranges: [] };
}

function agentRow(
  memory: GridMemory,
  planning: Planning,
  { id, name }: { id: string; name: string },
  ofDay: boolean,
  found: readonly Finding[] | undefined,
): GridRow {
  const { calendar } = planning;
  const [shifts, facts] = [planning.shifts.get(id), planning.facts.get(id)];
  const known = memory.agents.get(id);
  if (
    known &&
    known.shifts === shifts &&
    known.facts === facts &&
    known.found === found &&
    known.calendar === calendar &&
    known.ofDay === ofDay &&
    known.name === name
  )
    return known.row;
  const row = {
    id,
    title: name,
    ...(facts?.gone ? { subtitle: goneReasons[facts.gone.why] } : {}),
    totals: agentTotals(planning, id, ofDay, found),
  };
  memory.agents.set(id, { name, shifts, facts, found, calendar, ofDay, row });
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
        // U-010: the end minute is included.
        end: end + 1,
        label: type,
        pattern: 'hatched' as const,
        colour: legend.unavailability.colour,
      })),
    };
  return memory.ranges.ranges;
}

const noRanges: GridRange[] = [];

export interface GridContent extends Counts {
  /** With the removed services of these days, which have no chip. */
  toPublish: number;
  rows: GridRow[];
  chips: GridChip[];
  ranges: GridRange[];
}

export function contentOf(
  planning: Planning,
  faults: Lookup<readonly Finding[]>,
  by: Rows,
  filter: Filter,
  view: View,
  saving: ReadonlySet<string> = new Set(),
  memory = new GridMemory(),
  findings = noFindings,
  margins: ReadonlyMap<string, GridTotal> | null = null,
): GridContent {
  const { data, calendar, names } = planning;
  const { from, to } = countedIn(calendar, view === 4);
  const list = memory.chips;
  list.update(planning, faults, saving, { by, only: filter.only, isNarrow: view <= 2, ofDay: view === 4 });
  const { chips } = list;
  const busy = filter.busyOnly || filter.only !== 'all' ? new Set(chips.map(({ row }) => row)) : null;
  const words = plain(filter.query.trim());
  const matches = (...texts: (string | null | undefined)[]): boolean =>
    words === '' || texts.some((text) => text && plain(text).includes(words));
  // The loaded days reach further than those shown: who left has a row only where it holds a service.
  const held = data.agents.some(({ id }) => planning.facts.get(id)?.gone)
    ? new Set(chips.filter(({ start, end }) => start < to && end > from).map(({ row }) => row))
    : null;
  const isShown = (id: string): boolean => !held || !planning.facts.get(id)?.gone || held.has(id);
  const bySite = by === 'sites' ? Map.groupBy(data.services, ({ site }) => site) : null;
  const rows: GridRow[] =
    by === 'agents'
      ? byName(memory, data.agents)
          .filter(({ id, name }) => matches(name) && (!busy || busy.has(id)) && isShown(id))
          .map((agent) => agentRow(memory, planning, agent, view === 4, findings.get(agent.id)))
      : data.sites
          .filter(({ id, name, customer, city }) => matches(name, customer, city) && (!busy || busy.has(id)))
          .map(({ id, name, customer, city }) =>
            sameRow(memory, {
              id,
              title: name,
              subtitle: [names.codes.get(id), customer, city].filter(Boolean).join(' · '),
              // First: a narrow column shows the last total only.
              totals: [
                ...(margins?.has(id) ? [margins.get(id) as GridTotal] : []),
                ...siteTotals(bySite?.get(id) ?? [], from, to),
              ],
            }),
          );
  return {
    rows,
    chips,
    ranges: by === 'agents' ? rangesOf(memory, data.unavailabilities) : noRanges,
    ...list.counted,
    toPublish: list.counted.unpublished + (data.removed ?? []).filter((start) => start >= from && start < to).length,
  };
}
