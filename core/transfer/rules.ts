// Who is transferable with a site, and why (avenant of 28 January 2011 to the accord of 5 March 2002, art. 2.2, IDCC 1351;
// law.md section 1). Pure: the server reads the facts, this judges them and words each figure.
import { fullTimeMonthlyHours } from '../agents/branch.ts';
import { type Contract, contractAt, contractTypes, monthlyHours } from '../agents/contracts.ts';
import { formatDecimal } from '../kernel/money.ts';
import { frenchDay } from '../kernel/validators.ts';

/** The text's figures, from the day on which they apply: the nine months were thirteen from 2020 to April 2022. */
export const transferRules = {
  months: 9,
  /** Minutes of work on the site, for a full-time employee who works there only. */
  minutes: 900 * 60,
  /** More than this share of the time. */
  share: 0.5,
  /** All of those with this seniority are taken over. */
  seniorYears: 4,
  /** Of the others, rounded down (art. 2.3.2); all of them for airport security (art. 2.3.3). */
  othersPercent: 85,
} as const;

export type ConditionState = 'met' | 'unmet' | 'unknown';

export const conditionLabels = {
  contract: 'Contrat',
  share: 'Temps passé sur le site',
  hours: 'Heures accomplies sur le site',
  card: 'Carte professionnelle',
  training: 'Formations du site',
  identity: 'Identité et autorisation de travail',
  notice: 'Préavis',
  fitness: 'Aptitude médicale',
} as const;
export type ConditionCode = keyof typeof conditionLabels;

export interface Condition {
  code: ConditionCode;
  state: ConditionState;
  /** With its figure, or what is missing. */
  figure: string;
}

export interface Minutes {
  /** Until now. */
  done: number;
  /** Until the transfer, with the services still planned. */
  whole: number;
}

export interface TransferFacts {
  /** A subcontractor, a freelance or a temporary worker: not an employee. */
  external: boolean;
  contracts: readonly Contract[];
  /** The agency's own date of seniority. */
  seniority: string | null;
  site: Minutes;
  all: Minutes;
  card: { number: string | null; until: string | null };
  /** Papers that the specialties of his services on the site require; null: he does not hold it. */
  papers: readonly { name: string; until: string | null }[];
  medicalUntil: string | null;
  nationality: string | null;
  permit: string | null;
  /** The last day of his identity paper or permit. */
  identityUntil: string | null;
  declared: Declared;
}

/** What no record of the agency tells: somebody says it, for this transfer. Null: not said. */
export interface Declared {
  onNotice: boolean | null;
  unfit: boolean | null;
  identityValid: boolean | null;
  /** Of the request of a card. */
  cardReceipt: string | null;
  /** A replacement contract: the absent employee is himself transferable. */
  replacedQualifies: boolean | null;
  /** Protected: the labour inspector authorises his transfer (art. 4). */
  hasMandate: boolean;
  /** Hours of his mandates count as hours on the site. */
  mandateHours: number | null;
}

export const nothingDeclared: Declared = {
  ...{ onNotice: null, unfit: null, identityValid: null, cardReceipt: null, replacedQualifies: null },
  ...{ hasMandate: false, mandateHours: null },
};

export const outcomes = {
  YES: 'Transférable',
  CHECK: 'À vérifier',
  NO: 'Non transférable',
} as const;
export type Outcome = keyof typeof outcomes;

export interface Judged {
  conditions: Condition[];
  outcome: Outcome;
  seniorityDate: string | null;
  /** At the transfer. */
  isSenior: boolean;
  /** Named apart: they change how he is transferred, not whether. */
  notes: string[];
}

const hoursText = (minutes: number): string => `${formatDecimal(Math.round(minutes / 6) / 10)} h`;
/** Never rounded up to a threshold that was not passed; near it, with one more decimal. */
const percentText = (share: number): string => {
  const scale = Math.abs(share - transferRules.share) < 0.005 ? 10_000 : 1_000;
  return `${formatDecimal(Math.floor(share * scale) / (scale / 100))} %`;
};

const later = (day: string, years: number, months = 0): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year + years, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, last));
  return first.toISOString().slice(0, 10);
};

