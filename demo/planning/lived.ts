// The actual course of a service: real start and end, breaks and gaps.
import type { breakTypes } from '#core/planning/service.ts';
import {
  extended,
  finished,
  interrupted,
  late,
  missed,
  paused,
  running,
  unfinished,
  waiting,
} from '#core/planning/status.ts';
import type { Chance } from '../chance.ts';
import type { Slot } from './roster.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

type GapType = keyof typeof breakTypes;

export interface LivedGap {
  type: GapType;
  /** Position among the agents; null: all agents. */
  agent: number | null;
  start: number;
  end: number;
  status: 100 | 200 | 300;
  comment: string | null;
}

export interface Lived {
  status: number;
  realStart: number | null;
  realEnd: number | null;
  gaps: LivedGap[];
}

/** The running services include one late, one on a break and one past its end. */
export type Role = 'late' | 'paused' | 'extended' | null;

const lateWords = ['Panne de transport', 'Embouteillage sur l’A8', 'A prévenu par téléphone', 'Retard non justifié'];
const earlyWords = ['Enfant malade', 'Rendez-vous médical', 'Relève arrivée en avance'];
const absenceWords = ['Parti sans prévenir pendant une heure', 'Introuvable lors du contrôle'];

const coming = (start: number, chance: Chance): number => start - chance.integer(0, 5) * minute;

function ended(slot: Slot, chance: Chance, now: number): Lived {
  const { start, end, agents } = slot;
  const gone = chance.next();
  if (agents.length === 0 || gone < 0.012) return { status: missed, realStart: null, realEnd: null, gaps: [] };
  const realStart = coming(start, chance);
  if (gone < 0.02)
    return {
      status: interrupted,
      realStart,
      realEnd: start + Math.round(((end - start) * chance.integer(3, 7)) / 10 / minute) * minute,
      gaps: [],
    };
  if (gone < 0.03 && end + day < now) return { status: unfinished, realStart, realEnd: null, gaps: [] };
  const lived: Lived = {
    status: finished,
    realStart,
    realEnd: Math.min(end + chance.integer(0, 5) * minute, now),
    gaps: [],
  };
  const agent = chance.integer(0, agents.length - 1);
  const gap = chance.next();
  // The other gaps last up to two hours, or begin hours after the start.
  const isLong = end - start >= 6 * 60 * minute;
  if (gap < 0.05) {
    const arrival = start + chance.integer(8, 45) * minute;
    if (agents.length === 1) lived.realStart = arrival;
    lived.gaps.push({ type: 1, agent, start, end: arrival, status: 300, comment: chance.pick(lateWords) });
  } else if (isLong && gap < 0.075) {
    const departure = end - chance.integer(2, 12) * 10 * minute;
    const agreed = chance.happens(0.7);
    if (agents.length === 1) lived.realEnd = departure;
    lived.gaps.push({
      type: agreed ? 2 : 3,
      agent,
      start: departure,
      end,
      status: 300,
      comment: agreed ? chance.pick(earlyWords) : null,
    });
  } else if (isLong && gap < 0.083) {
    const from = start + chance.integer(2, 4) * 60 * minute;
    lived.gaps.push({
      type: 4,
      agent,
      start: from,
      end: from + 60 * minute,
      status: 300,
      comment: chance.pick(absenceWords),
    });
  } else if (gap < 0.11) {
    // Relieved late, or kept by the customer: for the agency to settle.
    lived.realEnd = Math.min(end + Math.round(gap * 400) * minute, now);
  }
  return lived;
}

/** If there is one agent, the break is his. */
const takenBy = (gap: LivedGap, { agents }: Slot): LivedGap => ({
  ...gap,
  agent: gap.status === 300 && agents.length === 1 ? 0 : null,
});

export function livedOf(slot: Slot, role: Role, chance: Chance, now: number): Lived {
  const planned: LivedGap[] = slot.pause
    ? [{ type: 0, agent: null, ...slot.pause, status: slot.pause.end <= now ? 300 : 100, comment: null }]
    : [];
  const lived = reached(slot, role, chance, now);
  // The break was taken if an agent worked until its end.
  const taken = lived.realStart !== null && (lived.realEnd === null || lived.realEnd >= (slot.pause?.end ?? 0));
  return {
    ...lived,
    gaps: [...planned.map((gap) => (taken ? takenBy(gap, slot) : { ...gap, status: 100 as const })), ...lived.gaps],
  };
}

function reached(slot: Slot, role: Role, chance: Chance, now: number): Lived {
  const { start, end, agents } = slot;
  if (start > now) return { status: waiting, realStart: null, realEnd: null, gaps: [] };
  if (role === 'extended') return { status: extended, realStart: coming(start, chance), realEnd: null, gaps: [] };
  if (end <= now) return ended(slot, chance, now);
  if (role === 'late' || agents.length === 0) return { status: late, realStart: null, realEnd: null, gaps: [] };
  const realStart = coming(start, chance);
  if (role !== 'paused') return { status: running, realStart, realEnd: null, gaps: [] };
  const from = Math.max(start, Math.floor(now / minute) * minute - 10 * minute);
  return {
    status: paused,
    realStart,
    realEnd: null,
    gaps: [{ type: 0, agent: 0, start: from, end: Math.min(end, from + 20 * minute), status: 200, comment: null }],
  };
}
