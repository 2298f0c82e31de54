// The totals of a document: while its lines are typed, and on its sheet.
import { Button } from '@mantine/core';
import type { ReactElement } from 'react';
import { billingDefaults } from '#core/billing/calls.ts';
import { previewEstimate, previewInvoice } from '#core/billing/drafting.ts';
import { Estimate } from '#core/billing/estimate.ts';
import { Invoice } from '#core/billing/invoice.ts';
import { previewPurchaseOrder } from '#core/billing/order-calls.ts';
import { type Billed, billedTotals, usualVatLabel } from '#core/billing/parts.ts';
import { PurchaseOrder } from '#core/billing/purchase-order.ts';
import type { Endpoint } from '#core/kernel/endpoint.ts';
import { type Entity, valueAt } from '#core/kernel/entity.ts';
import { compare, type Exact, formatDecimal, formatMoney, times } from '#core/kernel/money.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import type { BelowProps } from '#ui/EntityDialog/extras.ts';
import { bodyOf, formFields } from '#ui/EntityDialog/values.ts';
import { saveDocument } from '#ui/files/documents.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import classes from './billing.module.css';
import { UsualDiscounts } from './UsualDiscounts.tsx';

interface Props {
  billed: Billed;
  currency: string;
  vatLabel: string;
  /** Credit notes are shown negative. */
  isCredit: boolean;
}

export function Totals({ billed, currency, vatLabel, isCredit }: Props): ReactElement {
  const totals = billedTotals(billed, currency);
  const money = (value: Exact): string => formatMoney(times(value, isCredit ? -1 : 1), currency);
  const rows: [string, string][] = [
    ...(compare(totals.discount, 0) === 0
      ? []
      : ([
          ['Total des lignes', money(totals.gross)],
          ['Remises', money(times(totals.discount, -1))],
        ] as [string, string][])),
    ['Total HT', money(totals.price)],
    ...totals.parts
      .filter(({ rate }) => compare(rate, 0) !== 0)
      .map(({ rate, vat }): [string, string] => [`${vatLabel} ${formatDecimal(rate)} %`, money(vat)]),
    ['Total TTC', money(totals.total)],
  ];
  return (
    <dl className={classes.totals} aria-label="Totaux">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface TypedProps extends BelowProps {
  of: Entity;
  /** Draws what is typed. */
  preview: Endpoint;
}

/** Below the discounts of the form: the totals of what is typed, and its paper. */
function Typed({ of, preview, values, change }: TypedProps): ReactElement {
  const { currency } = useLocale();
  const session = useSession();
  const { data: defaults } = useCall(billingDefaults, { enabled: change !== undefined });
  const show = (): void => {
    const fields = formFields(of, session);
    const paths = fields.map(([path]) => path).filter((path) => valueAt(values, path) !== undefined);
    const input = { ...(values.id ? { id: values.id } : {}), ...bodyOf(fields, paths, values) };
    void saveDocument({ endpoint: preview, input }, `${of.label.one} – aperçu.pdf`);
  };
  return (
    <>
      {change && of.name !== PurchaseOrder.name && <UsualDiscounts values={values} change={change} />}
      <Totals
        billed={values as Billed}
        currency={typeof values.currency === 'string' ? values.currency : currency}
        vatLabel={typeof values.vatLabel === 'string' ? values.vatLabel : (defaults?.vatLabel ?? usualVatLabel)}
        isCredit={values.type === 'avoir'}
      />
      {change && (
        <div className={classes.acts}>
          <Button size="compact-sm" variant="default" onClick={show}>
            Aperçu en PDF
          </Button>
        </div>
      )}
    </>
  );
}

export const TypedInvoice = (props: BelowProps): ReactElement => (
  <Typed of={Invoice} preview={previewInvoice} {...props} />
);
export const TypedEstimate = (props: BelowProps): ReactElement => (
  <Typed of={Estimate} preview={previewEstimate} {...props} />
);
export const TypedOrder = (props: BelowProps): ReactElement => (
  <Typed of={PurchaseOrder} preview={previewPurchaseOrder} {...props} />
);
