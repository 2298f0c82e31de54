// French text of a finding, with its legal reference; written only when it is shown.

import { weekDays } from '../agents/agent.ts';
import { type WallClock, wallClock } from '../kernel/clock.ts';
import { inHours } from '../kernel/duration.ts';
import { frenchDay } from '../kernel/validators.ts';
import { instantOf } from './calendar.ts';
import { dayNumber, daysAfter, monthAfter, monthText, weekdayOf } from './days.ts';
import { type Finding, type FindingRule, goneReasons, type Minute, neutralAbsence, type PaperKind } from './model.ts';

export interface Words {
  /** The agency's zone. */
  zone: string;
  /** Name of a specialty or a site. */
  nameOf?(id: string): string | undefined;
}

const agreement = (article: string): string => `art. ${article} de la convention collective`;
const labourCode = (article: string): string => `art. ${article} du Code du travail`;

const securityCode = (article: string): string => `art. ${article} du Code de la sécurité intérieure`;

/** Papers share their rules, not their law. */
const articlesOfPapers: Record<PaperKind, string | null> = {
  card: securityCode('R631-15'),
  medicalVisit: labourCode('R4624-16'),
  firstAid: labourCode('R4224-15'),
  expirations: null,
};

const articles: Record<FindingRule, string | null> = {
  duration: agreement('7.08'),
  dailyWork: agreement('7.08'),
  amplitude: agreement('7.12'),
  break: labourCode('L3121-16'),
  space: labourCode('L3131-1'),
  dailyRest: labourCode('L3131-1'),
  contractWeek: labourCode('L3121-28'),
  contractMonth: labourCode('L3121-28'),
  contractCycle: agreement('7.06'),
  year: agreement('7.10'),
  week: agreement('7.09'),
  twelveWeeks: agreement('7.09'),
  weeklyRest: labourCode('L3132-2'),
  restAfterService: agreement('7.09'),
  joinedSunday: agreement('7.01'),
  restSundays: agreement('7.01'),
  specialtyMissing: null,
  specialtyExpired: securityCode('L612-20'),
  paperMissing: null,
  paperExpired: null,
  paperUndated: null,
  restriction: null,
  site: null,
  absence: null,
  overlap: null,
  contract: null,
  gone: null,
};

/** The legal reference of a rule; null for a rule of the agency. Rests in a cycle have another reference. */
export function article({ rule, limit, paper }: Pick<Finding, 'rule' | 'limit' | 'paper'>): string | null {
  if (paper !== undefined) return articlesOfPapers[paper];
  const ofCycle =
    ((rule === 'space' || rule === 'dailyRest') && limit === 720) || (rule === 'weeklyRest' && limit === 2160);
  return ofCycle ? 'art. 2 de l’accord du 18 mai 1993' : articles[rule];
}

/** « 12h30 », « 45 min ». */
export const durationText = (minutes: number): string =>
  minutes < 60 ? `${Math.round(minutes)} min` : inHours(minutes);

export const dayText = (day: string): string => {
  const weekday = weekdayOf(dayNumber(day)) as keyof typeof weekDays;
  return `${weekDays[weekday].toLowerCase()} ${frenchDay(day)}`;
};

/** One sentence with figures and legal reference. */
export function sentence(finding: Finding, words: Words): string {
  const law = article(finding);
  return law === null ? `${textOf(finding, words)}.` : `${textOf(finding, words)} (${law}).`;
}

const walls = new WeakMap<Words, Map<Minute, WallClock>>();

/** Agents of one service share its moments: read the clock once for all their sentences. */
function wallAt(words: Words, minute: Minute): WallClock {
  let known = walls.get(words);
  if (!known) {
    known = new Map();
    walls.set(words, known);
  }
  let wall = known.get(minute);
  if (!wall) {
    wall = wallClock(instantOf(minute), words.zone);
    known.set(minute, wall);
  }
  return wall;
}

