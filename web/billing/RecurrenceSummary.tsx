// The sheet of a subscription: its rhythm, its model, and the invoices that it made.
import { Button } from '@mantine/core';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { Invoice } from '#core/billing/invoice.ts';
import { type InvoiceRecurrence, interruptedRecurrence } from '#core/billing/recurrence.ts';
import { frequencyInWords, namedAs, namingOf, usualNaming } from '#core/billing/schedule.ts';
import type { Row } from '#core/kernel/entity.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import type { SummaryProps } from '#ui/EntityDialog/extras.ts';
import { NotRead } from '#ui/NotRead.tsx';
import { useOpenSheet } from '#ui/shell/sheets.ts';
import { Block, Facts, Linked, Summary } from '../summary/parts.tsx';
import classes from './billing.module.css';
import { Lines } from './Lines.tsx';

const GeneratedDialog = lazy(() => import('./GeneratedDialog.tsx'));

/** The title of its next invoice. */
function exampleOf(subscription: Row<typeof InvoiceRecurrence>, { title, customer }: Row<typeof Invoice>): string {
  const { naming, name, referenceNumber, nextOn, startAt } = subscription;
  const values = {
    referenceTitle: title ?? name ?? '',
    referenceNumber: referenceNumber ?? '',
    customer: customer.name,
  };
  return namedAs(naming?.trim() || usualNaming, namingOf(values, nextOn ?? startAt));
}

export default function RecurrenceSummary({ row }: SummaryProps): ReactElement {
  const subscription = row as unknown as Row<typeof InvoiceRecurrence>;
  const { can } = useSession();
  const openSheet = useOpenSheet();
  const [shown, setShown] = useState(false);
  const { read } = endpointsOf(Invoice);
  const model = useCall(read as NonNullable<typeof read>, { params: { id: subscription.invoice.id } });
  const invoice = (model.data as { invoice: Row<typeof Invoice> } | undefined)?.invoice;
  const { generatedCount: count } = subscription;
  return (
    <>
      <Summary
        wrongs={
          subscription.status === interruptedRecurrence
            ? [
                {
                  what: 'Abonnement interrompu',
                  remedy: 'Rien n’est facturé, même plus tard, pour les échéances passées entre-temps.',
                  tone: 'orange',
                },
              ]
            : []
        }
      >
        <Block
          title="Abonnement"
          wide
          action={
            <div className={classes.beside}>
              <Button size="compact-sm" variant="default" disabled={count === 0} onClick={() => setShown(true)}>
                {count === 0
                  ? 'Aucune facture générée'
                  : `Voir ${count === 1 ? 'la facture générée' : `les ${count} factures générées`}`}
              </Button>
              {can(['editInvoice']) && (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => openSheet({ entity: Invoice.name, id: subscription.invoice.id })}
                >
                  Modifier le modèle
                </Button>
              )}
            </div>
          }
        >
          <Facts
            spread
            facts={[
              [
                'Client',
                <Linked key="c" entity="customer" id={subscription.customer.id}>
                  {subscription.customer.name}
                </Linked>,
              ],
              ['Rythme', frequencyInWords(subscription.frequencyRhythm, subscription.frequency)],
              ['Du', frenchDay(subscription.startAt)],
              ['Au', subscription.endAt ? frenchDay(subscription.endAt) : 'Sans fin'],
              ['Prochaine facture', subscription.nextOn && frenchDay(subscription.nextOn)],
              ['Objet des factures', subscription.naming],
              ['Par exemple', invoice && exampleOf(subscription, invoice)],
              ['Facture d’origine', subscription.referenceNumber],
            ]}
          />
        </Block>
        <Block title="Modèle" wide>
          {invoice ? (
            <Lines row={invoice} />
          ) : (
            <NotRead of={model} failure="Le modèle n’a pas pu être lu" reading="Lecture du modèle" height={120} />
          )}
        </Block>
      </Summary>
      <Suspense>{shown && <GeneratedDialog subscription={row.id} onClose={() => setShown(false)} />}</Suspense>
    </>
  );
}
