// The guarded posts: site, hours, number of agents, qualification. Monday=1 … Sunday=0.
import type { ActivityType } from '#core/planning/activity.ts';
import type { SpecialtyName } from './sectors.ts';

export interface WrittenShift {
  from: string;
  /** If not after `from`: on the next day. */
  to: string;
  days: readonly number[];
  /** Not worked. */
  pause?: readonly [from: string, to: string];
}

export interface WrittenPost {
  site: string;
  title: string;
  activity?: ActivityType;
  specialty?: SpecialtyName;
  shifts: readonly WrittenShift[];
  /** Default 1. */
  agents?: number;
  /** Size of a team that covers day and night in turn: two days, two nights, then rest. */
  team?: number;
  /** Demo accounts in the team. */
  members?: readonly string[];
  dog?: true;
  /** A circuit: site, hour of arrival, minutes. */
  stops?: readonly (readonly [site: string, arrival: string, minutes: number])[];
  /** Interval in weeks. */
  everyWeeks?: number;
}

const all = [1, 2, 3, 4, 5, 6, 0] as const;
const weekdays = [1, 2, 3, 4, 5] as const;
const saturday = [6] as const;

const roundTheClock: readonly WrittenShift[] = [
  { from: '07:00', to: '19:00', days: all },
  { from: '19:00', to: '07:00', days: all },
];
const office: readonly WrittenShift[] = [{ from: '08:00', to: '18:00', days: weekdays, pause: ['12:30', '13:30'] }];
const shop = (days: readonly number[]): readonly WrittenShift[] => [
  { from: '10:00', to: '20:00', days, pause: ['14:00', '15:00'] },
];

const once = (weekday: number, from: string, to: string): readonly WrittenShift[] => [{ from, to, days: [weekday] }];

export const azurPosts: readonly WrittenPost[] = [
  {
    site: 'Hôtel Miramarine Croisette',
    title: 'Sécurité incendie',
    specialty: 'SSIAP 1',
    shifts: roundTheClock,
    team: 5,
    members: ['agent@azur.example', 'chef.poste@azur.example'],
  },
  { site: 'Plateforme logistique de Carros', title: 'Poste de garde', shifts: roundTheClock, team: 4 },
  { site: 'Centre de données NT1', title: 'PC sécurité', activity: 3, shifts: roundTheClock, team: 5 },
  {
    site: 'Clinique Bellombre',
    title: 'SSIAP de jour',
    specialty: 'SSIAP 1',
    shifts: [{ from: '07:00', to: '19:00', days: all }],
  },
  {
    site: 'Campus Néréaline',
    title: "Contrôle d'accès",
    activity: 3,
    specialty: "Contrôle d'accès",
    shifts: [
      { from: '07:00', to: '14:00', days: weekdays },
      { from: '14:00', to: '21:00', days: weekdays },
    ],
  },
  {
    site: 'Centre de données NT2',
    title: 'Télésurveillance',
    activity: 3,
    specialty: 'Télésurveillance',
    shifts: office,
  },
  {
    site: 'Chantier îlot Méridien',
    title: 'Maître-chien',
    specialty: 'Agent cynophile',
    dog: true,
    shifts: [{ from: '20:00', to: '06:00', days: [5, 6] }],
  },
  {
    site: 'Parking Vauban',
    title: 'Tournée Ouest',
    activity: 6,
    specialty: 'Rondier intervenant',
    shifts: [{ from: '21:00', to: '05:00', days: all }],
    stops: [
      ['Résidence Le Fort Carré', '21:40', 20],
      ['Galerie Saint-Claude', '22:30', 25],
      ['Hôtel Miramarine Vieux-Port', '23:45', 20],
      ['Entrepôt Brisemar 2', '01:00', 30],
      ['Base nautique de la Pinède', '02:30', 15],
      ['Résidence Les Oliviers de Wilson', '03:30', 20],
    ],
  },
  {
    site: 'Parking de la Gare',
    title: 'Tournée Est',
    activity: 6,
    specialty: 'Rondier intervenant',
    shifts: [{ from: '22:00', to: '05:00', days: [5, 6] }],
    stops: [
      ["Résidence L'Estérel Bleu", '22:30', 20],
      ['Dépôt de La Bocca', '23:15', 30],
      ['Résidence Les Hauts du Cannet', '00:30', 20],
      ['Gymnase de Tournamy', '02:00', 15],
    ],
  },
  {
    site: 'Verdemar Jean Médecin',
    title: 'Arrière-caisse',
    specialty: 'Arrière-caisse',
    shifts: shop([5, 6]),
  },
  {
    site: "Salle Lune d'Août",
    title: 'Concert',
    shifts: [{ from: '18:00', to: '01:00', days: saturday }],
    agents: 3,
    everyWeeks: 2,
  },
  {
    site: 'Théâtre de verdure des Lauriers',
    title: 'Festival',
    shifts: [{ from: '14:00', to: '23:00', days: saturday }],
    agents: 4,
    everyWeeks: 4,
  },
  {
    site: 'Hôtel Miramarine Promenade',
    title: 'Agent de nuit',
    shifts: [{ from: '21:00', to: '06:00', days: all }],
  },
  { site: 'Siège Miramarine', title: 'Accueil', activity: 4, shifts: office },
  { site: 'Hôtel Miramarine Menton', title: 'Accueil', activity: 4, shifts: office },
  { site: 'Laboratoire Astrélis Biot', title: 'Filtrage', activity: 3, shifts: office },
  {
    site: 'Usine historique Jasminéa',
    title: 'Garde de nuit',
    shifts: [{ from: '19:00', to: '07:00', days: all }],
  },
  {
    site: 'Chantier îlot Méridien',
    title: 'Gardiennage de chantier',
    shifts: [{ from: '18:00', to: '06:00', days: [1, 2, 3, 4] }],
  },
  {
    site: 'Médiathèque des Trois Collines',
    title: 'Surveillance',
    shifts: [{ from: '10:00', to: '18:00', days: [2, 3, 4, 5, 6] }],
  },
  {
    site: 'Centre aquatique du Font',
    title: 'Surveillance',
    shifts: [{ from: '12:00', to: '20:00', days: [3, 6, 0] }],
  },
  { site: 'Centre commercial Les Micocouliers', title: 'Galerie', shifts: shop([...weekdays, ...saturday]) },
  { site: 'Centre commercial Les Micocouliers', title: 'Renfort samedi', shifts: shop(saturday) },
  { site: "Verdemar rue d'Antibes", title: 'Surveillance magasin', shifts: shop(saturday) },
  { site: 'Centre commercial Grand Estérel', title: 'Surveillance magasin', shifts: shop(saturday) },
  {
    site: 'Villa Les Cigales',
    title: 'Levée de doute',
    activity: 2,
    shifts: once(3, '15:00', '16:00'),
    specialty: 'Rondier intervenant',
  },
  {
    site: 'Stockage alcools',
    title: 'Levée de doute',
    activity: 2,
    shifts: once(0, '11:30', '12:30'),
    specialty: 'Rondier intervenant',
    everyWeeks: 2,
  },
  {
    site: 'Boutique-musée Jasminéa',
    title: 'Reconnaissance',
    activity: 7,
    shifts: once(2, '09:00', '11:00'),
    everyWeeks: 4,
  },
  { site: 'Bâtiment Lucioles', title: 'Audit', activity: 8, shifts: once(4, '14:00', '17:00'), everyWeeks: 4 },
  {
    site: 'Siège Miramarine',
    title: 'Réunion de service',
    activity: 5,
    shifts: once(1, '14:00', '15:30'),
    everyWeeks: 4,
  },
];

