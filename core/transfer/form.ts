// The form that the branch's text annexes (KALIARTI000024408769): its lines, in its order, and how a received file names
// them. One line per employee in our files; the annex has one column per employee, and both are read.
import { agreementCategories } from '../agents/branch.ts';
import { contractTypes } from '../agents/contracts.ts';

/** By the member of a row; `group`: the part of the annex. */
interface FormColumn {
  label: string;
  group: string;
  /** Other headers, without accents, case and punctuation. */
  heads?: readonly string[];
  kind?: 'day' | 'number' | 'money';
}

const who = 'Coordonnées du salarié';
const fitness = 'Aptitude à exercer';
const job = 'Emploi, statuts, éléments de rémunération';
const stopped = 'Salarié en arrêt de travail à la date des formalités';
const leave = 'CP';

export const formColumns = {
  lastname: { label: 'Nom', group: who, heads: ['nom de famille', 'nom usuel', 'nom du salarie'] },
  firstname: { label: 'Prénom', group: who, heads: ['prenoms'] },
  gender: { label: 'Sexe', group: who, heads: ['civilite', 'genre'] },
  birthDate: { label: 'Date de naissance', group: who, heads: ['ne le', 'ne e le', 'naissance'], kind: 'day' },
  street: { label: 'Voie', group: who, heads: ['adresse', 'rue', 'n voie', 'n et voie'] },
  zipcode: { label: 'Code postal', group: who, heads: ['cp'] },
  city: { label: 'Ville', group: who, heads: ['commune'] },
  phone: { label: 'Tél.', group: who, heads: ['telephone', 'portable', 'mobile'] },
  email: { label: 'E-mail', group: who, heads: ['email', 'courriel', 'mail'] },
  nationality: { label: 'Nationalité', group: fitness },
  workPermitType: { label: 'Titre valant autorisation de travail', group: fitness, heads: ['titre de sejour'] },
  workPermitUntil: {
    ...{ label: 'Titre : date limite de validité', group: fitness, kind: 'day' },
    heads: ['titre valable jusqu au', 'validite titre de sejour'],
  },
  cardNumber: {
    ...{ label: 'N° de carte professionnelle ou récépissé', group: fitness },
    heads: [
      'carte professionnelle',
      'n carte professionnelle',
      'numero de carte professionnelle',
      'no de carte professionnelle ou recepisse',
    ],
  },
  cardUntil: {
    ...{ label: 'Carte : date limite de validité', group: fitness, kind: 'day' },
    heads: ['carte valable jusqu au', 'validite carte professionnelle', 'date limite de validite carte'],
  },
  approval: {
    label: 'Agrément (annexe VIII)',
    group: fitness,
    heads: ['agrement', 'agrement art l 282 8 cac annexe viii'],
  },
  approvalUntil: {
    label: 'Agrément : date limite de validité',
    group: fitness,
    heads: ['agrement valable jusqu au'],
    kind: 'day',
  },
  aptitude: { label: 'Aptitude professionnelle', group: fitness },
  training: { label: 'Formation complémentaire obligatoire', group: fitness },
  refresher: { label: 'Formation continue (recyclages)', group: fitness, heads: ['recyclages', 'formation continue'] },
  contractType: { label: 'Type de contrat', group: fitness, heads: ['contrat', 'nature du contrat'] },
  seniorityDate: {
    ...{ label: 'Date d’ancienneté contractuelle', group: job, kind: 'day' },
    heads: ['anciennete', 'date d anciennete', 'anciennete contractuelle', 'date d entree'],
  },
  site: { label: 'Site', group: job },
  siteSince: {
    label: 'Ancienneté sur le site',
    group: job,
    heads: ['sur le site depuis le', 'date d affectation'],
    kind: 'day',
  },
  category: { label: 'Statut (1 employé, 2 AM, 3 cadre)', group: job, heads: ['statut', 'categorie'] },
  position: { label: 'Emploi', group: job, heads: ['poste', 'fonction', 'qualification'] },
  monthlyHours: {
    label: 'Base horaire',
    group: job,
    heads: ['base horaire mensuelle', 'heures mensuelles', 'heures'],
    kind: 'number',
  },
  coefficient: { label: 'Coefficient', group: job, heads: ['coef', 'coeff'], kind: 'number' },
  level: { label: 'Niveau', group: job },
  grade: { label: 'Échelon', group: job },
  monthlyPay: {
    label: 'Salaire brut mensuel de base',
    group: job,
    heads: ['salaire', 'salaire brut', 'salaire de base'],
    kind: 'money',
  },
  bonuses: {
    label: 'Primes brutes constantes sur les 9 derniers mois',
    group: job,
    heads: ['primes', 'primes constantes'],
  },
  absenceType: { label: 'Type d’arrêt', group: stopped, heads: ['nature de l absence', 'absence'] },
  absenceStart: { label: 'Arrêt : date début', group: stopped, heads: ['date debut', 'arret depuis le'], kind: 'day' },
  absenceEnd: {
    label: 'Arrêt : date prévue de reprise',
    group: stopped,
    heads: ['date prevue de reprise', 'reprise prevue le'],
    kind: 'day',
  },
  leaveLeft: {
    label: 'CP restant dus',
    group: leave,
    heads: ['cp restant dus jours', 'conges restants'],
    kind: 'number',
  },
  leaveStart: { label: 'CP posés : date de début', group: leave, heads: ['cp poses du', 'date de debut'], kind: 'day' },
  leaveEnd: { label: 'CP posés : date de fin', group: leave, heads: ['cp poses au', 'date de fin'], kind: 'day' },
} as const satisfies Record<string, FormColumn>;

