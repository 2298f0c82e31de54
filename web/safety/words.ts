import { nameOfAlarm } from '#core/safety/alarm.ts';
import type { AlarmDetails } from '#core/safety/calls.ts';
import { tourWords } from '#core/safety/tour.ts';

/** « Alerte SOS : Mehdi Laurent » */
export const titleOf = ({ kind, drill, agent }: AlarmDetails): string => `${nameOfAlarm(kind, drill)} : ${agent.name}`;

export const placeOf = ({ site, tour }: AlarmDetails): string =>
  tour ? tourWords(tour) : (site?.name ?? 'Site inconnu');
