// Estimates, invoices with credit notes, subscriptions and purchase orders.

import { Badge, Button } from '@mantine/core';
import { lazy, type ReactElement, Suspense, useMemo, useState } from 'react';
import { printInvoice } from '#core/billing/calls.ts';
import { Estimate } from '#core/billing/estimate.ts';
import { Invoice } from '#core/billing/invoice.ts';
import { sendPurchaseOrders } from '#core/billing/order-calls.ts';
import { PurchaseOrder } from '#core/billing/purchase-order.ts';
import { InvoiceRecurrence } from '#core/billing/recurrence.ts';
import { frequencyInWords, type Rhythm } from '#core/billing/schedule.ts';
import { mostSent, sendEstimates, sendInvoices } from '#core/billing/sending.ts';
import { draftNumber, followUps } from '#core/billing/states.ts';
import { zipFiles } from '#core/files/files.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { keysByContent } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { today } from '#ui/clock.ts';
import { confirm } from '#ui/confirm.tsx';
import { EntityDialog } from '#ui/EntityDialog/index.tsx';
import { documentUrl, saveDocument } from '#ui/files/documents.ts';
import { IconDownload, IconMail } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import type { AnyRow } from '#ui/moves.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import type { ScreenProps, SheetProps } from '#ui/shell/screen.ts';
import { type BulkAction, type Cells, EntityTable } from '#ui/Table/EntityTable.tsx';
import { estimateExtras, invoiceExtras, orderExtras, recurrenceExtras } from './extras.ts';
import { PaymentChain } from './PaymentChain.tsx';

/** On a phone: whose, how much, and how far. */
const card = { title: 'number', second: ['state', 'total', 'customer'], whole: true } as const;

const useToday = (): { date: string } => {
  const { zone } = useLocale();
  const day = today(zone);
  return useMemo(() => ({ date: day }), [day]);
};

interface Batch {
  title(count: number): string;
  message: string;
  done(count: number): string;
  send(ids: string[], key: string): Promise<unknown>;
}

const keyOf = keysByContent();

async function sendBatch(of: Entity, ids: string[], batch: Batch): Promise<boolean> {
  const agreed = await confirm({ title: batch.title(ids.length), message: batch.message, confirmLabel: 'Envoyer' });
  if (!agreed) return false;
  try {
    await batch.send(ids, keyOf([batch.title(ids.length), ids]));
    keyOf.renew();
    notifySuccess(batch.done(ids.length));
    void invalidateEntity(of);
    return true;
  } catch (error) {
    notifyProblem(error);
    return false;
  }
}

const action = (
  of: Entity,
  { key, label, rights }: Pick<BulkAction, 'key' | 'label' | 'rights'>,
  batch: Batch,
): BulkAction => ({
  ...{ key, label, rights, icon: IconMail },
  run: (rows, done) => {
    const ids = rows.map(({ id }) => id);
    if (ids.length > mostSent) notifyProblem(new Error(`${mostSent} documents au plus en une fois.`));
    else void sendBatch(of, ids, batch).then((isSent) => isSent && done());
  },
});

const documents = (count: number): string => (count === 1 ? 'un document' : `${count} documents`);
const usual = 'Chacun part avec son message usuel, aux interlocuteurs du client qui le reçoivent.';

/** each paper is asked as its own download would be. */
const zipAction: BulkAction = {
  ...{ key: 'zip', label: 'Télécharger les PDF', icon: IconDownload, rights: ['listInvoices'] },
  run: (rows, done) => {
    const issued = rows.filter(({ number }) => number !== draftNumber);
    if (issued.length < rows.length)
      notifyProblem(new Error('Un brouillon n’a pas de PDF définitif : émettez-le, ou laissez-le de côté.'));
    else if (rows.length > mostZipped) notifyProblem(new Error(`${mostZipped} documents au plus en une fois.`));
    else {
      const urls = issued.map(({ id }) => documentUrl({ endpoint: printInvoice, params: { id } }));
      void saveDocument({ endpoint: zipFiles, input: { urls } }, 'Factures.zip').then((isSaved) => isSaved && done());
    }
  },
};
const mostZipped = 500;

const invoiceBatches: BulkAction[] = [
  action(
    Invoice,
    { key: 'send', label: 'Envoyer par e-mail', rights: ['sendInvoice'] },
    {
      title: (count) => `Envoyer ${documents(count)} ?`,
      message: `${usual} Les brouillons sont d’abord émis : ils reçoivent leur numéro et ne se modifient plus.`,
      done: (count) => `Envoi de ${documents(count)} en cours`,
      send: (ids, key) => call(sendInvoices, { input: { ids }, key }),
    },
  ),
  action(
    Invoice,
    { key: 'remind', label: 'Relancer par e-mail', rights: ['sendInvoice'] },
    {
      title: (count) => `Relancer ${documents(count)} ?`,
      message: 'Seules des factures émises, échues et non soldées se relancent. Chaque relance dit le solde.',
      done: (count) => `Relance de ${documents(count)} en cours`,
      send: (ids, key) => call(sendInvoices, { input: { ids, remind: true }, key }),
    },
  ),
  zipAction,
];

