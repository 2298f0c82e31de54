// Work contracts: dated and successive, several per agent (1 §3, §4; decision 36). The form, the server and the planning
// share these rules.
import { choice, day, flag, type Indelible, integer, money, quantity, ref, text, unitPrice } from '../kernel/field.ts';
import { compare, divide, round, times, toNumber } from '../kernel/money.ts';
import { frenchDay } from '../kernel/validators.ts';
import { agreementCategories, branchMinimum, minimumPayFor } from './branch.ts';

export const contractTypes = {
  CDI: 'CDI',
  CDD: 'CDD',
  SEASONAL_CONTRACT: 'Contrat saisonnier',
  CDD_ACTIVITY: "CDD d'accroissement d'activité",
  CDD_REPLACEMENT: 'CDD de remplacement',
  INTERNSHIP: 'Stage',
  APPRENTICE: 'Apprentissage',
  PRO_TRAINING: 'Contrat de professionnalisation',
  INTERIM: 'Intérim',
} as const;

export type ContractType = keyof typeof contractTypes;

/** A trainee has an internship agreement, not a work contract: the register lists trainees separately (L1221-13). */
export const isInternship = (type: ContractType): boolean => type === 'INTERNSHIP';

export const controlPeriods = { WEEK: 'par semaine', MONTH: 'par mois' } as const;

/** Work organised over several weeks (art. 7.06; accord of 18 May 1993, art. 2): other rests apply. */
export const workCycles = {
  NONE: 'Sans cycle',
  P4S: 'Cycle de 4 semaines (P4S)',
  C36: '36-36-36-48',
  C32: '32-40-44',
  C44: '44-44-44-36',
} as const;

/** Why a contract ended: not in the register, which has only the date. */
export const endReasons = {
  RESIGNATION: 'Démission',
  DISMISSAL: 'Licenciement',
  AGREEMENT: 'Rupture conventionnelle',
  TERM: 'Fin du terme',
  TRIAL: 'Fin de période d’essai',
  TRANSFER: 'Transfert à l’entreprise entrante (reprise du personnel)',
  RETIREMENT: 'Retraite',
  OTHER: 'Autre',
} as const;

export const contractFields = {
  name: text('Intitulé', { max: 120, width: 'half' }),
  type: choice('Type', contractTypes, { required: true, default: 'CDI', width: 'half' }),
  startDate: day('Du', { required: true, width: 'half' }),
  endDate: day('Au', { width: 'half', dates: { notBefore: { path: 'startDate' } } }),
  endReason: choice('Motif de fin', endReasons, { width: 'half' }),
  hoursLimit: quantity('Heures', { required: true, default: 35, max: 400, decimals: 2, width: 'half' }),
  period: choice('Contrôlées', controlPeriods, { required: true, default: 'WEEK', width: 'half' }),
  partTime: flag('Temps partiel', { width: 'half' }),
  cycle: choice('Cycle de travail', workCycles, { required: true, default: 'NONE', width: 'half' }),
  hourlyPay: unitPrice('Salaire horaire brut', { min: 0, width: 'half' }),
  monthlyPay: money('Salaire mensuel brut', { min: 0, width: 'half' }),
  category: choice('Catégorie', agreementCategories, { width: 'half' }),
  classificationCoeff: integer('Coefficient', { min: 0, max: 2_000, width: 'half' }),
  classificationLevel: text('Niveau', { max: 20, width: 'half' }),
  classificationGrade: text('Échelon', { max: 20, width: 'half' }),
  tutor: ref('Responsable', 'agent', { width: 'half', offer: { rows: 'staff' } }),
  workPlace: text('Lieu de travail', { max: 200, width: 'half' }),
  // Data that the staff register requires for some contracts (D1221-23).
  authorisedOn: day("Autorisation d'embauche du", { width: 'half' }),
  authorisedUntil: day("Autorisation d'embauche jusqu'au", {
    width: 'half',
    dates: { notBefore: { path: 'authorisedOn' } },
  }),
  employerName: text("Entreprise de travail temporaire ou groupement d'employeurs", { max: 120, width: 'half' }),
  employerAddress: text('Adresse de cette entreprise', { max: 300, width: 'half' }),
  /** Assigned once, when the contract has begun (db/migrations/0009-contracts.sql). */
  registerNumber: integer('N° au registre du personnel', { written: 'server' }),
};

/** L1221-13: the register is indelible. An entry can be corrected, or get an end date. */
export const begunContract: Indelible = {
  since: 'startDate',
  number: 'registerNumber',
  notice: 'Inscrit au registre',
  refusal: ({ startDate }) =>
    `Le contrat commencé le ${frenchDay(String(startDate))} ne se retire pas : le registre du personnel est indélébile (article L1221-13 du code du travail). Corrigez-le ou indiquez sa date de fin.`,
};

