// Labels in the history of records.
export const reportsActs = {
  mail: 'Envoi par e-mail',
  submit: 'Remise à l’agence',
  refuse: 'Refus',
  revise: 'Nouvelle version demandée',
  replace: 'Remplacé par une nouvelle version',
} as const;
