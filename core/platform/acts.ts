/** In the history of records. */
export const platformActs = {
  enterAgency: 'Accès du support',
  leaveAgency: 'Départ du support',
  editByPlatform: 'Modification par la plateforme',
  createManager: 'Administrateur invité',
  lock: 'Suspension par la plateforme',
  unlock: 'Suspension levée',
  approveAgency: 'Agence acceptée',
  createSupport: 'Compte support créé',
  editSupport: 'Rôle du compte support',
  inviteSupport: 'Invitation du compte support',
  removeSupport: 'Accès du compte support retiré',
} as const;
