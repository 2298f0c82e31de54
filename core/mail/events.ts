// Delivery events of a mail (1 §4, L-008).

export const emailEvents = {
  request: 'Soumis',
  sent: 'Envoyé',
  delivered: 'Délivré',
  opened: 'Ouvert',
  unique_opened: 'Première ouverture',
  click: 'Clic',
  deferred: 'Différé',
  soft_bounce: 'Rejet temporaire',
  hard_bounce: 'Rejet définitif',
  blocked: 'Bloqué',
  spam: 'Spam',
  invalid: 'Invalide',
} as const;

export type EmailEventName = keyof typeof emailEvents;