/** The state of a contract on a day; same codes as other records. */
export const contractStates = { 100: 'En vigueur', 200: 'À venir', 300: 'Terminé' } as const;

/** The contract that an agent's row shows. */
export const activeContractFields = {
  id: text('Identifiant', { written: 'server', required: true }),
  name: text('Intitulé', { written: 'server' }),
  type: contractFields.type,
  startDate: contractFields.startDate,
  endDate: contractFields.endDate,
  period: choice('Période', controlPeriods, { required: true }),
  hoursLimit: contractFields.hoursLimit,
  hourlyPay: unitPrice('Salaire horaire brut'),
  monthlyPay: money('Salaire mensuel brut'),
  status: choice('État', contractStates, { written: 'server', required: true }),
  classificationLevel: contractFields.classificationLevel,
  classificationGrade: contractFields.classificationGrade,
  classificationCoeff: contractFields.classificationCoeff,
  tutor: contractFields.tutor,
  workPlace: contractFields.workPlace,
  expired: flag('Expiré', { written: 'server' }),
};

/** The values that the rules need: of a line of the form or a row of the database. */
export interface Contract {
  id?: string | undefined;
  type: ContractType;
  startDate: string;
  endDate: string | null;
  period: keyof typeof controlPeriods;
  hoursLimit: number;
  hourlyPay?: number | null;
  monthlyPay?: number | null;
  category?: string | null;
  classificationCoeff?: number | null;
}

/** F-028: an end date of today is not expired. */
export const isExpired = ({ endDate }: Pick<Contract, 'endDate'>, today: string): boolean =>
  endDate !== null && endDate < today;

export const covers = ({ startDate, endDate }: Pick<Contract, 'startDate' | 'endDate'>, day: string): boolean =>
  startDate <= day && (endDate === null || day <= endDate);

export const contractState = (
  contract: Pick<Contract, 'startDate' | 'endDate'>,
  day: string,
): keyof typeof contractStates => (covers(contract, day) ? 100 : contract.startDate > day ? 200 : 300);

const latestFirst = (one: Contract, other: Contract): number =>
  other.startDate.localeCompare(one.startDate) || (other.id ?? '').localeCompare(one.id ?? '');

/** The contract in force on that day, the latest of several (anomaly 101). */
export const contractAt = <C extends Contract>(contracts: readonly C[], day: string): C | null =>
  contracts.filter((contract) => covers(contract, day)).sort(latestFirst)[0] ?? null;

/** The contract shown in lists: the one in force, else the last one begun, else the first future one. */
export function activeContract<C extends Contract>(contracts: readonly C[], today: string): C | null {
  const ordered = contracts.toSorted(latestFirst);
  return contractAt(contracts, today) ?? ordered.find(({ startDate }) => startDate <= today) ?? ordered.at(-1) ?? null;
}

export const contractAnomalies = { 100: 'Aucune anomalie', 101: 'Dates de contrats qui se chevauchent' } as const;

/** F-023, F-024: whether the contract overlaps another. */
export const anomalyOf = <C extends Contract>(contract: C, contracts: readonly C[]): 100 | 101 =>
  contracts.some((other) => other !== contract && overlap(contract, other)) ? 101 : 100;

export const hasOverlap = (contracts: readonly Contract[]): boolean =>
  contracts.some((contract) => anomalyOf(contract, contracts) === 101);

const overlap = (one: Contract, other: Contract): boolean =>
  (other.endDate === null || one.startDate <= other.endDate) &&
  (one.endDate === null || other.startDate <= one.endDate);

/** F-029: weekly hours × 52 / 12, to two decimals. */
export const monthlyHours = ({ period, hoursLimit }: Pick<Contract, 'period' | 'hoursLimit'>): number =>
  period === 'MONTH' ? hoursLimit : toNumber(divide(times(hoursLimit, 52), 12, 2));

export interface PayGap {
  /** For the contract's hours. */
  paid: number;
  minimum: number;
}

/** Pay below the branch's minimum for its coefficient on that day; null if it is enough or unknown. */
export function payGap(contract: Contract, day: string): PayGap | null {
  const { category, classificationCoeff, monthlyPay, hourlyPay } = contract;
  if (!category || classificationCoeff == null) return null;
  const row = branchMinimum(category, classificationCoeff, day);
  if (!row) return null;
  const hours = monthlyHours(contract);
  const paid = monthlyPay ?? (hourlyPay == null ? null : toNumber(round(times(hourlyPay, hours), 2)));
  const minimum = minimumPayFor(row, hours);
  return paid !== null && compare(paid, minimum) < 0 ? { paid, minimum } : null;
}
