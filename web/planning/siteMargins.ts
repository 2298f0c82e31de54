// The margins of the sites in the shown period, for those who may read them; read again once services have changed.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { fetchSiteMargins, type SiteMargin } from '#core/margins/planning-calls.ts';
import { queryClient, queryOf } from '#ui/client/queries.tsx';
import { formatMoney, formatNumber, plural } from '#ui/format.ts';
import type { GridTotal } from '#ui/TimeGrid/types.ts';
import type { Period } from './periods.ts';

/** They are read for the whole period: not after each of many changes. */
const pause = 2_000;

export type SiteTotals = ReadonlyMap<string, GridTotal>;

const incomplete = ({ unpriced, uncosted }: Pick<SiteMargin, 'unpriced' | 'uncosted'>): string[] => [
  ...(unpriced > 0 ? [`${plural(unpriced, 'service')} sans prix`] : []),
  ...(uncosted > 0 ? [`${plural(uncosted, 'vacation')} dont la paie est inconnue`] : []),
];

/** « Incomplet : 2 services sans prix »; null: everything is known. */
export const incompleteText = (counts: Pick<SiteMargin, 'unpriced' | 'uncosted'>): string | null => {
  const parts = incomplete(counts);
  return parts.length > 0 ? `Incomplet : ${parts.join(', ')}` : null;
};

export function marginTotal(site: SiteMargin, currency: string): GridTotal {
  const { revenue, cost, margin, rate } = site;
  const missing = incompleteText(site);
  const why = [
    `Revenu ${formatMoney(revenue, currency)}, coût ${formatMoney(cost, currency)}`,
    ...(rate === null ? [] : [`${formatNumber(rate)} % du revenu`]),
    ...(missing ? [missing] : []),
  ];
  return {
    label: 'marge',
    value: `${missing ? '≈ ' : ''}${formatMoney(margin, currency, 0)}`,
    kept: true,
    ...(margin < 0 ? { tone: 'negative' as const } : {}),
    why: why.join('\n'),
  };
}

/** `services`: those of the planning, another object after each change; null: not loaded, or not shown by site. */
export function useSiteMargins(period: Period, services: object | null): SiteTotals | null {
  const asked = useMemo(() => queryOf(fetchSiteMargins, { input: period }), [period]);
  const isShown = services !== null;
  const { data } = useQuery({ ...asked, enabled: isShown, staleTime: 300_000 });
  const before = useRef({ asked, services });
  useEffect(() => {
    const { asked: same, services: known } = before.current;
    before.current = { asked, services };
    if (services === null || known === null || same !== asked || known === services) return;
    const timer = setTimeout(
      () => void queryClient.invalidateQueries({ queryKey: asked.queryKey, exact: true }),
      pause,
    );
    return () => clearTimeout(timer);
  }, [asked, services]);
  return useMemo(
    () => (isShown && data ? new Map(data.sites.map((site) => [site.id, marginTotal(site, data.currency)])) : null),
    [isShown, data],
  );
}
