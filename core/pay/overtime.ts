// Overtime by the agreed period (week, month or cycle: art. 7.06), and the complementary hours of a part-time contract. The
// overtime of a cycle falls in the month in which the cycle ends (decision 99).
import { add, toNumber } from '../kernel/money.ts';
import { frenchDay } from '../kernel/validators.ts';
import type { AgentHours } from '../planning/hours.ts';
import type { OvertimeMinutes, OvertimeSpan } from '../planning/overtime-spans.ts';
import { hourOf } from './base.ts';
import type { PayContract, PayPerson, PayPlace } from './facts.ts';
import { lineOf, type Part } from './lines.ts';
import { fixedRubrics, overtimeLabel, type PayLine, type Rubric } from './rubrics.ts';

/** A week, month or cycle over which hours are counted. */
interface Span {
  label: string;
  minutes: number;
  contract: PayContract;
  /** Minutes of the contract in it. */
  agreed: number;
  overtime: readonly OvertimeMinutes[];
  last: string;
}

const article = 'Art. 7.06 ; durée légale de 35 h';

const labelOf = ({ of, key, count }: OvertimeSpan): string =>
  of === 'WEEK' ? `Semaine ${count}` : of === 'MONTH' ? 'Mois' : `Cycle de ${count} semaines du ${frenchDay(key)}`;

const spansOf = ({ spans }: AgentHours): Span[] =>
  spans.flatMap((span): Span[] => {
    const { contract, minutes, agreed, overtime, last } = span;
    return contract
      ? [{ label: labelOf(span), minutes, contract: contract as PayContract, agreed, overtime, last }]
      : [];
  });

const wholeHour = (increase: number): number => toNumber(add(100, increase));

/** The minutes of a step that the salary already pays plainly: those below the hours of the contract. */
const includedIn = ({ from, minutes }: OvertimeMinutes, agreed: number): number =>
  Math.min(minutes, Math.max(0, agreed - Math.round(from * 60)));

/** An « extra » is paid for each hour worked, so his overtime adds its increase only. */
export function overtimeLines(place: PayPlace, person: PayPerson, hours: AgentHours): PayLine[] {
  const parts = new Map<number, Part[]>();
  for (const span of spansOf(hours)) {
    const rate = hourOf(span.contract, span.last, place);
    if (rate === null) continue;
    for (const step of span.overtime) {
      const included = person.hourly ? step.minutes : includedIn(step, span.agreed);
      const list = parts.get(step.percent) ?? [];
      const put = (quantity: number, percent: number, label: string): void => {
        if (quantity > 0) list.push({ label, day: span.last, quantity, unit: 'minutes', rate, percent });
      };
      put(step.minutes - included, wholeHour(step.percent), span.label);
      put(included, step.percent, `${span.label} : heures comprises dans le salaire de base, majoration seule`);
      parts.set(step.percent, list);
    }
  }
  return [...parts].flatMap(([percent, list]) => {
    const rubric: Rubric = `overtime:${percent}`;
    const line = lineOf({ rubric, label: overtimeLabel(percent), unit: 'minutes', article }, list, place.currency);
    return line ? [line] : [];
  });
}

/** Hours above a contract of less than the legal week, up to it. */
export function complementaryLine(place: PayPlace, person: PayPerson, hours: AgentHours): PayLine | null {
  if (person.hourly) return null;
  const parts: Part[] = [];
  let law = '';
  for (const span of spansOf(hours)) {
    const rate = hourOf(span.contract, span.last, place);
    const over = span.overtime.reduce((sum, { minutes }) => sum + minutes, 0);
    const above = span.minutes - over - span.agreed;
    if (rate === null || above <= 0) continue;
    const tenth = Math.min(above, Math.round(span.agreed / 10));
    const [first, beyond] = [
      place.rates('complementaryFirst', span.last),
      place.rates('complementaryBeyond', span.last),
    ];
    law = first?.article ?? law;
    const put = (quantity: number, increase: number, what: string): void => {
      if (quantity === 0) return;
      const label = `${span.label} : ${what}`;
      parts.push({ label, day: span.last, quantity, unit: 'minutes', rate, percent: wholeHour(increase) });
    };
    put(tenth, first?.value ?? 0, 'premier dixième');
    put(above - tenth, beyond?.value ?? 0, 'au-delà du dixième');
  }
  const head = { rubric: 'complementary', label: fixedRubrics.complementary, unit: 'minutes', article: law } as const;
  return lineOf(head, parts, place.currency);
}
