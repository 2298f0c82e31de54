// Labels in the history of records.
export const safetyActs = {
  raise: 'Alerte reçue',
  reportAgain: 'Signalée de nouveau',
  hearAgain: 'Téléphone de nouveau entendu',
  askCall: 'Sans nouvelles : appel demandé',
  escalate: 'Personne suivante prévenue',
  take: 'Prise en charge',
  comment: 'Commentaire',
  close: 'Clôture',
} as const;
