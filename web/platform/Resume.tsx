// « Résumé »: the agencies of the platform in a few figures (W-006); each card opens its agencies.
import { Skeleton, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dayNumber, dayOfNumber } from '#core/planning/days.ts';
import { expiringDays, type Resume as Figures, readResume } from '#core/platform/dashboard-calls.ts';
import { useCall } from '#ui/client/queries.tsx';
import { formatNumber } from '#ui/format.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import classes from './platform.module.css';

interface Card {
  label: string;
  value: number;
  /** Filters of the agencies that it counts; absent: it counts no agencies. */
  opens?: object;
  tone?: 'positive' | 'warning' | 'negative';
}

const cardsOf = (of: Figures): Card[] => [
  { label: 'Agences', value: of.agencies, opens: {} },
  { label: 'Actives', value: of.active, opens: { status: ['ACTIVE'] }, tone: 'positive' },
  { label: 'Inactives', value: of.inactive, opens: { status: ['INACTIVE'] } },
  { label: 'En essai gratuit', value: of.trial, opens: { subscriptionState: ['TRIAL'] } },
  { label: 'Avec une formule', value: of.subscribed, opens: { subscriptionState: ['PLAN'] }, tone: 'positive' },
  { label: 'En attente de modération', value: of.pending, opens: { status: ['PENDING'] }, tone: 'warning' },
  { label: 'Suspendues', value: of.locked, opens: { status: ['LOCKED'] }, tone: 'negative' },
  {
    label: `Expirent sous ${expiringDays} jours`,
    value: of.expiring,
    opens: { expiresOn: { from: of.today, to: dayOfNumber(dayNumber(of.today) + expiringDays) } },
    tone: 'warning',
  },
  { label: 'Paiement en échec', value: of.failing, opens: { payment: ['ERROR'] }, tone: 'negative' },
  {
    label: 'Créées ce mois-ci',
    value: of.created,
    opens: { createdAt: { from: `${of.today.slice(0, 8)}01` } },
  },
  { label: 'Sans administrateur', value: of.unmanaged, tone: 'warning' },
  { label: 'Fiches collaborateurs', value: of.sheets },
  { label: 'Comptes actifs', value: of.accounts },
];

export default function Resume({ title, description }: ScreenProps): ReactElement {
  const { data, error, isFetching, refetch } = useCall(readResume);
  return (
    <Stack gap="md">
      <PageHeader title={title} description={description} />
      {error && !data ? (
        <ReadFailure
          title="Le résumé n’a pas pu être lu"
          message={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : data ? (
        <ul className={classes.cards} aria-label="Résumé">
          {cardsOf(data.resume).map((card) => (
            <li key={card.label}>
              <Figure {...card} />
            </li>
          ))}
        </ul>
      ) : (
        <div className={classes.cards} aria-busy role="status" aria-label="Chargement">
          {[1, 2, 3, 4, 5, 6].map((bone) => (
            <Skeleton key={bone} height={92} />
          ))}
        </div>
      )}
    </Stack>
  );
}

function Figure({ label, value, opens, tone }: Card): ReactElement {
  const content = (
    <>
      <strong>{formatNumber(value)}</strong>
      <span>{label}</span>
    </>
  );
  const shown = value > 0 ? tone : undefined;
  return opens ? (
    <Link
      to={'/adminAgencies' as never}
      search={{ f: opens } as never}
      className={classes.card ?? ''}
      data-tone={shown}
    >
      {content}
    </Link>
  ) : (
    <div className={classes.card} data-tone={shown}>
      {content}
    </div>
  );
}
