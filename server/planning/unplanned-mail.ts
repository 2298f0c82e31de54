// The mail to planners when an agent starts an unplanned service.
import type { Mail } from '#server/mail/mailer.ts';

export interface UnplannedService {
  agent: string;
  site: string;
  reference: string;
  /** Warnings of the planning checks. */
  warnings: readonly string[];
}

export const unplannedMail = (
  to: { address: string; name: string },
  { agent, site, reference, warnings }: UnplannedService,
  place: { agency: string; url: string },
): Mail => ({
  to: to.address,
  subject: `${place.agency} : service non planifié`,
  paragraphs: [
    `Bonjour ${to.name},`,
    `${agent} a démarré un service non planifié : ${site} (${reference}).`,
    ...warnings.map((warning) => `• ${warning}`),
  ],
  action: { label: 'Voir les services', url: `${place.url}/#/adminServices` },
});
