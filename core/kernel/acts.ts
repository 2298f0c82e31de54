// Labels of the actions that every record knows.
export const generalActs = {
  create: 'Création',
  edit: 'Modification',
  save: 'Modification',
  delete: 'Suppression',
  read: 'Lecture',
  reveal: 'Consultation',
  correct: 'Correction',
} as const;
