/** In the history of records. */
export const platformActs = {
  enterAgency: 'Accès du support',
  leaveAgency: 'Départ du support',
  editByPlatform: 'Modification par la plateforme',
  createManager: 'Administrateur invité',
  approveAgency: 'Agence acceptée',
} as const;