/** The days that count: the months before the transfer, both included. */
export function countedWindow(transferDate: string): { start: string; end: string } {
  const end = new Date(Date.parse(`${transferDate}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  return { start: later(transferDate, 0, -transferRules.months), end };
}

export const isSeniorAt = (seniorityDate: string | null, transferDate: string): boolean =>
  seniorityDate !== null && later(seniorityDate, transferRules.seniorYears) <= transferDate;

/** The first day of the contracts that follow each other without a day between, up to the one in force. */
export function unbrokenSince(contracts: readonly Contract[], day: string): string | null {
  let since = contractAt(contracts, day)?.startDate ?? null;
  for (const { startDate, endDate } of contracts.toSorted((one, other) => other.startDate.localeCompare(one.startDate)))
    if (since !== null && startDate < since && endDate !== null && endDate >= dayBefore(since)) since = startDate;
  return since;
}

const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

const withMandate = (minutes: Minutes, { mandateHours }: Declared): Minutes => {
  const mandate = Math.round((mandateHours ?? 0) * 60);
  return { done: minutes.done + mandate, whole: minutes.whole + mandate };
};

const condition = (code: ConditionCode, state: ConditionState, figure: string): Condition => ({ code, state, figure });

const trainingContracts: ReadonlySet<string> = new Set(['APPRENTICE', 'PRO_TRAINING', 'INTERNSHIP']);

function contractCondition(facts: TransferFacts, transferDate: string): Condition {
  if (facts.external) return condition('contract', 'unmet', 'N’est pas salarié de l’agence');
  const contract = contractAt(facts.contracts, transferDate);
  if (!contract) return condition('contract', 'unmet', `Aucun contrat au ${frenchDay(transferDate)}`);
  const name = contractTypes[contract.type];
  if (contract.type === 'CDI') return condition('contract', 'met', name);
  if (trainingContracts.has(contract.type))
    return condition('contract', 'unmet', `${name} : hors du champ de l’accord (art. 2.2)`);
  if (contract.type !== 'CDD_REPLACEMENT')
    return condition('contract', 'unmet', `${name} : seuls le CDI et le CDD de remplacement se transfèrent`);
  const { replacedQualifies } = facts.declared;
  return replacedQualifies === null
    ? condition('contract', 'unknown', `${name} : dites si le salarié remplacé est lui-même transférable`)
    : condition(
        'contract',
        replacedQualifies ? 'met' : 'unmet',
        `${name}, salarié remplacé ${replacedQualifies ? '' : 'non '}transférable`,
      );
}

const shareOf = (site: number, all: number): number => (all > 0 ? site / all : 0);

/** « à ce jour » where planned services make the difference. */
const untilNow = ({ done, whole }: Minutes): string => (done < whole ? `, dont ${hoursText(done)} à ce jour` : '');

function shareCondition(site: Minutes, all: Minutes): Condition {
  const share = shareOf(site.whole, all.whole);
  const isMet = share > transferRules.share;
  return condition(
    'share',
    isMet ? 'met' : 'unmet',
    all.whole === 0
      ? 'Aucune heure sur la période'
      : `${hoursText(site.whole)} sur ${hoursText(all.whole)}, soit ${percentText(share)} ${isMet ? '>' : '≤'} 50 %`,
  );
}

/** Art. 2.2: in proportion for part-time work, and for somebody who works on the site for more than half of his time. */
export function requiredMinutes(contract: Contract | null, share: number): { minutes: number; how: string } {
  const part = contract ? Math.min(1, monthlyHours(contract) / fullTimeMonthlyHours) : 1;
  const onSite = share > transferRules.share ? Math.min(1, share) : 1;
  const parts = [
    ...(part < 1
      ? [
          `${formatDecimal(Math.round(part * fullTimeMonthlyHours * 100) / 100)} h / ${formatDecimal(fullTimeMonthlyHours)} h`,
        ]
      : []),
    ...(onSite < 1 ? [`${percentText(onSite)} sur le site`] : []),
  ];
  return {
    minutes: Math.ceil(transferRules.minutes * part * onSite),
    how: parts.length > 0 ? ` (900 h × ${parts.join(' × ')})` : '',
  };
}

function hoursCondition(facts: TransferFacts, site: Minutes, all: Minutes, transferDate: string): Condition {
  const { minutes, how } = requiredMinutes(contractAt(facts.contracts, transferDate), shareOf(site.whole, all.whole));
  const isMet = site.whole >= minutes;
  return condition(
    'hours',
    isMet ? 'met' : 'unmet',
    `${hoursText(site.whole)} ${isMet ? '≥' : '<'} ${hoursText(minutes)}${how}${untilNow(site)}`,
  );
}

function cardCondition({ card, declared }: TransferFacts, transferDate: string): Condition {
  if (card.until !== null && card.until >= transferDate)
    return condition('card', 'met', `Valable jusqu’au ${frenchDay(card.until)}`);
  if (declared.cardReceipt) return condition('card', 'met', `Récépissé de demande n° ${declared.cardReceipt}`);
  if (card.until !== null)
    return condition('card', 'unmet', `Expirée le ${frenchDay(card.until)} à la date du transfert`);
  return card.number === null
    ? condition('card', 'unmet', 'Aucune carte')
    : condition('card', 'unknown', 'Carte sans date de validité');
}

function trainingCondition({ papers }: TransferFacts, transferDate: string): Condition {
  const wrong = papers.filter(({ until }) => until === null || until < transferDate);
  if (wrong.length > 0)
    return condition(
      'training',
      'unmet',
      wrong
        .map(({ name, until }) => (until === null ? `${name} : absente` : `${name} : expirée le ${frenchDay(until)}`))
        .join(', '),
    );
  return condition(
    'training',
    'met',
    papers.length === 0
      ? 'Aucune formation demandée par les services du site'
      : papers.map(({ name, until }) => `${name} : jusqu’au ${frenchDay(until as string)}`).join(', '),
  );
}

function identityCondition(
  { nationality, permit, identityUntil, declared }: TransferFacts,
  transferDate: string,
): Condition {
  const { identityValid } = declared;
  const who = [nationality, permit].filter(Boolean).join(', ');
  const named = (words: string): string => (who ? `${who} : ${words}` : words);
  if (identityValid !== null)
    return condition(
      'identity',
      identityValid ? 'met' : 'unmet',
      named(identityValid ? 'pièces vérifiées' : 'pièces plus valables'),
    );
  if (identityUntil === null)
    return condition('identity', 'unknown', named('pièces à vérifier à la date du transfert'));
  return identityUntil >= transferDate
    ? condition('identity', 'met', named(`pièce valable jusqu’au ${frenchDay(identityUntil)}`))
    : condition('identity', 'unmet', named(`pièce expirée le ${frenchDay(identityUntil)}`));
}

function noticeCondition({ contracts, declared }: TransferFacts, transferDate: string): Condition {
  const contract = contractAt(contracts, transferDate);
  if (declared.onNotice !== null)
    return condition(
      'notice',
      declared.onNotice ? 'unmet' : 'met',
      declared.onNotice ? 'En préavis' : 'Pas de préavis',
    );
  // A CDI with an end: he leaves.
  return contract?.type === 'CDI' && contract.endDate !== null
    ? condition('notice', 'unmet', `Sortie prévue le ${frenchDay(contract.endDate)}`)
    : condition('notice', 'met', 'Aucune sortie enregistrée');
}

function fitnessCondition({ medicalUntil, declared }: TransferFacts, transferDate: string): Condition {
  if (declared.unfit !== null)
    return condition('fitness', declared.unfit ? 'unmet' : 'met', declared.unfit ? 'Déclaré inapte' : 'Apte');
  if (medicalUntil === null) return condition('fitness', 'unknown', 'Aucune visite médicale enregistrée');
  return medicalUntil >= transferDate
    ? condition('fitness', 'met', `Visite médicale valable jusqu’au ${frenchDay(medicalUntil)}`)
    : condition('fitness', 'unknown', `Visite médicale échue le ${frenchDay(medicalUntil)}`);
}

export function judge(facts: TransferFacts, transferDate: string): Judged {
  const site = withMandate(facts.site, facts.declared);
  const all = withMandate(facts.all, facts.declared);
  const conditions = [
    contractCondition(facts, transferDate),
    shareCondition(site, all),
    hoursCondition(facts, site, all, transferDate),
    cardCondition(facts, transferDate),
    trainingCondition(facts, transferDate),
    identityCondition(facts, transferDate),
    noticeCondition(facts, transferDate),
    fitnessCondition(facts, transferDate),
  ];
  const unmet = conditions.filter(({ state }) => state === 'unmet').map(({ code }) => code);
  const seniorityDate = facts.seniority ?? unbrokenSince(facts.contracts, transferDate);
  return {
    conditions,
    outcome: unmet.length > 0 ? 'NO' : conditions.some(({ state }) => state === 'unknown') ? 'CHECK' : 'YES',
    seniorityDate,
    isSenior: isSeniorAt(seniorityDate, transferDate),
    notes: notesOf(facts, unmet, share(site, all)),
  };
}

const share = (site: Minutes, all: Minutes): number => shareOf(site.whole, all.whole);

function notesOf({ declared }: TransferFacts, unmet: readonly ConditionCode[], part: number): string[] {
  return [
    ...(declared.hasMandate
      ? ['Salarié protégé : joindre l’autorisation de transfert de l’inspection du travail (art. 4)']
      : []),
    ...(declared.mandateHours ? [`${formatDecimal(declared.mandateHours)} h de mandat comptées sur le site`] : []),
    ...(unmet.length === 1 && unmet[0] === 'training'
      ? ['À reclasser dans l’agence, à classification et salaire égaux, et à former (art. 2.2)']
      : []),
    ...(unmet.length === 0 && part > transferRules.share && part < 1
      ? ['Affectation partielle : repris au moins pour ses heures sur le site (art. 3.1.1)']
      : []),
  ];
}

export interface Counted {
  isSenior: boolean;
  /** A replacement and the employee whom he replaces count once. */
  isReplacement: boolean;
}

export interface Obligation {
  senior: number;
  others: number;
  /** How many of the others, at least. */
  othersRequired: number;
  required: number;
}

/** How many the incoming company must take over (art. 2.3.2, 2.3.3). */
export function obligationOf(people: readonly Counted[], isAirport: boolean): Obligation {
  const counted = people.filter(({ isReplacement }) => !isReplacement);
  const senior = counted.filter(({ isSenior }) => isSenior).length;
  const others = counted.length - senior;
  const othersRequired = isAirport ? others : Math.floor((others * transferRules.othersPercent) / 100);
  return { senior, others, othersRequired, required: senior + othersRequired };
}
