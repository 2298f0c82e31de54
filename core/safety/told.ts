// What the agent is told, word for word (2 §8).
import type { ReportedKind } from './report.ts';

/** Once the agency has the report (S-005, S-017, S-027). */
export const sentWords: Readonly<Record<ReportedKind, readonly string[]>> = {
  sos: ['Votre alerte SOS a été transmise.'],
  call: ['Votre appel d’urgence a été signalé.'],
  fall: ['Un signalement de chute à été transmis.', 'Veuillez contacter votre agence au plus vite'],
  inactivity: ['Le collaborateur a été détecté inactif'],
  perimeter: ['Un signalement de sortie de périmètre à été transmis.'],
  return: ['Votre retour dans le périmètre a été transmis.'],
};

export const noCalibration = 'Calibration indisponible';
/** E-056 */
export const soundProblems = {
  load: 'Échec lors du chargement du fichier audio',
  play: 'Échec de la lecture du fichier audio',
} as const;
/** E-057 */
export const noSettings = "Impossible d'accéder aux paramètres";
/** S-030 */
export const placeAdvice = {
  fine: 'Autorisez la localisation précise',
  background: 'Autorisez la localisation en arrière-plan (Toujours)',
} as const;
