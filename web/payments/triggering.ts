// What is asked before payments are triggered, by whatever act (AB-018, AB-019).
import type { Output } from '#core/kernel/endpoint.ts';
import type { listBuyerMethods } from '#core/payments/invoice-calls.ts';
import { paymentMessages, willBillDefault, willTrigger } from '#core/payments/texts.ts';
import { confirm } from '#ui/confirm.tsx';

type BuyerMethods = Output<typeof listBuyerMethods>['paymentMethods'];

/** Z-020 */
export const offeredLabel = ({ label, enabled }: BuyerMethods[number]): string =>
  enabled ? label : `✗ ${label} : ${paymentMessages.notValid.toLowerCase()}`;

/** `without`: how many of them name no means of payment, and take the agency's default one. */
export async function confirmTriggering(
  count: number,
  without: number,
  methods: BuyerMethods | undefined,
): Promise<boolean> {
  const ask = { title: willTrigger(count), message: 'Le montant est demandé dès l’enregistrement.' };
  if (!(await confirm({ ...ask, confirmLabel: 'Déclencher' }))) return false;
  if (without === 0) return true;
  const usual = methods?.find(({ isDefault }) => isDefault);
  const message = usual
    ? `Moyen par défaut : ${offeredLabel(usual)}.`
    : 'L’agence n’a pas de moyen de paiement par défaut.';
  return confirm({ title: willBillDefault(without), message, confirmLabel: 'Facturer par défaut' });
}
