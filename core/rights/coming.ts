// Rights whose calls and screens do not exist yet: the editor shows them apart. A test compares the list with the code.
import type { Right } from '../rights.ts';

export const comingRights: ReadonlySet<Right> = new Set<Right>([
  // Rondes
  'sendRound',
  // Abonnement et paiements
  'manageSubscription',
]);
