// Whether an agency has the people for a mission, by the rules of its own planning. Pure.
import type { Applicant, Ranking } from '../planning/candidates.ts';
import { rankCandidates } from '../planning/candidates.ts';
import { withShift } from '../planning/checks.ts';
import type { Row, Shift } from '../planning/model.ts';

export interface Staffing {
  /** Days on which enough people can be planned, each in turn. */
  covered: number;
  /** Free and allowed, on the worst day taken alone. */
  fewest: number;
  /** Who would take how many days, most first. */
  staff: { name: string; days: number }[];
}

/**
 * As for a service that somebody has to take, without a warning: another company counts on it, so weekly rest and contract
 * hours hold. Who has no contract that day is not promised, unless he is not employed here.
 */
function available(rows: readonly Row[], shift: Shift, ranking: Ranking): string[] {
  const applicants = rows.map((row): Applicant => ({ ...row, distance: null, cost: null }));
  const fromElsewhere = new Set(
    rows.flatMap(({ facts }) => (facts.external === true || facts.temporary === true ? [facts.id] : [])),
  );
  return rankCandidates(applicants, shift, ranking).flatMap(({ agent, findings, hoursLeft }) =>
    findings.length === 0 && (hoursLeft !== null || fromElsewhere.has(agent)) ? [agent] : [],
  );
}

/** Day after day, the best placed people whom the days before leave free and rested. */
export function staffingOf(rows: readonly Row[], days: readonly Shift[], wanted: number, ranking: Ranking): Staffing {
  const taken = new Map(rows.map(({ facts, shifts }) => [facts.id, shifts]));
  const counts = new Map<string, number>();
  let covered = 0;
  let fewest = Number.POSITIVE_INFINITY;
  for (const day of days) {
    fewest = Math.min(fewest, available(rows, day, ranking).length);
    const now = rows.map(({ facts }): Row => ({ facts, shifts: taken.get(facts.id) ?? [] }));
    const chosen = available(now, day, ranking).slice(0, wanted);
    if (chosen.length >= wanted) covered += 1;
    for (const agent of chosen) {
      taken.set(agent, withShift(taken.get(agent) ?? [], day));
      counts.set(agent, (counts.get(agent) ?? 0) + 1);
    }
  }
  const nameOf = new Map(rows.map(({ facts }) => [facts.id, facts.name]));
  return {
    covered,
    fewest: days.length === 0 ? 0 : fewest,
    staff: [...counts]
      .map(([agent, number]) => ({ name: nameOf.get(agent) ?? '', days: number }))
      .toSorted((one, other) => other.days - one.days || one.name.localeCompare(other.name, 'fr')),
  };
}

/** Days of a mission that are examined. */
export const mostDays = 31;
