// « Choisir une formule »: the plans on sale, by the month or the year, with more licences.
import { Badge, Button, NumberInput, SegmentedControl, Skeleton, Text, Title } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { changePlan, readSubscriptions, type SoldOffer, subscriptionMessages } from '#core/subscriptions/calls.ts';
import { licenceType, planType } from '#core/subscriptions/offer.ts';
import { useAct } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { queryClient, useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { today } from '#ui/clock.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { mayAlone } from '#ui/may.ts';
import { notifySuccess } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
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
  const change = useAct(async (plan: SoldOffer) => {
    await call(changePlan, { input: { plan: { id: plan.id }, yearly } });
    await queryClient.invalidateQueries({ queryKey: [readSubscriptions.name] });
    notifySuccess(subscriptionMessages.saved);
  });
  const plans = data?.offers.filter(({ type }) => type === planType) ?? [];
  const licence = data?.offers.find(({ type }) => type === licenceType);
  const mayOrder = mayAlone(session, ['editSubscription']);
  /** A plan whose period is over is ordered anew. */
  const runs = own !== null && own.plan !== null && (own.endsOn === null || own.endsOn >= today(zone));
  const choose = (plan: SoldOffer): void => {
    if (runs) change.run(plan);
    else setChosen(plan.id);
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
                        loading={change.busy}
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
          {change.problem ? (
            <Text c="red" role="alert">
              {change.problem.message}
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
