// Minimum monthly pay of the branch (IDCC 1351, accord of 25 September 2023; law.md section 1), as dated rows: a new
// table adds rows, and an old contract is checked against the rows of its time.
import { divide, least, times, toNumber } from '../kernel/money.ts';

export const agreementCategories = {
  AGENT_EXPLOIT: "Agent d'exploitation",
  AGENT_MAITRISE: 'Agent de maîtrise',
  INGENIEUR_CADRE: 'Ingénieur ou cadre',
} as const;

export type AgreementCategory = keyof typeof agreementCategories;

export interface BranchMinimum {
  category: AgreementCategory;
  coefficient: number;
  level: string;
  /** Null: the level has only one. */
  grade: string | null;
  /** For 151.67 hours a month, in euros. */
  monthly: number;
  validFrom: string;
  /** Null: until further notice. */
  validTo: string | null;
}

/** Legal full time: 35 hours a week. */
export const fullTimeMonthlyHours = 151.67;

const rowsFrom = (
  validFrom: string,
  validTo: string | null,
  category: AgreementCategory,
  rows: readonly (readonly [coefficient: number, monthly: number, level: string, grade: string | null])[],
): BranchMinimum[] =>
  rows.map(([coefficient, monthly, level, grade]) => ({
    category,
    coefficient,
    level,
    grade,
    monthly,
    validFrom,
    validTo,
  }));

// Levels, grades and the coefficients of cadres between 300 and 800 come from a published copy of the grid of 2026, whose
// other rows match law.md to the cent. The form accepts other values.
export const branchMinimums: readonly BranchMinimum[] = [
  ...rowsFrom('2026-01-01', null, 'AGENT_EXPLOIT', [
    [120, 1883.85, 'II', '2'],
    [130, 1908.54, 'III', '1'],
    [140, 1965.78, 'III', '2'],
    [150, 2039.33, 'III', '3'],
    [160, 2152.09, 'IV', '1'],
    [175, 2327.04, 'IV', '2'],
    [190, 2502.06, 'IV', '3'],
    [210, 2735.99, 'V', '1'],
    [230, 2969.36, 'V', '2'],
    [250, 3202.76, 'V', '3'],
  ]),
  ...rowsFrom('2026-01-01', null, 'AGENT_MAITRISE', [
    [150, 2234.3, 'I', '1'],
    [160, 2357.77, 'I', '2'],
    [170, 2480.93, 'I', '3'],
    [185, 2666.29, 'II', '1'],
    [200, 2851.2, 'II', '2'],
    [215, 3036.16, 'II', '3'],
    [235, 3282.88, 'III', '1'],
    [255, 3529.58, 'III', '2'],
    [275, 3776.29, 'III', '3'],
  ]),
  // Cadres have positions: `level` is the position, `grade` its letter.
  ...rowsFrom('2026-01-01', null, 'INGENIEUR_CADRE', [
    [300, 2968.47, 'I', null],
    [400, 3756.63, 'II', 'A'],
    [470, 4307.92, 'II', 'B'],
    [530, 4780.86, 'III', 'A'],
    [620, 5489.93, 'III', 'B'],
    [800, 6908.48, 'III', 'C'],
  ]),
];

/** The branch's name for the place of a row in the grid. */
export const placeInGrid = ({ category, level, grade }: BranchMinimum): string =>
  category === 'INGENIEUR_CADRE'
    ? `la position ${level}${grade === null ? '' : `-${grade}`}`
    : `le niveau ${level}${grade === null ? '' : `, échelon ${grade}`}`;

/** The row in force on that day; null if there is none. */
export function branchMinimum(category: string, coefficient: number, day: string): BranchMinimum | null {
  return (
    branchMinimums.find(
      (row) =>
        row.category === category &&
        row.coefficient === coefficient &&
        row.validFrom <= day &&
        (row.validTo === null || day <= row.validTo),
    ) ?? null
  );
}

/** The minimum pay of the agreement for these monthly hours, to the cent. */
export const minimumPayFor = (minimum: BranchMinimum, monthlyHours: number): number =>
  toNumber(divide(times(minimum.monthly, least(monthlyHours, fullTimeMonthlyHours)), fullTimeMonthlyHours, 2));
