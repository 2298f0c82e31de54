// The invoices that are due and can be debited, and the day: one order for the bank.
import { Alert, Button, Checkbox, Group, Skeleton, Stack, Table, Text } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { DirectDebit } from '#core/accounting/debit.ts';
import { createDebit, type DueInvoice, downloadDebit, listDebitable } from '#core/accounting/debit-calls.ts';
import { day } from '#core/kernel/field.ts';
import { formatMoney, sum, toNumber } from '#core/kernel/money.ts';
import { dayNumber, dayOfNumber } from '#core/planning/days.ts';
import { useAct } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { invalidateEntity, useCall } from '#ui/client/queries.tsx';
import { today } from '#ui/clock.ts';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { saveDocument } from '#ui/files/documents.ts';
import { formatDay, plural } from '#ui/format.ts';
import { FieldInput } from '#ui/kinds/inputs.tsx';
import { useLocale } from '#ui/kinds/locale.ts';
import { notifySuccess } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import classes from './accounting.module.css';

const dateField = day('Jour du prélèvement', {
  required: true,
  help: 'Prévenez vos clients 14 jours avant, sauf délai convenu avec eux.',
});

export default function NewDebit({ onClose }: { onClose(): void }): ReactElement {
  const { zone } = useLocale();
  const { data, error, isFetching, refetch } = useCall(listDebitable, { input: {} });
  const [date, setDate] = useState<unknown>(() => dayOfNumber(dayNumber(today(zone)) + 14));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [key] = useState(actKey);
  const ready = data?.invoices.filter(({ lacks }) => lacks === null) ?? [];
  const lacking = data?.invoices.filter(({ lacks }) => lacks !== null) ?? [];
  const chosen = ready.filter(({ id }) => !left.has(id));
  // A mandate allows what is due.
  const early = chosen.filter(({ dueDate }) => typeof date === 'string' && date !== '' && (dueDate ?? '') > date);
  const act = useAct(async () => {
    const { directDebit } = await call(createDebit, {
      input: { date: String(date ?? ''), invoices: chosen.map(({ id }) => id) },
      key,
    });
    notifySuccess(`Prélèvement ${directDebit.number} préparé`);
    void invalidateEntity(DirectDebit);
    onClose();
    await saveDocument(
      { endpoint: downloadDebit, params: { id: String(directDebit.id) } },
      `${directDebit.number}.xml`,
    );
  });
  const fault = act.violation('date');
  return (
    <DialogAbove opened onClose={onClose} title="Préparer un prélèvement" centered size="lg">
      {error && !data ? (
        <ReadFailure
          title="Les factures n’ont pas pu être lues"
          message={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : data ? (
        <Stack inert={act.busy}>
          {data.lacks && <Alert color="orange">{data.lacks}</Alert>}
          {data.invoices.length === 0 ? (
            <Text c="dimmed">Aucune facture à prélever : tout est soldé ou déjà dans un prélèvement.</Text>
          ) : (
            <Due
              ready={ready}
              lacking={lacking}
              left={left}
              currency={data.currency}
              onToggle={(id) => setLeft(toggled(left, id))}
            />
          )}
          <FieldInput
            field={dateField}
            path="date"
            value={date}
            faults={fault ? { date: fault } : {}}
            change={(_path, value) => setDate(value)}
            leave={() => undefined}
          />
          {early.length > 0 && (
            <Alert color="orange" role="status" title="Prélèvement avant l’échéance">
              {`${early.map(({ number, dueDate }) => `${number} (échéance ${formatDay(dueDate as string)})`).join(', ')} : ${early.length === 1 ? 'cette facture n’est pas encore due' : 'ces factures ne sont pas encore dues'} ce jour-là. Choisissez un jour plus tard, ou laissez-${early.length === 1 ? 'la' : 'les'} de côté, sauf accord du client.`}
            </Alert>
          )}
          {act.problem && !fault && (
            <Text role="alert" c="red">
              {act.problem.message}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Annuler
            </Button>
            <Button
              loading={act.busy}
              disabled={chosen.length === 0 || data.lacks !== null || !date}
              onClick={() => act.run()}
            >
              {chosen.length === 0
                ? 'Préparer'
                : `Préparer ${plural(chosen.length, 'prélèvement')}, ${formatMoney(toNumber(sum(chosen.map(({ balance }) => balance))), data.currency)}`}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Stack gap="xs" aria-busy role="status" aria-label="Chargement">
          {[1, 2, 3].map((bone) => (
            <Skeleton key={bone} height={32} />
          ))}
        </Stack>
      )}
    </DialogAbove>
  );
}

function toggled(left: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(left);
  if (!next.delete(id)) next.add(id);
  return next;
}

interface DueProps {
  ready: readonly DueInvoice[];
  lacking: readonly DueInvoice[];
  left: ReadonlySet<string>;
  currency: string;
  onToggle(id: string): void;
}

function Due({ ready, lacking, left, currency, onToggle }: DueProps): ReactElement {
  return (
    <div className={classes.due}>
      <Table aria-label="Factures à prélever" verticalSpacing={4}>
        <Table.Tbody>
          {[...ready, ...lacking].map(({ id, number, customer, dueDate, balance, lacks }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Checkbox
                  label={`${number} · ${customer.name}`}
                  checked={lacks === null && !left.has(id)}
                  disabled={lacks !== null}
                  onChange={() => onToggle(id)}
                />
              </Table.Td>
              <Table.Td className={classes.when ?? ''}>
                {lacks ?? (dueDate ? `échéance ${formatDay(dueDate)}` : '')}
              </Table.Td>
              <Table.Td className={classes.amount ?? ''}>{formatMoney(balance, currency)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
