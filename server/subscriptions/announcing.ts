// What an agency is told of its trial, its orders, its invoices and its articles, each once (decision 112). Found by the
// clock and marked in the same transaction, whoever made them.
import * as z from 'zod';
import { formatMoney } from '#core/kernel/money.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { articleSent, subscriptionBilled, trialEnding } from '#core/subscriptions/notifications.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import { byClock, job } from '#server/jobs/registry.ts';
import type { Services } from '#server/kernel/call.ts';
import { notify } from '#server/notifications/notify.ts';
import { hasProvider } from '#server/payments/providers.ts';
import { paris } from './subscription.ts';

const kinds = { trialEnding, subscriptionBilled, articleSent } as const;

const notice = z.object({
  kind: z.enum(Object.keys(kinds) as [keyof typeof kinds, ...(keyof typeof kinds)[]]),
  event: z.string(),
  title: z.string(),
  text: z.string(),
  link: z.string(),
  action: z.string(),
});
type Announced = z.input<typeof notice> & { agency: string };

export const tellSubscriber = job(
  'tellSubscriber',
  notice,
  { label: 'Avis aux agences sur leur abonnement' },
  async ({ kind, ...told }, services, { agency }) => {
    if (!agency) return;
    const context = { ...nobody, agency };
    await services.database.transaction(context, async (db) => {
      const by = { caller: null, context, now: new Date(), services, host: null };
      await notify(db, kinds[kind], [{ to: 'holders', ...told }], by);
    });
  },
);

/** In the transaction that keeps the mark. */
async function announce(db: Db, { jobs }: Services, notices: readonly Announced[]): Promise<void> {
  for (const { agency, ...data } of notices)
    await jobs.enqueue(tellSubscriber, [{ key: `${agency} ${data.kind} ${data.event}`, data }], { db, agency });
}

/** Three days before the end of a trial, the day before, and after it. Of several that are due only the last. */
async function trials(db: Db): Promise<Announced[]> {
  // A trial that was prolonged is told again.
  await db.query({
    text: `update agency_subscriptions set trial_told = null where agency_id = platform_agency()
      and (trial_told is not null and trial_ends_on > ${paris} + 3 or trial_told = 0 and not is_free_trial_done)`,
  });
  const rows = await db.query<{ agency: string; endsOn: string; left: number; level: number }>({
    text: `update agency_subscriptions s set trial_told = t.level
      from (select id, case when is_free_trial_done then 0 when trial_ends_on - ${paris} <= 1 then 1 else 3 end as level
        from agency_subscriptions where agency_id = platform_agency() and plan_id is null and trial_ends_on between ${paris} - 2 and ${paris} + 3) t
      where s.agency_id = platform_agency() and t.id = s.id and (s.is_free_trial_done or s.status = 100 and s.trial_ends_on >= ${paris})
        and coalesce(s.trial_told, 9) > t.level
      returning s.buyer_id as agency, s.trial_ends_on::text as "endsOn", s.trial_ends_on - ${paris} as left, t.level`,
  });
  return rows.map(({ agency, endsOn, left, level }): Announced => {
    const sent = {
      ...{ agency, kind: 'trialEnding' as const, event: `${endsOn} ${level}` },
      ...{ link: '/choosePlan', action: 'Choisir une formule' },
    };
    if (level === 0)
      return {
        ...sent,
        title: 'Votre essai gratuit est terminé',
        text: 'L’accès de votre agence est suspendu. Il rouvre dès qu’une formule est réglée ; vos données sont conservées.',
      };
    const when = left === 0 ? 'aujourd’hui' : left === 1 ? 'demain' : `dans ${left} jours`;
    return {
      ...sent,
      title: `Votre essai gratuit se termine ${when}`,
      text: `Il est ouvert jusqu’au ${frenchDay(endsOn)} à minuit, ce jour compris.\nChoisissez une formule pour continuer sans interruption. Sinon l’accès de votre agence sera suspendu ; vos données sont conservées.`,
    };
  });
}

interface Billed extends Record<string, unknown> {
  id: string;
  agency: string;
  reference: string;
  total: number;
  currency: string;
  due: string;
  isOrder: boolean;
  isRenewal: boolean;
  waits: boolean;
  isRecent: boolean;
  isPaid: boolean;
}

/** How to pay: online where the installation collects, otherwise by transfer. */
const wayToPay = ({ reference, waits }: Billed, online: boolean): string => {
  if (waits && online) return 'Donnez votre accord et votre moyen de paiement dans « Mes factures ».';
  if (online) return 'Elle est prélevée sur votre moyen de paiement, ou se règle en ligne dans « Mes factures ».';
  return `Elle se règle par virement au compte indiqué sur la facture, en rappelant le numéro ${reference}.`;
};

