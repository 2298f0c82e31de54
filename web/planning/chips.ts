// Services as chips: one in each row, in the colours of the legend (M-002, M-003).

import { shortName } from '#core/agents/short-name.ts';
import { frozenReason, isFrozen } from '#core/kernel/frozen.ts';
import { activityTypes } from '#core/planning/activity.ts';
import type { Calendar } from '#core/planning/calendar.ts';
import type { PlannedService } from '#core/planning/calls.ts';
import { Service } from '#core/planning/service.ts';
import { archived, finished, interrupted, isActive, late, missed, unscheduled } from '#core/planning/status.ts';
import type { GridChip, GridMark } from '#ui/TimeGrid/types.ts';
import { isProvisional } from './pending.ts';
import { weekdays } from './periods.ts';

export const legend = {
  assigned: { label: 'Affecté', colour: '#b2f2bb' },
  multiple: { label: 'Multiple', colour: '#a5d8ff' },
  onUnavailable: { label: 'Sur collaborateur indisponible', colour: '#ffa8a8' },
  unavailability: { label: 'Indisponibilité collaborateur', colour: '#868e96' },
  unplanned: { label: 'Non planifié', colour: '#ffe066' },
  unscheduled: { label: 'Déprogrammé', colour: '#ced4da' },
  missed: { label: 'Non réalisé', colour: '#c92a2a' },
  late: { label: 'En retard', colour: '#e8590c' },
  left: { label: 'Terminé avant l’heure ou interrompu', colour: '#eebefa' },
  error: { label: 'Erreur de planification possible', colour: '#ffc078' },
} as const;

export type LegendState = keyof typeof legend;

export type Rows = 'agents' | 'sites';

export interface Names {
  sites: ReadonlyMap<string, string>;
  agents: ReadonlyMap<string, string>;
  codes: ReadonlyMap<string, string>;
}

export interface Colours {
  tour: string;
  intervention: string;
}

/** The worst finding of a service, for one agent or for all. */
export type Worst = (service: string, agent: string | null) => { level: 0 | 1 | 2; onAbsence: boolean };

const separator = '|';
/** A service has a chip in the row of each of its agents: the id holds both. */
export const chipId = (service: string, agent: string | null): string => `${service}${separator}${agent ?? ''}`;
export const serviceOfChip = (id: string): string => id.slice(0, id.indexOf(separator));
export const agentOfChip = (id: string): string | null => id.slice(id.indexOf(separator) + 1) || null;

export const clock = (calendar: Calendar, minute: number): string => {
  const minutes = calendar.wallMinute(minute);
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
};

export const hoursText = (calendar: Calendar, { start, end }: Pick<PlannedService, 'start' | 'end'>): string =>
  `${clock(calendar, start)}–${clock(calendar, end)}`;

const shortClock = (calendar: Calendar, minute: number): string => clock(calendar, minute).replace(/:00$/, '');

/** « dim.→07:00 »: a night that began before the days shown must not look like one of the first of them. Null: it did not. */
function carriedHours(calendar: Calendar, { start, end }: Pick<PlannedService, 'start' | 'end'>): string | null {
  const { from } = calendar.window;
  if (start >= from || end <= from) return null;
  return `${weekdays[calendar.weekdays[calendar.dayOf(start)] as number]}→${clock(calendar, end)}`;
}

/** In a narrow cell: 07–19, or 07:30–19. */
const shortHours = (calendar: Calendar, { start, end }: Pick<PlannedService, 'start' | 'end'>): string =>
  [start, end].map((minute) => shortClock(calendar, minute)).join('–');

/** Everybody went before the planned end. */
const isLeft = ({ status, real }: Pick<PlannedService, 'status' | 'real'>): boolean =>
  status === interrupted || (status === finished && real?.[2] === true);

/** The state of a service in words, before its place; empty while it runs as planned. */
function wordsOf(service: PlannedService, calendar: Calendar): string {
  if (isActive(service.status)) return 'En cours · ';
  if (service.status === missed) return `${legend.missed.label} · `;
  if (service.status === late) return `${legend.late.label} · `;
  if (!isLeft(service)) return '';
  const word = service.status === interrupted ? 'Interrompu' : 'Terminé';
  const end = service.real?.[1] ?? null;
  return end === null ? `${word} · ` : `${word} à ${clock(calendar, end)} · `;
}

function stateOf(service: PlannedService, filled: boolean, worst: ReturnType<Worst>): LegendState {
  if (service.status === unscheduled) return 'unscheduled';
  if (service.status === missed) return 'missed';
  if (isLeft(service)) return 'left';
  if (!filled) return 'unplanned';
  if (service.status === late) return 'late';
  if (worst.onAbsence) return 'onUnavailable';
  if (worst.level > 0) return 'error';
  return service.wanted > 1 ? 'multiple' : 'assigned';
}

function colourOf({ circuit, activity }: PlannedService, state: LegendState, colours: Colours): string {
  if (state !== 'assigned' && state !== 'multiple') return legend[state].colour;
  return circuit ? colours.tour : activity === 2 ? colours.intervention : legend[state].colour;
}

