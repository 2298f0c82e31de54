// What the description of a screen does not say, by the name of its route.

const planning = [
  'Glissez un service pour le déplacer, ses bords pour changer ses heures ; Ctrl C et Ctrl V le copient.',
  '« 4 semaines » est la vue que d’autres logiciels appellent P4S : le planning sur quatre semaines, celui d’un cycle.',
  'Rien n’est visible des collaborateurs ni des clients avant « Publier ».',
];

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
  'my-planning': ['Touchez un service pour l’ouvrir, voir son adresse et ses consignes, ou le commencer.'],
};
