/** The subject of an event of the daily log, by its typeKey (2 §2, §4). */
export const logCategories = {
  service: 'Service',
  break: 'Pause',
  round: 'Ronde',
  agent: 'Alerte du collaborateur',
  incident: 'Incident',
  controleSpecifique: 'Contrôle spécifique',
  presence: 'Présence',
  logistique: 'Logistique',
  'care-rescue': 'Soins et secours',
  delivery: 'Livraison',
  observations: 'Observations',
} as const;

export type EventCategory = keyof typeof logCategories;

/** Written by the product itself: nobody creates or modifies them by hand (P-013). */
const ownCategories = ['service', 'break', 'round', 'agent'] as const;
export const isRestricted = (category: EventCategory): boolean =>
  (ownCategories as readonly EventCategory[]).includes(category);
