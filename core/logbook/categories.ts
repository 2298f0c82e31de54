/** The subject of an event of the daily log (2 §4); the lifecycle of services has its own event types. */
export const eventCategories = {
  INCIDENT: 'Incident',
  CONTROL: 'Contrôle spécifique',
  PRESENCE: 'Présence',
  LOGISTIC: 'Logistique',
  CARE: 'Soins et secours',
  DELIVERY: 'Livraison',
  OBSERVATION: 'Observation',
} as const;