function textOf(finding: Finding, words: Words): string {
  const { nameOf } = words;
  const { rule, from, to, what = '' } = finding;
  const found = durationText(finding.found);
  const limit = durationText(finding.limit);
  // Not the calendar: an absence may begin long before it.
  const wall = (minute: Minute) => wallAt(words, minute);
  const day = (minute: Minute): string => dayText(wall(minute).day);
  const moment = (minute: Minute): string => `${day(minute)} à ${wall(minute).time}`;
  const named = nameOf?.(what) ?? '';
  const quoted = named === '' ? '' : ` « ${named} »`;
  switch (rule) {
    case 'duration':
      return `Le service du ${day(from)} dure ${found} de travail effectif : ${limit} au plus`;
    case 'dailyWork':
      return `La journée du ${day(from)} compte ${found} de travail effectif : ${limit} au plus`;
    case 'amplitude':
      return `Le ${day(from)}, il s’écoule ${found} du premier début à la dernière fin : ${limit} au plus`;
    case 'break':
      return `Le service du ${day(from)} dure plus de 6 heures et prévoit ${found} de pause : ${limit} au moins`;
    case 'space':
      return `${found} entre la fin du ${moment(from)} et la reprise du ${moment(to)} : ${limit} au moins`;
    case 'dailyRest':
      return `${found} de repos continu dans les 24 heures à partir du ${moment(from)} : ${limit} au moins`;
    case 'contractWeek':
      return `${found} planifiées dans la semaine du ${day(from)} : le contrat en prévoit ${limit}`;
    case 'contractMonth':
      return `${found} planifiées en ${monthText(what)} : le contrat en prévoit ${limit}`;
    case 'contractCycle':
      return `${found} planifiées sur le cycle commencé le ${dayText(what)} : le contrat en prévoit ${limit}`;
    case 'year':
      return finding.level === 2
        ? `${found} supplémentaires en ${what} : le contingent annuel de ${limit} est dépassé`
        : `${found} supplémentaires en ${what} : le contingent annuel approche (alerte à ${limit})`;
    case 'week':
      return `${found} planifiées dans la semaine du ${day(from)} : ${limit} au plus`;
    case 'twelveWeeks':
      return `${found} par semaine en moyenne sur douze semaines, du ${frenchDay(what)} au ${frenchDay(daysAfter(what, 83))} : ${limit} au plus`;
    case 'weeklyRest':
      return `Le plus long repos de la semaine du ${day(from)} est de ${found} : ${limit} au moins`;
    case 'restAfterService':
      return `${found} de service depuis le ${day(from)} sans un repos de 24 heures : il est dû après ${limit}`;
    case 'joinedSunday':
      return `Le ${day(from)} de repos n’est accolé ni à un samedi ni à un lundi de repos`;
    case 'restSundays':
      return `${finding.found} dimanche${finding.found > 1 ? 's' : ''} de repos de ${monthText(monthAfter(what, -2))} à ${monthText(what)} : ${finding.limit} au moins`;
    case 'specialtyMissing':
      return `Le collaborateur n’a pas la qualification${quoted} demandée par le service du ${day(from)}`;
    case 'specialtyExpired':
      return `Le titre de la spécialité${quoted} du collaborateur expire avant la fin du service du ${day(from)}`;
    case 'paperMissing':
      return `« ${what} » : le collaborateur n’en a pas pour le service du ${day(from)}`;
    case 'paperExpired':
      return `« ${what} » : la validité a pris fin avant la fin du service du ${day(from)}`;
    case 'paperUndated':
      return `« ${what} » : la date de validité manque, elle n’est pas vérifiable pour le service du ${day(from)}`;
    case 'restriction':
      return `Le collaborateur n’est pas planifiable du ${moment(from)} au ${moment(to)}`;
    case 'site':
      return named === ''
        ? `Le collaborateur est interdit sur ce site (service du ${day(from)})`
        : `Le collaborateur est interdit sur le site${quoted} (service du ${day(from)})`;
    case 'absence':
      return `Le collaborateur est indisponible du ${moment(from)} au ${moment(to)}${what === '' || what === neutralAbsence ? '' : ` (${what})`}`;
    case 'overlap':
      // M-014
      return `Service en chevauchement : le collaborateur est déjà affecté à un autre service du ${moment(from)} au ${moment(to)}`;
    case 'gone':
      return `${goneReasons[what as keyof typeof goneReasons]} : le service du ${day(from)} est à confier à quelqu’un d’autre`;
    case 'contract':
      return `Aucun contrat de travail ne couvre le ${day(from)}`;
  }
}
