// What the cover says in words, and what tonight is for a customer.
import type { AgencyCover, TonightService } from '#core/home/cover.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { isActive } from '#core/planning/status.ts';
import { plural } from '#ui/format.ts';
import { leftWords } from './left.ts';

export type Step = AgencyCover['steps'][number];

export interface CoverFacts {
  /** Null: the time line does not contain now. */
  current: Step | null;
  /** The step from now on that lacks most; null: nothing is missing. */
  worst: Step | null;
}

const lacking = ({ wanted, held }: Step): number => wanted - held;

export function coverFacts(steps: readonly Step[], now: string): CoverFacts {
  const at = Date.parse(now);
  const current = steps.findLast((step) => Date.parse(step.at) <= at) ?? null;
  const coming = steps.filter((step) => step === current || Date.parse(step.at) > at);
  const worst = coming.reduce<Step | null>(
    (found, step) => (lacking(step) > (found ? lacking(found) : 0) ? step : found),
    null,
  );
  return { current, worst };
}

export interface TonightSite {
  site: TonightService['site'];
  /** Services that should be under way, or are. */
  current: TonightService[];
  /** The next one, which relieves those. */
  next: TonightService | null;
}

/** Sites with somebody present first, then by the next start. */
export function tonightBySite(services: readonly TonightService[], now: string): TonightSite[] {
  const at = Date.parse(now);
  const isCurrent = ({ status, startAt }: TonightService): boolean => isActive(status) || Date.parse(startAt) <= at;
  const groups = [...Map.groupBy(services, ({ site }) => site.id).values()].map(
    (own): TonightSite => ({
      site: (own[0] as TonightService).site,
      current: own.filter(isCurrent),
      next: own.find((one) => !isCurrent(one)) ?? null,
    }),
  );
  return groups.sort(
    (one, other) =>
      Number(other.current.length > 0) - Number(one.current.length > 0) ||
      (one.next?.startAt ?? '').localeCompare(other.next?.startAt ?? '') ||
      one.site.name.localeCompare(other.site.name, 'fr'),
  );
}

/** Who is there, in words. */
export function presenceOf(one: TonightService, now: string, zone: string): string {
  const { status, startAt, endAt, realStartAt, realEndAt, wanted } = one;
  const time = (at: string): string => wallClock(at, zone).time;
  if (realEndAt) return leftWords(status, realEndAt, endAt, zone);
  if (!isActive(status)) return `${plural(wanted, 'agent attendu', 'agents attendus')} depuis ${time(startAt)}`;
  const since = `${plural(wanted, 'agent')} sur place depuis ${time(realStartAt ?? startAt)}`;
  return endAt > now ? `${since}, jusqu’à ${time(endAt)}` : `${since}, au-delà de la fin prévue à ${time(endAt)}`;
}
