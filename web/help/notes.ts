// What the description of a screen does not say, by the name of its route.

const planning = [
  'Glissez un service pour le déplacer, ses bords pour changer ses heures ; Ctrl C et Ctrl V le copient.',
  '« 4 semaines » est la vue que d’autres logiciels appellent P4S : le planning sur quatre semaines, celui d’un cycle.',
  'Rien n’est visible des collaborateurs ni des clients avant « Publier ».',
];

/** « Accueil » is another page for each role. */
export const homeNotes = {
  agency: [
    'En tête, la couverture : les postes tenus sont ceux où quelqu’un est présent ; la courbe va jusqu’à demain midi.',
    'Puis ce qui reste à faire : services en retard, à pourvoir, à publier, papiers qui expirent ; chaque ligne ouvre sa liste.',
    'Dessous, la couverture et les absences des deux semaines à venir, les heures de la période et vos dernières fiches.',
  ],
  customer: [
    '« Aujourd’hui sur vos sites » (le soir : « Ce soir ») dit combien d’agents sont sur place et depuis quand, la relève, et un service terminé avant l’heure.',
    'Un clic ouvre le service avec son déroulé.',
  ],
  agent: [
    'Votre service en cours vient en premier, avec ses boutons : démarrer, pause, terminer.',
    'Dessous, vos prochains services et vos papiers avec leur date d’expiration.',
  ],
} as const;

export const notes: Readonly<Record<string, readonly string[]>> = {
  adminPlanning: planning,
  adminPlaningAgents: planning,
  adminPlaningSites: planning,
  adminServices: [
    'La liste s’ouvre sur aujourd’hui et les jours suivants : retirez le filtre pour remonter plus loin.',
  ],
  supervision: [
    'Les services en retard ou sans nouvelles passent en premier ; un clic ouvre de quoi appeler ou remplacer.',
  ],
  agents: [
    'Les archivés sont masqués : « Filtres », puis « Afficher les archivés ».',
    'La recherche connaît aussi les téléphones, les matricules et les villes.',
  ],
  customers: ['La recherche connaît aussi les téléphones, les villes et les interlocuteurs.'],
  sites: ['La recherche connaît aussi l’adresse et le client du site.'],
  listIndispo: [
    'Les congés se comptent en jours ; décochez « Journées entières » pour une absence de quelques heures.',
  ],
  'my-planning': [
    'Chaque service montre son adresse, ses consignes et son bouton ; une fois terminé, vos heures réelles à côté du prévu.',
  ],
};
