/** Whether the person can sign in: an account, or an invitation to open one. */
export const accountStates = {
  NONE: 'Jamais invité',
  INVITED: 'Invité',
  EXPIRED: 'Invitation expirée',
  OPEN: 'Compte actif',
} as const;
