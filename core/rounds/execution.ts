// One execution of a round: what happened, as facts, and what follows from them (2 §4; O-017 to O-021). The phone runs it
// over its log, the server over what it received. The order of arrival does not matter: the times of the facts do.

import type { Location } from '../addresses/addresses.ts';
import { metresBetween, metresWords } from '../addresses/distance.ts';
import type { Fix } from '../field/event.ts';
import { quoted } from '../kernel/quoted.ts';
import { type Direction, expectedNext } from './expected.ts';
import { isOwnTag, type KnownTag } from './recognising.ts';
import { type RoundExecutionStatus, roundExecutionStatus } from './status.ts';

export interface PlannedPoint {
  /** The line of the round: a round may pass a point twice. */
  line: string;
  checkpoint: string;
  title: string;
  location: Location | null;
  /** What recognised it when the execution began: to judge its proof, and for nobody to read. Absent from older plans. */
  known?: (KnownTag & { type: 'NFC' | 'QR' | 'VIRTUAL' }) | undefined;
}

/** The round as it was when its execution began. */
export interface RoundPlan {
  name: string;
  points: PlannedPoint[];
  directions: Direction[];
  /** Metres: of the site. */
  radius: number;
}

export const factKinds = ['start', 'read', 'virtual', 'jump', 'observation', 'unknown', 'stop'] as const;
export type FactKind = (typeof factKinds)[number];

export const readingWays = { NFC: 'Badge NFC', QR: 'QR code', POSITION: 'Position' } as const;
export type ReadingWay = keyof typeof readingWays;

/** Positions are kept as long as the CNIL allows, or until their person is erased. */
export const goneWords = {
  RETENTION: 'position supprimée après sa durée de conservation',
  ERASURE: 'position effacée avec les données de la personne',
} as const;
export type PositionGone = keyof typeof goneWords;

/** Doubts that positions alone give. */
export const placeDoubts = ['far', 'speed', 'samePlace'] as const satisfies readonly Doubt[];

/** What positions say of a read. It is no position: it stays when the positions go. */
export interface Judgement {
  /** Metres to the point. */
  distance: number | null;
  doubts: (typeof placeDoubts)[number][];
}

export interface RoundFact {
  id: string;
  kind: FactKind;
  /** ISO, in UTC with milliseconds: compared as text. */
  at: string;
  line: string | null;
  checkpoint: string | null;
  /** How the point was read. */
  way: ReadingWay | null;
  /** The comment of a jump or a stop, the words of an observation. */
  content: string | null;
  position: Fix | null;
  /** Why it has no position any more; absent: it never had one, or still has it. */
  gone?: PositionGone | null | undefined;
  /** What its position said, kept after the position went. */
  judged?: Judgement | null | undefined;
  /** What the tag or the QR code said; absent: not for this reader, or read before this was kept. */
  tag?: string | null | undefined;
}

/** A reason to look twice at a proof. It never refuses anything. */
export const doubts = {
  speed: 'Vitesse impossible depuis le point précédent',
  far: 'Loin du point',
  samePlace: 'Lu au même endroit qu’un autre point',
  order: 'Hors de l’ordre prévu',
  noPosition: 'Validé par la position, sans position',
  afterEnd: 'Lu après la fin de la ronde',
  otherTag: 'Badge différent de celui du point',
  noTag: 'Lu sans badge',
  /** For readers to whom positions are not shown, in place of the doubt about one that is missing. */
  unproven: 'Preuve à vérifier',
} as const;
export type Doubt = keyof typeof doubts;

export const pointStates = { waiting: 'En attente', validated: 'Validé', jumped: 'Sauté' } as const;

export interface WalkedPoint extends PlannedPoint {
  state: keyof typeof pointStates;
  /** The read that validated it, or the jump. Null: nobody answered for it. */
  fact: RoundFact | null;
  /** Everything said of it, in order of time. */
  facts: RoundFact[];
  /** Metres between the position of the read and the point. */
  distance: number | null;
  doubts: Doubt[];
}

export interface Walked {
  status: RoundExecutionStatus;
  startedAt: string | null;
  endedAt: string | null;
  /** Nobody stopped it: it ended with its service. */
  isCut: boolean;
  points: WalkedPoint[];
  validated: number;
  /** Lines that may be next; empty: any of those that wait, or none waits. */
  expected: string[];
  observations: RoundFact[];
  /** Facts that belong to no point of the plan, or came after the end. */
  others: RoundFact[];
}

const kindOrder: Readonly<Record<FactKind, number>> = {
  start: 0,
  read: 1,
  virtual: 1,
  jump: 1,
  observation: 1,
  unknown: 1,
  stop: 2,
};

const inTime = (one: RoundFact, other: RoundFact): number =>
  compare(one.at, other.at) || kindOrder[one.kind] - kindOrder[other.kind] || compare(one.id, other.id);
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const isRead = ({ kind }: RoundFact): boolean => kind === 'read' || kind === 'virtual';

