// Planned hours above the contract's (V-005), and the yearly quota (art. 7.10; accord of 18 May 1993, art. 6).
import type { Week } from '../calendar.ts';
import { contractOn, cycleStart, minutesOfMonth } from '../contract-hours.ts';
import { dayNumber } from '../days.ts';
import { hour, type Limits } from '../limits.ts';
import { type ContractFacts, type Minute, minutesBetween } from '../model.ts';
import { cycleOf } from '../overtime-spans.ts';
import { inWindow, keyOf, levelOf, othersIn, passing, report, type Scene, type WeekKey, weekTotal } from './scene.ts';

export function checkOvertime(scene: Scene): void {
  if (levelOf(scene, 'overtime') === 0) return;
  checkWeeks(scene);
  checkMonths(scene);
  checkYear(scene);
}

/** The contract of a range of days: that of its first day, else of its last. */
const contractIn = (scene: Scene, first: number, last: number): ContractFacts | null =>
  contractOn(scene.facts.contracts, scene.calendar.days[first] as string) ??
  contractOn(scene.facts.contracts, scene.calendar.days[last] as string);

function checkWeeks(scene: Scene): void {
  const { calendar, windowWeeks, facts } = scene;
  let seen = '';
  for (let week = windowWeeks.first; week <= windowWeeks.last; week += 1) {
    const contract = contractIn(scene, week * 7, week * 7 + 6);
    if (contract === null) continue;
    if (contract.cycleWeeks !== null && contract.cycleWeeks > 0) {
      // Check each cycle once.
      const monday = dayNumber((calendar.weeks[week] as Week).monday);
      const cycle = `${contract.startDate} ${cycleStart(contract, monday)}`;
      if (cycle !== seen) checkCycle(scene, contract, monday);
      seen = cycle;
      continue;
    }
    if (contract.period !== 'WEEK') continue;
    const limit = Math.round(contract.hoursLimit * hour);
    const found = weekTotal(scene, keyOf(scene, week));
    if (found <= limit) continue;
    const { from, to, monday } = calendar.weeks[week] as Week;
    const service = passing(scene, from, to, facts.counters.weekMinutes[monday] ?? 0, limit);
    const others = othersIn(scene, from, to, service);
    report(scene, 'overtime', { rule: 'contractWeek', service, others, from, to, found, limit });
  }
}

/** Art. 7.06: overtime is what exceeds the average of the cycle. */
function checkCycle(scene: Scene, contract: ContractFacts, day: number): void {
  const { calendar, facts, shifts } = scene;
  const total = (from: Minute, to: Minute): number =>
    shifts.reduce((sum, shift) => sum + minutesBetween(shift, from, to), 0);
  const { weekMinutes } = facts.counters;
  const cycle = cycleOf({ calendar, contracts: facts.contracts, weekMinutes, total }, contract, day);
  if (!cycle || cycle.minutes <= cycle.agreed) return;
  const { monday: what, minutes: found, agreed: limit, outside, from, to } = cycle;
  if (!inWindow(scene, from, to)) return;
  const service = passing(scene, from, to, outside, limit);
  const others = othersIn(scene, from, to, service);
  report(scene, 'overtime', { rule: 'contractCycle', service, others, from, to, found, limit, what });
}

function checkMonths(scene: Scene): void {
  const { window, monthOf, monthNames, monthMinutes, facts, calendar } = scene;
  if (!facts.contracts.some(({ period, cycleWeeks }) => period === 'MONTH' && !cycleWeeks)) return;
  for (let day = window.first; day < window.end; ) {
    const month = monthOf[day] as number;
    let end = day + 1;
    while (end < window.end && monthOf[end] === month) end += 1;
    const contract = contractIn(scene, day, end - 1);
    const outside = facts.counters.monthMinutes[monthNames[month] as string] ?? 0;
    const found = (monthMinutes[month] as number) + outside;
    const isMonthly = contract?.period === 'MONTH' && !contract.cycleWeeks;
    const limit = isMonthly ? minutesOfMonth(facts.contracts, contract, monthNames[month] as string) : found;
    if (found > limit) {
      const from = calendar.midnights[Math.max(0, monthOf.indexOf(month))] as Minute;
      const to = calendar.midnights[monthOf.lastIndexOf(month) + 1] as Minute;
      const what = monthNames[month] as string;
      const service = passing(scene, from, to, outside, limit);
      const others = othersIn(scene, from, to, service);
      report(scene, 'overtime', { rule: 'contractMonth', service, others, from, to, found, limit, what });
    }
    day = end;
  }
}

/** A warning above the first limit, a refusal above the second, for each year that has overtime in the window. */
function checkYear(scene: Scene): void {
  const { calendar, loadedWeeks, windowWeeks, weekKeys, settings, facts } = scene;
  const { yearWarning, yearLimit } = scene.limits[scene.window.first] as Limits;
  const full = Math.round(settings.firstOvertimeFrom * hour);
  let year = '';
  for (let week = windowWeeks.first; week <= windowWeeks.last; week += 1) {
    const key = keyOf(scene, week);
    const ofYear = (weekKeys[key] as WeekKey).year;
    if (ofYear === year || weekTotal(scene, key) <= full) continue;
    year = ofYear;
    let found = facts.counters.yearOvertime[year] ?? 0;
    for (let other = loadedWeeks.first; other <= loadedWeeks.last; other += 1)
      if ((weekKeys[keyOf(scene, other)] as WeekKey).year === year)
        found += Math.max(0, weekTotal(scene, keyOf(scene, other)) - full);
    if (found <= yearWarning) continue;
    const { from, to } = calendar.weeks[week] as Week;
    if (!inWindow(scene, from, to)) continue;
    const refused = found > yearLimit;
    report(scene, 'overtime', {
      rule: 'year',
      service: null,
      others: othersIn(scene, calendar.loaded.from, calendar.loaded.to, null),
      from,
      to,
      found,
      limit: refused ? yearLimit : yearWarning,
      level: refused ? 2 : 1,
      what: year,
    });
  }
}
