// Towns by postcode, with streets that exist there. The radius (km) keeps generated positions out of the sea.

export interface Place {
  city: string;
  zipcode: string;
  latitude: number;
  longitude: number;
  radius: number;
  streets: readonly string[];
}

const place = (
  city: string,
  zipcode: string,
  latitude: number,
  longitude: number,
  radius: number,
  streets: readonly string[],
): Place => ({ city, zipcode, latitude, longitude, radius, streets });

export const riviera = {
  nice: place('Nice', '06000', 43.7047, 7.262, 0.8, [
    'avenue Jean Médecin',
    'rue de France',
    'boulevard Gambetta',
    'boulevard Victor Hugo',
    'rue Gioffredo',
    'rue de la Buffa',
    'boulevard Dubouchage',
    'avenue Thiers',
    'rue Rossini',
    'boulevard de Cimiez',
  ]),
  niceNord: place('Nice', '06100', 43.7195, 7.252, 1.2, [
    'avenue Borriglione',
    'boulevard Gorbella',
    'avenue Saint-Lambert',
    'avenue Cyrille Besset',
    'avenue du Ray',
    'boulevard Joseph Garnier',
  ]),
  niceOuest: place('Nice', '06200', 43.6885, 7.21, 1, [
    'route de Grenoble',
    'boulevard René Cassin',
    'avenue de la Californie',
    'avenue Sainte-Marguerite',
    'promenade des Anglais',
    'boulevard Paul Montel',
    'boulevard du Mercantour',
  ]),
  nicePort: place('Nice', '06300', 43.706, 7.285, 0.6, [
    'rue Bonaparte',
    'rue Cassini',
    'boulevard Risso',
    'rue Barla',
    'route de Turin',
    'rue Arson',
    'boulevard Stalingrad',
  ]),
  cannes: place('Cannes', '06400', 43.5575, 7.013, 0.7, [
    "rue d'Antibes",
    'boulevard de la République',
    'boulevard Carnot',
    'rue Hoche',
    "boulevard d'Alsace",
    'avenue de Grasse',
    'rue Félix Faure',
  ]),
  bocca: place('Cannes', '06150', 43.555, 6.972, 0.6, [
    'avenue Francis Tonner',
    'avenue Michel Jourdan',
    'rue du Docteur Baloux',
    'avenue du Docteur Raymond Picaud',
    'chemin de la Bastide Rouge',
  ]),
  antibes: place('Antibes', '06600', 43.5845, 7.113, 0.8, [
    'boulevard Wilson',
    'avenue Robert Soleau',
    'route de Grasse',
    'boulevard Albert 1er',
    'avenue Jules Grec',
    'chemin de Saint-Claude',
    'rue de la République',
  ]),
  juan: place('Antibes', '06160', 43.572, 7.108, 0.4, [
    'boulevard Raymond Poincaré',
    'avenue Guy de Maupassant',
    'avenue Georges Gallice',
    'boulevard Charles Guillaumont',
  ]),
  sophia: place('Valbonne', '06560', 43.6163, 7.0552, 1.2, [
    'route des Lucioles',
    'rue Albert Einstein',
    'route des Crêtes',
    'rue Fernand Léger',
    'rue Dostoïevski',
    'allée Pierre Ziller',
    'rue du Vallon',
  ]),
  biot: place('Biot', '06410', 43.627, 7.09, 1, [
    'route des Colles',
    'route de la Mer',
    'avenue de Roumanille',
    'rue Saint-Sébastien',
    'chemin des Combes',
  ]),
  mougins: place('Mougins', '06250', 43.6, 6.995, 1.2, [
    'avenue Maurice Donat',
    'route de Valbonne',
    "chemin du Font de l'Orme",
    'avenue de Tournamy',
    'chemin de la Plaine',
  ]),
  vallauris: place('Vallauris', '06220', 43.58, 7.054, 0.8, [
    'avenue Georges Clemenceau',
    'chemin de Saint-Bernard',
    "route d'Antibes",
    'avenue de Cannes',
    'boulevard du Tapis Vert',
  ]),
  cagnes: place('Cagnes-sur-Mer', '06800', 43.664, 7.149, 0.7, [
    'avenue de Grasse',
    'avenue Auguste Renoir',
    'chemin du Val Fleuri',
    'avenue de Nice',
    'boulevard Maréchal Juin',
  ]),
  saintLaurent: place('Saint-Laurent-du-Var', '06700', 43.678, 7.188, 0.7, [
    'avenue du Général Leclerc',
    'avenue Eugène Donadeï',
    'avenue Léon Bérenger',
    'boulevard Pierre Sola',
    'avenue Guynemer',
  ]),
  villeneuve: place('Villeneuve-Loubet', '06270', 43.656, 7.122, 0.7, [
    'avenue de la Batterie',
    'avenue du Docteur Lefebvre',
    'route de La Colle',
    'avenue des Plans',
    'chemin des Travails',
  ]),
  grasse: place('Grasse', '06130', 43.659, 6.924, 1.2, [
    'route de Cannes',
    'avenue Sidi-Brahim',
    'boulevard Victor Hugo',
    'avenue Thiers',
    'boulevard du Jeu de Ballon',
    'chemin des Capucins',
    'route de Pégomas',
  ]),
  carros: place('Carros', '06510', 43.786, 7.198, 0.8, [
    'route de la Grave',
    'boulevard de la Colle Belle',
    "rue de l'Eusière",
  ]),
  cannet: place('Le Cannet', '06110', 43.577, 7.019, 0.8, [
    'boulevard Sadi Carnot',
    'avenue Georges Pompidou',
    'avenue du Campon',
    "chemin de l'Aubarède",
    'boulevard Jacques Monod',
  ]),
  mandelieu: place('Mandelieu-la-Napoule', '06210', 43.549, 6.937, 0.8, [
    'avenue de Cannes',
    'boulevard des Écureuils',
    'avenue Maréchal Juin',
    'avenue de la République',
    'avenue de Fréjus',
  ]),
  menton: place('Menton', '06500', 43.7805, 7.499, 0.5, [
    'avenue de Verdun',
    'rue Partouneaux',
    'avenue Boyer',
    'rue de la République',
    'avenue de Sospel',
  ]),
} as const satisfies Record<string, Place>;

