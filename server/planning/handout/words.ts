// Formats days, hours and breaks for the printed planning.
import { weekDays } from '#core/agents/agent.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { type Calendar, wallOf } from '#core/planning/calendar.ts';
import { dayNumber, weekdayOf } from '#core/planning/days.ts';
import { breaksFor } from '#core/planning/planned.ts';
import type { HandoutService } from './contents.ts';

type Weekday = keyof typeof weekDays;

/** lun. 16/11 */
export const shortDay = (day: string): string =>
  `${weekDays[weekdayOf(dayNumber(day)) as Weekday].slice(0, 3).toLowerCase()}. ${frenchDay(day).slice(0, 5)}`;

export const periodWords = ({ start, end }: { start: string; end: string }): string =>
  start === end ? `Le ${frenchDay(start)}` : `Du ${frenchDay(start)} au ${frenchDay(end)}`;

/** 07:00 – 19:00; a service longer than a day shows the day of its end. */
export function hoursWords(calendar: Calendar, { start, end }: { start: number; end: number }): string {
  const [from, to] = [wallOf(calendar, start), wallOf(calendar, end)];
  return `${from.time} – ${end - start > 1440 ? `${shortDay(to.day)} ` : ''}${to.time}`;
}

export const breakWords = (calendar: Calendar, service: Pick<HandoutService, 'breaks'>, agent: string): string =>
  breaksFor(service, agent)
    .map(([start, end]) => hoursWords(calendar, { start, end }))
    .join(', ');

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Words that do not distinguish places. */
const small = new Set(['de', 'des', 'du', 'la', 'le', 'les', 'et', 'à', 'aux', 'au', '-', '–']);

/** At most `letters` per line and `lines` lines: words must not break in a narrow column. */
export function squeezed(text: string, letters: number, lines: number): string {
  const made: string[] = [];
  const words = text.split(/\s+/);
  const distinct = words.filter((word) => !small.has(word.toLowerCase()));
  for (const word of distinct.length > 0 ? distinct : words) {
    const cut = word.length > letters ? `${word.slice(0, letters - 1)}.` : word;
    const last = made.at(-1);
    if (last !== undefined && last.length + 1 + cut.length <= letters) made[made.length - 1] = `${last} ${cut}`;
    else made.push(cut);
  }
  return made.slice(0, lines).join('\n');
}
