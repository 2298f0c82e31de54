// A service that everybody left before its planned end.
import { wallClock } from '#core/kernel/clock.ts';
import { interrupted } from '#core/planning/status.ts';

/** « Terminé à 21:23, non couvert jusqu’à 07:00 »; `isPast`, when its planned end has passed: « Terminé à 21:23 au lieu de 07:00 ». */
export function leftWords(status: number, realEndAt: string, endAt: string, zone: string, isPast = false): string {
  const [left, end] = [wallClock(realEndAt, zone).time, wallClock(endAt, zone).time];
  const words = `${status === interrupted ? 'Interrompu' : 'Terminé'} à ${left}`;
  if (realEndAt >= endAt) return words;
  return isPast ? `${words} au lieu de ${end}` : `${words}, non couvert jusqu’à ${end}`;
}
