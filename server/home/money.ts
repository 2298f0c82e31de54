// What the money waits for: invoices to issue and to chase, silent estimates, notices of contracts, subscriptions that stopped.
import { expiryStates } from '#core/agents/expiry.ts';
import { estimateSilence } from '#core/billing/calls.ts';
import { Estimate } from '#core/billing/estimate.ts';
import { Invoice } from '#core/billing/invoice.ts';
import { InvoiceRecurrence, runningRecurrence } from '#core/billing/recurrence.ts';
import { CommercialExpiration } from '#core/commercial/contract.ts';
import type { DashboardTask } from '#core/home/dashboard.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { formatMoney } from '#core/kernel/money.ts';
import { daysAfter } from '#core/planning/days.ts';
import { expiryStateOf } from '#server/agents/contracts.ts';
import { balance, isLate } from '#server/billing/invoices.ts';
import { midnight } from './days.ts';

export interface CountedMoney {
  /** Today, by the agency's clock. */
  day: string;
  overdue: { count: number; amount: number; currency: string } | null;
  drafts: number | null;
  silent: number | null;
  notices: Partial<Record<NoticeState, number>> | null;
  stopped: number | null;
}

const noticeStates = ['EXPIRED', 'SOON', 'WATCH'] as const;
type NoticeState = (typeof noticeStates)[number];

const sentEstimate = 300;
const ofAgency = (t: string): string => `${t}.agency_id = (select app_agency())`;

/** Each with the entity that its reader may list. */
export const moneyQuestions: Record<string, { of: Entity; sql: string }> = {
  // The amount in the agency's currency alone.
  overdue: {
    of: Invoice,
    sql: `(select json_build_object('count', count(i.id), 'amount', coalesce(sum(${balance('i')}) filter (where i.currency = g.currency), 0)::float8, 'currency', g.currency)
      from agencies g left join invoices i on i.agency_id = g.id and not i.is_model and ${isLate('i')} where g.id = app_agency() group by g.currency)`,
  },
  drafts: {
    of: Invoice,
    sql: `(select count(*)::integer from invoices i where ${ofAgency('i')} and i.issued_at is null and not i.is_model)`,
  },
  //
  silent: {
    of: Estimate,
    sql: `(select count(*)::integer from estimates e where ${ofAgency('e')} and e.status = ${sentEstimate} and e.invoice_id is null and e.sent_at < ${midnight(1 - estimateSilence)})`,
  },
  notices: {
    of: CommercialExpiration,
    sql: `(select coalesce(json_object_agg(code, count), '{}') from (select ${expiryStateOf('d.date')} as code, count(*)::integer as count
      from commercial_due d where ${ofAgency('d')} and d.kind = 'NOTICE' group by 1) g)`,
  },
  // The night makes their invoices: a day that passed was refused.
  stopped: {
    of: InvoiceRecurrence,
    sql: `(select count(*)::integer from invoice_recurrences r where ${ofAgency('r')} and r.status = ${runningRecurrence} and r.next_on < app_today())`,
  },
};

const agreed = (count: number, one: string, many: string): string => (count === 1 ? one : many);

export function moneyTasks({ day, overdue, drafts, silent, notices, stopped }: CountedMoney): DashboardTask[] {
  const late = overdue?.count ?? 0;
  return [
    {
      key: 'invoices.late',
      label: `${agreed(late, 'Facture en retard', 'Factures en retard')} : ${formatMoney(overdue?.amount ?? 0, overdue?.currency ?? 'EUR')}`,
      ...{ count: late, tone: 'negative' as const, entity: Invoice.name, filters: { state: ['LATE'] } },
    },
    {
      key: 'recurrences.stopped',
      label: agreed(stopped ?? 0, 'Abonnement non facturé', 'Abonnements non facturés'),
      ...{ count: stopped ?? 0, tone: 'negative' as const, entity: InvoiceRecurrence.name },
      filters: { status: [runningRecurrence], nextOn: { to: daysAfter(day, -1) } },
    },
    {
      key: 'invoices.drafts',
      label: agreed(drafts ?? 0, 'Facture à émettre', 'Factures à émettre'),
      ...{ count: drafts ?? 0, tone: 'warning' as const, entity: Invoice.name, filters: { state: ['DRAFT'] } },
    },
    {
      key: 'estimates.silent',
      label: 'Devis à relancer',
      ...{ count: silent ?? 0, tone: 'warning' as const, entity: Estimate.name },
      filters: { status: [sentEstimate], sentAt: { to: daysAfter(day, -estimateSilence) } },
    },
    ...noticeStates.map((state) => ({
      key: `notice.${state}`,
      label: `Préavis de contrats clients : ${expiryStates[state]}`,
      count: notices?.[state] ?? 0,
      tone:
        state === 'EXPIRED' ? ('negative' as const) : state === 'SOON' ? ('warning' as const) : ('neutral' as const),
      entity: CommercialExpiration.name,
      filters: { kind: ['NOTICE'], state: [state] },
    })),
  ];
}
