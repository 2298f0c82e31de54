// Leave, sickness and training: some past, some future.
import type { Chance } from '../chance.ts';
import type { DemoAgent } from '../world.ts';
import type { Absent } from './roster.ts';
import { type Days, reach } from './slots.ts';

export interface DrawnAbsence extends Absent {
  type: string;
  comment: string | null;
}

const reasons = [
  { type: 'Congés payés', days: 7, comment: null },
  { type: 'Maladie', days: 3, comment: 'Arrêt de travail reçu' },
  { type: 'Formation', days: 2, comment: 'Maintien et actualisation des compétences' },
  { type: 'Congés payés', days: 14, comment: null },
  { type: 'Repos', days: 1, comment: 'À sa demande' },
] as const;

/** One guard in five, in turn, never a demo account: its month has no absence. */
export function absencesOf(
  guards: readonly DemoAgent[],
  days: Days,
  chanceAt: (rank: number) => Chance,
): DrawnAbsence[] {
  return guards
    .filter((_, rank) => rank % 5 === 4)
    .map((agent, rank) => {
      const chance = chanceAt(rank);
      const reason = reasons[rank % reasons.length] as (typeof reasons)[number];
      const first = chance.integer(-reach + 3, reach - 10);
      return { agent, type: reason.type, comment: reason.comment, ...wholeDays(days, first, reason.days) };
    });
}

export const wholeDays = (days: Days, first: number, count: number): { start: number; end: number } => ({
  start: days.at(first, '00:00'),
  end: days.at(first + count, '00:00'),
});