/** Of a round that is ended like this: whether it is finished. */
export const statusAtEnd = ({ points }: Pick<Walked, 'points'>): RoundExecutionStatus =>
  points.every(({ state }) => state !== 'waiting') ? roundExecutionStatus.finished : roundExecutionStatus.unfinished;

/**
 * The state that the facts give; each counts once, whatever the order and number of their arrivals. `over`: when it ended,
 * if it was not stopped: with its service.
 */
export function walk(plan: RoundPlan, arrived: readonly RoundFact[], over: string | null = null): Walked {
  const facts = [...new Map(arrived.map((fact) => [fact.id, fact])).values()].toSorted(inTime);
  const points = plan.points.map(
    (point): WalkedPoint => ({ ...point, state: 'waiting', fact: null, facts: [], distance: null, doubts: [] }),
  );
  const walked: Walked = {
    ...{ status: roundExecutionStatus.waiting, startedAt: null, endedAt: null, isCut: false, points },
    ...{ validated: 0, expected: [], observations: [], others: [] },
  };
  /** Lines passed, the last one last. */
  const passed: string[] = [];
  const cut = (): void => {
    if (walked.endedAt === null && over !== null) Object.assign(walked, { endedAt: over, isCut: true });
  };
  for (const fact of facts) {
    if (over !== null && fact.at > over) cut();
    if (fact.kind === 'start' && walked.startedAt === null) walked.startedAt = fact.at;
    else if (fact.kind === 'observation') walked.observations.push(fact);
    else if (fact.kind === 'start' || walked.endedAt !== null) {
      walked.others.push(fact);
      const point = isRead(fact) ? pointOf(fact, points) : undefined;
      if (point && !point.doubts.includes('afterEnd')) point.doubts.push('afterEnd');
    } else if (fact.kind === 'stop') walked.endedAt = fact.at;
    else take(fact, plan, walked, passed);
  }
  cut();
  doubtProofs(plan, points);
  walked.validated = points.filter(({ state }) => state === 'validated').length;
  if (walked.endedAt !== null) {
    walked.status = walked.isCut ? roundExecutionStatus.unfinished : statusAtEnd(walked);
    // O-019
    for (const point of points) if (point.state === 'waiting') point.state = 'jumped';
  } else {
    if (walked.startedAt !== null || facts.length > 0) walked.status = roundExecutionStatus.running;
    walked.expected = expectedOf(plan, passed);
  }
  return walked;
}

const expectedOf = ({ points, directions }: RoundPlan, passed: readonly string[]): string[] =>
  expectedNext(
    points.map(({ line }) => line),
    passed,
    directions,
  );

/** By its line; a line that the desk removed meanwhile, by its checkpoint. */
const pointOf = ({ line, checkpoint }: RoundFact, points: readonly WalkedPoint[]): WalkedPoint | undefined =>
  points.find((point) => point.line === line) ??
  points.find((point) => point.checkpoint === checkpoint && point.state !== 'validated') ??
  points.find((point) => point.checkpoint === checkpoint);

function take(fact: RoundFact, plan: RoundPlan, walked: Walked, passed: string[]): void {
  const point = pointOf(fact, walked.points);
  if (!point) {
    walked.others.push(fact);
    return;
  }
  point.facts.push(fact);
  // The first read counts; a jump does not take it back, and a point that was jumped may still be read.
  if (point.state === 'validated' || (point.state === 'jumped' && !isRead(fact))) return;
  const expected = expectedOf(plan, passed);
  if (isRead(fact) && point.state === 'waiting' && expected.length > 0 && !expected.includes(point.line))
    point.doubts.push('order');
  point.state = isRead(fact) ? 'validated' : 'jumped';
  point.fact = fact;
  const before = passed.indexOf(point.line);
  if (before >= 0) passed.splice(before, 1);
  passed.push(point.line);
}

/** Metres per second: no round is walked or driven faster. */
const fastest = 15;
/** Metres: points that are nearer to each other cannot be told apart. */
const apart = 20;

const accuracyOf = ({ accuracy }: Fix): number => accuracy ?? 0;

/** The point has a tag or a code, and this is no proof of it. */
function tagDoubt({ kind, tag }: RoundFact, { type, ...own }: NonNullable<PlannedPoint['known']>): Doubt | null {
  if (kind === 'virtual') return type === 'VIRTUAL' ? null : 'noTag';
  if (!tag) return 'noTag';
  return isOwnTag(tag, own) ? null : 'otherTag';
}

