// The variables of contracts: written in braces in a template, filled in from the records when the paper is drawn (G-041).
import { unknownVariable, variable } from '../agencies/templates.ts';

export const contractKinds = { agent: 'collaborateur', customer: 'client' } as const;
export type ContractKind = keyof typeof contractKinds;

interface Variable {
  label: string;
  example: string;
}

const common = {
  'agence.nom': { label: 'Agence : nom', example: 'Azur Sécurité' },
  'agence.forme': { label: 'Agence : forme juridique', example: 'SARL' },
  'agence.siret': { label: 'Agence : SIRET', example: '812 345 678 00015' },
  'agence.adresse': { label: 'Agence : adresse', example: '12 rue de France, 06000 Nice' },
  'agence.autorisation': { label: 'Agence : autorisation CNAPS', example: 'AUT-006-2118-05-20-20190000001' },
  'agence.representant': { label: 'Agence : représentant', example: 'Camille Martin' },
  'contrat.titre': { label: 'Contrat : titre', example: 'Contrat à durée indéterminée' },
  'contrat.reference': { label: 'Contrat : référence', example: 'CC2026-0042' },
  date: { label: 'Date du jour', example: '15/11/2026' },
} satisfies Record<string, Variable>;

export const contractVariables = {
  agent: {
    ...common,
    'collaborateur.civilite': { label: 'Collaborateur : civilité', example: 'Madame' },
    'collaborateur.prenom': { label: 'Collaborateur : prénom', example: 'Inès' },
    'collaborateur.nom': { label: 'Collaborateur : nom', example: 'Belkacem' },
    'collaborateur.adresse': { label: 'Collaborateur : adresse', example: '3 avenue Jean Médecin, 06000 Nice' },
    'collaborateur.naissance': { label: 'Collaborateur : date de naissance', example: '02/03/1994' },
    'collaborateur.lieuDeNaissance': { label: 'Collaborateur : lieu de naissance', example: 'Toulon' },
    'collaborateur.nationalite': { label: 'Collaborateur : nationalité', example: 'Française' },
    'collaborateur.matricule': { label: 'Collaborateur : matricule', example: 'A-0127' },
    'collaborateur.carte': {
      label: 'Collaborateur : carte professionnelle',
      example: 'CAR-006-2028-01-01-20230000001',
    },
    'travail.type': { label: 'Contrat de travail : type', example: 'CDI' },
    'travail.debut': { label: 'Contrat de travail : début', example: '01/12/2026' },
    'travail.fin': { label: 'Contrat de travail : fin', example: '31/05/2027' },
    'travail.heures': { label: 'Contrat de travail : heures', example: '35 h par semaine' },
    'travail.salaireHoraire': { label: 'Contrat de travail : salaire horaire', example: '12,80 €' },
    'travail.salaireMensuel': { label: 'Contrat de travail : salaire mensuel', example: '1 941,38 €' },
    'travail.categorie': { label: 'Contrat de travail : catégorie', example: 'Agent d’exploitation' },
    'travail.coefficient': { label: 'Contrat de travail : coefficient', example: '140' },
    'travail.niveau': { label: 'Contrat de travail : niveau', example: 'III' },
    'travail.echelon': { label: 'Contrat de travail : échelon', example: '2' },
    'travail.lieu': { label: 'Contrat de travail : lieu', example: 'Nice et ses environs' },
    'travail.essai': {
      label: 'Contrat de travail : période d’essai',
      example: 'deux mois, renouvelable une fois pour un mois',
    },
  },
  customer: {
    ...common,
    'client.nom': { label: 'Client : nom', example: 'Galeries du Port' },
    'client.adresse': { label: 'Client : adresse', example: '1 quai des Docks, 06300 Nice' },
    'client.siret': { label: 'Client : SIRET', example: '498 765 432 00021' },
    'client.numero': { label: 'Client : numéro', example: 'C-0018' },
    'client.contact': { label: 'Client : contact', example: 'Louis Ferrand' },
    'prestation.titre': { label: 'Contrat commercial : intitulé', example: 'Surveillance humaine' },
    'prestation.debut': { label: 'Contrat commercial : début', example: '01/01/2027' },
    'prestation.fin': { label: 'Contrat commercial : fin', example: '31/12/2027' },
    'prestation.preavis': { label: 'Contrat commercial : préavis', example: '3 mois' },
    'prestation.sites': { label: 'Contrat commercial : sites', example: 'Galeries du Port, Parking des Docks' },
  },
} as const satisfies Record<ContractKind, Record<string, Variable>>;

/** Not a value: the paper goes on with a new page. */
export const pageBreak = 'sautDePage';

export type VariableValues = Readonly<Record<string, string | null>>;

/** A missing value leaves room to write by hand; an unknown variable is shown as such. */
export const filledText = (kind: ContractKind, text: string, values: VariableValues): string =>
  text.replaceAll(variable, (_, name: string) => {
    const key = name.trim();
    if (!Object.hasOwn(contractVariables[kind], key)) return key === pageBreak ? '' : unknownVariable;
    return values[key] || '……………';
  });

export const unknownIn = (kind: ContractKind, text: string): string[] => [
  ...new Set(
    [...text.matchAll(variable)].flatMap(([, name = '']) => {
      const key = name.trim();
      return key === pageBreak || Object.hasOwn(contractVariables[kind], key) ? [] : [key];
    }),
  ),
];

export interface Gaps {
  blanks: number;
  empty: string[];
  unknown: string[];
}

/** A line of dots or of underscores, as the ready templates leave it. */
const blank = /…{2,}|\.{5,}|_{4,}/g;

/** What the paper would leave to be written by hand. */
export function gapsIn(kind: ContractKind, text: string, values: VariableValues): Gaps {
  const known: Readonly<Record<string, Variable>> = contractVariables[kind];
  const named = new Set([...text.matchAll(variable)].map(([, name = '']) => name.trim()));
  return {
    blanks: [...text.replaceAll('&hellip;', '…').matchAll(blank)].length,
    empty: [...named].flatMap((key) => (Object.hasOwn(known, key) && !values[key] ? [known[key]?.label ?? key] : [])),
    unknown: unknownIn(kind, text),
  };
}

const blanksOf = (count: number): string => (count === 1 ? 'un blanc à remplir' : `${count} blancs à remplir`);

/** In French; null: nothing is missing. */
export function gapWords({ blanks, empty, unknown }: Gaps): string | null {
  const parts = [
    ...(blanks > 0 ? [blanksOf(blanks)] : []),
    ...(empty.length > 0 ? [`sans valeur : ${empty.join(', ')}`] : []),
    ...(unknown.length > 0 ? [`variable inconnue : ${unknown.map((name) => `{${name}}`).join(', ')}`] : []),
  ];
  return parts.length > 0 ? parts.join(' ; ') : null;
}

export const exampleValues = (kind: ContractKind): VariableValues =>
  Object.fromEntries(Object.entries<Variable>(contractVariables[kind]).map(([key, { example }]) => [key, example]));

/** Convention collective, annexes IV, V and VI: by category (law.md 1). */
export const trialPeriods: Readonly<Record<string, string>> = {
  AGENT_EXPLOIT: 'deux mois, renouvelable une fois pour un mois',
  AGENT_MAITRISE: 'trois mois, renouvelable une fois pour trois mois',
  INGENIEUR_CADRE: 'quatre mois, renouvelable une fois pour quatre mois',
};
