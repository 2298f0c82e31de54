// The partial payments of an agency invoice: what is due is triggered on save, after its confirmations (AB-016..AB-019).
import { Button, Select, Stack, Text, TextInput } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { day, money } from '#core/kernel/field.ts';
import { compare, subtract, sum, toNumber } from '#core/kernel/money.ts';
import { AgencyInvoice } from '#core/payments/invoice.ts';
import { listBuyerMethods, type PaymentDraft, savePartialPayments } from '#core/payments/invoice-calls.ts';
import { choicesFrom, isOver, type PaymentStatus, paymentStatuses } from '#core/payments/statuses.ts';
import { cancelling } from '#core/payments/texts.ts';
import { ActFooter } from '#ui/ActFooter.tsx';
import { useAct, useActKey } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { invalidateEntity, useCall } from '#ui/client/queries.tsx';
import { today } from '#ui/clock.ts';
import { confirm } from '#ui/confirm.tsx';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { formatMoney } from '#ui/format.ts';
import { IconPlus } from '#ui/icons.ts';
import { FieldInput } from '#ui/kinds/inputs.tsx';
import { useLocale } from '#ui/kinds/locale.ts';
import { closing } from '#ui/leaving.ts';
import { notifySuccess } from '#ui/notify.ts';
import type { AgencyInvoiceRow } from './InvoiceSummary.tsx';
import classes from './payments.module.css';
import { confirmTriggering, offeredLabel } from './triggering.ts';

const fields = { date: day('Date', { required: true }), amount: money('Montant', { required: true, min: 0 }) };

interface Line {
  key: string;
  id: string | null;
  /** As it is stored; null: new. */
  was: PaymentStatus | null;
  date: unknown;
  amount: unknown;
  note: string;
  status: PaymentStatus;
  method: string | null;
  tried: boolean;
}

const linesOf = ({ partialPayments }: AgencyInvoiceRow): Line[] =>
  partialPayments.map((one) => ({
    key: one.id,
    id: one.id,
    was: one.status as PaymentStatus,
    date: one.date,
    amount: one.amount,
    note: one.note ?? '',
    status: one.status as PaymentStatus,
    method: one.paymentMethod,
    tried: (one.attempts ?? 0) > 0,
  }));

/** Those that the save triggers. */
export const triggered = (lines: readonly Pick<Line, 'status' | 'date' | 'method'>[], now: string): typeof lines =>
  lines.filter(({ status, date }) => status === 'PENDING' || (status === 'COMING_SOON' && String(date) <= now));

