// « Facture »: the agency pays now, with 3-D Secure on the provider's page if its card asks for it (Z-028, Z-032, Z-033).
import { Button, Skeleton, Text } from '@mantine/core';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { AgencyInvoice } from '#core/payments/invoice.ts';
import { printAgencyInvoice } from '#core/payments/invoice-calls.ts';
import { listPaymentMethods, methodLabel } from '#core/payments/method-calls.ts';
import { confirmPayment, fixPayments, readPaymentIntent } from '#core/payments/payment-calls.ts';
import { isOver, type PaymentStatus } from '#core/payments/statuses.ts';
import { paymentMessages, paymentTexts } from '#core/payments/texts.ts';
import { call, endpointsOf } from '#ui/client/call.ts';
import { invalidateEntity, useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { PdfButton } from '#ui/files/PdfButton.tsx';
import { formatMoney } from '#ui/format.ts';
import { mayAlone } from '#ui/may.ts';
import { notifyInfo, notifyProblem, notifySuccess, notifyWarning } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { Agreement } from './Agreement.tsx';
import { leave } from './going.ts';
import { type AgencyInvoiceRow, type Payment, PaymentRows } from './InvoiceSummary.tsx';
import { NotValid } from './Methods.tsx';
import classes from './payments.module.css';
import { Transfer } from './Transfer.tsx';

const refresh = (): Promise<void> => invalidateEntity(AgencyInvoice);

/** Asks where it is first: an accepted one is not asked twice. */
async function pay(payment: Payment): Promise<void> {
  const params = { id: payment.id };
  if (payment.isAuthenticationRequired) {
    const { status } = await call(readPaymentIntent, { params });
    if (status === 'succeeded') {
      notifyWarning(paymentMessages.alreadyAccepted, paymentMessages.willUpdate);
      await call(fixPayments);
      return;
    }
  }
  const { status, redirectUrl, message } = await call(confirmPayment, { params });
  if (redirectUrl) leave.to(redirectUrl);
  else if (status === 'succeeded') notifySuccess(paymentMessages.accepted);
  else if (status === 'processing') notifyInfo('Le paiement est en cours de traitement.');
  else notifyProblem(failedWith(message));
}

const failedWith = (message: string | null): Error =>
  new Error(message ? `${paymentMessages.cardError} : ${message}` : paymentTexts.NOT_COLLECTED);

/** Z-033: what failed on the provider's page is told on the way back. */
async function tellFailures(payments: readonly Payment[]): Promise<void> {
  for (const { id } of payments.filter((one) => one.status === 'ERROR')) {
    const { status, message } = await call(readPaymentIntent, { params: { id } });
    if (status === 'failed') notifyProblem(failedWith(message));
  }
}

export default function PayInvoice({ title, description }: ScreenProps): ReactElement {
  const { id, returned } = useSearch({ strict: false }) as { id?: string; returned?: unknown };
  if (!id) return <Navigate to={'/payments/invoices' as never} replace />;
  return <OneInvoice id={id} isBack={returned !== undefined} title={title} description={description} />;
}

interface OneInvoiceProps {
  id: string;
  /** He comes back from 3-D Secure: the provider knows how it ended. */
  isBack?: boolean;
  title: string;
  description: string;
}

export function OneInvoice({ id, isBack = false, title, description }: OneInvoiceProps): ReactElement {
  const go = useNavigate();
  const session = useSession();
  const mayPay = mayAlone(session, ['editPaymentMethod']);
  const { read } = endpointsOf(AgencyInvoice);
  const { data, error, isFetching, refetch } = useCall(read as NonNullable<typeof read>, { params: { id } });
  const methods = useCall(listPaymentMethods, { enabled: mayPay });
  const [busy, setBusy] = useState<string | null>(null);
  const asked = useRef(false);
  useEffect(() => {
    if (!isBack || asked.current) return;
    asked.current = true;
    call(fixPayments)
      .then(() => refetch())
      .then(({ data: fixed }) => {
        const { agencyInvoice } = (fixed ?? {}) as { agencyInvoice?: AgencyInvoiceRow };
        return tellFailures(agencyInvoice?.partialPayments ?? []);
      })
      .catch(notifyProblem);
  }, [isBack, refetch]);
  const invoice = (data as { agencyInvoice?: AgencyInvoiceRow } | undefined)?.agencyInvoice;
  const usual = methods.data?.paymentMethods.find((one) => one.id === methods.data?.defaultPaymentMethod);
  const collects = methods.data !== undefined && (methods.data.cards || methods.data.debits);
  const act = async (payment: Payment): Promise<void> => {
    setBusy(payment.id);
    await pay(payment).catch(notifyProblem);
    await refresh();
    await refetch();
    setBusy(null);
  };
  const choose = (): void => void go({ to: '/paymentMethod' as never, search: { action: 'invoice' } as never });
  return (
    <div className={classes.page}>
      <PageHeader title={invoice ? `${title} ${invoice.reference}` : title} description={description} />
      {error && !invoice ? (
        <ReadFailure
          title="La facture n’a pas pu être lue"
          message={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : !invoice ? (
        <Skeleton height={160} role="status" aria-label="Chargement" />
      ) : (
        <>
          <Text size="lg">
            Reste à payer : <strong>{formatMoney(invoice.balance, invoice.currency)}</strong> sur{' '}
            {formatMoney(invoice.total, invoice.currency)}
          </Text>
          <div className={classes.acts}>
            <PdfButton print={printAgencyInvoice} id={invoice.id} name={invoice.reference} />
            <Button size="compact-sm" variant="default" onClick={() => void go({ to: '/payments/invoices' as never })}>
              Mes factures
            </Button>
          </div>
          <Agreement of={invoice.id} onAnswered={() => void refetch()} />
          <Transfer invoice={invoice} />
          {collects && (
            <div className={classes.row}>
              <div className={classes.words}>
                <Text>{usual ? `Payé par ${methodLabel(usual)}` : paymentTexts.NO_DEFAULT}</Text>
                {usual && !usual.enabled && <NotValid />}
              </div>
              <Button size="compact-sm" variant="default" onClick={choose}>
                {usual ? 'Changer' : 'Choisir un moyen de paiement'}
              </Button>
            </div>
          )}
          <PaymentRows
            invoice={invoice}
            act={(payment) =>
              mayPay &&
              collects &&
              usual?.enabled &&
              !isOver(payment.status as PaymentStatus) &&
              payment.status !== 'PROCESSING' &&
              payment.status !== 'VALIDATION' && (
                <Button loading={busy === payment.id} disabled={busy !== null} onClick={() => void act(payment)}>
                  {payment.isAuthenticationRequired ? 'Authentifier le paiement' : 'Payer maintenant'}
                </Button>
              )
            }
          />
        </>
      )}
    </div>
  );
}
