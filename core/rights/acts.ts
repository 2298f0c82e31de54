// Labels in the history of records.
export const rightsActs = {
  editRights: 'Droits modifiés',
  applyRights: 'Appliqué à ceux qui l’avaient',
} as const;
