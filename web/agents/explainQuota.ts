// F-031, F-034: why no record can be added, what one costs, and whom to ask. The subscription page does not exist yet.
import type { Pricing } from '#core/agents/quota.ts';
import { tenant } from '#ui/client/tenant.ts';
import { confirm } from '#ui/confirm.tsx';
import { formatMoney } from '#ui/format.ts';

/** `toContacts`: opens « À propos » with the contacts of the platform. */
export async function explainQuota(refused: string, { sheetPrice }: Pricing, toContacts: () => void): Promise<void> {
  const { name, modules } = tenant();
  const reached = modules.about;
  const yes = await confirm({
    title: refused,
    message: `Une fiche supplémentaire coûte ${formatMoney(sheetPrice, 'EUR')} hors taxes. Adressez-vous à ${name} pour modifier votre abonnement.`,
    confirmLabel: reached ? 'Voir les contacts' : 'Fermer',
    ...(reached ? {} : { cancelLabel: null }),
  });
  if (yes && reached) toContacts();
}
