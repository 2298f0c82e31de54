// A payment of an invoice: the balance is proposed.
import { Button, Checkbox, Group, Select, Stack, TextInput } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { billingMessages, payInvoice, paymentMeans } from '#core/billing/calls.ts';
import { Invoice } from '#core/billing/invoice.ts';
import type { Row } from '#core/kernel/entity.ts';
import { day, money, text } from '#core/kernel/field.ts';
import { formatMoney } from '#core/kernel/money.ts';
import { useAct } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { today } from '#ui/clock.ts';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { FieldInput } from '#ui/kinds/inputs.tsx';
import { useLocale } from '#ui/kinds/locale.ts';
import { closing } from '#ui/leaving.ts';
import { notifySuccess } from '#ui/notify.ts';

const fields = {
  date: day('Date', { required: true }),
  amount: money('Montant', { required: true, min: 0 }),
  note: text('Note', { max: 200 }),
};

type Means = keyof typeof paymentMeans;

export default function PaymentDialog({
  invoice,
  onClose,
}: {
  invoice: Row<typeof Invoice>;
  onClose(): void;
}): ReactElement {
  const { zone } = useLocale();
  const [firstDate] = useState(() => today(zone));
  const [date, setDate] = useState<unknown>(firstDate);
  const isRefund = invoice.balance < 0;
  const owed = Math.abs(invoice.balance);
  const [amount, setAmount] = useState<unknown>(owed);
  const [note, setNote] = useState('');
  const [means, setMeans] = useState<Means | null>('TRANSFER');
  // A second order is another act: the first was refused.
  const [key, renew] = useState(actKey);
  const [despiteDebit, insist] = useState(false);
  const act = useAct(async () => {
    const isBalance = amount === owed;
    await call(payInvoice, {
      params: { id: invoice.id },
      input: {
        date: String(date ?? ''),
        ...(isBalance ? {} : { amount: Number(amount) }),
        ...(note.trim() ? { note } : {}),
        ...(means ? { means } : {}),
        ...(despiteDebit ? { despiteDebit } : {}),
      },
      key,
    });
    notifySuccess(isRefund ? 'Remboursement noté' : isBalance ? 'Facture soldée' : 'Paiement noté');
    // The next payment begins with what is left to pay.
    await invalidateEntity(Invoice, [invoice.id]);
    onClose();
  });
  const faultOf = (path: string): Record<string, string> => {
    const fault = act.violation(path);
    return fault ? { [path]: fault } : {};
  };
  const common = { leave: () => undefined } as const;
  const isTouched = amount !== owed || date !== firstDate || note.trim() !== '';
  const leave = closing({ isTouched, busy: act.busy, onClose });
  return (
    <DialogAbove
      opened
      onClose={leave}
      title={`${isRefund ? 'Remboursement' : 'Paiement'} de ${invoice.number}`}
      centered
    >
      <Stack inert={act.busy}>
        <FieldInput
          {...common}
          field={fields.amount}
          path="amount"
          value={amount}
          faults={faultOf('amount')}
          change={(_path, value) => setAmount(value)}
        />
        <Button variant="subtle" size="compact-sm" style={{ alignSelf: 'flex-start' }} onClick={() => setAmount(owed)}>
          {`Solder : ${formatMoney(owed, invoice.currency)}`}
        </Button>
        <FieldInput
          {...common}
          field={fields.date}
          path="date"
          value={date}
          faults={faultOf('date')}
          change={(_path, value) => setDate(value)}
        />
        <Select
          label="Moyen de paiement"
          data={Object.entries(paymentMeans).map(([value, label]) => ({ value, label }))}
          value={means}
          clearable
          onChange={(value) => setMeans(value as Means | null)}
        />
        <TextInput
          label="Note"
          maxLength={200}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        {act.problem && Object.keys({ ...faultOf('amount'), ...faultOf('date') }).length === 0 ? (
          <p role="alert" style={{ color: 'var(--mantine-color-error)', margin: 0 }}>
            {act.problem.message}
          </p>
        ) : null}
        {act.problem?.message.startsWith(billingMessages.debited) ? (
          <Checkbox
            label="Noter ce paiement quand même"
            checked={despiteDebit}
            onChange={({ currentTarget }) => {
              insist(currentTarget.checked);
              renew(actKey());
            }}
          />
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={leave}>
            Annuler
          </Button>
          <Button
            loading={act.busy}
            disabled={!date || typeof amount !== 'number' || amount <= 0}
            onClick={() => act.run()}
          >
            {isRefund ? 'Noter le remboursement' : 'Noter le paiement'}
          </Button>
        </Group>
      </Stack>
    </DialogAbove>
  );
}