export const borealPosts: readonly WrittenPost[] = [
  {
    site: 'Centre de données HP1',
    title: 'PC sécurité',
    activity: 3,
    shifts: roundTheClock,
    team: 4,
    members: ['agent@boreal.example'],
  },
  { site: 'Campus Hoplane', title: 'Accueil', activity: 4, shifts: office },
  {
    site: 'Usine Dunélia',
    title: 'Sécurité incendie',
    specialty: 'SSIAP 1',
    shifts: [{ from: '08:00', to: '18:00', days: [1, 3, 5], pause: ['12:00', '13:00'] }],
  },
  {
    site: 'Plateforme Houblonne Lesquin',
    title: 'Agent de nuit',
    shifts: [{ from: '21:00', to: '06:00', days: [...weekdays, ...saturday] }],
  },
  { site: 'Flandrelys Lille Centre', title: 'Surveillance magasin', shifts: shop(saturday) },
  { site: 'Flandrelys Roubaix', title: 'Surveillance magasin', shifts: shop(saturday) },
  {
    site: 'Médiathèque des Hollandais',
    title: 'Surveillance',
    shifts: [{ from: '10:00', to: '18:00', days: [2, 4, 6] }],
  },
  {
    site: 'Quai de messagerie de Fives',
    title: 'Tournée Lille',
    activity: 6,
    specialty: 'Rondier intervenant',
    shifts: [{ from: '21:00', to: '04:00', days: [5, 6] }],
    stops: [
      ['Résidence Le Clos des Tilleuls', '21:40', 20],
      ['Copropriété Les Filatures', '22:30', 20],
      ['Flandrelys Tourcoing', '23:30', 15],
      ['Entrepôt Houblonne Seclin', '01:30', 30],
    ],
  },
  {
    site: 'Salle du Faubourg',
    title: 'Gala',
    shifts: [{ from: '18:00', to: '01:00', days: saturday }],
    agents: 3,
    everyWeeks: 4,
  },
];
