// Labels in the history of records.
export const planningActs = {
  clock: 'Échéance passée',
  publish: 'Publication',
  unpublish: 'Publication annulée',
  start: 'Prise de service',
  resume: 'Reprise',
  startBreak: 'Début de pause',
  endBreak: 'Fin de pause',
  extend: 'Prolongation',
  interrupt: 'Interruption',
  finish: 'Fin de service',
  beginUnplanned: 'Service non planifié démarré',
  note: 'Note de l’agence',
  message: 'Message aux collaborateurs',
  sendPlanning: 'Planning envoyé',
  makeCalendar: 'Lien de calendrier créé',
  removeCalendar: 'Lien de calendrier supprimé',
} as const;
