// How an invoice is paid where no provider collects: to whom, how much, under which reference.
import { Text, Title } from '@mantine/core';
import type { ReactElement } from 'react';
import { ibanIn } from '#core/billing/iban.ts';
import { isOver, type PaymentStatus } from '#core/payments/statuses.ts';
import { readConfig } from '#core/subscriptions/calls.ts';
import { useCall } from '#ui/client/queries.tsx';
import { formatMoney } from '#ui/format.ts';
import { Facts } from '../summary/parts.tsx';
import type { AgencyInvoiceRow } from './InvoiceSummary.tsx';
import classes from './payments.module.css';

const inGroups = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, '$1 ');

export const owes = ({ type, partialPayments }: AgencyInvoiceRow): boolean =>
  type === 'facture' && partialPayments.some(({ status }) => !isOver(status as PaymentStatus));

export function Transfer({ invoice }: { invoice: AgencyInvoiceRow }): ReactElement | null {
  const { data } = useCall(readConfig);
  if (!data || data.config.cards || data.config.debits || !owes(invoice)) return null;
  const { seller, reference, balance, currency } = invoice;
  const iban = ibanIn(seller?.bankDetails ?? '');
  const name = seller?.name ?? '';
  return (
    <section className={classes.transfer} aria-label="À régler par virement">
      <Title order={2} size="h5">
        À régler par virement
      </Title>
      <Facts
        facts={[
          ['Bénéficiaire', name],
          ['IBAN', iban && inGroups(iban)],
          ['Montant', formatMoney(balance, currency)],
          ['Référence à indiquer', reference],
        ]}
      />
      <Text size="sm">
        {iban ? '' : `Demandez ses coordonnées bancaires à ${[name, seller?.email].filter(Boolean).join(', ')}. `}
        Ce que vous avez commandé s’ouvre dès que {name || 'le vendeur'} a reçu le virement et l’a noté ici.
      </Text>
    </section>
  );
}
