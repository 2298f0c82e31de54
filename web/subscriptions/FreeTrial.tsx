// The free trial: its page, and its card on the first page (Z-002, Z-004, Z-009).
import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Output } from '#core/kernel/endpoint.ts';
import { readFreeTrial } from '#core/subscriptions/calls.ts';
import { freeTrial } from '#core/subscriptions/subscription.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { tenant } from '#ui/client/tenant.ts';
import { formatDay, plural } from '#ui/format.ts';
import { IconRocket } from '#ui/icons.ts';
import { mayAlone } from '#ui/may.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import classes from './subscriptions.module.css';

type Trial = Output<typeof readFreeTrial>['trial'];

const wordsOf = ({ isFreeTrial, trialDaysLeft, trialEndsOn, isFreeTrialDone, hasPlan }: Trial): string =>
  hasPlan
    ? 'Votre agence est abonnée : votre essai gratuit n’est plus utile.'
    : isFreeTrial && trialEndsOn
      ? trialDaysLeft === 1
        ? `Essai gratuit : dernier jour, jusqu’à ce soir minuit (${formatDay(trialEndsOn)}).`
        : `Essai gratuit : ${plural(trialDaysLeft ?? 0, 'jour')}, jusqu’au ${formatDay(trialEndsOn)} inclus.`
      : isFreeTrialDone || trialEndsOn
        ? 'Votre essai gratuit est terminé : choisissez une formule pour continuer.'
        : 'Votre agence n’est pas à l’essai.';

function Choose(): ReactElement | null {
  const go = useNavigate();
  const session = useSession();
  if (!mayAlone(session, ['editSubscription'])) return null;
  return <Button onClick={() => void go({ to: '/choosePlan' as never })}>Choisir une formule</Button>;
}

export default function FreeTrial({ title, description }: ScreenProps): ReactElement {
  const { data, error, refetch } = useCall(readFreeTrial);
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      {error && !data ? (
        <ReadFailure title="L’essai n’a pas pu être lu" message={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={80} role="status" aria-label="Chargement" />
      ) : (
        <section className={classes.card} aria-label="Essai gratuit">
          <IconRocket size={24} aria-hidden />
          <Text className={classes.words ?? ''}>
            {wordsOf(data.trial)} L’essai dure {freeTrial.days} jours, avec toutes les fonctions.
          </Text>
          {data.trial.hasPlan ? null : <Choose />}
        </section>
      )}
    </div>
  );
}

/** Only while an agency tries, and not for the platform's staff. */
export function TrialCard(): ReactElement | null {
  const { flags, scope } = useSession();
  const isShown = tenant().modules.subscriptions && scope === 'agency' && flags.isStaff && !flags.isSupport;
  const { data } = useCall(readFreeTrial, { enabled: isShown });
  // After its last day it says so until a plan is chosen.
  if (
    !isShown ||
    !data ||
    data.trial.hasPlan ||
    (!data.trial.isFreeTrial && (data.trial.isFreeTrialDone || !data.trial.trialEndsOn))
  )
    return null;
  return (
    <section className={classes.card} aria-label="Essai gratuit">
      <IconRocket size={24} aria-hidden />
      <Anchor component={Link} to="/free-trial" className={classes.words ?? ''}>
        {wordsOf(data.trial)}
      </Anchor>
      <Choose />
    </section>
  );
}
