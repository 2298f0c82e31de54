// What the supervision shows of a service, in words and on the time line.
import {
  type Board,
  type WatchedGroup,
  type WatchedService,
  watchedGroupOf,
  watchedGroups,
} from '#core/home/supervision.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { labelOfEvent, lifecycleEvents } from '#core/planning/lifecycle.ts';
import { isActive, missed } from '#core/planning/status.ts';
import { extensionWords } from '#core/planning/step-words.ts';
import { formatRelative } from '#ui/format.ts';

export const placeOf = ({ site, postTitle, reference }: WatchedService): string =>
  [site?.name, postTitle, site?.city].filter(Boolean).join(' · ') || reference;

/** « Aline Petit, Marc Roux (plus affecté) »; « Personne ». */
export const peopleWords = ({ agents }: Pick<WatchedService, 'agents'>): string =>
  agents.map(({ name, replaced }) => (replaced ? `${name} (plus affecté)` : name)).join(', ') || 'Personne';

/** The last event. « Non réalisé, prévu à 07:00 »: the clock logs it at the end, which says nothing of the planned start. */
export function lastEventWords({ status, startAt, endAt, lastEvent }: WatchedService, zone: string): string {
  if (!lastEvent) return 'Aucun événement';
  const { type, at, stop } = lastEvent;
  if (stop !== null) return `${stop} : ${labelOfEvent(type)} ${formatRelative(at)}`;
  // Its hour against the planned end, and why.
  if (type === lifecycleEvents.serviceExtension.id) {
    const time = (moment: number): string => wallClock(new Date(moment), zone).time;
    const extension = { at: Date.parse(at), reason: lastEvent.content };
    return extensionWords(extension, { end: Date.parse(endAt) }, null, time);
  }
  return type === lifecycleEvents.serviceNotStarted.id
    ? `${status === missed ? 'Non réalisé' : 'Non commencé'}, prévu à ${wallClock(startAt, zone).time}`
    : `${labelOfEvent(type)} ${formatRelative(at)}`;
}

/**
 * The board with these services as the server now shows them; those missing from its answer are gone. A full board also
 * shows those that it left out until now; which others take the places of the gone ones is known at the next whole read.
 */
export function withChanged(board: Board, ids: readonly string[], { services, postsNow }: Board): Board {
  const replaced = new Set([...ids, ...services.map(({ id }) => id)]);
  const isBefore = (one: WatchedService, other: WatchedService): boolean =>
    one.startAt < other.startAt || (one.startAt === other.startAt && one.id < other.id);
  const kept = board.services.filter(({ id }) => !replaced.has(id));
  const fresh = services.toSorted((one, other) => (isBefore(one, other) ? -1 : 1));
  // Both are in order: no sort of a thousand.
  const merged: WatchedService[] = [];
  let next = 0;
  for (const one of kept) {
    for (let first = fresh[next]; first && isBefore(first, one); first = fresh[next]) {
      merged.push(first);
      next += 1;
    }
    merged.push(one);
  }
  const known = new Set(board.services.map(({ id }) => id));
  const added = services.filter(({ id }) => !known.has(id)).length;
  return {
    leftOut: Math.max(0, board.leftOut - added),
    postsNow,
    services: [...merged, ...fresh.slice(next)],
  };
}

const isAwaited = ({ status, agents }: WatchedService): boolean =>
  watchedGroupOf(status) === 'late' || agents.some(({ awaited }) => awaited);

/** Services that are late, or wait for somebody, and were not so before. */
export function newlyLate(before: readonly WatchedService[], after: readonly WatchedService[]): WatchedService[] {
  const known = new Set(before.filter(isAwaited).map(({ id }) => id));
  return after.filter((service) => isAwaited(service) && !known.has(service.id));
}

/** Most urgent first, as in the list. */
const urgency = Object.keys(watchedGroups) as WatchedGroup[];
const urgencyOf = (status: number): number => urgency.indexOf(watchedGroupOf(status) ?? 'soon');

export interface Bar {
  service: WatchedService;
  /** Percent of the time line. */
  from: number;
  width: number;
  /** It ends after the time line. */
  goesOn: boolean;
}

export interface TimeLine {
  hours: { at: number; label: string }[];
  now: number;
  bars: Bar[];
}

const hour = 3_600_000;
/** Hours before now, and after it: until the last service ends, within these. */
const reach = { behind: 6, least: 6, most: 24 };

export function timeLineOf(services: readonly WatchedService[], now: number, clock: (at: number) => string): TimeLine {
  const first = Math.floor(now / hour);
  const last = Math.max(...services.map(({ endAt }) => Math.ceil(Date.parse(endAt) / hour)), first);
  const ahead = Math.min(reach.most, Math.max(reach.least + 1, last - first));
  const start = (first - reach.behind) * hour;
  const length = (reach.behind + ahead) * hour;
  const percent = (at: number): number => Math.min(100, Math.max(0, ((at - start) / length) * 100));
  const step = ahead > 12 ? 3 : 2;
  const steps = Array.from({ length: Math.ceil(length / hour / step) }, (_one, index) => start + index * step * hour);
  return {
    hours: steps.filter((at) => at < start + length).map((at) => ({ at: percent(at), label: clock(at) })),
    now: percent(now),
    bars: services
      .toSorted((one, other) => urgencyOf(one.status) - urgencyOf(other.status))
      .map((service) => {
        const from = percent(Date.parse(service.startAt));
        // Somebody still at work after the planned end.
        const end = isActive(service.status) ? Math.max(Date.parse(service.endAt), now) : Date.parse(service.endAt);
        return { service, from, width: Math.max(0.5, percent(end) - from), goesOn: end > start + length };
      }),
  };
}

export interface WatchedSite {
  id: string;
  name: string;
  location: { latitude: number; longitude: number };
  group: WatchedGroup;
  services: WatchedService[];
}

/** One dot for each site with a position, in the colour of its most urgent service. */
export function sitesOf(services: readonly WatchedService[]): WatchedSite[] {
  const found = new Map<string, WatchedSite>();
  for (const service of services) {
    const { site } = service;
    if (!site?.location) continue;
    const group = watchedGroupOf(service.status) ?? 'soon';
    const known = found.get(site.id);
    if (!known)
      found.set(site.id, { id: site.id, name: site.name, location: site.location, group, services: [service] });
    else {
      known.services.push(service);
      if (urgency.indexOf(group) < urgency.indexOf(known.group)) known.group = group;
    }
  }
  // The most urgent last: drawn above its neighbours.
  return [...found.values()].sort((one, other) => urgency.indexOf(other.group) - urgency.indexOf(one.group));
}
