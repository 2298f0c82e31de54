// The cart: its price by the server, and the order (Z-030, Z-031).
import { Alert, Button, Text, Textarea } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { subscriptionTexts } from '#core/payments/texts.ts';
import { fillCart, orderSubscription, readConfig, subscriptionMessages } from '#core/subscriptions/calls.ts';
import { useAct, useActKey } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { queryClient, queryOf } from '#ui/client/queries.tsx';
import { loadSession, useSession } from '#ui/client/session.ts';
import { formatMoney } from '#ui/format.ts';
import { mayAlone } from '#ui/may.ts';
import { notifySuccess } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { leadToAddress } from '../payments/going.ts';
import { useMissingAddress } from '../payments/MissingAddress.tsx';
import classes from './subscriptions.module.css';

interface OrderProps {
  offers: readonly { id: string; quantity: number }[];
  yearly: boolean;
  /** The first order waits for a means of payment. */
  first: boolean;
}

export function Order({ offers, yearly, first }: OrderProps): ReactElement | null {
  const session = useSession();
  const { can } = session;
  const go = useNavigate();
  const [address, setAddress] = useState('');
  const [instructions, setInstructions] = useState('');
  const wanted = offers.filter(({ quantity }) => quantity > 0);
  const asked = mayAlone(session, ['editSubscription']) && wanted.length > 0;
  const { data, error, refetch, isFetching } = useQuery({
    ...queryOf(fillCart, { input: { offers: wanted, yearly } }),
    placeholderData: keepPreviousData,
    enabled: asked,
  });
  const cart = asked ? data?.cart : undefined;
  const keyOf = useActKey();
  const order = useAct(async () => {
    if (!cart) return;
    const input = {
      ...{ offers: wanted, yearly, vat: cart.vat },
      ...(cart.needsDelivery ? { deliveryAddress: address, deliveryInstructions: instructions } : {}),
    };
    const { invoice } = await call(orderSubscription, { input, key: keyOf(input) }).catch((refused: unknown) => {
      leadToAddress(refused, missing.lead);
      throw refused;
    });
    const { config } = await queryClient.fetchQuery(queryOf(readConfig));
    keyOf.renew();
    notifySuccess(invoice ? subscriptionMessages.ordered(invoice.number) : subscriptionMessages.validated);
    await queryClient.invalidateQueries();
    if (!invoice) return void (await loadSession());
    await go(
      (can(['listSubscriptionInvoices'])
        ? first && (config.cards || config.debits) && can(['editPaymentMethod'])
          ? { to: '/paymentMethod', search: { action: 'subscription' } }
          : { to: '/paymentInvoice', search: { id: invoice.id } }
        : { to: '/agencySubscription' }) as never,
    );
  });
  const missing = useMissingAddress(order.run);
  if (!asked) return null;
  if (error && !cart)
    return <ReadFailure title="Le panier n’a pas pu être lu" message={error.message} onRetry={() => void refetch()} />;
  if (!cart) return <Text role="status">Calcul du panier…</Text>;
  return (
    <section aria-label="Panier" className={classes.totals} aria-busy={isFetching}>
      {cart.lines.map(({ offer, quantity, price }) => (
        <div key={offer.id} className={classes.total}>
          <span>
            {offer.name}
            {quantity > 1 ? ` × ${quantity}` : ''}
          </span>
          <span>{formatMoney(price, 'EUR')}</span>
        </div>
      ))}
      <div className={classes.total}>
        <Text c="dimmed">TVA {cart.vat} %</Text>
        <Text c="dimmed">{formatMoney(cart.totalVat, 'EUR')}</Text>
      </div>
      <div className={classes.total}>
        <Text fw={600}>Total TTC</Text>
        <Text fw={600}>{formatMoney(cart.total, 'EUR')}</Text>
      </div>
      {cart.needsDelivery ? (
        <>
          <Textarea
            label="Adresse de livraison"
            required
            autosize
            maxLength={500}
            value={address}
            error={order.violation('deliveryAddress')}
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
          <Textarea
            label="Instructions de livraison"
            autosize
            maxLength={1_000}
            value={instructions}
            onChange={(event) => setInstructions(event.currentTarget.value)}
          />
        </>
      ) : null}
      {order.problem ? (
        <Alert color="red" title={subscriptionTexts.ORDER}>
          {order.problem.message}
        </Alert>
      ) : null}
      <Button loading={order.busy} disabled={isFetching} onClick={() => order.run()}>
        Commander
      </Button>
      {missing.dialog}
    </section>
  );
}
