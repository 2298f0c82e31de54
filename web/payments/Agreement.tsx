// What the agency answers to its first invoice (Z-025): it agrees, or it refuses and its order is cancelled.
import { Alert, Button, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { AgencyInvoice } from '#core/payments/invoice.ts';
import { confirmAgreement, pendingAgreement } from '#core/payments/payment-calls.ts';
import { subscriptionTexts } from '#core/payments/texts.ts';
import { actKey, call } from '#ui/client/call.ts';
import { invalidateEntity, queryClient, useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { confirm } from '#ui/confirm.tsx';
import { formatMoney } from '#ui/format.ts';
import { mayAlone } from '#ui/may.ts';
import { notifySuccess } from '#ui/notify.ts';
import classes from './payments.module.css';

/** `of`: only for this invoice. `onAnswered`: what it shows has changed. */
export function Agreement({ of, onAnswered }: { of?: string; onAnswered?: () => void }): ReactElement | null {
  const session = useSession();
  const { data } = useCall(pendingAgreement);
  const invoice = data?.agencyInvoice;
  if (!invoice || (of && of !== invoice.id) || !mayAlone(session, ['editSubscription'])) return null;
  const total = formatMoney(invoice.total, invoice.currency);
  const answer = async (agreed: boolean): Promise<void> => {
    try {
      await call(confirmAgreement, { input: { id: invoice.id, agreed }, key: actKey() });
    } catch (error) {
      throw agreed ? new Error(subscriptionTexts.AGREEMENT) : error;
    }
    notifySuccess(agreed ? 'Votre accord est enregistré' : 'Commande refusée : sa facture est annulée');
    await queryClient.invalidateQueries({ queryKey: [pendingAgreement.name] });
    await invalidateEntity(AgencyInvoice);
    onAnswered?.();
  };
  const agree = (): Promise<boolean> =>
    confirm({
      title: 'Donner votre accord ?',
      message: `Facture ${invoice.reference} de ${total} TTC : son premier paiement est alors dû.`,
      confirmLabel: 'Je donne mon accord',
      act: () => answer(true),
    });
  const refuse = (): Promise<boolean> =>
    confirm({
      title: 'Refuser cette commande ?',
      message: `La facture ${invoice.reference} de ${total} TTC est annulée par un avoir. Vous pourrez commander une autre formule.`,
      confirmLabel: 'Refuser la commande',
      act: () => answer(false),
    });
  return (
    <Alert color="orange" title="Votre accord est attendu">
      <Text size="sm" mb="xs">
        {`${invoice.items.map(({ title, quantity }) => `${quantity} × ${title}`).join(', ')} : ${total} TTC.`}
      </Text>
      <div className={classes.acts}>
        <Button size="compact-sm" onClick={() => void agree()}>
          Donner mon accord
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => void refuse()}>
          Refuser
        </Button>
      </div>
    </Alert>
  );
}