/** Issued and paid invoices. An installation that was stopped for days tells nothing old. */
async function invoices(db: Db, services: Services): Promise<Announced[]> {
  const online = hasProvider(services.environment);
  const columns = `i.id, i.buyer_id as agency, i.reference, i.total::float8 as total, i.currency, i.due_date::text as due,
    exists (select from subscription_orders o where o.agency_id = i.agency_id and o.invoice_id = i.id) as "isOrder",
    exists (select from subscription_orders o where o.agency_id = i.agency_id and o.invoice_id = i.id and o.renewal) as "isRenewal",
    i.status = 'VALIDATION' as waits, i.settled_at is not null as "isPaid"`;
  const told = (one: Billed, what: 'issued' | 'paid', title: string, text: string): Announced => ({
    ...{ agency: one.agency, kind: 'subscriptionBilled', event: `${one.id} ${what}`, title, text },
    ...{ link: '/payments/invoices', action: 'Mes factures' },
  });
  const issued = await db.query<Billed>({
    text: `update agency_invoices i set announced = 1 where i.agency_id = platform_agency() and i.announced = 0 and i.issued_at is not null
      returning ${columns}, i.type = 'facture' and i.status <> 'CANCELLED_MANUALLY' and i.issued_at > now() - interval '2 days' as "isRecent"`,
  });
  const paid = await db.query<Billed>({
    text: `update agency_invoices i set announced = 2 where i.agency_id = platform_agency() and i.announced = 1 and i.settled_at is not null
      returning ${columns}, i.type = 'facture' and i.total > 0 and i.settled_at > now() - interval '2 days' as "isRecent"`,
  });
  const amount = ({ total, currency }: Billed): string => formatMoney(total, currency);
  return [
    // Paid at once: its payment says it all.
    ...issued
      .filter(({ isRecent, isPaid }) => isRecent && !isPaid)
      .map((one) => {
        const { reference, due, isOrder, isRenewal } = one;
        const title = isRenewal
          ? `Renouvellement de votre abonnement : facture ${reference}`
          : isOrder
            ? `Commande reçue : facture ${reference}`
            : `Nouvelle facture ${reference}`;
        const first =
          isOrder && !isRenewal ? 'Votre commande est bien reçue ; elle est servie dès son règlement. ' : '';
        return told(
          ...([one, 'issued', title] as const),
          `${first}La facture ${reference} de ${amount(one)} TTC est à régler au plus tard le ${frenchDay(due)}.\n${wayToPay(one, online)}`,
        );
      }),
    ...paid
      .filter(({ isRecent }) => isRecent)
      .map((one) =>
        told(
          ...([one, 'paid', `Paiement reçu : facture ${one.reference}`] as const),
          `Le règlement de la facture ${one.reference} de ${amount(one)} TTC est bien reçu. Merci.`,
        ),
      ),
  ];
}

async function articles(db: Db): Promise<Announced[]> {
  const rows = await db.query<{ id: string; agency: string; article: string; quantity: number; isRecent: boolean }>({
    text: `update agency_article_orders o set sent_announced = true where o.agency_id = platform_agency() and not o.sent_announced and o.status in (300, 400)
      returning o.id, o.buyer_id as agency, o.article, o.quantity, o.status = 300 and o.updated_at > now() - interval '2 days' as "isRecent"`,
  });
  return rows
    .filter(({ isRecent }) => isRecent)
    .map(({ id, agency, article, quantity }) => ({
      ...{ agency, kind: 'articleSent' as const, event: `${id} sent`, title: `Commande envoyée : ${article}` },
      text: `Votre commande de ${quantity} × ${article} est en route.`,
      ...{ link: '/payments/agencyArticleOrders', action: 'Suivre mes commandes' },
    }));
}

const telling =
  (found: (db: Db, services: Services) => Promise<Announced[]>) =>
  (services: Services): Promise<void> =>
    services.database.platformTransaction(async (db) => announce(db, services, await found(db, services)));

export const tellTrials = telling(trials);
export const tellOrders = telling(async (db, services) => [...(await invoices(db, services)), ...(await articles(db))]);

export const announceTrials = job(
  'announceTrials',
  byClock,
  { label: 'Abonnements : avis de fin d’essai', cron: { at: '0 8 * * *', of: 'platform' } },
  (_, services) => tellTrials(services),
);

export const announceOrders = job(
  'announceOrders',
  byClock,
  { label: 'Abonnements : avis de commandes et de factures', cron: { at: '*/5 * * * *', of: 'platform' } },
  (_, services) => tellOrders(services),
);