function doubtProofs({ radius }: RoundPlan, points: readonly WalkedPoint[]): void {
  const read = points
    .flatMap((point) => (point.state === 'validated' && point.fact ? [{ point, fact: point.fact }] : []))
    .toSorted((one, other) => inTime(one.fact, other.fact));
  for (const [index, { point, fact }] of read.entries()) {
    const unfit = point.known ? tagDoubt(fact, point.known) : null;
    if (unfit) point.doubts.push(unfit);
    if (fact.position && point.location) {
      point.distance = metresBetween(fact.position, point.location);
      if (point.distance - accuracyOf(fact.position) > radius) point.doubts.push('far');
    }
    // O-021: the position is its only proof.
    if (fact.kind === 'virtual' && !fact.position && !fact.gone) point.doubts.push('noPosition');
    const last = read[index - 1];
    if (last && isTooFast(last, { point, fact })) point.doubts.push('speed');
    if (read.slice(0, index).some((one) => isSamePlace(one, { point, fact }))) point.doubts.push('samePlace');
    point.distance ??= fact.judged?.distance ?? null;
    for (const doubt of fact.judged?.doubts ?? []) if (!point.doubts.includes(doubt)) point.doubts.push(doubt);
  }
}

/** By fact, of the points that were read. */
export const judgementsOf = ({ points }: Pick<Walked, 'points'>): Record<string, Judgement> =>
  Object.fromEntries(
    points.flatMap(({ state, fact, distance, doubts: own }) => {
      const found = placeDoubts.filter((one) => own.includes(one));
      return state === 'validated' && fact && (distance !== null || found.length > 0)
        ? [[fact.id, { distance, doubts: found }]]
        : [];
    }),
  );

interface Read {
  point: WalkedPoint;
  fact: RoundFact;
}

/** By the positions of the reads, and by the places of the points: a tag read indoors has no position. */
function isTooFast(one: Read, other: Read): boolean {
  const seconds = Math.max(1, (Date.parse(other.fact.at) - Date.parse(one.fact.at)) / 1_000);
  const [from, to] = [one.fact.position, other.fact.position];
  const moved = from && to ? metresBetween(from, to) - accuracyOf(from) - accuracyOf(to) : 0;
  return Math.max(moved, betweenPoints(one.point, other.point) - apart) / seconds > fastest;
}

const betweenPoints = (one: PlannedPoint, other: PlannedPoint): number =>
  one.location && other.location ? metresBetween(one.location, other.location) : 0;

/** Two points that are apart, read from one spot: tags that were gathered in a drawer. */
function isSamePlace(one: Read, other: Read): boolean {
  const [from, to] = [one.fact.position, other.fact.position];
  if (!from || !to) return false;
  const between = betweenPoints(one.point, other.point);
  return between >= apart + 2 * (accuracyOf(from) + accuracyOf(to)) && metresBetween(from, to) < between / 4;
}

/** Where an observation was made, in the daily log. */
export const observedAt = (point: string | undefined, round: string): string =>
  [point, round].filter(Boolean).join(' · ');

/** Tags that no round knows, read on the way: of another place, or an attempt. */
export const unknownTags = ({ others }: Walked): { id: string; at: string; words: string }[] =>
  others
    .filter(({ kind }) => kind === 'unknown')
    .map(({ id, at, way, tag }) => ({
      id,
      at,
      words: `${way === 'QR' ? 'QR code inconnu' : 'Badge inconnu'} : ${tag ?? ''}`,
    }));

/** O-020: the point is not where it was: a read further away than the site's radius. */
export const isMoved = ({ doubts: own }: WalkedPoint): boolean => own.includes('far');

/** « 14 min » of an execution that is over; null while it runs. */
export const minutesOf = ({
  startedAt,
  endedAt,
}: {
  startedAt: string | null;
  endedAt: string | null;
}): number | null =>
  startedAt === null || endedAt === null ? null : Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 60_000);

/** « Badge NFC, à 12 m du point (± 8 m) », then why to look twice. `isPlaced`: positions are shown to this reader. */
export function proofWords({ state, fact, distance, doubts: own }: WalkedPoint, isPlaced: boolean): string {
  const why = own.map((one) => doubts[one]);
  if (!fact) return state === 'jumped' ? ['Non contrôlé à la fin de la ronde', ...why].join('. ') : '';
  if (state === 'jumped') return [fact.content ?? '', ...why].join('. ');
  const accuracy = fact.position?.accuracy;
  const placed = fact.position ? 'avec position' : fact.gone ? goneWords[fact.gone] : 'sans position';
  const from = distance === null ? null : `à ${metresWords(distance)} du point`;
  const near = from === null ? placed : fact.gone ? `${from}, ${placed}` : from;
  const exact = accuracy == null ? '' : ` (± ${Math.round(accuracy)} m)`;
  const said = fact.tag ? quoted(fact.tag) : null;
  const read = [fact.way && readingWays[fact.way], said, isPlaced ? near + exact : null].filter(Boolean).join(', ');
  return [read, ...why].filter(Boolean).join('. ');
}
