// When the end of a service asks for a photo (N-048 to N-052). Without one the end is recorded too: a broken camera must not
// keep anybody at work. The agent then says why, on his phone as on the web, which takes no photo. The server refuses a web
// end without it; the end that a phone reports is a fact (decision 87). The agency ends what an agent could not: nobody asks
// it for a photo.
import type { ServiceState } from './lifecycle.ts';

/** The agency's choice, for services and for circuits. */
export interface EndPhotoRules {
  service: boolean;
  circuit: boolean;
}

const hour = 3_600_000;
/** N-049 */
const longService = 24 * hour;

const withoutPhoto = 'Sans photo';

/** The content of an end without the photo that was asked. */
export const endWithoutPhoto = (reason: string): string => `${withoutPhoto} : ${reason.trim()}`;

type Ended = Pick<ServiceState, 'start' | 'end' | 'openEnded' | 'isCircuit' | 'circuitStatus'>;

/**
 * Why a photo is asked, in words; null: none is. `isEndPointOpen`: a round of the service has its last checkpoint not read
 * (N-051); a service without rounds has no end point.
 */
export function endPhotoReason(
  service: Ended,
  rules: EndPhotoRules,
  isEndPointOpen: boolean,
  at: number,
): string | null {
  // A stop ends by leaving the site.
  if (service.circuitStatus != null) return null;
  if (service.openEnded) return 'Ce service n’a pas d’heure de fin prévue.';
  if (service.end - service.start >= longService) return 'Ce service dure 24 heures ou plus.';
  if (service.end > at) return 'L’heure de fin prévue n’est pas atteinte.';
  if (isEndPointOpen) return 'Le dernier point de contrôle n’a pas été lu.';
  return rules[service.isCircuit ? 'circuit' : 'service'] ? 'Votre agence demande une photo à la fin.' : null;
}

/** An end carries what was asked: a photo, or why there is none. */
export const isEndProven = (why: string | null, photos: number, content: string | null): boolean =>
  why === null || photos > 0 || (content?.split(`${withoutPhoto} :`, 2)[1] ?? '').trim() !== '';

export const endUnproven =
  'Une photo est demandée à la fin : prenez-la en mode terrain, ou dites pourquoi il n’y en a pas.';
