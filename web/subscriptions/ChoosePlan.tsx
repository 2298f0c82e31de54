// « Choisir une formule »: the plans on sale, by the month or the year, with more licences.
import { Badge, Button, NumberInput, SegmentedControl, Skeleton, Text, Title } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { daysAfter } from '#core/planning/days.ts';
import { readSubscriptions, type SoldOffer } from '#core/subscriptions/calls.ts';
import { licenceType, planType } from '#core/subscriptions/offer.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { today } from '#ui/clock.ts';
import { formatDay } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { mayAlone } from '#ui/may.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { chooseNext, NextPeriod } from './NextPeriod.tsx';
import { Order } from './Order.tsx';
import classes from './subscriptions.module.css';
import { givenText, priceText } from './words.ts';

export default function ChoosePlan({ title, description }: ScreenProps): ReactElement {
  const { data, error, refetch } = useCall(readSubscriptions);
  const session = useSession();
  const { zone } = useLocale();
  const [yearly, setYearly] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const [licences, setLicences] = useState(0);
  const own = data?.subscription ?? null;
  const plans = data?.offers.filter(({ type }) => type === planType) ?? [];
  const licence = data?.offers.find(({ type }) => type === licenceType);
  const mayOrder = mayAlone(session, ['editSubscription']);
  /** A plan whose period is over is ordered anew. */
  const runs = own !== null && own.plan !== null && (own.endsOn === null || own.endsOn >= today(zone));
  const choose = (plan: SoldOffer): void => {
    if (!runs) setChosen(plan.id);
    else
      void chooseNext(
        { plan: { id: plan.id }, yearly },
        `Choisir « ${plan.name} » pour la prochaine échéance ?`,
        `${priceText(plan, yearly)}${own?.endsOn ? `, après le ${formatDay(own.endsOn)}` : ''}. Votre période en cours ne change pas.`,
      );
  };
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      {error && !data ? (
        <ReadFailure
          title="Les formules n’ont pas pu être lues"
          message={error.message}
          onRetry={() => void refetch()}
        />
      ) : !data || !own ? (
        <Skeleton height={180} role="status" aria-label="Chargement" />
      ) : plans.length === 0 ? (
        <Text>Aucune formule n’est en vente pour le moment.</Text>
      ) : (
        <>
          <SegmentedControl
            aria-label="Période"
            style={{ alignSelf: 'flex-start' }}
            value={yearly ? 'year' : 'month'}
            onChange={(value) => setYearly(value === 'year')}
            data={[
              { value: 'month', label: 'Par mois' },
              { value: 'year', label: 'Par an' },
            ]}
          />
          <ul className={classes.plans}>
            {plans.map((plan) => {
              const isOwn = runs && own.plan?.id === plan.id && own.yearly === yearly;
              const isNext = own.next?.plan.id === plan.id && own.next.yearly === yearly;
              return (
                <li key={plan.id} className={`${classes.plan} ${chosen === plan.id ? classes.chosen : ''}`}>
                  <Title order={2} size="h4">
                    {plan.name}
                  </Title>
                  <span className={classes.price}>{priceText(plan, yearly)}</span>
                  {plan.description ? <Text size="sm">{plan.description}</Text> : null}
                  <Text size="sm" c="dimmed">
                    {[...givenText(plan), 'sans engagement'].join(', ')}
                  </Text>
                  <div className={classes.end}>
                    {isOwn ? (
                      <Badge tt="none">Votre formule</Badge>
                    ) : isNext ? (
                      <Badge tt="none" variant="light">
                        À la prochaine échéance
                      </Badge>
                    ) : mayOrder ? (
                      <Button
                        variant={chosen === plan.id ? 'filled' : 'default'}
                        aria-pressed={chosen === plan.id}
                        onClick={() => choose(plan)}
                      >
                        {runs ? 'Choisir pour la prochaine échéance' : 'Choisir'}
                      </Button>
                    ) : null}
                  </div>
                </li>
              );
            })}
          </ul>
          {runs ? <NextPeriod key={`${own.nextLicences} ${own.licences}`} own={own} mayChoose={mayOrder} /> : null}
          {own.isFreeTrial && own.trialEndsOn ? (
            <Text size="sm">
              Vos jours d’essai restent gratuits : une formule réglée d’ici au {formatDay(own.trialEndsOn)} commence le{' '}
              {formatDay(daysAfter(own.trialEndsOn, 1))}.
            </Text>
          ) : null}
          {chosen && licence ? (
            <NumberInput
              label={`Licences en plus (${priceText(licence, yearly)})`}
              min={0}
              max={1_000}
              allowDecimal={false}
              value={licences}
              onChange={(value) => setLicences(typeof value === 'number' ? value : 0)}
            />
          ) : null}
          {chosen ? (
            <Order
              yearly={yearly}
              first
              offers={[{ id: chosen, quantity: 1 }, ...(licence ? [{ id: licence.id, quantity: licences }] : [])]}
            />
          ) : null}
        </>
      )}
    </div>
  );
}
