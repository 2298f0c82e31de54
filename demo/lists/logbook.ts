/** What agents write in a week: the type, what they say, and what they find on site. */
export const loggedByAgents: readonly (readonly [
  type: number,
  text: string | null,
  subType?: string,
  finding?: string,
])[] = [
  [121, 'Ronde complète, rien à signaler.'],
  [121, null],
  [54, 'Issues dégagées, barres antipaniques libres.', 'Dégagées'],
  [55, 'Deux fenêtres du premier étage refermées.', 'Refermées par l’agent'],
  [60, 'Caméra du quai 3 sans image depuis 2h.', 'Caméra en panne', 'Écran noir sur le moniteur 2, câble vérifié.'],
  [41, 'Zone bureaux, levée de doute faite : femme de ménage entrée sans badge.', 'Mauvaise manipulation'],
  [77, 'Technicien ascenseur, badge visiteur 12 remis.', 'Maintenance'],
  [78, 'Technicien parti, badge visiteur 12 rendu.', 'Maintenance'],
  [79, 'Ouverture à l’heure, alarme mise hors service.'],
  [80, 'Fermeture faite, dernier occupant parti, alarme en service.'],
  [86, 'Consignes transmises à la relève, clés comptées.', 'Consignes transmises'],
  [87, 'Clé du local technique remise au chauffagiste contre signature.', 'À un prestataire'],
  [93, 'Portefeuille trouvé dans le hall, mis au coffre du poste.', 'Mis en sécurité'],
  [111, 'Livraison de palettes, quai 1.', 'Transporteur'],
  [116, 'Chauffeur non annoncé, renvoyé au service logistique.', 'Non annoncée'],
  [123, 'Deux lampadaires éteints côté parking.', 'Extérieur', 'Lampadaires 4 et 5, à signaler à la maintenance.'],
  [
    124,
    'Porte du sous-sol trouvée ouverte, refermée après contrôle.',
    'Refermée',
    'Aucune trace d’effraction sur la serrure.',
  ],
  [127, 'Fourgon sur la voie pompiers, conducteur prévenu, parti à la première demande.', 'Pompiers'],
  [49, 'Personne qui photographie les accès, partie à l’arrivée de l’agent.', 'Invité à partir'],
  [103, 'Coupure à la main d’une employée, pansement posé.', 'Plaie'],
];

/** One serious event in the week, with its findings. */
export const intrusion = {
  type: 30,
  subType: 'Effraction',
  text: 'Porte du local vélos forcée. Police prévenue, site sécurisé, client appelé.',
  findings: [
    'Serrure arrachée, pied-de-biche laissé sur place.',
    'Aucun vélo manquant d’après le registre du gardien.',
  ],
};
