// Meal, dog and uniform allowances (annexe IV, art. 6 and 7; accord of 31 August 2018), and salary elements.
import { divide, sum, times, toNumber } from '../kernel/money.ts';
import { effectiveMinutes } from '../planning/hours.ts';
import { mealFrom } from '../planning/paid.ts';
import { workingDays } from '../planning/working-days.ts';
import { daysOf, type Segment } from './base.ts';
import type { PayElement, PayPerson, PayPlace, PayShift } from './facts.ts';
import { lineOf, type Part } from './lines.ts';
import type { PayRateKind } from './rates.ts';
import { fixedRubrics, type PayLine } from './rubrics.ts';

export interface DayWorked {
  day: string;
  shifts: PayShift[];
}

/** Working days that begin in the month, with the services that were worked. */
export function daysWorked({ calendar }: PayPlace, shifts: readonly PayShift[]): DayWorked[] {
  const worked = shifts
    .filter(({ start, end }) => end > start)
    .toSorted((one, other) => one.start - other.start || one.end - other.end);
  return workingDays(worked).flatMap((list) => {
    const start = list[0]?.start ?? 0;
    if (start < calendar.window.from || start >= calendar.window.to) return [];
    return [{ day: calendar.days[calendar.dayOf(start)] as string, shifts: list }];
  });
}

const tripKind = (kilometres: number): PayRateKind =>
  kilometres <= 30 ? 'dogTrip30' : kilometres <= 60 ? 'dogTrip60' : kilometres <= 100 ? 'dogTrip100' : 'dogTripBeyond';

export interface Allowances {
  lines: PayLine[];
  /** Working days with a dog whose trip is unknown. */
  unknownTrips: number;
}

export function allowancesOf(place: PayPlace, person: PayPerson, segments: readonly Segment[]): Allowances {
  const { rates, currency } = place;
  const [meals, dogHours, trips]: [Part[], Part[], Part[]] = [[], [], []];
  const articles: Partial<Record<'meal' | 'dog' | 'dogTrip', string>> = {};
  let unknownTrips = 0;
  for (const { day, shifts } of daysWorked(place, person.shifts)) {
    const effective = shifts.reduce((all, shift) => all + effectiveMinutes(shift), 0);
    const meal = rates('meal', day);
    if (meal && effective >= mealFrom(day)) {
      articles.meal = meal.article;
      meals.push({
        label: 'Au moins 6 h effectives',
        day,
        quantity: 1,
        unit: 'count',
        rate: meal.value,
        percent: null,
      });
    }
    const withDog = shifts.filter(({ dog }) => dog);
    const hour = rates('dogHour', day);
    if (withDog.length === 0) continue;
    for (const shift of hour ? withDog : []) {
      articles.dog = hour?.article ?? '';
      dogHours.push({
        ...{ label: shift.site, day, service: shift.id, unit: 'minutes', percent: null },
        quantity: effectiveMinutes(shift),
        rate: hour?.value ?? 0,
      });
    }
    const known = withDog.map(({ kilometres }) => kilometres ?? null).filter((one) => one !== null);
    if (known.length === 0) {
      unknownTrips += 1;
      continue;
    }
    const kilometres = Math.max(...known);
    const trip = rates(tripKind(kilometres), day);
    if (!trip) continue;
    articles.dogTrip = trip.article;
    const label = `${Math.round(kilometres)} km aller-retour à vol d’oiseau`;
    trips.push({ label, day, quantity: 1, unit: 'count', rate: trip.value, percent: null });
  }
  const make = (rubric: 'meal' | 'dog' | 'dogTrip', unit: 'count' | 'minutes', parts: Part[]): PayLine[] => {
    const line = lineOf(
      { rubric, label: fixedRubrics[rubric], unit, article: articles[rubric] ?? '' },
      parts,
      currency,
    );
    return line ? [line] : [];
  };
  const uniform = uniformOf(place, segments);
  return {
    lines: [
      ...make('meal', 'count', meals),
      ...make('dog', 'minutes', dogHours),
      ...make('dogTrip', 'count', trips),
      ...(uniform ? [uniform] : []),
    ],
    unknownTrips: rates('dogTrip30', place.end) ? unknownTrips : 0,
  };
}

/** Eleven months of twelve, in proportion to the days under contract. */
function uniformOf(place: PayPlace, segments: readonly Segment[]): PayLine | null {
  const rate = place.rates('uniform', place.end);
  const free = place.rates('uniformFreeMonth', place.end)?.value;
  const present = segments.reduce((all, { days }) => all + days, 0);
  if (!rate || present === 0 || Number(place.month.slice(5)) === free) return null;
  const whole = daysOf(place);
  const due = present === whole ? rate.value : toNumber(divide(times(rate.value, present), whole, 2));
  const label = present === whole ? 'Mois entier' : `${present} ${present === 1 ? 'jour' : 'jours'} sur ${whole}`;
  return lineOf(
    { rubric: 'uniform', label: fixedRubrics.uniform, unit: 'count', article: rate.article },
    [{ label, quantity: 1, unit: 'count', rate: due, percent: null }],
    place.currency,
  );
}

/** One line per type; an element without an amount is valued by the payroll software. */
export function elementLines(elements: readonly PayElement[], currency: string): PayLine[] {
  const byType = new Map<string, PayElement[]>();
  for (const one of elements) {
    const key = `${one.typeId} ${one.direction}`;
    byType.set(key, [...(byType.get(key) ?? []), one]);
  }
  return [...byType.values()].flatMap((list) => {
    const [{ typeId, type, direction }] = list as [PayElement];
    const parts = list.map(
      ({ date, amount, comment }): Part => ({
        label: comment || type,
        day: date,
        quantity: 1,
        unit: 'count',
        rate: amount ?? 0,
        percent: null,
      }),
    );
    const head = { rubric: `element:${typeId}`, label: type, unit: 'count', article: 'Élément de salaire' } as const;
    const line = lineOf({ ...head, deducted: direction === 'DEDUCTION' }, parts, currency);
    if (!line) return [];
    const counted = toNumber(sum(list.map(({ quantity }) => quantity)));
    return [
      {
        ...line,
        quantity: counted,
        rate: null,
        inputs: line.inputs.map((input, index) => ({ ...input, quantity: list[index]?.quantity ?? null })),
      },
    ];
  });
}
