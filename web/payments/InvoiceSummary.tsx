// The sheet of an agency invoice: its lines, its payments, and what may be done.
import { Button, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { lineTotalOf } from '#core/billing/totals.ts';
import type { Row } from '#core/kernel/entity.ts';
import { type Exact, formatMoney, scaleOf, times } from '#core/kernel/money.ts';
import { type AgencyInvoice, agencyInvoiceTypes } from '#core/payments/invoice.ts';
import { printAgencyInvoice } from '#core/payments/invoice-calls.ts';
import { type PaymentStatus, paymentStatuses } from '#core/payments/statuses.ts';
import { useSession } from '#ui/client/session.ts';
import type { SummaryProps } from '#ui/EntityDialog/extras.ts';
import { PdfButton } from '#ui/files/PdfButton.tsx';
import { formatDay, formatMoment, formatNumber } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { mayAlone } from '#ui/may.ts';
import { Block, Facts, Summary, type Wrong } from '../summary/parts.tsx';
import classes from './payments.module.css';
import { owes, Transfer } from './Transfer.tsx';

export type AgencyInvoiceRow = Row<typeof AgencyInvoice>;
export type Payment = AgencyInvoiceRow['partialPayments'][number];

export const wrongsOf = ({ partialPayments, currency }: AgencyInvoiceRow): Wrong[] =>
  partialPayments.flatMap(({ status, error, amount, date }) =>
    status === 'ERROR' && error
      ? [{ what: `Paiement de ${formatMoney(amount ?? 0, currency)} du ${formatDay(date ?? '')}`, remedy: error }]
      : [],
  );

export function InvoiceBlocks({
  invoice,
  acts,
  payments,
}: {
  invoice: AgencyInvoiceRow;
  acts?: ReactNode;
  payments?: ReactNode;
}): ReactElement {
  const { currency, total, price, totalVat, balance, type } = invoice;
  const scale = scaleOf(currency);
  const money = (value: Exact): string => formatMoney(times(value, type === 'avoir' ? -1 : 1), currency);
  return (
    <>
      <Block
        title={agencyInvoiceTypes[type]}
        action={
          <div className={classes.acts}>
            <PdfButton print={printAgencyInvoice} id={invoice.id} name={invoice.reference} />
            {acts}
          </div>
        }
      >
        <Facts
          facts={[
            ['Agence', invoice.agencyName],
            ['Statut', paymentStatuses[invoice.status].label],
            ['Date', formatDay(invoice.date)],
            ['Échéance', type === 'facture' && formatDay(invoice.dueDate)],
            ['Total HT', money(price)],
            ['TVA', money(totalVat)],
            ['Total TTC', money(total)],
            ['Solde', money(balance)],
            ['Note', invoice.note],
            ['Envoyée', invoice.sent ? 'Oui' : 'Non'],
          ]}
        />
      </Block>
      <Block title="Lignes">
        <ul className={classes.rows}>
          {invoice.items.map(({ id, title, quantity, price: unit, vat }) => (
            <li key={id} className={classes.row}>
              <div className={classes.words}>
                <Text>{title}</Text>
                <Text size="sm" c="dimmed">
                  {formatNumber(quantity ?? 0)} × {formatMoney(unit ?? 0, currency)} · TVA {formatNumber(vat ?? 0)} %
                </Text>
              </div>
              <span className={classes.amount}>
                {money(lineTotalOf({ price: unit ?? 0, quantity: quantity ?? 0, vat: vat ?? 0 }, scale))}
              </span>
            </li>
          ))}
        </ul>
      </Block>
      {type === 'facture' && payments}
    </>
  );
}

export function PaymentRows({
  invoice,
  act,
}: {
  invoice: AgencyInvoiceRow;
  act?: (payment: Payment) => ReactNode;
}): ReactElement {
  const { zone } = useLocale();
  return (
    <ul className={classes.rows} aria-label="Paiements">
      {invoice.partialPayments.map((payment) => {
        const { id, date, amount, note, status, error, providerMessage, nextTryAt } = payment;
        return (
          <li key={id} className={classes.row}>
            <div className={classes.words}>
              <Text fw={550}>
                {formatMoney(amount ?? 0, invoice.currency)} · {formatDay(date ?? '')}
              </Text>
              <Text size="sm">
                {paymentStatuses[status as PaymentStatus].label}
                {note ? ` · ${note}` : ''}
              </Text>
              {error && (
                <Text size="sm" c="red">
                  {[error, providerMessage].filter(Boolean).join(' ')}
                </Text>
              )}
              {nextTryAt && (
                <Text size="sm" c="dimmed">
                  Nouvelle tentative le {formatMoment(nextTryAt, zone)}
                </Text>
              )}
            </div>
            {act?.(payment)}
          </li>
        );
      })}
    </ul>
  );
}

/** For the agency: it pays on a page of its own. */
export function OwnInvoiceSummary({ row }: SummaryProps): ReactElement {
  const invoice = row as unknown as AgencyInvoiceRow;
  const go = useNavigate();
  const session = useSession();
  return (
    <Summary wrongs={wrongsOf(invoice)}>
      <Transfer invoice={invoice} />
      <InvoiceBlocks
        invoice={invoice}
        acts={
          owes(invoice) &&
          mayAlone(session, ['editPaymentMethod']) && (
            <Button
              size="compact-sm"
              onClick={() => void go({ to: '/paymentInvoice' as never, search: { id: invoice.id } as never })}
            >
              Régler
            </Button>
          )
        }
        payments={
          <Block title="Paiements">
            <PaymentRows invoice={invoice} />
          </Block>
        }
      />
    </Summary>
  );
}
