// The sheet of an estimate, an invoice or a credit note: what is billed, what is paid, and what may be done with it.
import { Button } from '@mantine/core';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { creditInvoice, invoiceEstimate, printEstimate, printInvoice } from '#core/billing/calls.ts';
import { copyEstimate, copyInvoice } from '#core/billing/drafting.ts';
import { Estimate, validatedEstimate } from '#core/billing/estimate.ts';
import { activeInvoice, Invoice, invoiceTypes } from '#core/billing/invoice.ts';
import { documentStates, draftNumber, followUps, invoiceStates } from '#core/billing/states.ts';
import { proveInvoice } from '#core/commercial/calls.ts';
import { wallClock } from '#core/kernel/clock.ts';
import type { Row } from '#core/kernel/entity.ts';
import { formatMoney, times } from '#core/kernel/money.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { useAct, useActKey } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { invalidateEntity, useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { today } from '#ui/clock.ts';
import type { SummaryProps } from '#ui/EntityDialog/extras.ts';
import { PdfButton } from '#ui/files/PdfButton.tsx';
import { useLocale } from '#ui/kinds/locale.ts';
import { useMove } from '#ui/moves.ts';
import { notifySuccess } from '#ui/notify.ts';
import { useOpenSheet } from '#ui/shell/sheets.ts';
import { Block, Facts, Linked, Summary, type Wrong } from '../summary/parts.tsx';
import classes from './billing.module.css';
import { beforeIssue } from './issuing.ts';
import { Lines, lettersWrong, Refusal } from './Lines.tsx';
import { confirmProspect } from './prospects.ts';
import { useCopy } from './useCopy.ts';

const InvoiceProof = lazy(() => import('../commercial/Proof.tsx').then((all) => ({ default: all.InvoiceProof })));
const PaymentDialog = lazy(() => import('./PaymentDialog.tsx'));
const ReverseDialog = lazy(() => import('./ReverseDialog.tsx'));
const SendDialog = lazy(() => import('./SendDialog.tsx'));

type InvoiceRow = Row<typeof Invoice>;
type EstimateRow = Row<typeof Estimate>;

const issuesIt = (it: 'la' | 'le'): string => `L’émission ${it} numérote, ${it} date et ${it} fige.`;

/** What an overdue or unissued invoice needs. */
function wrongsOf(row: InvoiceRow, day: string, issue: (() => void) | null): Wrong[] {
  if (row.isModel) return lettersWrong(row);
  if (row.number === draftNumber)
    return [
      ...lettersWrong(row),
      {
        what: row.status === 300 ? 'Facture préparée, à contrôler' : 'Brouillon : ni numéro, ni valeur',
        ...{ remedy: row.status === 300 ? issuesIt('la') : issuesIt('le'), tone: 'orange' as const },
        act: issue && { label: 'Émettre', run: issue },
      },
    ];
  const isLate =
    row.type === 'facture' && row.status === activeInvoice && row.balance > 0 && (row.dueDate ?? day) < day;
  return isLate
    ? [
        {
          what: `Échue depuis le ${frenchDay(row.dueDate as string)}`,
          remedy: `Reste ${formatMoney(row.balance, row.currency)}.`,
        },
      ]
    : [];
}

