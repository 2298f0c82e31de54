import { entity } from '../kernel/entity.ts';
import { choice, flag, text } from '../kernel/field.ts';
import { excludedActivities } from '../planning/paid.ts';

/** A qualification of agents that sites require: SSIAP 1, maître-chien, … One list per agency. */
export const Specialty = entity({
  name: 'specialty',
  plural: 'specialties',
  table: 'specialties',
  label: { one: 'Spécialité', many: 'Spécialités', feminine: true },
  description: 'Les qualifications que vos sites demandent et que vos collaborateurs possèdent.',
  title: 'name',
  order: { by: 'name', ascending: true },
  grants: {
    list: { agency: 'signedIn', customer: 'signedIn' },
    read: { agency: 'signedIn' },
    create: { agency: ['editAgencySetting'] },
    edit: { agency: ['editAgencySetting'] },
  },
  fields: {
    name: text('Nom', { section: 'Général', required: true, column: 'shown', search: true, unique: true, max: 80 }),
    /** Annexe IV, art. 7: allowances for the dog. */
    withDog: flag('Avec un chien', {
      section: 'Général',
      column: 'shown',
      help: 'Ouvre droit aux indemnités d’entretien et de transport du chien.',
    }),
    /** Art. 7.12 c. */
    excludedWork: choice('Hors minimum de vacation', excludedActivities, {
      section: 'Général',
      column: 'shown',
      help: 'Art. 7.12 : payé pour sa durée, sans le minimum de six heures ni l’amplitude.',
    }),
  },
});
