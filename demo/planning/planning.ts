// Three months of planning around today: six past weeks, six future weeks, the last two as drafts.
import { dayOfNumber, mondayOf } from '#core/planning/days.ts';
import { idAt } from '../chance.ts';
import type { Draw } from '../draw.ts';
import type { WrittenPost, WrittenShift } from '../lists/posts.ts';
import type { SpecialtyName } from '../lists/sectors.ts';
import type { DemoAgent, DemoPlanning, DemoSeries, DemoSite, DemoUnavailability } from '../world.ts';
import { absencesOf, type DrawnAbsence } from './absences.ts';
import { mischiefOf } from './mischief.ts';
import { type Roster, rosterOf, type Slot } from './roster.ts';
import { rowsOf } from './rows.ts';
import { type Days, daysAround, holdInTurn, type Post, reach, slotsOf, teamOf } from './slots.ts';

const minute = 60_000;
const dayLength = 24 * 60 * minute;

export interface PlanningDraw {
  draw: Draw;
  now: Date;
  posts: readonly WrittenPost[];
  specialtyIds: ReadonlyMap<SpecialtyName, string>;
  /** The same at any factor. */
  guards: readonly DemoAgent[];
  sites: readonly DemoSite[];
}

/** A few posts stay without an agent. */
const isLeftOpen = ({ day, post }: Slot): boolean => day > 1 && (day * 7 + post) % 53 === 0;

function assign(slots: readonly Slot[], posts: readonly Post[], roster: Roster, days: Days): void {
  const byPost = Map.groupBy(slots, ({ post }) => post);
  const taken = new Set<DemoAgent>();
  for (const [place, post] of posts.entries())
    if (post.written.team)
      holdInTurn(byPost.get(place) ?? [], teamOf(post, roster, days, taken), post, roster, days.now);
  for (const slot of slots) {
    const { demand } = posts[slot.post] as Post;
    // An event is fully staffed only in its last week.
    const wanted = demand.wanted > 1 && slot.day > 7 ? demand.wanted - 1 : demand.wanted;
    if (!isLeftOpen(slot)) roster.fill(slot, { ...demand, wanted });
  }
}

/** Few past posts are open: a post without an agent was usually not sold. */
const wasOrdered =
  ({ now }: Days) =>
  ({ start, day, post, agents }: Slot): boolean =>
    start > now || agents.length > 0 || (day + post) % 5 === 0;

/** One for each shift of each post. */
function seriesOf(
  posts: readonly Post[],
  slots: readonly Slot[],
  days: Days,
  draw: Draw,
): Map<WrittenShift, DemoSeries>[] {
  let rank = 0;
  return posts.map(({ written }, post) => {
    const own = slots.filter((slot) => slot.post === post);
    return new Map(
      written.shifts.flatMap((shift): [WrittenShift, DemoSeries][] => {
        const held = own.filter((slot) => slot.shift === shift);
        const [first, last] = [held.at(0), held.at(-1)];
        if (!first || !last) return [];
        const chance = draw.chance('series', rank);
        const row: DemoSeries = {
          id: idAt(rank++, chance),
          createdAt: draw.moment(days.today - reach - 45, chance),
          recurrence: {
            startDate: dayOfNumber(days.today + first.day),
            endDate: dayOfNumber(days.today + last.day),
            startTime: shift.from,
            endTime: shift.to,
            repeat: 'weekly',
            frequency: written.everyWeeks ?? 1,
            days: [...shift.days],
            monthDays: [],
            holidayDays: [],
            excludeHolidays: false,
            exclusions: [],
          },
        };
        return [[shift, row]];
      }),
    );
  });
}

const unavailabilityOf = (
  { agent, type, start, end, comment }: DrawnAbsence,
  rank: number,
  draw: Draw,
): DemoUnavailability => {
  const chance = draw.chance('unavailability', rank);
  return {
    id: idAt(rank, chance),
    createdAt: draw.moment(Math.min(draw.lastDay, Math.floor(start / dayLength) - 12), chance),
    agentId: agent.id,
    type,
    startAt: new Date(start).toISOString(),
    // U-010: the last minute is included.
    endAt: new Date(end - minute).toISOString(),
    comment,
  };
};

export function planningOf({ draw, now, posts: written, specialtyIds, guards, sites }: PlanningDraw): DemoPlanning {
  const days = daysAround(now);
  const siteOf = (name: string): string => {
    const found = sites.find(({ draft }) => draft.name === name);
    if (!found) throw new RangeError(`no site is named ${name}`);
    return found.id;
  };
  const posts = written.map(
    (post): Post => ({
      written: post,
      demand: {
        site: siteOf(post.site),
        specialty: post.specialty ? (specialtyIds.get(post.specialty) ?? null) : null,
        wanted: post.agents ?? 1,
      },
    }),
  );
  const accounts = new Set(written.flatMap(({ members = [] }) => members));
  const isAccount = ({ draft }: DemoAgent): boolean => accounts.has(draft.email ?? '');
  const absences = absencesOf(
    guards.filter((agent) => !isAccount(agent)),
    days,
    (rank) => draw.chance('absence', rank),
  );
  const barred = new Set(
    sites.flatMap(({ id, draft }) => (draft.siteUsers ?? []).map(({ agent }) => `${id} ${agent?.id}`)),
  );
  const roster = rosterOf(guards, absences, barred, days.at(mondayOf(days.today) - days.today, '00:00'));
  const usual = slotsOf(posts, days);
  assign(usual, posts, roster, days);
  const held = usual.filter(wasOrdered(days));
  const mischief = mischiefOf({ roster, posts, slots: held, days }, isAccount);
  const series = seriesOf(posts, held, days, draw);
  return {
    series: series.flatMap((shifts) => [...shifts.values()]),
    ...rowsOf(
      [...held, ...mischief.slots].sort((one, other) => one.start - other.start || one.post - other.post),
      { posts, days, draw, isAccount, siteOf, seriesOf: ({ post, shift }) => series[post]?.get(shift)?.id ?? null },
    ),
    unavailabilities: [...absences, ...mischief.absences].map((absence, rank) => unavailabilityOf(absence, rank, draw)),
  };
}
