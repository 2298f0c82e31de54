// The keyboard shortcuts of the grid, in one list: its accessible description and the help dialog read it.
export const gridKeys = [
  { keys: 'Flèches', does: 'de case en case' },
  { keys: 'Entrée', does: 'ouvrir ou créer' },
  { keys: 'Espace', does: 'sélectionner' },
  { keys: 'Maj et flèches', does: 'étendre la sélection' },
  { keys: 'M', does: 'déplacer avec les flèches, puis Entrée' },
  { keys: 'R', does: 'changer la fin avec les flèches, le début après la flèche du haut, puis Entrée' },
  { keys: 'Alt Maj et flèches', does: 'changer la fin d’un quart d’heure, puis Entrée' },
  { keys: 'Suppr', does: 'retirer' },
  { keys: 'Ctrl C, Ctrl V', does: 'copier, coller' },
  { keys: 'Ctrl Z', does: 'défaire' },
  { keys: 'Échap', does: 'annuler' },
] as const;

export const keyHelp = gridKeys.map(({ keys, does }) => `${keys} : ${does}.`).join(' ');

/** Shortcuts of a chip that can be dragged and resized. */
export const chipShortcuts = 'M R Alt+Shift+ArrowLeft Alt+Shift+ArrowRight Delete';
