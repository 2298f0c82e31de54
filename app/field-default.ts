// B-012: what the empty path opens on a telephone. The setting has two values, « Terrain » and « Back-office »: opening
// and leaving field mode choose it. Until then, an agent's telephone opens the field.
import { fieldChoice } from '#field/mode.ts';
import type { Session } from '#ui/client/session-state.ts';

const isTelephone = (): boolean => window.matchMedia('(max-width: 48em) and (pointer: coarse)').matches;

export const opensField = ({ flags, acting, subscriptionValid, can }: Session): boolean =>
  fieldChoice() === null &&
  flags.isAgent &&
  // Who plans or supervises works at the desk first, on a telephone too.
  !flags.isAgencyOwner &&
  !can(['listServices', 'readSupervision']) &&
  !acting &&
  subscriptionValid &&
  can(['executeOwnService']) &&
  // Where the browser cannot keep anything, it cannot be enrolled.
  globalThis.isSecureContext &&
  isTelephone();