export default function PaymentsDialog({
  invoice,
  onClose,
}: {
  invoice: AgencyInvoiceRow;
  onClose(): void;
}): ReactElement {
  const { zone } = useLocale();
  const now = today(zone);
  const [lines, setLines] = useState(() => linesOf(invoice));
  const [version, setVersion] = useState(invoice.version);
  const methods = useCall(listBuyerMethods, { params: { id: invoice.agency?.id ?? '' } });
  const [isTouched, setIsTouched] = useState(false);
  const change = (next: (before: Line[]) => Line[]): void => {
    setIsTouched(true);
    setLines(next);
  };
  const put = (key: string, more: Partial<Line>): void =>
    change((before) => before.map((line) => (line.key === key ? { ...line, ...more } : line)));
  const alive = lines.filter(({ status }) => status !== 'CANCELLED_MANUALLY');
  const left = subtract(invoice.total, sum(alive.map(({ amount }) => (typeof amount === 'number' ? amount : 0))));
  const add = (): void =>
    change((before) => [
      ...before,
      {
        key: actKey(),
        ...{ id: null, was: null, date: now, amount: Math.max(toNumber(left), 0), note: '' },
        ...{ status: 'COMING_SOON', method: null, tried: false },
      },
    ]);

  const keyOf = useActKey();
  const act = useAct(async () => {
    const cancelled = lines.filter(({ was, status }) => status === 'CANCELLED_MANUALLY' && was !== status).length;
    if (cancelled > 0 && !(await confirm({ ...cancelling(cancelled, alive.length === 0), danger: true }))) return;
    const due = triggered(lines, now);
    const without = due.filter(({ method }) => method === null).length;
    if (due.length > 0 && !(await confirmTriggering(due.length, without, methods.data?.paymentMethods))) return;
    const partialPayments = lines.map(
      ({ id, date, amount, note, status, method }): PaymentDraft => ({
        ...(id ? { id } : {}),
        ...{
          date: String(date ?? ''),
          amount: Number(amount),
          note: note.trim() || null,
          status,
          paymentMethod: method,
        },
      }),
    );
    const input = { id: invoice.id, version, partialPayments };
    const saved = (await call(savePartialPayments, { input, key: keyOf(input) }))
      .agencyInvoice as unknown as AgencyInvoiceRow;
    notifySuccess('Paiements enregistrés');
    await invalidateEntity(AgencyInvoice, [invoice.id]);
    // AB-016
    if (saved.status === 'CANCELLED_MANUALLY') return onClose();
    setLines(linesOf(saved));
    setIsTouched(false);
    setVersion(saved.version);
  });

  const leave = closing({ isTouched, busy: act.busy, onClose });
  return (
    <DialogAbove opened onClose={leave} title={`Paiements de ${invoice.reference}`} size="lg" centered>
      <Stack inert={act.busy}>
        {lines.map((line, index) => {
          const held = line.was !== null && (isOver(line.was) || line.was === 'PROCESSING');
          const faults = Object.fromEntries(
            ['date', 'amount'].flatMap((path) => {
              const fault = act.violation(`partialPayments.${index}.${path}`);
              return fault ? [[path, fault]] : [];
            }),
          );
          const common = { faults, leave: () => undefined, ...(held ? { readOnly: true, disabled: true } : {}) };
          const choices = [...new Set([line.was ?? 'COMING_SOON', ...choicesFrom(line.was)])] as PaymentStatus[];
          return (
            <fieldset
              key={line.key}
              className={classes.line}
              disabled={held}
              aria-label={`Paiement ${index + 1}`}
              style={{ border: 0, margin: 0 }}
            >
              <FieldInput
                {...common}
                field={fields.date}
                path="date"
                value={line.date}
                change={(_path, value) => put(line.key, { date: value })}
              />
              <FieldInput
                {...common}
                field={fields.amount}
                path="amount"
                value={line.amount}
                change={(_path, value) => put(line.key, { amount: value })}
              />
              <Select
                label="Statut"
                data={choices.map((value) => ({ value, label: paymentStatuses[value].label }))}
                value={line.status}
                allowDeselect={false}
                disabled={held}
                error={act.violation(`partialPayments.${index}.status`)}
                onChange={(value) => value && put(line.key, { status: value as PaymentStatus })}
              />
              <Select
                label="Moyen de paiement"
                placeholder="Par défaut"
                clearable
                disabled={held}
                data={(methods.data?.paymentMethods ?? []).map((one) => ({
                  ...{ value: one.id, label: offeredLabel(one), disabled: !one.enabled },
                }))}
                value={line.method}
                error={act.violation(`partialPayments.${index}.paymentMethod`)}
                onChange={(method) => put(line.key, { method })}
              />
              <TextInput
                label="Note"
                maxLength={200}
                value={line.note}
                disabled={held}
                onChange={({ currentTarget }) => put(line.key, { note: currentTarget.value })}
              />
              {!held && !line.tried && lines.length > 1 && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  onClick={() => change((before) => before.filter(({ key }) => key !== line.key))}
                >
                  Retirer
                </Button>
              )}
            </fieldset>
          );
        })}
        <Text size="sm">Total de la facture : {formatMoney(invoice.total, invoice.currency)}</Text>
        {compare(left, 0) !== 0 && alive.length > 0 && (
          <Text size="sm" c="orange">
            {compare(left, 0) > 0
              ? `Reste à répartir : ${formatMoney(left, invoice.currency)}`
              : `Les paiements dépassent le total de ${formatMoney(subtract(0, left), invoice.currency)}`}
          </Text>
        )}
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={add}
          style={{ alignSelf: 'flex-start' }}
        >
          Ajouter un paiement
        </Button>
        {act.problem && (
          <p role="alert" className={classes.fault}>
            {act.problem.message}
          </p>
        )}
        <ActFooter act={act} label="Enregistrer" onLeave={leave} leave="Fermer" />
      </Stack>
    </DialogAbove>
  );
}
