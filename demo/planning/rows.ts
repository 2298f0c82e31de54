// The rows of the planning, by start time: services, stops of circuits, breaks and gaps.
import { archived, finished, unscheduled } from '#core/planning/status.ts';
import { idAt } from '../chance.ts';
import type { Draw } from '../draw.ts';
import type { DemoAgent, DemoBreak, DemoService } from '../world.ts';
import { type Lived, type LivedGap, livedOf, type Role } from './lived.ts';
import type { Slot } from './roster.ts';
import type { Days, Post } from './slots.ts';
import { stopsOf } from './stops.ts';

const minute = 60_000;
const dayLength = 24 * 60 * minute;
/** From this day on nothing is published yet. */
const firstDraft = 28;
/** Days after which a service may be archived. */
const old = 38;

export interface RowInput {
  posts: readonly Post[];
  days: Days;
  draw: Draw;
  /** Demo accounts, whose planning has no anomalies. */
  isAccount(agent: DemoAgent): boolean;
  seriesOf(slot: Slot): string | null;
  siteOf(name: string): string;
}

/** The next row's id and number. */
export interface Numbering {
  id(): string;
  reference(letter: 'S' | 'T'): string;
}

const iso = (instant: number): string => new Date(instant).toISOString();
const isoOrNull = (instant: number | null): string | null => (instant === null ? null : iso(instant));

/** One late, one on a break, one past its end; never a service of a demo account. */
function rolesOf(slots: readonly Slot[], { days: { now }, isAccount, posts }: RowInput): Map<Slot, Role> {
  const plain = slots.filter(
    ({ agents, post }) => agents.length > 0 && !agents.some(isAccount) && !posts[post]?.written.stops,
  );
  const current = plain.filter(({ start, end }) => start + 15 * minute < now && now < end - 30 * minute);
  const ended = plain.filter(({ end }) => end <= now && end > now - dayLength / 2);
  const roles = new Map<Slot, Role>();
  const cast = (slot: Slot | undefined, role: Role): void => void (slot && roles.set(slot, role));
  cast(current.at(-1), 'late');
  cast(current.at(-2), 'paused');
  cast(ended.at(-1), 'extended');
  return roles;
}

/** Published with a start one hour earlier, or without agents. */
const lastPublishedOf = ({ start, agents }: Slot, rank: number): DemoService['lastPublished'] =>
  rank % 2 === 0 || agents.length === 0 ? { startAt: iso(start - 60 * minute) } : { agents: [] };

function statusOf(slot: Slot, lived: Lived, rank: number, { days, isAccount }: RowInput): number {
  if (slot.day > 0 && rank % 97 === 5 && !slot.agents.some(isAccount)) return unscheduled;
  return lived.status === finished && slot.end < days.now - old * dayLength && rank % 9 === 0 ? archived : lived.status;
}

function serviceOf(slot: Slot, rank: number, lived: Lived, next: Numbering, input: RowInput): DemoService {
  const { posts, days, draw, seriesOf } = input;
  const { written, demand } = posts[slot.post] as Post;
  const chance = draw.chance('service', rank);
  const status = statusOf(slot, lived, rank, input);
  const begun = status === unscheduled ? null : lived;
  const day = days.today + slot.day;
  const isPublished = slot.day < firstDraft;
  const dog = written.dog ? slot.agents[0]?.draft.agentInfos?.dogs?.[0]?.id : undefined;
  return {
    id: next.id(),
    createdAt: draw.moment(Math.min(draw.lastDay - 3, day - 45), chance),
    reference: next.reference(written.stops ? 'T' : 'S'),
    status,
    circuitId: null,
    seriesId: seriesOf(slot),
    publishedAt: isPublished ? draw.moment(Math.min(draw.lastDay, day - 21), chance) : null,
    lastPublished: isPublished && slot.day > 0 && rank % 43 === 7 ? lastPublishedOf(slot, rank) : null,
    realStartAt: isoOrNull(begun?.realStart ?? null),
    realEndAt: isoOrNull(begun?.realEnd ?? null),
    draft: {
      site: { id: demand.site },
      postTitle: written.title,
      activityType: written.activity ?? 1,
      specialty: demand.specialty === null ? null : { id: demand.specialty },
      nbAgents: demand.wanted,
      startAt: iso(slot.start),
      endAt: iso(slot.end),
      agents: slot.agents.map(({ id }) => ({ id })),
      dog: dog ? { id: dog } : null,
      isCircuit: written.stops !== undefined,
    },
  };
}

function breakOf(gap: LivedGap, rank: number, service: DemoService, slot: Slot, id: string): DemoBreak {
  const [startAt, endAt] = [iso(gap.start), iso(gap.end)];
  return {
    id,
    serviceId: service.id,
    rank,
    agentId: gap.agent === null ? null : (slot.agents[gap.agent]?.id ?? null),
    type: gap.type,
    startAt,
    endAt,
    realStartAt: gap.status === 100 ? null : startAt,
    realEndAt: gap.status === 300 ? endAt : null,
    status: gap.status,
    comment: gap.comment,
    createdAt: gap.type === 0 ? service.createdAt : (service.realEndAt ?? startAt),
  };
}

export function rowsOf(slots: readonly Slot[], input: RowInput): { services: DemoService[]; breaks: DemoBreak[] } {
  const { posts, days, draw, siteOf } = input;
  const roles = rolesOf(slots, input);
  const services: DemoService[] = [];
  const breaks: DemoBreak[] = [];
  let count = 0;
  const next: Numbering = {
    id: () => idAt(count, draw.chance('serviceId', count)),
    reference: (letter) => `${letter}${String(++count).padStart(6, '0')}`,
  };
  for (const [rank, slot] of slots.entries()) {
    const lived = livedOf(slot, roles.get(slot) ?? null, draw.chance('lived', rank), days.now);
    const service = serviceOf(slot, rank, lived, next, input);
    services.push(service);
    if (service.status !== unscheduled)
      for (const [place, gap] of lived.gaps.entries())
        breaks.push(breakOf(gap, place, service, slot, idAt(breaks.length, draw.chance('breakId', breaks.length))));
    const { stops } = (posts[slot.post] as Post).written;
    if (stops) services.push(...stopsOf(service, slot, stops, days, next, siteOf));
  }
  return { services, breaks };
}
