// What each trade of customers needs: qualifications, keys, alarms, contacts, and words for generated names.

export const specialtyNames = [
  'APS',
  'SSIAP 1',
  'SSIAP 2',
  'SSIAP 3',
  'Agent cynophile',
  'Rondier intervenant',
  'Télésurveillance',
  'Événementiel',
  "Contrôle d'accès",
  'Arrière-caisse',
  'Sûreté aéroportuaire',
  'Habilitation électrique H0B0',
] as const;
export type SpecialtyName = (typeof specialtyNames)[number];

/** A job title in its masculine and feminine forms. */
export type Post = readonly [string, string];

export interface Sector {
  specialties: readonly SpecialtyName[];
  keys: readonly string[];
  alarms: readonly string[];
  contacts: readonly Post[];
  /** Prefixes for the names of generated customers. */
  firms: readonly string[];
  sites: readonly string[];
}

const director: Post = ['Directeur', 'Directrice'];
const accountant: Post = ['Responsable comptable', 'Responsable comptable'];
const buyer: Post = ['Acheteur', 'Acheteuse'];

export const sectors = {
  retail: {
    specialties: ['APS', 'SSIAP 1', 'SSIAP 2', 'Arrière-caisse'],
    keys: ['Rideau métallique', 'Passe général', 'Local déchets', 'Quai de livraison', 'Issue de secours nord'],
    alarms: ['Intrusion galerie', 'Intrusion réserves', 'SSI', 'Alarme coffre'],
    contacts: [
      ['Directeur de centre', 'Directrice de centre'],
      ['Responsable sécurité', 'Responsable sécurité'],
      accountant,
    ],
    firms: ['Galeries', 'Comptoir', 'Marchés', 'Foncière commerciale', 'Magasins'],
    sites: ['Centre commercial', 'Galerie marchande', 'Magasin', 'Parc commercial', 'Supermarché'],
  },
  hotel: {
    specialties: ['APS', 'SSIAP 1', "Contrôle d'accès", 'Événementiel'],
    keys: ['Passe hôtel', 'Local technique', 'Accès plage', 'Réserve cuisine', 'Salle de conférence'],
    alarms: ['SSI', 'Intrusion rez-de-jardin', 'Alarme coffres clients'],
    contacts: [
      director,
      ['Chef de réception', 'Cheffe de réception'],
      ['Responsable technique', 'Responsable technique'],
      accountant,
    ],
    firms: ['Hôtels', 'Maison', 'Résidences hôtelières', 'Domaine'],
    sites: ['Hôtel', 'Résidence hôtelière', 'Villa-hôtel', 'Plage privée', 'Restaurant'],
  },
  logistics: {
    specialties: ['APS', 'Rondier intervenant', 'Agent cynophile', "Contrôle d'accès"],
    keys: ['Portail poids lourds', 'Quai 1 à 6', 'Poste de garde', 'Local charge', 'Cage sécurisée'],
    alarms: ['Intrusion périmétrique', 'Intrusion entrepôt', 'Détection incendie', 'Barrières infrarouges'],
    contacts: [
      ["Responsable d'exploitation", "Responsable d'exploitation"],
      ['Responsable QSE', 'Responsable QSE'],
      buyer,
    ],
    firms: ['Transports', 'Logistique', 'Entrepôts', 'Messageries'],
    sites: ['Entrepôt', 'Plateforme logistique', 'Quai de messagerie', 'Dépôt', 'Parc véhicules'],
  },
  campus: {
    specialties: ['APS', 'SSIAP 1', 'SSIAP 2', 'Télésurveillance', "Contrôle d'accès", 'Habilitation électrique H0B0'],
    keys: ['Passe bâtiment', 'Salle serveurs', 'Local onduleurs', 'Toiture-terrasse', 'Parking souterrain'],
    alarms: ['SSI', 'Intrusion bureaux', 'Intrusion salle serveurs', 'Détection de fuite'],
    contacts: [
      ['Responsable des services généraux', 'Responsable des services généraux'],
      ['Responsable sûreté', 'Responsable sûreté'],
      buyer,
    ],
    firms: ['Systèmes', 'Laboratoires', 'Technologies', 'Études', 'Informatique'],
    sites: ['Campus', 'Bâtiment', 'Centre de données', 'Immeuble de bureaux', 'Laboratoire'],
  },
  housing: {
    specialties: ['APS', 'Rondier intervenant', 'Agent cynophile'],
    keys: ['Passe parties communes', 'Local poubelles', 'Portail parking', 'Chaufferie', 'Trappe de désenfumage'],
    alarms: ['Détection parking', 'Alarme chaufferie', 'Désenfumage'],
    contacts: [['Gestionnaire de copropriété', 'Gestionnaire de copropriété'], ['Gardien', 'Gardienne'], accountant],
    firms: ['Cabinet', 'Syndic', 'Gérance', 'Immobilière'],
    sites: ['Résidence', 'Copropriété', 'Parc résidentiel', 'Parking'],
  },
  public: {
    specialties: ['APS', 'SSIAP 1', 'Rondier intervenant', 'Événementiel', "Contrôle d'accès"],
    keys: ['Passe bâtiments publics', 'Grille du parc', 'Local associatif', 'Régie', 'Coffret éclairage'],
    alarms: ['Intrusion', 'SSI', 'Report télésurveillance'],
    contacts: [
      ['Directeur des services techniques', 'Directrice des services techniques'],
      ['Responsable du patrimoine', 'Responsable du patrimoine'],
      ['Régisseur', 'Régisseuse'],
    ],
    firms: ['Syndicat intercommunal', 'Régie publique', 'Office public', 'Établissement public'],
    sites: ['Médiathèque', 'Gymnase', 'Parc public', 'Parking public', 'Centre administratif', 'Piscine'],
  },
  association: {
    specialties: ['APS', 'Événementiel', 'SSIAP 1'],
    keys: ['Porte principale', 'Salle des fêtes', 'Vestiaires', 'Hangar'],
    alarms: ['Intrusion', 'SSI'],
    contacts: [
      ['Président', 'Présidente'],
      ['Trésorier', 'Trésorière'],
      ['Coordinateur', 'Coordinatrice'],
    ],
    firms: ['Association', 'Amicale', 'Club', 'Comité'],
    sites: ['Maison', 'Salle', 'Foyer', 'Base nautique'],
  },
  home: {
    specialties: ['APS', 'Rondier intervenant', 'Télésurveillance'],
    keys: ['Portail', "Porte d'entrée", 'Pool house', 'Garage'],
    alarms: ['Intrusion villa', 'Périmétrique jardin'],
    contacts: [
      ['Intendant', 'Intendante'],
      ['Propriétaire', 'Propriétaire'],
    ],
    firms: ['Indivision', 'Famille'],
    sites: ['Villa', 'Domaine', 'Mas', 'Appartement'],
  },
  works: {
    specialties: ['APS', 'Agent cynophile', 'Rondier intervenant'],
    keys: ['Portail de chantier', 'Base vie', 'Conteneur outillage', 'Armoire électrique'],
    alarms: ['Détection mobile', 'Alarme base vie'],
    contacts: [
      ['Conducteur de travaux', 'Conductrice de travaux'],
      ['Chef de chantier', 'Cheffe de chantier'],
      accountant,
    ],
    firms: ['Constructions', 'Bâtiment', 'Travaux publics', 'Promotion'],
    sites: ['Chantier', 'Base vie', 'Dépôt matériel'],
  },
  health: {
    specialties: ['APS', 'SSIAP 1', 'SSIAP 2', 'SSIAP 3'],
    keys: ['Passe établissement', 'Pharmacie', 'Local déchets médicaux', 'Accès urgences'],
    alarms: ['SSI', 'Intrusion pharmacie', 'Contrôle des issues'],
    contacts: [
      ["Directeur d'établissement", "Directrice d'établissement"],
      ['Responsable technique', 'Responsable technique'],
      accountant,
    ],
    firms: ['Clinique', 'Centre médical', 'Résidence médicalisée'],
    sites: ['Clinique', 'Résidence seniors', 'Centre médical', 'Pôle de consultation'],
  },
  industry: {
    specialties: ['APS', 'SSIAP 1', 'Rondier intervenant', 'Habilitation électrique H0B0'],
    keys: ['Portail usine', 'Atelier', 'Magasin matières premières', 'Local gaz', 'Poste de garde'],
    alarms: ['Intrusion ateliers', 'Détection gaz', 'SSI', 'Intrusion périmétrique'],
    contacts: [["Directeur d'usine", "Directrice d'usine"], ['Responsable HSE', 'Responsable HSE'], buyer],
    firms: ['Ateliers', 'Parfums', 'Manufacture', 'Verreries', 'Industries'],
    sites: ['Usine', 'Atelier', 'Site de production', 'Stockage'],
  },
  event: {
    specialties: ['Événementiel', 'APS', 'SSIAP 1', 'SSIAP 2', 'Agent cynophile'],
    keys: ['Régie', 'Loges', 'Quai décor', 'Billetterie'],
    alarms: ['SSI', 'Intrusion billetterie'],
    contacts: [
      ['Directeur technique', 'Directrice technique'],
      ['Chargé de production', 'Chargée de production'],
      accountant,
    ],
    firms: ['Productions', 'Scènes', 'Spectacles', 'Congrès'],
    sites: ['Salle de spectacle', 'Hall', 'Théâtre', 'Espace congrès'],
  },
} as const satisfies Record<string, Sector>;

