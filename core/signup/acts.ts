/** In the history of records. */
export const signUpActs = {
  signUp: 'Inscription en ligne',
  dismissFirstSteps: 'Premiers pas masqués',
  loadSamples: 'Exemples chargés',
  removeSamples: 'Exemples retirés',
} as const;