function marksOf(service: PlannedService, level: number, isSaving: boolean): GridMark[] {
  return [
    ...(isSaving ? (['saving'] as const) : []),
    ...(isActive(service.status) ? (['running'] as const) : []),
    ...(service.status === late ? (['late'] as const) : []),
    ...(service.status === missed ? (['missed'] as const) : isLeft(service) ? (['left'] as const) : []),
    ...(level === 2 ? (['refused'] as const) : level === 1 ? (['warning'] as const) : []),
    ...(service.publication === 'DRAFT' ? (['draft'] as const) : []),
    ...(service.publication === 'CHANGED' ? (['changed'] as const) : []),
    ...(service.wanted > 1 ? (['multiple'] as const) : []),
  ];
}

/** Somebody is at work: a slip of the hand must not put the service on another day. */
export const begun = 'Ce service a commencé : ses horaires se modifient dans sa fiche.';

/** Why the service cannot be dragged: it has begun, or its state freezes its hours, as in the form. Null: it can. */
const lockOf = ({ status }: Pick<PlannedService, 'status'>): string | null =>
  isActive(status) ? begun : isFrozen(Service, { status }, 'startAt') ? frozenReason(Service, { status }) : null;

/** Unfilled posts. Callers who do not see the agents' names do not see this either. Nobody fills an archived one. */
export const missingOf = ({ wanted, agents, staffed, status }: PlannedService): number =>
  staffed && status !== archived ? Math.max(0, wanted - agents.length) : 0;

const notSavedYet = 'Ce service est en cours d’enregistrement.';

/** One word for a customer's narrow chip: its state, or how many come. */
export function briefOf(service: Pick<PlannedService, 'status' | 'real'>, who: string): string {
  if (isActive(service.status)) return 'En cours';
  if (service.status === missed) return 'Absent';
  if (service.status === late) return 'Retard';
  return isLeft(service) ? 'Parti' : who;
}

/** « KBen+1 » on a narrow chip of a site, « 0/2 » for nobody. */
const peopleIn = ([first, ...others]: readonly string[], wanted: number): string =>
  first === undefined ? `0/${wanted}` : `${shortName(first)}${others.length > 0 ? `+${others.length}` : ''}`;

/** The activity of a tour's stops. */
const mobileRound = 6;

/** A customer sees the stops of a tour on his sites, which have no post. */
const unnamedPost = ({ circuit, staffed, activity }: PlannedService): string =>
  circuit ? 'Tournée' : !staffed && activity === mobileRound ? activityLabel(mobileRound) : '';

export function chipsOf(
  service: PlannedService,
  by: Rows,
  calendar: Calendar,
  names: Names,
  colours: Colours,
  worst: Worst,
  narrow: boolean,
  isSaving = false,
): GridChip[] {
  const site = names.sites.get(service.site) ?? '';
  const lived = wordsOf(service, calendar);
  const carried = carriedHours(calendar, service);
  const hours = carried ?? (narrow ? shortHours : hoursText)(calendar, service);
  const make = (
    agent: string | null,
    row: string | null,
    filled: boolean,
    [subtitle, brief]: [string, string?],
  ): GridChip => {
    const found = worst(service.id, agent);
    const state = stateOf(service, filled, found);
    return {
      id: chipId(service.id, agent),
      subject: service.id,
      row,
      start: service.start,
      end: service.end,
      title: hours,
      short: carried === null ? shortHours(calendar, service) : `→${shortClock(calendar, service.end)}`,
      subtitle: lived + subtitle,
      ...(brief === undefined ? {} : { brief }),
      colour: colourOf(service, state, colours),
      state: legend[state].label,
      marks: marksOf(service, state === 'unscheduled' ? 0 : found.level, isSaving),
      locked: !service.staffed ? null : isProvisional(service.id) ? notSavedYet : lockOf(service),
    };
  };
  const post = service.post ?? unnamedPost(service);
  const placed = (name: string, more = ''): string => `${post ? `${name} · ${post}` : name}${more}`;
  const code = names.codes.get(service.site) ?? site;
  const place = (more?: string): [string, string] => [placed(site, more), narrow ? code : lived + placed(code, more)];
  const missing = missingOf(service);
  const count = missing > 0 && service.wanted > 1 ? ` (${missing} à pourvoir)` : '';
  if (by === 'sites') {
    const people = service.agents.map((agent) => names.agents.get(agent) ?? '').filter(Boolean);
    const who = service.staffed
      ? people.join(', ') || 'À pourvoir'
      : `${service.wanted} ${service.wanted === 1 ? 'agent' : 'agents'}`;
    const text = placed(who, count);
    const brief = service.staffed ? peopleIn(people, service.wanted) : briefOf(service, who);
    return [make(null, service.site, missing <= 0, narrow ? [text, brief] : [text])];
  }
  return [
    ...service.agents.map((agent) => make(agent, agent, true, place())),
    ...(missing > 0 && service.status !== unscheduled ? [make(null, null, false, place(count))] : []),
    ...(service.status === unscheduled && service.agents.length === 0 ? [make(null, null, false, place())] : []),
  ];
}

export const activityLabel = (code: number): string => activityTypes[code as keyof typeof activityTypes] ?? '???';
