// Words of a customer's month.
import type { SiteMonth } from '#core/home/presence.ts';
import { formatRelative, plural } from '#ui/format.ts';

/** « 41 services tenus sur 42, 1 non réalisé, 2 commencés en retard ». */
export function heldWords({
  services,
  held,
  missed,
  late,
}: Pick<SiteMonth, 'services' | 'held' | 'missed' | 'late'>): string {
  const words = [
    held === services
      ? plural(held, 'service tenu', 'services tenus')
      : `${plural(held, 'service tenu', 'services tenus')} sur ${services}`,
    ...(missed > 0 ? [plural(missed, 'non réalisé', 'non réalisés')] : []),
    ...(late > 0 ? [plural(late, 'commencé en retard', 'commencés en retard')] : []),
  ];
  return words.join(', ');
}

/** Per cent, rounded down: 100 says that nothing was missing. */
export const heldShare = ({ planned, present }: Pick<SiteMonth, 'planned' | 'present'>): number =>
  planned === 0 ? 0 : Math.floor((present / planned) * 100);

export function roundWords({
  name,
  startedAt,
  endedAt,
  validated,
  total,
}: NonNullable<SiteMonth['lastRound']>): string {
  const points = `${validated} sur ${plural(total, 'point')}`;
  return endedAt
    ? `${name}, ${points}, ${formatRelative(endedAt)}`
    : `${name}, en cours, ${points}, commencée ${formatRelative(startedAt)}`;
}
