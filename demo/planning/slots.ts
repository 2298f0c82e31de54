// The posts on each day around today, and the teams that hold some of them day and night.
import { instantAt, wallClock } from '#core/kernel/clock.ts';
import { dayNumber, dayOfNumber, mondayOf, weekdayOf } from '#core/planning/days.ts';
import type { WrittenPost, WrittenShift } from '../lists/posts.ts';
import type { DemoAgent } from '../world.ts';
import type { Demand, Roster, Slot } from './roster.ts';

/** The initial value that the database gives every agency. */
export const zone = 'Europe/Paris';
/** Days before and after today: six weeks each. */
export const reach = 42;

export interface Post {
  written: WrittenPost;
  demand: Demand;
}

export interface Days {
  /** Milliseconds since 1970. */
  now: number;
  /** Today, in days since 1970. */
  today: number;
  /** The instant of a local time on that day; today is 0. */
  at(day: number, time: string): number;
}

export function daysAround(now: Date): Days {
  const today = dayNumber(wallClock(now, zone).day);
  const known = new Map<string, number>();
  return {
    now: now.getTime(),
    today,
    at: (day, time) => {
      const key = `${day} ${time}`;
      const found = known.get(key) ?? Date.parse(instantAt(dayOfNumber(today + day), time, zone));
      known.set(key, found);
      return found;
    },
  };
}

export function slotOn(days: Days, post: number, day: number, shift: WrittenShift): Slot {
  const start = days.at(day, shift.from);
  const number = days.today + day;
  const onNext = (time: string): number => days.at(time <= shift.from ? day + 1 : day, time);
  return {
    post,
    day,
    weekday: weekdayOf(number),
    shift,
    dates: [dayOfNumber(number), dayOfNumber(shift.to <= shift.from ? number + 1 : number)],
    start,
    end: onNext(shift.to),
    pause: shift.pause ? { start: onNext(shift.pause[0]), end: onNext(shift.pause[1]) } : null,
    agents: [],
  };
}

/** Within a day, posts with rare qualifications first: any guard can hold the rest. */
export function slotsOf(posts: readonly Post[], days: Days): Slot[] {
  const slots: Slot[] = [];
  const monday = mondayOf(days.today);
  for (let day = -reach; day <= reach; day += 1) {
    const number = days.today + day;
    for (const [post, { written }] of posts.entries()) {
      const turn = (mondayOf(number) - monday) / 7 + post;
      if (turn % (written.everyWeeks ?? 1) !== 0) continue;
      for (const shift of written.shifts)
        if (shift.days.includes(weekdayOf(number))) slots.push(slotOn(days, post, day, shift));
    }
  }
  return slots;
}

/** Two days, two nights, then rest. The first member works now, and again tomorrow. */
export function holdInTurn(
  slots: readonly Slot[],
  team: readonly DemoAgent[],
  post: Post,
  roster: Roster,
  now: number,
): void {
  if (team.length === 0) return;
  const current = slots.find(({ start, end }) => start <= now && now < end);
  const isNight = (slot: Slot): boolean => slot.shift.to <= slot.shift.from;
  const turnOf = (slot: Slot): number =>
    Math.floor((slot.day - (current?.day ?? 0)) / 2) - (isNight(slot) ? 1 : 0) + (current && isNight(current) ? 1 : 0);
  for (const slot of slots) {
    const agent = team[((turnOf(slot) % team.length) + team.length) % team.length] as DemoAgent;
    if (roster.mayHold(agent, slot, post.demand)) roster.give(agent, slot, post.demand.site);
  }
}

/** The demo accounts, then qualified agents who are in no team yet. */
export function teamOf(post: Post, roster: Roster, days: Days, taken: Set<DemoAgent>): DemoAgent[] {
  const { team = 0, members = [] } = post.written;
  // Qualified from the first day to the last.
  const first = slotOn(days, 0, -reach, post.written.shifts[0] as WrittenShift);
  const last = slotOn(days, 0, reach, post.written.shifts[0] as WrittenShift);
  const able = roster.guards.filter(
    (agent) =>
      !taken.has(agent) &&
      (members.includes(agent.draft.email ?? '') ||
        [first, last].every((slot) => roster.mayHold(agent, { ...slot, agents: [] }, post.demand))),
  );
  const isMember = (agent: DemoAgent): boolean => members.includes(agent.draft.email ?? '');
  const chosen = [...able.filter(isMember), ...able.filter((agent) => !isMember(agent))].slice(0, team);
  for (const agent of chosen) taken.add(agent);
  return chosen;
}