export type FormKey = keyof typeof formColumns;
export const formKeys = Object.keys(formColumns) as FormKey[];
/** Days as in the calendar of the wire, amounts as numbers in words. */
export type FormRow = Partial<Record<FormKey, string | number | null>>;

const columnOf = (key: FormKey): FormColumn => formColumns[key];
export const kindOf = (key: FormKey): FormColumn['kind'] => columnOf(key).kind;

/** « Né(e) le » and « NE E LE » are one header. */
export const headOf = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

const byHead = new Map<string, FormKey>(
  formKeys.flatMap((key) =>
    [columnOf(key).label, ...(columnOf(key).heads ?? [])].map((head) => [headOf(head), key] as const),
  ),
);

/** In the annex a date's line has only « Date limite de validité »: it belongs to the line above. */
const dateUnder: Partial<Record<FormKey, FormKey>> = {
  workPermitType: 'workPermitUntil',
  cardNumber: 'cardUntil',
  approval: 'approvalUntil',
};

function keysOf(heads: readonly string[]): (FormKey | null)[] {
  let above: FormKey | null = null;
  return heads.map((head) => {
    const plain = headOf(head);
    const key =
      plain === 'date limite de validite' ? ((above && dateUnder[above]) ?? null) : (byHead.get(plain) ?? null);
    above = key ?? above;
    return key;
  });
}

const known = (heads: readonly string[]): number => keysOf(heads).filter((key) => key !== null).length;

/** « 02/01/2019 », « 2019-01-02 » and « 2/1/19 ». Other words stay, and are refused with the record. */
export function dayIn(text: string): string {
  const [, date, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})$/.exec(text.trim()) ?? [];
  if (!date || !month || !year) return text.trim().slice(0, 10);
  const whole = year.length === 4 ? year : `${Number(year) > 50 ? '19' : '20'}${year}`;
  return `${whole}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
}

const numberIn = (text: string): number => Number(text.replace(/[\s\u00a0\u202f€h]/gu, '').replace(',', '.'));

/** Which choice the words of a cell mean; null: none. */
function choiceIn(key: FormKey, text: string): string | number | null {
  const plain = headOf(text);
  if (key === 'gender')
    return /^(f|femme|mme|madame)\b/.test(plain) ? 2 : /^(m|h|homme|monsieur)\b/.test(plain) ? 1 : 0;
  if (key === 'category') {
    if (/^(1|employe|agent d exploitation|ae)\b/.test(plain)) return 'AGENT_EXPLOIT';
    if (/^(2|am|agent de maitrise)\b/.test(plain)) return 'AGENT_MAITRISE';
    if (/^(3|cadre|ingenieur)\b/.test(plain)) return 'INGENIEUR_CADRE';
    return Object.entries(agreementCategories).find(([, label]) => headOf(label) === plain)?.[0] ?? null;
  }
  if (/remplacement/.test(plain)) return 'CDD_REPLACEMENT';
  return (
    Object.entries(contractTypes).find(([code, label]) => headOf(label) === plain || headOf(code) === plain)?.[0] ??
    null
  );
}

function valueIn(key: FormKey, text: string): string | number | null {
  const cell = text.trim();
  if (cell === '') return null;
  if (key === 'gender' || key === 'category' || key === 'contractType') return choiceIn(key, cell);
  const kind = kindOf(key);
  if (kind === 'day') return dayIn(cell);
  if (kind === undefined) return cell;
  const read = numberIn(cell);
  return Number.isNaN(read) ? cell : read;
}

/** The employees of a table of cells: lines under a header, or columns beside one. Empty: no header that we know. */
export function peopleIn(cells: readonly (readonly string[])[]): FormRow[] {
  const width = Math.max(0, ...cells.map((row) => row.length));
  const turned = Array.from({ length: width }, (_, at) => cells.map((row) => row[at] ?? ''));
  const best = [cells, turned]
    .flatMap((table) => table.slice(0, 12).map((row, at) => ({ table, at, count: known(row) })))
    .reduce((one, next) => (next.count > one.count ? next : one), { table: cells, at: 0, count: 0 });
  if (best.count < 2) return [];
  const keys = keysOf(best.table[best.at] ?? []);
  return best.table.slice(best.at + 1).flatMap((row) => {
    const person: FormRow = {};
    for (const [at, key] of keys.entries()) {
      const value = key === null ? null : valueIn(key, row[at] ?? '');
      if (key !== null && value !== null) person[key] = value;
    }
    return person.lastname == null && person.firstname == null ? [] : [person];
  });
}
