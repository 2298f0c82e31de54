// What the cover says in words, and what tonight is for a customer.
import type { AgencyCover, TonightService } from '#core/home/cover.ts';
import type { DashboardTask } from '#core/home/dashboard.ts';
import { postsWords } from '#core/home/posts.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { isActive } from '#core/planning/status.ts';
import { plural } from '#ui/format.ts';
import { leftWords } from './left.ts';

export type Step = AgencyCover['steps'][number];

const lacking = ({ wanted, held }: Step): number => wanted - held;

/** The step to come that lacks most; null: nothing is missing. */
export function worstStep(steps: readonly Step[], now: string): Step | null {
  return steps
    .filter(({ at }) => Date.parse(at) > Date.parse(now))
    .reduce<Step | null>((found, step) => (lacking(step) > (found ? lacking(found) : 0) ? step : found), null);
}

/** The posts now, and what is missing until the end of the time line. */
export function coverWords({ postsNow, steps }: AgencyCover, now: string, zone: string): [now: string, next: string] {
  const worst = worstStep(steps, now);
  const today = wallClock(now, zone).day;
  const moment = (at: string): string => {
    const { day, time } = wallClock(at, zone);
    return day === today ? time : `demain ${time}`;
  };
  const last = steps.at(-1);
  const horizon = last ? `D’ici ${moment(last.at)}` : 'Ensuite';
  return [
    `Maintenant : ${postsWords(postsNow)}.`,
    worst
      ? `${horizon}, il manque jusqu’à ${plural(lacking(worst), 'personne')}, à ${moment(worst.at)}.`
      : `${horizon}, tous les postes à venir sont pourvus.`,
  ];
}

/** Posts, and the services of the list that the bar opens, where their numbers differ. */
export function dayWords(wanted: number, held: number, services: number): string {
  const posts = wanted > held ? `${held} sur ${plural(wanted, 'poste')}` : plural(wanted, 'poste');
  return services === wanted ? posts : `${posts}, ${plural(services, 'service')}`;
}

/** Why a post may be empty: the tasks of the dashboard whose lists hold its service. */
const emptyReasons: Readonly<Record<string, string>> = {
  'services.unfilled': 'À pourvoir',
  'services.absent': 'Personnes absentes',
  'services.late': 'En retard',
  'services.missed': 'Non réalisés',
  'services.interrupted': 'Interrompus',
};

export interface CoverLink {
  label: string;
  /** Of the list of services; null: the supervision. */
  filters: DashboardTask['filters'] | null;
}

/** The lists that hold the empty posts, none of them empty. Only the supervision knows who went or is awaited now. */
export function coverLinks(
  { postsNow, steps }: AgencyCover,
  tasks: readonly DashboardTask[],
  now: string,
): CoverLink[] {
  const { absent, left, unfilled } = postsNow;
  if (absent + left + unfilled === 0 && !worstStep(steps, now)) return [];
  return [
    ...(absent + left > 0 ? [{ label: 'Supervision', filters: null }] : []),
    ...tasks.flatMap(({ key, filters }) => (emptyReasons[key] ? [{ label: emptyReasons[key], filters }] : [])),
  ];
}

export interface TonightSite {
  site: TonightService['site'];
  /** Services that should be under way, or are. */
  current: TonightService[];
  /** The next one, which relieves those. */
  next: TonightService | null;
  /** The next stop of a tour. */
  passage: TonightService | null;
}

const startOf = ({ next, passage }: TonightSite): string =>
  [next, passage].flatMap((one) => one?.startAt ?? []).toSorted()[0] ?? '';

/** Sites with somebody present first, then by the next start. */
export function tonightBySite(services: readonly TonightService[], now: string): TonightSite[] {
  const at = Date.parse(now);
  const isCurrent = ({ status, startAt }: TonightService): boolean => isActive(status) || Date.parse(startAt) <= at;
  const groups = [...Map.groupBy(services, ({ site }) => site.id).values()].map(
    (own): TonightSite => ({
      site: (own[0] as TonightService).site,
      current: own.filter(isCurrent),
      next: own.find((one) => !isCurrent(one) && !one.isStop) ?? null,
      passage: own.find((one) => !isCurrent(one) && one.isStop) ?? null,
    }),
  );
  return groups.sort(
    (one, other) =>
      Number(other.current.length > 0) - Number(one.current.length > 0) ||
      startOf(one).localeCompare(startOf(other)) ||
      one.site.name.localeCompare(other.site.name, 'fr'),
  );
}

/** Who is there, in words. */
export function presenceWords(one: TonightService, now: string, zone: string): string {
  const { status, startAt, endAt, realStartAt, realEndAt, wanted, held } = one;
  const time = (at: string): string => wallClock(at, zone).time;
  if (realEndAt) return leftWords(status, realEndAt, endAt, zone);
  if (!isActive(status)) return `${plural(wanted, 'agent attendu', 'agents attendus')} depuis ${time(startAt)}`;
  // Of two agents one may have left, or not come.
  const present = `${held === 0 ? 'Personne' : plural(held, 'agent')} sur place`;
  const since =
    held < wanted
      ? `${present} sur ${plural(wanted, 'prévu', 'prévus')}`
      : `${present} depuis ${time(realStartAt ?? startAt)}`;
  return endAt > now ? `${since}, jusqu’à ${time(endAt)}` : `${since}, au-delà de la fin prévue à ${time(endAt)}`;
}
