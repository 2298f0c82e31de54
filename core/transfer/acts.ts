// Labels in the history of transfers.
export const transferActs = {
  judgeAgent: 'Salarié apprécié',
  markStep: 'Étape',
  receivePeople: 'Liste reçue',
  hirePeople: 'Collaborateurs créés',
  endContracts: 'Contrats terminés par le transfert',
} as const;
