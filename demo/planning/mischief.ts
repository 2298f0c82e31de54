// A few future violations of planning rules for a planner to find; the checks report each of them.
import { mondayOf } from '#core/planning/days.ts';
import type { WrittenShift } from '../lists/posts.ts';
import type { DemoAgent } from '../world.ts';
import { type DrawnAbsence, wholeDays } from './absences.ts';
import type { Roster, Slot } from './roster.ts';
import { type Days, type Post, slotOn } from './slots.ts';

const sixtyHours = 60 * 60;
const everyDay = [1, 2, 3, 4, 5, 6, 0] as const;

/** An additional slot of that post at these hours. */
const extra = (days: Days, post: number, day: number, from: string, to: string): Slot =>
  slotOn(days, post, day, { from, to, days: everyDay } satisfies WrittenShift);

export interface Mischief {
  /** Added to the usual slots. */
  slots: Slot[];
  absences: DrawnAbsence[];
}

interface Made {
  roster: Roster;
  posts: readonly Post[];
  slots: readonly Slot[];
  days: Days;
}

export function mischiefOf({ roster, posts, slots, days }: Made, untouched: (agent: DemoAgent) => boolean): Mischief {
  const made: Mischief = { slots: [], absences: [] };
  const spared = new Set<DemoAgent>();
  const ahead = slots.filter(
    ({ day, agents, post }) => day > 2 && day < 25 && agents.length > 0 && !posts[post]?.written.stops,
  );
  const place = posts.findIndex(({ demand }) => demand.specialty === null);
  const site = posts[place]?.demand.site ?? '';
  const give = (agent: DemoAgent, added: readonly Slot[]): void => {
    for (const slot of added) roster.give(agent, slot, site);
    made.slots.push(...added);
    spared.add(agent);
  };
  const others = (): DemoAgent[] =>
    roster.guards.filter(
      (agent) =>
        !spared.has(agent) &&
        !untouched(agent) &&
        agent.draft.agentInfos?.type === 'EMPLOYEE' &&
        roster.heldBy(agent).length > 20,
    );

  const fits = (agent: DemoAgent, slot: Slot): boolean =>
    roster.isFree(agent, slot, 11) && !roster.isAbsent(agent, slot);

  // Four hours of rest instead of eleven.
  const evening = ahead.find(({ shift, agents }) => shift.to === '18:00' && !untouched(agents[0] as DemoAgent));
  if (evening) give(evening.agents[0] as DemoAgent, [extra(days, place, evening.day, '22:00', '02:00')]);

  // A week without a day of rest, also at its edges: short services on the free days.
  const monday = mondayOf(days.today) + 7 - days.today;
  const weekFrom = (first: number): number[] => Array.from({ length: 7 }, (_, index) => first + index);
  for (const agent of others()) {
    const around = roster.heldBy(agent).filter(({ day }) => day >= monday - 2 && day <= monday + 7);
    const worked = new Set(around.map(({ day }) => day));
    const added = [monday - 1, ...weekFrom(monday), monday + 7]
      .filter((day) => !worked.has(day))
      .map((day) => extra(days, place, day, '10:00', '14:00'));
    const byDay = around.every(({ shift }) => shift.from < shift.to);
    if (!byDay || added.some((slot) => !fits(agent, slot))) continue;
    give(agent, added);
    break;
  }

  // Sixty hours in the following week: twelve more on each free day.
  for (const agent of others()) {
    const planned = roster.minutesIn(agent, days.at(monday + 7, '12:00'));
    const added = weekFrom(monday + 7)
      .map((day) => extra(days, place, day, '07:00', '19:00'))
      .filter((slot) => fits(agent, slot))
      .slice(0, Math.ceil((sixtyHours - planned) / 720));
    if (planned + added.length * 720 < sixtyHours) continue;
    give(agent, added);
    break;
  }

  // An agent without the qualification that the post requires.
  const asking = ahead.find(
    ({ post, agents, day }) =>
      day > 8 &&
      posts[post]?.demand.specialty != null &&
      !posts[post]?.written.team &&
      !untouched(agents[0] as DemoAgent),
  );
  const lacking = asking
    ? others().find(
        (agent) => !roster.has(agent, posts[asking.post]?.demand.specialty ?? null) && roster.isFree(agent, asking),
      )
    : undefined;
  if (asking && lacking) {
    roster.take(asking.agents[0] as DemoAgent, asking);
    roster.give(lacking, asking, posts[asking.post]?.demand.site ?? '');
    spared.add(lacking);
  }

  // Two agents who became ill after the planning.
  for (const from of [1, 12]) {
    const held = ahead.find(
      ({ day, agents }) => day > from && !spared.has(agents[0] as DemoAgent) && !untouched(agents[0] as DemoAgent),
    );
    if (!held) continue;
    const agent = held.agents[0] as DemoAgent;
    spared.add(agent);
    made.absences.push({ agent, type: 'Maladie', comment: 'Prévenu par téléphone', ...wholeDays(days, held.day, 2) });
  }
  return made;
}
