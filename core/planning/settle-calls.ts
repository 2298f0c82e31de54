// One decision about the hours of many: each person is told once.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { serviceTimeStatus } from './service-time.ts';

export type TimesMove = keyof typeof serviceTimeStatus.moves;
const moves = Object.keys(serviceTimeStatus.moves) as TimesMove[];

export const mostSettled = 1_000;

export const settleTimes = endpoint({
  name: 'settleTimes',
  method: 'POST',
  path: '/serviceTimes/act/{type}',
  mounts: { agency: ['editServiceBreak'] },
  summary:
    'Décider des heures réelles de plusieurs services, toutes ou aucune ; chaque collaborateur est prévenu une fois',
  params: z.strictObject({ type: z.enum(moves, 'Action inconnue') }),
  input: z.strictObject({ times: z.array(z.uuid('Identifiant invalide')).min(1).max(mostSettled) }),
  output: z.strictObject({ times: z.array(z.uuid()) }),
});
