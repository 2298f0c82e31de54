// The choice of a means of payment: a SEPA mandate or a card, both on the provider's pages (Z-011).
import { Alert, Button, Skeleton, Text, Title } from '@mantine/core';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactElement, useRef, useState } from 'react';
import { listPaymentMethods, type MethodType } from '#core/payments/method-calls.ts';
import { staffPlace } from '#core/payments/place.ts';
import { paymentMessages } from '#core/payments/texts.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { IconBuildingBank, IconCreditCard } from '#ui/icons.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { type Action, goAndAdd } from './going.ts';
import { useMissingAddress } from './MissingAddress.tsx';
import classes from './payments.module.css';

const offers: Readonly<Record<MethodType, { title: string; words: string; act: string; missing: string }>> = {
  sepa: {
    title: 'Mandat SEPA',
    words: 'Vos factures sont prélevées sur votre compte. Le mandat se signe en ligne, chez GoCardless.',
    act: 'Signer un mandat',
    missing: paymentMessages.noDebits,
  },
  card: {
    title: 'Carte bancaire',
    words: 'Vos factures sont débitées de votre carte. Son numéro est saisi chez Stripe et n’est pas gardé ici.',
    act: 'Ajouter une carte',
    missing: paymentMessages.noCards,
  },
};

export default function ChooseMethod({ title, description }: ScreenProps): ReactElement {
  const go = useNavigate();
  const { action } = useSearch({ strict: false }) as { action?: Action };
  const { data, error, refetch } = useCall(listPaymentMethods);
  const [busy, setBusy] = useState<MethodType | null>(null);
  const { flags, acting } = useSession();
  const last = useRef<MethodType>('card');
  const add = async (type: MethodType): Promise<void> => {
    setBusy(type);
    last.current = type;
    await goAndAdd(type, action === 'invoice' || action === 'subscription' ? action : 'methods', missing.lead);
    setBusy(null);
  };
  const missing = useMissingAddress(() => void add(last.current));
  if (flags.isSupport) return <Navigate to={staffPlace(flags.isAdmin, acting) as never} replace />;
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      {error && !data ? (
        <ReadFailure title="Le choix n’a pas pu être lu" message={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={160} role="status" aria-label="Chargement" />
      ) : (
        <>
          {!data.cards && !data.debits && (
            <Alert color="blue">
              <Text size="sm" mb="xs">
                {paymentMessages.byTransfer}
              </Text>
              <Button size="compact-sm" onClick={() => void go({ to: '/payments/invoices' as never })}>
                Voir mes factures
              </Button>
            </Alert>
          )}
          <div className={classes.choices}>
            {(['sepa', 'card'] as const).map((type) => {
              const offered = type === 'card' ? data.cards : data.debits;
              const { title: name, words, act, missing } = offers[type];
              const Icon = type === 'card' ? IconCreditCard : IconBuildingBank;
              return (
                <section key={type} className={classes.choice} aria-label={name}>
                  <Icon size={28} aria-hidden />
                  <Title order={2} size="h4">
                    {name}
                  </Title>
                  <Text component="p" size="sm">
                    {words}
                  </Text>
                  {offered ? (
                    <Button
                      loading={busy === type}
                      disabled={busy !== null && busy !== type}
                      onClick={() => void add(type)}
                    >
                      {act}
                    </Button>
                  ) : (
                    <Alert color="gray">{missing}</Alert>
                  )}
                </section>
              );
            })}
          </div>
        </>
      )}
      {missing.dialog}
    </div>
  );
}