export function InvoiceSummary({ row }: SummaryProps): ReactElement {
  const invoice = row as unknown as InvoiceRow;
  const { zone } = useLocale();
  const { scope, can } = useSession();
  const move = useMove(Invoice, beforeIssue);
  const openSheet = useOpenSheet();
  const [open, setOpen] = useState<'pay' | 'send' | 'remind' | { reverse: string } | null>(null);
  const isStaff = scope === 'agency';
  const [proved, setProved] = useState<string | null>(null);
  // Invoices made of services have a period.
  const proof = useCall(proveInvoice, { params: { id: row.id }, enabled: isStaff && invoice.periodStart !== null });
  const provedItems = new Set(proof.data?.lines.map(({ item }) => item));
  const mayEdit = isStaff && can(['editInvoice']);
  const mayCreate = isStaff && can(['createInvoice']);
  const isCredit = invoice.type === 'avoir';
  const isDraft = invoice.number === draftNumber;
  const { isModel } = invoice;
  const keyOf = useActKey();
  const credit = useAct(async () => {
    const input = { version: invoice.version };
    const made = await call(creditInvoice, { params: { id: row.id }, input, key: keyOf(input) });
    keyOf.renew();
    notifySuccess('Avoir préparé : relisez-le, puis émettez-le');
    void invalidateEntity(Invoice);
    openSheet({ entity: Invoice.name, id: String(made.invoice.id) });
  });
  const copy = useCopy(Invoice, copyInvoice, row.id);
  const money = (value: number): string => formatMoney(times(value, isCredit ? -1 : 1), invoice.currency);
  const isOpen = !isDraft && !isCredit && invoice.status === activeInvoice;
  const maySend = isStaff && !isModel && can(['sendInvoice']) && (!isDraft || mayEdit);
  const isLate = isOpen && invoice.balance > 0 && (invoice.dueDate ?? '9') < today(zone);
  const title = isDraft
    ? `${invoiceTypes[invoice.type]} (brouillon)`
    : `${invoiceTypes[invoice.type]} ${invoice.number}`;
  return (
    <>
      <Summary wrongs={isStaff ? wrongsOf(invoice, today(zone), mayEdit ? () => void move(row, 'issue') : null) : []}>
        <Block
          title={invoiceTypes[invoice.type]}
          wide
          action={
            <div className={classes.beside}>
              <PdfButton print={printInvoice} id={row.id} name={invoice.number} />
              {mayEdit && !isDraft && !isCredit && invoice.balance !== 0 && (
                <Button size="compact-sm" onClick={() => setOpen('pay')}>
                  {invoice.balance < 0 ? 'Noter un remboursement' : 'Noter un paiement'}
                </Button>
              )}
              {maySend && (
                <Button size="compact-sm" variant="default" onClick={() => setOpen('send')}>
                  {isDraft ? 'Émettre et envoyer' : invoice.sent ? 'Envoyer de nouveau' : 'Envoyer'}
                </Button>
              )}
              {maySend && isLate && (
                <Button size="compact-sm" variant="default" onClick={() => setOpen('remind')}>
                  Relancer
                </Button>
              )}
              {mayCreate && (
                <Button size="compact-sm" variant="default" loading={copy.busy} onClick={() => copy.run()}>
                  Copier
                </Button>
              )}
              {mayCreate && isOpen && (
                <Button size="compact-sm" variant="default" loading={credit.busy} onClick={() => credit.run()}>
                  Faire un avoir
                </Button>
              )}
            </div>
          }
        >
          <Facts
            spread
            facts={[
              ['Numéro', invoice.number],
              [
                'Client',
                isStaff ? (
                  <Linked key="c" entity="customer" id={invoice.customer.id}>
                    {invoice.customer.name}
                  </Linked>
                ) : (
                  invoice.customer.name
                ),
              ],
              ['Site', invoice.site?.name],
              ['Objet', invoice.title],
              ['Date', frenchDay(invoice.date)],
              ['Échéance', invoice.dueDate && frenchDay(invoice.dueDate)],
              ['Suivi', followUps[invoice.state]],
              ['Envoyée le', invoice.sentAt && frenchDay(wallClock(invoice.sentAt, zone).day)],
              ['Relancée le', invoice.remindedAt && frenchDay(wallClock(invoice.remindedAt, zone).day)],
              [
                'Facture corrigée',
                invoice.creditOf && (
                  <Linked key="o" entity={Invoice.name} id={invoice.creditOf.id}>
                    {invoice.creditOf.name}
                  </Linked>
                ),
              ],
              ['Reste à payer', isOpen && invoice.balance >= 0 && money(invoice.balance)],
              ['À rembourser au client', !isDraft && invoice.balance < 0 && money(-invoice.balance)],
            ]}
          />
          {credit.problem && <Refusal of={credit.problem} />}
          {copy.problem && <Refusal of={copy.problem} />}
        </Block>
        <Block title="Lignes" wide>
          <Lines row={invoice} isCredit={isCredit} proved={{ items: provedItems, open: setProved }} />
        </Block>
        {isStaff && (invoice.transmissions ?? []).length > 0 && (
          <Block title="Transmission">
            <ul className={classes.payments}>
              {invoice.transmissions.map(({ id, state, at, reason }) => (
                <li key={id}>
                  <span>{[at && frenchDay(wallClock(at, zone).day), reason].filter(Boolean).join(' · ')}</span>
                  <span>{state && invoiceStates[state]}</span>
                </li>
              ))}
            </ul>
          </Block>
        )}
        {!isDraft && !isCredit && (
          <Block title="Paiements">
            {invoice.partialPayments.length === 0 ? (
              <span className={classes.quiet}>Aucun paiement noté.</span>
            ) : (
              <ul className={classes.payments}>
                {invoice.partialPayments.map(({ id, date, amount, note, reversed }) => (
                  <li key={id} data-reversed={reversed || undefined}>
                    <span>{[date && frenchDay(date), note].filter(Boolean).join(' · ')}</span>
                    <span>{formatMoney(amount ?? 0, invoice.currency)}</span>
                    {mayEdit && !reversed && (
                      <Button size="compact-xs" variant="subtle" onClick={() => setOpen({ reverse: id })}>
                        Annuler ce paiement
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </Block>
        )}
      </Summary>
      <Suspense>
        {proved && (
          <InvoiceProof
            title={invoice.items.find(({ id }) => id === proved)?.title ?? ''}
            currency={invoice.currency}
            invoice={row.id}
            item={proved}
            onClose={() => setProved(null)}
          />
        )}
        {open === 'pay' && <PaymentDialog invoice={invoice} onClose={() => setOpen(null)} />}
        {(open === 'send' || open === 'remind') && (
          <SendDialog
            id={row.id}
            title={title}
            kind={open === 'remind' ? 'reminder' : 'invoice'}
            isDraft={isDraft}
            version={invoice.version}
            onClose={() => setOpen(null)}
          />
        )}
        {open !== null && typeof open === 'object' && (
          <ReverseDialog invoice={row.id} payment={open.reverse} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </>
  );
}

export function EstimateSummary({ row }: SummaryProps): ReactElement {
  const estimate = row as unknown as EstimateRow;
  const { can } = useSession();
  const openSheet = useOpenSheet();
  const [sending, setSending] = useState(false);
  const keyOf = useActKey();
  const transform = useAct(async () => {
    if (!(await confirmProspect(estimate.customer))) return;
    const made = await call(invoiceEstimate, { params: { id: row.id }, input: {}, key: keyOf(row.id) });
    // It may be transformed again: once the draft is deleted, or the invoice credited as a whole.
    keyOf.renew();
    notifySuccess('Facture préparée : relisez-la, puis émettez-la');
    await Promise.all([invalidateEntity(Estimate), invalidateEntity(Invoice)]);
    openSheet({ entity: Invoice.name, id: String(made.invoice.id) });
  });
  const copy = useCopy(Estimate, copyEstimate, row.id);
  // What still waits for an answer is validated by it.
  const mayTransform =
    can(['createInvoice']) && can(['editEstimate']) && (estimate.status === validatedEstimate || can(['signEstimate']));
  return (
    <Summary wrongs={estimate.status === 100 ? lettersWrong(estimate) : []}>
      <Block
        title="Devis"
        wide
        action={
          <div className={classes.beside}>
            <PdfButton print={printEstimate} id={row.id} name={estimate.number} />
            {estimate.status !== 500 && can(['sendEstimate']) && (
              <Button size="compact-sm" variant="default" onClick={() => setSending(true)}>
                {estimate.sent ? 'Envoyer de nouveau' : 'Envoyer'}
              </Button>
            )}
            {can(['createEstimate']) && (
              <Button size="compact-sm" variant="default" loading={copy.busy} onClick={() => copy.run()}>
                Copier
              </Button>
            )}
            {estimate.invoice === null && estimate.status !== 500 && mayTransform && (
              <Button size="compact-sm" variant="default" loading={transform.busy} onClick={() => transform.run()}>
                Transformer en facture
              </Button>
            )}
          </div>
        }
      >
        <Facts
          spread
          facts={[
            ['Numéro', estimate.number],
            [
              'Client',
              <Linked key="c" entity="customer" id={estimate.customer.id}>
                {estimate.customer.name}
              </Linked>,
            ],
            ['Site', estimate.site?.name],
            ['Objet', estimate.title],
            ['Date', frenchDay(estimate.date)],
            ['Valable jusqu’au', estimate.validUntil && frenchDay(estimate.validUntil)],
            ['Suivi', documentStates[estimate.state]],
            [
              'Facture',
              estimate.invoice && (
                <Linked key="i" entity={Invoice.name} id={estimate.invoice.id}>
                  {estimate.invoice.name}
                </Linked>
              ),
            ],
          ]}
        />
        {transform.problem && <Refusal of={transform.problem} />}
        {copy.problem && <Refusal of={copy.problem} />}
        <Suspense>
          {sending && (
            <SendDialog
              id={row.id}
              title={estimate.number === draftNumber ? 'Devis (brouillon)' : `Devis ${estimate.number}`}
              kind="estimate"
              isDraft={false}
              version={estimate.version}
              onClose={() => setSending(false)}
            />
          )}
        </Suspense>
      </Block>
      <Block title="Lignes" wide>
        <Lines row={estimate} isCredit={false} />
      </Block>
    </Summary>
  );
}
