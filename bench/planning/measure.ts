// The cost of the rules, compared to a plain scan of the same services. Runs in Node and in Chromium.
import { rulesOf } from '#core/planning/checks.ts';
import type { Row, Shift } from '#core/planning/model.ts';
import { agencyOf, settings } from './agency.ts';

export interface Figures {
  agents: number;
  services: number;
  findings: number;
  /** Milliseconds of each round. */
  all: number[];
  scan: number[];
  /** One service dragged to one agent, in milliseconds each. */
  dragged: number[];
  /** The same service checked on every agent, as the grid does during a drag. */
  everyRow: number[];
  /** Preparing the rules for a period. */
  ready: number[];
  /** Uses the results, so that the compiler cannot remove the measured code. */
  checksum: number;
}

/** Reads every service once, with a sum and a comparison: the lower bound of any rule. */
function plainScan(rows: readonly Row[]): number {
  let sum = 0;
  for (const { shifts } of rows)
    for (const { start, end, unpaid, site, specialty } of shifts)
      if (end > start) sum += end - start - unpaid + (site === null ? 1 : 0) + (specialty === null ? 1 : 0);
  return sum;
}

const timed = (into: number[], act: () => number): number => {
  const began = performance.now();
  const made = act();
  into.push(performance.now() - began);
  return made;
};

export function measure(rounds: number, agents = 500, services = 10_000): Figures {
  const agency = agencyOf(agents, services);
  const { rows, calendar } = agency;
  const figures: Figures = {
    agents,
    services: agency.services,
    findings: 0,
    all: [],
    scan: [],
    dragged: [],
    everyRow: [],
    ready: [],
    checksum: 0,
  };
  for (let round = 0; round < rounds; round += 1) {
    let rules = rulesOf(settings, calendar);
    figures.checksum += timed(figures.ready, () => {
      rules = rulesOf(settings, calendar);
      return 1;
    });
    figures.checksum += timed(figures.scan, () => plainScan(rows));
    figures.findings = timed(figures.all, () => rules.checkAll(rows).length);
    const { shifts: taken } = rows[round % agents] as Row;
    const dragged: Shift = { ...(taken[round % taken.length] as Shift), id: 'dragged' };
    const times = 50;
    const began = performance.now();
    for (let time = 0; time < times; time += 1) {
      const { facts, shifts } = rows[(round * times + time) % agents] as Row;
      figures.checksum += rules.wouldBreak(facts, shifts, dragged).length;
    }
    figures.dragged.push((performance.now() - began) / times);
    figures.checksum += timed(figures.everyRow, () => {
      let found = 0;
      for (const { facts, shifts } of rows) found += rules.wouldBreak(facts, shifts, dragged).length;
      return found;
    });
  }
  return figures;
}
