// F-031, F-034: why no record can be added, what one costs, and where to mend it: the subscription, or the platform.
import type { Pricing } from '#core/agents/quota.ts';
import { tenant } from '#ui/client/tenant.ts';
import { confirm } from '#ui/confirm.tsx';
import { formatMoney } from '#ui/format.ts';

interface Ways {
  /** Opens « À propos » with the contacts of the platform. */
  toContacts(): void;
  /** Opens « Mon abonnement »; absent: not for this person. */
  toSubscription?: (() => void) | undefined;
}

export async function explainQuota(refused: string, { sheetPrice }: Pricing, ways: Ways): Promise<void> {
  const { toContacts, toSubscription } = ways;
  const { name, modules } = tenant();
  const cost = `Une fiche supplémentaire coûte ${formatMoney(sheetPrice, 'EUR')} hors taxes.`;
  if (modules.subscriptions && toSubscription) {
    const yes = await confirm({ title: refused, message: cost, confirmLabel: 'Voir mon abonnement' });
    if (yes) toSubscription();
    return;
  }
  const reached = modules.about;
  const yes = await confirm({
    title: refused,
    message: `${cost} Adressez-vous à ${name} pour modifier votre abonnement.`,
    confirmLabel: reached ? 'Voir les contacts' : 'Fermer',
    ...(reached ? {} : { cancelLabel: null }),
  });
  if (yes && reached) toContacts();
}
