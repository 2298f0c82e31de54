// « Mon abonnement »: the plan, the articles to order, the alerts (Z-008).
import { Button, NumberInput, Skeleton, Switch, Tabs, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useRef, useState } from 'react';
import { isAgentLimitReached, type Pricing, quotaMessages, readPricing } from '#core/agents/quota.ts';
import type { Output } from '#core/kernel/endpoint.ts';
import {
  alertLabels,
  type OwnSubscription,
  type QuotaAlert,
  readAlerts,
  readSubscriptions,
  type SoldOffer,
  saveAlerts,
  subscriptionMessages,
} from '#core/subscriptions/calls.ts';
import { planType } from '#core/subscriptions/offer.ts';
import { call } from '#ui/client/call.ts';
import { queryClient, queryKey, useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { dash, formatDay, plural } from '#ui/format.ts';
import { mayAlone } from '#ui/may.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { Order } from './Order.tsx';
import classes from './subscriptions.module.css';
import { givenText, priceText, stateText } from './words.ts';

export default function Subscription({ title, description }: ScreenProps): ReactElement {
  const { data, error, refetch } = useCall(readSubscriptions);
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      {error && !data ? (
        <ReadFailure title="L’abonnement n’a pas pu être lu" message={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={180} role="status" aria-label="Chargement" />
      ) : (
        <Tabs defaultValue="formule" keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="formule">Formule</Tabs.Tab>
            <Tabs.Tab value="articles">Articles</Tabs.Tab>
            <Tabs.Tab value="alertes">Alertes</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="formule">
            <Formula own={data.subscription} />
          </Tabs.Panel>
          <Tabs.Panel value="articles">
            <Articles own={data.subscription} offers={data.offers} />
          </Tabs.Panel>
          <Tabs.Panel value="alertes">
            <Alerts />
          </Tabs.Panel>
        </Tabs>
      )}
    </div>
  );
}

const ofLimit = (used: number, limit: number | null): string =>
  limit === null ? `${used}, sans limite` : `${used} sur ${limit}`;
const left = (count: number | null): string => (count === null ? 'Sans limite' : plural(count, 'restante'));

const usage = (pricing: Pricing): [string, string][] => [
  ['Fiches collaborateurs', ofLimit(pricing.countAgents.agents, pricing.agentsLimit)],
  [
    'Comptes',
    ofLimit(
      pricing.countAgents.accounts,
      pricing.accountsLimit === null ? null : pricing.accountsLimit + pricing.vFreeAccounts,
    ),
  ],
  ['Fiches prépayées', left(pricing.remainingSheets)],
  ['Signatures électroniques', left(pricing.prepaidSignatures)],
  ...(pricing.prepaidPayslips === null
    ? []
    : ([['Fiches de paie', left(pricing.prepaidPayslips)]] as [string, string][])),
];

const day = (value: string | null, none: string): string => (value ? formatDay(value) : none);

function Formula({ own }: { own: OwnSubscription }): ReactElement {
  const go = useNavigate();
  const session = useSession();
  const { subscriptionValid } = session;
  const { data } = useCall(readPricing, { enabled: subscriptionValid });
  const facts: [string, string][] = [
    ['État', stateText(own)],
    ['Formule', own.plan ? `${own.plan.name}, ${own.yearly ? 'par an' : 'par mois'}` : dash],
    ...(own.licences > 0 ? ([['Licences en plus', String(own.licences)]] as [string, string][]) : []),
    ['Début', day(own.startsOn, dash)],
    ['Fin de validité', day(own.endsOn, 'Sans fin')],
    ...(own.renews ? [] : ([['Prochaine échéance', 'Pas de renouvellement']] as [string, string][])),
    ...(own.nextLicences === null
      ? []
      : ([['Licences en plus, prochaine échéance', String(own.nextLicences)]] as [string, string][])),
    ...(own.next
      ? ([['Prochaine échéance', `${own.next.plan.name}, ${own.next.yearly ? 'par an' : 'par mois'}`]] as [
          string,
          string,
        ][])
      : []),
    ...(data ? usage(data.pricing) : []),
  ];
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {data && isAgentLimitReached(data.pricing) ? <Text role="status">{quotaMessages.sheet}.</Text> : null}
      {mayAlone(session, ['editSubscription']) ? (
        <Button mt="md" onClick={() => void go({ to: '/choosePlan' as never })}>
          {own.plan ? 'Changer de formule' : 'Choisir une formule'}
        </Button>
      ) : null}
    </>
  );
}