export type SectorKey = keyof typeof sectors;

/** Invented names for generated customers. */
export const inventedNames: readonly string[] = `
  Alizéa Ambréole Aquilora Arboréa Astrélis Auréalis Bellombre Brisemar Calanéa Cassidore Célestra Clairmistral Coralune
  Cyprélia Dauphélis Dorélune Éolane Escarpine Estérane Faroléa Floréane Garrigane Girandole Hauterive-Mer Hélianthe
  Iséole Jasminéa Kermélia Lavandane Levantis Luméria Malvasia Maréole Méridane Mirabline Mistralys Mornaé Nautilane
  Néréaline Olivane Ombreval Orangélis Pinéalis Ponantis Pervenchelle Rivanova Rochaléa Romaréa Safranelle Salinéa
  Solarége Solmarine Tamarélis Thymélia Tramontane-Sud Valdorine Verdemar Vermélia Vigneroche Zéphyrane
`
  .trim()
  .split(/\s+/);

/** Suffixes after the kind of a generated site. */
export const siteNames: readonly string[] = `
  des Acacias|des Agaves|des Amandiers|de l'Aqueduc|des Arbousiers|du Belvédère|de la Brise|des Bruyères|du Canal|des Cèdres
  des Chênes verts|des Cigales|de la Citadelle|des Citronniers|du Clos|de la Colline|des Cyprès|des Embruns|de l'Estacade
  de l'Étoile|des Eucalyptus|de la Fontaine|des Genêts|de la Grande Terre|des Iris|des Jasmins|du Lavoir|des Lauriers
  des Magnolias|du Moulin|des Mimosas|des Myrtes|de l'Olivette|des Orangers|du Palmier|de la Pinède|du Phare|des Platanes
  du Ponant|de la Prairie|des Remparts|des Restanques|de la Roseraie|des Tamaris|des Terrasses|du Vallon|des Vignes|de la Source
`
  .trim()
  .split(/\s*[|\n]\s*/);
