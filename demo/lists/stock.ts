// The stock of the first agency: every level, and a due date in every state.
import type { StockActionCode, stockTypes } from '#core/stock/reference.ts';

export interface WrittenAction {
  action: StockActionCode;
  quantity: number;
  /** Days before today. */
  ago: number;
  /** Days from today to its due date. */
  due?: number;
  settled?: true;
  /** On a site of the agency. */
  onSite?: true;
  comment?: string;
}

export interface WrittenStock {
  title: string;
  types: (keyof typeof stockTypes)[];
  description: string;
  low: number | null;
  /** Of one piece. */
  price: number;
  /** Bought first. */
  bought: number;
  /** Pieces of each holder: on how many agents, on how many sites. */
  onAgents?: [people: number, pieces: number];
  onSites?: [sites: number, pieces: number];
  actions?: WrittenAction[];
  inactive?: true;
}

export const writtenStock: readonly WrittenStock[] = [
  {
    title: 'Radio portative VHF',
    types: ['RADIO'],
    description:
      'Émetteur-récepteur avec chargeur, oreillette et clip de ceinture. Batterie à changer tous les deux ans.',
    ...{ low: 4, price: 148, bought: 24, onAgents: [14, 1], onSites: [3, 2] },
    actions: [
      { action: 300, quantity: 24, ago: 300, due: 65, comment: 'Contrôle des batteries' },
      { action: 200, quantity: 1, ago: 40, comment: 'Hors d’usage' },
    ],
  },
  {
    title: 'Parka d’agent, taille L',
    types: ['UNIFORM'],
    description: 'Parka imperméable, bandes rétroréfléchissantes, insigne de l’agence.',
    ...{ low: 5, price: 62, bought: 16, onAgents: [12, 1] },
  },
  {
    title: 'Parka d’agent, taille XL',
    types: ['UNIFORM'],
    description: 'Parka imperméable, bandes rétroréfléchissantes, insigne de l’agence.',
    ...{ low: 3, price: 62, bought: 6, onAgents: [6, 1] },
  },
  {
    title: 'Polo brodé, taille M',
    types: ['UNIFORM'],
    description: 'Polo à manches courtes, brodé « Sécurité » au dos.',
    ...{ low: 10, price: 18.9, bought: 60, onAgents: [11, 2] },
  },
  {
    title: 'Gilet pare-balles NIJ IIIA',
    types: ['PROTECTION'],
    description: 'À conserver à plat. Les plaques ont une date de péremption du fabricant.',
    ...{ low: 1, price: 540, bought: 6, onAgents: [3, 1] },
    actions: [{ action: 300, quantity: 6, ago: 360, due: 20, comment: 'Péremption des plaques' }],
  },
  {
    title: 'Lampe torche rechargeable',
    types: ['TOOL'],
    description: '1 000 lumens, base de charge au poste.',
    ...{ low: 4, price: 39.5, bought: 20, onAgents: [9, 1], onSites: [4, 1] },
  },
  {
    title: 'Extincteur à eau 6 L',
    types: ['FIRE'],
    description: 'Contrôle annuel obligatoire par un organisme agréé.',
    ...{ low: 2, price: 74, bought: 14, onSites: [6, 2] },
    actions: [
      { action: 300, quantity: 2, ago: 400, due: -35, onSite: true, comment: 'Contrôle annuel en retard' },
      { action: 300, quantity: 10, ago: 330, due: 45, comment: 'Contrôle annuel' },
      { action: 300, quantity: 14, ago: 700, due: -340, settled: true, comment: 'Contrôle annuel' },
    ],
  },
  {
    title: 'Défibrillateur automatique',
    types: ['PROTECTION', 'FIRE'],
    description: 'Électrodes et batterie à remplacer avant leur péremption.',
    ...{ low: 1, price: 1190, bought: 3, onSites: [2, 1] },
    actions: [{ action: 300, quantity: 3, ago: 283, due: 82, onSite: true, comment: 'Péremption des électrodes' }],
  },
  {
    title: 'Trousse de premiers secours',
    types: ['PROTECTION', 'CONSUMABLE'],
    description: 'Composition conforme au code du travail, scellée.',
    ...{ low: 3, price: 32.4, bought: 10, onSites: [5, 1] },
    actions: [
      { action: 100, quantity: 4, ago: 90, due: 400, comment: 'Réassort' },
      { action: 200, quantity: 1, ago: 9, onSite: true, comment: 'Utilisée, à remplacer' },
    ],
  },
  {
    title: 'Gants anti-coupure',
    types: ['PROTECTION'],
    description: 'Niveau C, tailles 8 à 10.',
    ...{ low: 12, price: 11.8, bought: 30, onAgents: [10, 2] },
    actions: [{ action: 200, quantity: 2, ago: 12, comment: 'Usés' }],
  },
  {
    title: 'Gilet haute visibilité',
    types: ['PROTECTION', 'UNIFORM'],
    description: 'Classe 2, tailles M à XXL ; un jeu par poste de sécurité.',
    ...{ low: 4, price: 6.75, bought: 10, onSites: [5, 2] },
  },
  {
    title: 'Badge d’accès vierge',
    types: ['KEY'],
    description: 'Carte Mifare à programmer par le responsable de site.',
    ...{ low: 10, price: 2.4, bought: 50, onAgents: [8, 1] },
  },
  {
    title: 'Ancienne lampe à piles',
    types: ['TOOL'],
    description: 'Remplacée par la lampe rechargeable.',
    ...{ low: null, price: 9, bought: 4, inactive: true as const },
    actions: [{ action: 200, quantity: 4, ago: 200, comment: 'Recyclage' }],
  },
];
