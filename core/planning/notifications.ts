// What the planning tells: an agent about his services, a customer about his sites, the planners about what happens in the
// field.
import { notificationKind, unreachedReasons } from '../kernel/notification.ts';

/** Why an agent is not told of his planning. */
export const planningReasons = {
  ...unreachedReasons,
  right: 'son compte n’a pas accès à son planning',
  planningMail: 'l’envoi du planning par e-mail est désactivé sur sa fiche',
} as const;
export type UntoldReason = keyof typeof planningReasons;
export const allUntoldReasons = Object.keys(planningReasons) as UntoldReason[];

const planners = { rights: ['receiveAgentPlanningCopy'], channels: ['here', 'mail', 'push'] } as const;
/** Somebody must act within the hour. */
const soon = { push: { urgency: 'high', minutes: 60 } } as const;

export const servicesPublished = notificationKind({
  name: 'servicesPublished',
  label: 'Mes services sont publiés ou changent',
  rights: ['readOwnPlanning'],
  channels: ['here', 'mail', 'push'],
  withoutAccount: true,
});

export const sitePlanningPublished = notificationKind({
  name: 'sitePlanningPublished',
  label: 'Le planning de mes sites est publié ou change',
  rights: ['readSitePlanning'],
  // Who asks for it gets the planning itself by mail.
  channels: ['here'],
  toCustomers: true,
});

export const lateService = notificationKind({
  name: 'lateService',
  label: 'Un service n’a pas commencé à l’heure',
  ...planners,
  ...soon,
});

export const interruptedService = notificationKind({
  name: 'interruptedService',
  label: 'Un collaborateur a interrompu son service',
  ...planners,
  ...soon,
});

export const endedEarlyService = notificationKind({
  name: 'endedEarlyService',
  label: 'Un collaborateur a terminé son service avant l’heure',
  ...planners,
});

export const unplannedService = notificationKind({
  name: 'unplannedService',
  label: 'Un collaborateur a démarré un service non planifié',
  ...planners,
});

export const declaredAbsence = notificationKind({
  name: 'declaredAbsence',
  label: 'Indisponibilité déclarée par un collaborateur',
  rights: ['editService'],
  channels: ['here', 'mail', 'push'],
});

export const settledHours = notificationKind({
  name: 'settledHours',
  label: 'Mon agence a décidé de mes heures réelles',
  rights: ['listOwnHours'],
  channels: ['here'],
});

export const agencyMessage = notificationKind({
  name: 'agencyMessage',
  label: 'Mon agence m’écrit au sujet d’un service',
  rights: ['readOwnPlanning'],
  channels: ['here', 'mail', 'push'],
  withoutAccount: true,
  ...soon,
});
