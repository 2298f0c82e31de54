// What is done during a service. Apart from the service: the phone knows them without its entity.
import * as z from 'zod';

/** N-003 */
export const activityTypes = {
  1: 'Gardiennage & Surveillance',
  2: 'Intervention & Levée de doute',
  3: "PC sécurité & Contrôle d'accès",
  4: 'Accueil',
  5: 'Gestion administrative',
  6: 'Ronde mobile',
  7: 'Reconnaissance des lieux (RDL)',
  8: 'Audit & Contrôle',
} as const;

export type ActivityType = keyof typeof activityTypes;

/** N-004: activities that end with a report of their own kind. */
export const reportKeys: Partial<Record<ActivityType, 'intervention' | 'round' | 'recognition' | 'audit'>> = {
  2: 'intervention',
  6: 'round',
  7: 'recognition',
  8: 'audit',
};

const unknown = 'Activité inconnue';
export const activityType = z.int(unknown).refine((type) => Object.hasOwn(activityTypes, type), unknown);
