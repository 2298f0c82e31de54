// Rates of pay as dated data: the values of the branch (IDCC 1351; law.md section 1), and those that an agency sets in their
// place (AC-018).
import { type TimeSlot, timeSlots } from '../agencies/settings/pay.ts';

type SlotRate = `${TimeSlot}${'Amount' | 'Factor'}`;

const slotKinds = Object.fromEntries(
  Object.entries(timeSlots).flatMap(([slot, { label }]) => [
    [`${slot}Factor`, `${label} : coefficient de l’heure`],
    [`${slot}Amount`, `${label} : montant de l’heure`],
  ]),
) as Record<SlotRate, string>;

const otherKinds = {
  nightRest: 'Repos compensateur de nuit (% des heures)',
  quotaRest: 'Repos pour les heures au-delà du contingent (%)',
  complementaryFirst: 'Heures complémentaires, premier dixième (%)',
  complementaryBeyond: 'Heures complémentaires, au-delà (%)',
  seniority4: 'Ancienneté : 4 ans (%)',
  seniority7: 'Ancienneté : 7 ans (%)',
  seniority10: 'Ancienneté : 10 ans (%)',
  seniority12: 'Ancienneté : 12 ans (%)',
  seniority15: 'Ancienneté : 15 ans (%)',
  meal: 'Panier (€ par vacation)',
  dogHour: 'Entretien du chien (€ par heure)',
  dogTrip30: 'Transport du chien : jusqu’à 30 km aller-retour (€)',
  dogTrip60: 'Transport du chien : jusqu’à 60 km (€)',
  dogTrip100: 'Transport du chien : jusqu’à 100 km (€)',
  dogTripBeyond: 'Transport du chien : au-delà de 100 km (€)',
  uniform: 'Entretien de la tenue (€ net par mois)',
  uniformFreeMonth: 'Mois sans entretien de tenue (1 à 12)',
  employerRate: 'Charges patronales (% du brut)',
} as const;

export const payRateKinds = { ...otherKinds, ...slotKinds } as const;
export type PayRateKind = keyof typeof payRateKinds;

/** A value that cannot be meant: a factor is of the whole hour, so less than 1 would lower the pay. Null: it can. */
export function refusedRate(kind: PayRateKind, value: number): string | null {
  const label = payRateKinds[kind];
  if (kind === 'uniformFreeMonth')
    return Number.isInteger(value) && value >= 1 && value <= 12 ? null : 'Un mois, de 1 à 12';
  if (kind.endsWith('Factor'))
    return value >= 1 && value <= 10 ? null : 'Un coefficient de 1 à 10 : 1,10 majore l’heure de 10 %';
  if (label.includes('%')) return value <= 200 ? null : 'Un pourcentage, 200 au plus';
  return value <= 10_000 ? null : '10 000 € au plus';
}

export interface DatedRate {
  kind: PayRateKind;
  value: number;
  validFrom: string;
  /** Null: until further notice. */
  validTo: string | null;
}

export interface BranchRate extends DatedRate {
  article: string;
}

const since = '2000-01-01';
const rate = (kind: PayRateKind, value: number, article: string, validFrom = since, validTo: string | null = null) => ({
  ...{ kind, value, article, validFrom, validTo },
});
const seniority = 'Art. 9.03';
const meal = 'Annexe IV, art. 6';
const dog = 'Annexe IV, art. 7';
const uniform = 'Accord du 31 août 2018, art. 2';

/** Additive increases on the conventional minimum: no Saturday premium exists (decision 99). */
export const branchRates: readonly BranchRate[] = [
  rate('nightFactor', 1.1, 'Avenant du 25 septembre 2001, art. 1'),
  rate('sundayFactor', 1.1, 'Accord du 29 octobre 2003'),
  rate('holidayFactor', 2, 'Art. 9.05'),
  rate('nightRest', 1, 'Avenant du 25 septembre 2001, art. 1'),
  rate('seniority4', 2, seniority),
  rate('seniority7', 5, seniority),
  rate('seniority10', 8, seniority),
  rate('seniority12', 10, seniority),
  rate('seniority15', 12, seniority),
  rate('meal', 4.22, meal, '2024-01-01', '2024-12-31'),
  rate('meal', 4.36, meal, '2025-01-01', '2025-12-31'),
  rate('meal', 4.48, meal, '2026-01-01'),
  rate('dogHour', 1.41, dog, '2026-01-01'),
  rate('dogTrip30', 1.75, dog, '2026-01-01'),
  rate('dogTrip60', 2.33, dog, '2026-01-01'),
  rate('dogTrip100', 2.68, dog, '2026-01-01'),
  rate('dogTripBeyond', 3.03, dog, '2026-01-01'),
  rate('uniform', 8.78, uniform, '2026-01-01'),
];

/**
 * For every agency. Not checked against a source (law.md marks such values [B]): each agency sets its own. The share of the
 * employer's charges is an assumption for the margins.
 */
export const usualRates: readonly BranchRate[] = [
  rate('quotaRest', 100, 'Code du travail, art. L3121-33'),
  rate('complementaryFirst', 10, 'Code du travail, art. L3123-29'),
  rate('complementaryBeyond', 25, 'Code du travail, art. L3123-29'),
  // Eleven months of twelve: the month of the main leave is not paid.
  rate('uniformFreeMonth', 8, uniform),
  rate('employerRate', 42, 'Hypothèse, à régler par l’agence'),
];

export interface FoundRate {
  value: number;
  article: string;
  /** Set by the agency. */
  own: boolean;
}

export type Rates = (kind: PayRateKind, day: string) => FoundRate | null;

const inForce = (rows: readonly DatedRate[], kind: PayRateKind, day: string): DatedRate | undefined =>
  rows.find((row) => row.kind === kind && row.validFrom <= day && (row.validTo === null || day <= row.validTo));

export const ownArticle = 'Taux de l’agence';

/** The agency's row first, the latest of several; then the branch's, if the agency follows it. */
export function ratesOf(own: readonly DatedRate[], branch: boolean): Rates {
  const latest = own.toSorted((one, other) => other.validFrom.localeCompare(one.validFrom));
  const shipped = [...(branch ? branchRates : []), ...usualRates];
  const kinds = new Map<PayRateKind, Map<string, FoundRate | null>>();
  return (kind, day) => {
    let known = kinds.get(kind);
    if (!known) {
      known = new Map();
      kinds.set(kind, known);
    }
    let found = known.get(day);
    if (found === undefined) {
      const chosen = inForce(latest, kind, day);
      const usual = inForce(shipped, kind, day) as BranchRate | undefined;
      found = chosen
        ? { value: chosen.value, article: ownArticle, own: true }
        : usual
          ? { value: usual.value, article: usual.article, own: false }
          : null;
      known.set(day, found);
    }
    return found;
  };
}
