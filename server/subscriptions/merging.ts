// Quotas typed over those that were read: what was used up or set meanwhile is not overwritten.
import { Problem } from '#core/kernel/problem.ts';
import { type QuotaName, quotaLabels, quotaNames } from '#core/subscriptions/calls.ts';

type Numbers = Record<Exclude<QuotaName, 'freeAccounts'>, number | null>;
export type Quotas = Numbers & { freeAccounts: number };

/** What the caller did not change stays as it is now. */
export function mergedQuotas(typed: Quotas, seen: Quotas, now: Quotas): Quotas {
  const stale = quotaNames.filter((name) => typed[name] !== seen[name] && now[name] !== seen[name]);
  if (stale.length > 0) {
    const changed = stale.map((name) => `« ${quotaLabels[name]} » vaut maintenant ${now[name] ?? 'sans limite'}`);
    const current = Object.fromEntries(quotaNames.map((name) => [name, now[name]]));
    throw new Problem(
      'conflict',
      `Changé entre-temps : ${changed.join(', ')}. Vérifiez, puis enregistrez de nouveau.`,
      {
        current,
      },
    );
  }
  const kept = quotaNames.map((name) => [name, typed[name] === seen[name] ? now[name] : typed[name]]);
  return Object.fromEntries(kept) as Quotas;
}