export const north = {
  lille: place('Lille', '59000', 50.633, 3.061, 1.2, [
    'rue Nationale',
    'boulevard de la Liberté',
    'rue Solférino',
    'rue du Molinel',
    'rue Gambetta',
    'rue de Paris',
    'boulevard Jean-Baptiste Lebas',
    'avenue du Peuple Belge',
  ]),
  fives: place('Lille', '59800', 50.634, 3.085, 0.8, [
    'rue Pierre Legrand',
    'rue de Lannoy',
    'boulevard Carnot',
    'rue du Long Pot',
    'rue du Faubourg de Roubaix',
  ]),
  roubaix: place('Roubaix', '59100', 50.69, 3.178, 1.2, [
    'Grande Rue',
    'avenue Jean Lebas',
    "rue de l'Épeule",
    'rue de Lannoy',
    'boulevard Gambetta',
    'avenue Gustave Delory',
  ]),
  tourcoing: place('Tourcoing', '59200', 50.723, 3.159, 1.2, [
    'rue de Gand',
    'rue Nationale',
    'chaussée Marcelin Berthelot',
    'rue de Lille',
    'boulevard Gambetta',
  ]),
  ascq: place("Villeneuve-d'Ascq", '59650', 50.619, 3.144, 1.5, [
    'boulevard de Valmy',
    "avenue de l'Avenir",
    'boulevard de Tournai',
    'rue Jean Jaurès',
    'rue de la Cimaise',
  ]),
  dunkerque: place('Dunkerque', '59140', 51.0335, 2.3768, 0.6, [
    'rue du Président Poincaré',
    'boulevard Alexandre III',
    'place Jean Bart',
    'quai des Hollandais',
    'rue Clemenceau',
  ]),
  malo: place('Dunkerque', '59240', 51.04, 2.403, 0.7, [
    'avenue Faidherbe',
    'avenue Kléber',
    'rue Paul Machy',
    'boulevard Paul Verley',
    'avenue Adolphe Geeraert',
  ]),
  synthe: place('Grande-Synthe', '59760', 51.0135, 2.305, 1, [
    'rue du Comte Jean',
    'avenue de Petite-Synthe',
    'rue de Dunkerque',
    'avenue des Anciens Combattants',
  ]),
  marcq: place('Marcq-en-Barœul', '59700', 50.671, 3.097, 1, [
    'boulevard Clemenceau',
    'avenue de la Marne',
    'rue Nationale',
    'avenue Foch',
  ]),
  lesquin: place('Lesquin', '59810', 50.588, 3.113, 1, [
    'rue de la Haie Plouvier',
    'rue des Famards',
    'rue Gustave Delory',
    'route de Douai',
  ]),
  seclin: place('Seclin', '59113', 50.548, 3.029, 1, [
    'rue Mont de Templemars',
    'rue Roger Bouvry',
    'route de Lille',
    'rue Marx Dormoy',
  ]),
} as const satisfies Record<string, Place>;

export type RivieraKey = keyof typeof riviera;
export type NorthKey = keyof typeof north;