function Articles({ own, offers }: { own: OwnSubscription; offers: readonly SoldOffer[] }): ReactElement {
  const session = useSession();
  const { subscriptionValid } = session;
  const [wanted, setWanted] = useState<Readonly<Record<string, number>>>({});
  const { data } = useCall(readPricing, { enabled: subscriptionValid });
  // A pack of what is not limited is of no use.
  const isUseful = ({ gives }: SoldOffer): boolean =>
    !data ||
    !(
      (gives.sheets > 0 && data.pricing.remainingSheets === null) ||
      (gives.signatures > 0 && data.pricing.prepaidSignatures === null)
    );
  const sold = offers.filter((offer) => offer.type !== planType && isUseful(offer));
  const mayOrder = mayAlone(session, ['editSubscription']) && own.plan !== null;
  if (sold.length === 0) return <Text>Aucun article n’est en vente pour le moment.</Text>;
  return (
    <div className={classes.page}>
      {own.plan ? null : <Text>{subscriptionMessages.needsPlan}</Text>}
      <ul className={classes.plans}>
        {sold.map((offer) => (
          <li key={offer.id} className={classes.plan}>
            <Text fw={600}>{offer.name}</Text>
            <Text>{priceText(offer, own.yearly)}</Text>
            {offer.description ? <Text size="sm">{offer.description}</Text> : null}
            {givenText(offer).length > 0 ? (
              <Text size="sm" c="dimmed">
                {givenText(offer).join(', ')}
              </Text>
            ) : null}
            {mayOrder ? (
              <NumberInput
                className={classes.end ?? ''}
                aria-label={`Quantité : ${offer.name}`}
                min={0}
                max={10_000}
                allowDecimal={false}
                value={wanted[offer.id] ?? 0}
                onChange={(value) => setWanted({ ...wanted, [offer.id]: typeof value === 'number' ? value : 0 })}
              />
            ) : null}
          </li>
        ))}
      </ul>
      {mayOrder ? (
        <Order
          yearly={own.yearly}
          first={false}
          offers={Object.entries(wanted).map(([id, quantity]) => ({ id, quantity }))}
        />
      ) : null}
    </div>
  );
}

/** Z-060. The payslips pack is hidden (Z-043), its alert too where nothing of it is counted. */
function Alerts(): ReactElement {
  const { can, subscriptionValid } = useSession();
  const { data, error, refetch } = useCall(readAlerts);
  const pricing = useCall(readPricing, { enabled: subscriptionValid }).data?.pricing;
  const countsPayslips = pricing !== undefined && pricing.prepaidPayslips !== null;
  const mayEdit = can(['editSubscription']);
  const saves = useRef<Promise<void>>(Promise.resolve());
  const send = async (alert: QuotaAlert): Promise<void> => {
    try {
      await call(saveAlerts, { input: { alerts: [alert] } });
      notifySuccess(subscriptionMessages.saved);
    } catch (problem) {
      notifyProblem(problem);
    }
  };
  /** The next switch builds on this one, which may not be answered yet. */
  const save = async (quota: QuotaAlert['quota'], change: Partial<QuotaAlert>): Promise<void> => {
    const key = queryKey(readAlerts);
    await queryClient.cancelQueries({ queryKey: key });
    const before = queryClient.getQueryData<Output<typeof readAlerts>>(key)?.alerts ?? [];
    const alerts = before.map((one) => (one.quota === quota ? { ...one, ...change } : one));
    queryClient.setQueryData(key, { alerts });
    const own = saves.current.then(() => send(alerts.find((one) => one.quota === quota) as QuotaAlert));
    saves.current = own;
    await own;
    if (saves.current === own) await queryClient.invalidateQueries({ queryKey: key });
  };
  if (error && !data)
    return (
      <ReadFailure title="Les alertes n’ont pas pu être lues" message={error.message} onRetry={() => void refetch()} />
    );
  if (!data) return <Skeleton height={120} role="status" aria-label="Chargement" />;
  return (
    <div className={classes.page}>
      <Text size="sm" c="dimmed">
        Une alerte part quand un quota est presque atteint, à ceux qui peuvent voir l’abonnement.
      </Text>
      {data.alerts
        .filter(({ quota }) => countsPayslips || quota !== 'prepaidPayslips')
        .map((alert) => (
          <section key={alert.quota} className={classes.card} aria-label={alertLabels[alert.quota]}>
            <Text className={classes.words ?? ''}>{alertLabels[alert.quota]}</Text>
            <Switch
              label="Notification"
              disabled={!mayEdit}
              checked={alert.notification}
              onChange={(event) => void save(alert.quota, { notification: event.currentTarget.checked })}
            />
            <Switch
              label="E-mail"
              disabled={!mayEdit}
              checked={alert.email}
              onChange={(event) => void save(alert.quota, { email: event.currentTarget.checked })}
            />
          </section>
        ))}
    </div>
  );
}