const estimateBatches: BulkAction[] = [
  action(
    Estimate,
    { key: 'send', label: 'Envoyer par e-mail', rights: ['sendEstimate'] },
    {
      title: (count) => `Envoyer ${documents(count)} ?`,
      message: usual,
      done: (count) => `Envoi de ${documents(count)} en cours`,
      send: (ids, key) => call(sendEstimates, { input: { ids }, key }),
    },
  ),
];

const orderBatches: BulkAction[] = [
  action(
    PurchaseOrder,
    { key: 'send', label: 'Envoyer par e-mail', rights: ['sendAgentPurchaseOrder'] },
    {
      title: (count) => `Envoyer ${documents(count)} ?`,
      message: 'Chacun part avec son message, au collaborateur et au client concerné.',
      done: (count) => `Envoi de ${documents(count)} en cours`,
      send: (ids, key) => call(sendPurchaseOrders, { input: { ids }, key }),
    },
  ),
];

const EventKeyDialog = lazy(() => import('./EventKeyDialog.tsx'));

/** For those who set up the agency. */
function PlatformTool(): ReactElement | null {
  const { can, scope } = useSession();
  const [shown, setShown] = useState(false);
  if (scope !== 'agency' || !can(['editAgencySetting'])) return null;
  return (
    <>
      <Button variant="default" onClick={() => setShown(true)}>
        Plateforme
      </Button>
      <Suspense>{shown && <EventKeyDialog onClose={() => setShown(false)} />}</Suspense>
    </>
  );
}

const followTones: Partial<Record<keyof typeof followUps, string>> = { LATE: 'red', PARTLY_PAID: 'orange' };

/** What is to be chased stands out. */
const invoiceCells: Cells = {
  state: ({ value }) => {
    const [label, tone] = [followUps[value as keyof typeof followUps], followTones[value as keyof typeof followUps]];
    return tone ? (
      <Badge color={tone} variant="light" tt="none">
        {label}
      </Badge>
    ) : (
      label
    );
  },
};

export const Invoices = (props: ScreenProps): ReactElement => (
  <EntityTable
    of={Invoice}
    {...props}
    extras={invoiceExtras}
    initial={useToday()}
    bulkActions={invoiceBatches}
    cells={invoiceCells}
    card={card}
    above={<PaymentChain />}
    tools={<PlatformTool />}
  />
);

export const Estimates = (props: ScreenProps): ReactElement => (
  <EntityTable
    of={Estimate}
    {...props}
    extras={estimateExtras}
    initial={useToday()}
    bulkActions={estimateBatches}
    card={card}
  />
);

export const InvoiceSheet = (props: SheetProps): ReactElement => (
  <EntityDialog of={Invoice} extras={invoiceExtras} {...props} />
);

export const EstimateSheet = (props: SheetProps): ReactElement => (
  <EntityDialog of={Estimate} extras={estimateExtras} {...props} />
);

export const PurchaseOrders = (props: ScreenProps): ReactElement => (
  <EntityTable
    of={PurchaseOrder}
    {...props}
    extras={orderExtras}
    initial={useToday()}
    bulkActions={orderBatches}
    card={{ title: 'number', second: ['agent', 'total'], whole: true }}
  />
);

export const OrderSheet = (props: SheetProps): ReactElement => (
  <EntityDialog of={PurchaseOrder} extras={orderExtras} {...props} />
);

const rhythmWords = (row: AnyRow, value: unknown): string =>
  frequencyInWords(row.frequencyRhythm as Rhythm, value as number);

const recurrenceCells: Cells = {
  frequency: Object.assign(({ row, value }: { row: AnyRow; value: unknown }) => rhythmWords(row, value), {
    sheet: { needs: ['frequencyRhythm'], words: rhythmWords },
  }),
};

export const Recurrences = (props: ScreenProps): ReactElement => {
  const { date } = useToday();
  return (
    <EntityTable
      of={InvoiceRecurrence}
      {...props}
      extras={recurrenceExtras}
      initial={useMemo(() => ({ startAt: date }), [date])}
      cells={recurrenceCells}
      card={{ title: 'name', second: ['customer', 'price', 'nextOn'], whole: true }}
    />
  );
};

export const RecurrenceSheet = (props: SheetProps): ReactElement => (
  <EntityDialog of={InvoiceRecurrence} extras={recurrenceExtras} {...props} />
);
