// Information notes of an agency: texts written by hand, dates and receipts generated.
import type { SpecialtyName } from './sectors.ts';

export interface WrittenNote {
  title: string;
  content: string;
  /** Days before the last day of the demo. */
  age: number;
  status: 100 | 200 | 300;
  mandatory?: true;
  /** Absent: everybody. New collaborators receive published notes for everybody, so only closed notes use it. */
  to?: { specialties: readonly SpecialtyName[] } | 'leaders' | 'firstSites';
  /** Names of attached files. */
  files?: readonly NotePaper[];
  /** Share of recipients who have read or confirmed it. */
  read: number;
  /** The title of the version that it replaces. */
  replaces?: string;
}

export interface NotePaper {
  name: string;
  title: string;
  paragraphs: readonly string[];
}

const uniform: NotePaper = {
  name: 'Tenue réglementaire.pdf',
  title: 'Tenue réglementaire',
  paragraphs: [
    'Veste ou blouson à l’écusson de l’agence, porté fermé sur la voie publique.',
    'Pantalon sombre, chaussures de sécurité fermées, badge visible à hauteur de poitrine.',
    'La tenue ne doit prêter à confusion avec celle d’aucun service public.',
    'Toute pièce usée est échangée au bureau, sur présentation de l’ancienne.',
  ],
};

const fire: NotePaper = {
  name: 'Levée de doute incendie.pdf',
  title: 'Levée de doute incendie',
  paragraphs: [
    'Acquitter l’alarme au système de sécurité incendie, noter la zone et l’heure.',
    'Se rendre sur place avec un moyen de communication et le passe de la zone.',
    'Feu confirmé : alerter les secours (18 ou 112), faire évacuer, préparer l’accueil des secours.',
    'Alarme sans cause : réarmer, rechercher l’origine, consigner sur la main courante.',
  ],
};

const leave: NotePaper = {
  name: 'Demande de congés.pdf',
  title: 'Demande de congés',
  paragraphs: [
    'Nom et prénom : ……………………………………………………………',
    'Du ……/……/………… au ……/……/………… inclus',
    'Motif : congés payés / repos compensateur / autre : ………………………',
    'Date et signature :',
  ],
};

export const writtenNotes: readonly WrittenNote[] = [
  {
    title: 'Réunion d’équipe du trimestre',
    content: '<p>Le compte rendu de la réunion est affiché au bureau. Merci à ceux qui ont pu se déplacer.</p>',
    age: 160,
    status: 300,
    read: 0.9,
  },
  {
    title: 'Travaux dans les parties communes',
    content:
      '<p>L’accès par la cour est fermé pendant les travaux : passer par l’entrée principale et <strong>prévenir l’accueil</strong>.</p>',
    age: 75,
    status: 300,
    to: 'firstSites',
    read: 0.8,
  },
  {
    title: 'Prise de service : ponctualité',
    content:
      '<p>Présentez-vous sur le site <strong>dix minutes avant</strong> l’heure prévue, en tenue, pour la relève.</p>',
    age: 64,
    status: 300,
    mandatory: true,
    to: { specialties: ['APS'] },
    read: 0.95,
  },
  {
    title: 'Prise de service : ponctualité et pointage',
    content:
      '<p>Présentez-vous sur le site <strong>dix minutes avant</strong> l’heure prévue, en tenue, pour la relève.</p><p>La prise de service se fait désormais <strong>sur le téléphone</strong>, une fois sur place.</p>',
    age: 17,
    status: 100,
    mandatory: true,
    to: { specialties: ['APS'] },
    read: 0.8,
    replaces: 'Prise de service : ponctualité',
  },
  {
    title: 'Tenue réglementaire : rappel',
    content:
      '<p>Les contrôles du CNAPS portent aussi sur la tenue. La fiche jointe rappelle ce qui est demandé.</p><ul><li><p>Badge visible</p></li><li><p>Veste fermée sur la voie publique</p></li></ul>',
    age: 40,
    status: 100,
    mandatory: true,
    to: { specialties: ['APS'] },
    files: [uniform],
    read: 0.85,
  },
  {
    title: 'Formulaire de demande de congés',
    content:
      '<p>Les demandes pour les fêtes de fin d’année sont à remettre <strong>un mois avant</strong> le premier jour demandé.</p>',
    age: 21,
    status: 100,
    to: { specialties: ['APS', 'SSIAP 1'] },
    files: [leave],
    read: 0.7,
  },
  {
    title: 'Levée de doute incendie : nouvelle procédure',
    content:
      '<p>La procédure change à compter de ce jour. Lisez la fiche jointe, puis confirmez en avoir pris connaissance.</p><ol><li><p>Acquitter et noter</p></li><li><p>Se rendre sur place</p></li><li><p>Alerter ou réarmer</p></li></ol>',
    age: 3,
    status: 100,
    mandatory: true,
    to: { specialties: ['SSIAP 1', 'SSIAP 2'] },
    files: [fire, uniform],
    read: 0.4,
  },
  {
    title: 'Chefs de poste : relève écrite',
    content:
      '<p>À chaque relève, le chef de poste sortant écrit en main courante ce que l’équipe suivante doit savoir.</p>',
    age: 2,
    status: 100,
    mandatory: true,
    to: 'leaders',
    read: 0,
  },
  {
    title: 'Stationnement devant l’agence',
    content: '<p>La rue est en sens unique depuis lundi. Le parking du 24 reste ouvert aux véhicules de service.</p>',
    age: 1,
    status: 100,
    to: { specialties: ['APS'] },
    read: 0.25,
  },
  {
    title: 'Prime de fin d’année',
    content: '<p>Texte à relire par la direction avant publication.</p>',
    age: 0,
    status: 200,
    read: 0,
  },
];
