import { nameOfAlarm } from '#core/safety/alarm.ts';
import type { AlarmDetails } from '#core/safety/calls.ts';

/** « Alerte SOS : Mehdi Laurent » */
export const titleOf = ({ kind, drill, agent }: AlarmDetails): string => `${nameOfAlarm(kind, drill)} : ${agent.name}`;
