// A new agency invoice: it is numbered and frozen when it is saved, so it is shown before.
import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactElement, useState } from 'react';
import { billedTotals } from '#core/billing/parts.ts';
import { day, quantity, rate, unitPrice } from '#core/kernel/field.ts';
import { compare } from '#core/kernel/money.ts';
import { AgencyInvoice } from '#core/payments/invoice.ts';
import { listBuyerMethods, previewAgencyInvoice, saveAgencyInvoice } from '#core/payments/invoice-calls.ts';
import { paymentMessages } from '#core/payments/texts.ts';
import { listAgencies } from '#core/session/agencies.ts';
import { useAct, useActKey } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { invalidateEntity, useCall } from '#ui/client/queries.tsx';
import { today } from '#ui/clock.ts';
import { confirm } from '#ui/confirm.tsx';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { saveDocument } from '#ui/files/documents.ts';
import { formatMoney } from '#ui/format.ts';
import { IconPlus } from '#ui/icons.ts';
import { FieldInput } from '#ui/kinds/inputs.tsx';
import { useLocale } from '#ui/kinds/locale.ts';
import { closing } from '#ui/leaving.ts';
import { notifySuccess } from '#ui/notify.ts';
import { arePartsWhole, draftsOf, type Part, Parts } from './Parts.tsx';
import classes from './payments.module.css';
import { confirmTriggering } from './triggering.ts';

const dueDay = day('Échéance', { required: true });
const fields = {
  quantity: quantity('Quantité', { required: true }),
  price: unitPrice('Prix unitaire HT', { required: true }),
  vat: rate('TVA (%)', { required: true }),
};

const noAddress = 'Cette agence n’a pas d’adresse : complétez-la sous « Agences », puis émettez sa facture.';

interface Item {
  key: string;
  title: string;
  quantity: unknown;
  price: unknown;
  vat: unknown;
}
const blank = (): Item => ({ key: actKey(), title: '', quantity: 1, price: null, vat: 20 });

/** AB-016: closes with the invoice that was issued, to show it. */
export default function NewInvoice({ onClose }: { onClose(issued?: string): void }): ReactElement {
  const { zone, currency } = useLocale();
  const [query, setQuery] = useState('');
  const [settled] = useDebouncedValue(query, 400);
  const agencies = useCall(listAgencies, { input: { query: settled, limit: 20, page: 1 } });
  const [agency, setAgency] = useState<string | null>(null);
  const [dueDate, setDueDate] = useState<unknown>(today(zone));
  const [note, setNote] = useState('');
  const [items, setItems] = useState<Item[]>(() => [blank()]);
  const [parts, setParts] = useState<Part[]>([]);
  const put = (key: string, more: Partial<Item>): void =>
    setItems((before) => before.map((one) => (one.key === key ? { ...one, ...more } : one)));
  const draft = () => ({
    agency: { id: agency as string },
    items: items.map((one) => ({
      ...{ title: one.title, quantity: Number(one.quantity), price: Number(one.price), vat: Number(one.vat) },
    })),
    dueDate: String(dueDate ?? ''),
    note: note.trim() || null,
  });
  const ready =
    agency !== null &&
    dueDate !== null &&
    items.every(({ title, price }) => title.trim() !== '' && price !== null) &&
    arePartsWhole(parts);
  const isTouched =
    agency !== null ||
    note !== '' ||
    items.length > 1 ||
    parts.length > 0 ||
    items.some(({ title, price }) => title !== '' || price !== null);
  const { price: net, total } = billedTotals(
    {
      items: items.map((one) => ({
        ...{ price: Number(one.price) || 0, quantity: Number(one.quantity) || 0, vat: Number(one.vat) || 0 },
      })),
    },
    currency,
  );
  const keyOf = useActKey();
  const issue = useAct(async () => {
    const sure = await confirm({
      title: 'Émettre cette facture ?',
      message: 'Elle reçoit son numéro et ne se modifie plus ; ses paiements dus sont déclenchés.',
      confirmLabel: 'Émettre',
    });
    if (!sure) return;
    const partialPayments = draftsOf(parts);
    const input = { ...draft(), ...(parts.length > 0 ? { partialPayments } : {}) };
    // Payments without a means of their own; in one, the whole on the day it is due. Due already, they are triggered by the issue.
    const dates = parts.length > 0 ? partialPayments.map(({ date }) => date) : [input.dueDate];
    const due = dates.filter((date) => date <= today(zone)).length;
    if (compare(total, 0) > 0 && due > 0) {
      const { paymentMethods } = await call(listBuyerMethods, { params: { id: input.agency.id } });
      if (!(await confirmTriggering(due, due, paymentMethods))) return;
    }
    const { agencyInvoice } = await call(saveAgencyInvoice, { input, key: keyOf(input) });
    notifySuccess('Facture émise');
    await invalidateEntity(AgencyInvoice);
    onClose(agencyInvoice.id as string);
  });
  const [looking, setLooking] = useState(false);
  const look = async (): Promise<void> => {
    setLooking(true);
    await saveDocument({ endpoint: previewAgencyInvoice, input: draft() }, 'Aperçu.pdf');
    setLooking(false);
  };
  const { problem, busy } = issue;
  const late = issue.violation('dueDate');
  const dueFaults = late ? { dueDate: late } : {};
  return (
    <DialogAbove
      opened
      onClose={closing({ isTouched, busy, onClose })}
      title="Nouvelle facture d’agence"
      size="lg"
      centered
    >
      <Stack inert={busy}>
        <Select
          label="Agence"
          withAsterisk
          searchable
          searchValue={query}
          onSearchChange={setQuery}
          filter={({ options }) => options}
          nothingFoundMessage={agencies.isFetching ? 'Recherche…' : 'Aucune agence'}
          data={(agencies.data?.agencies ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={agency}
          onChange={setAgency}
        />
        <FieldInput
          field={dueDay}
          path="dueDate"
          value={dueDate}
          faults={dueFaults}
          change={(_path, value) => setDueDate(value)}
          leave={() => undefined}
        />
        {items.map((one, index) => (
          <fieldset
            key={one.key}
            className={classes.line}
            aria-label={`Ligne ${index + 1}`}
            style={{ border: 0, margin: 0 }}
          >
            <TextInput
              label="Désignation"
              withAsterisk
              maxLength={300}
              value={one.title}
              onChange={({ currentTarget }) => put(one.key, { title: currentTarget.value })}
            />
            {(['quantity', 'price', 'vat'] as const).map((path) => (
              <FieldInput
                key={path}
                field={fields[path]}
                path={path}
                value={one[path]}
                faults={Object.fromEntries(
                  [issue.violation(`items.${index}.${path}`)].flatMap((fault) => (fault ? [[path, fault]] : [])),
                )}
                change={(_path, value) => put(one.key, { [path]: value })}
                leave={() => undefined}
              />
            ))}
            {items.length > 1 && (
              <Button
                size="compact-sm"
                variant="subtle"
                color="red"
                onClick={() => setItems((before) => before.filter(({ key }) => key !== one.key))}
              >
                Retirer
              </Button>
            )}
          </fieldset>
        ))}
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setItems((before) => [...before, blank()])}
          style={{ alignSelf: 'flex-start' }}
        >
          Ajouter une ligne
        </Button>
        <TextInput
          label="Objet"
          maxLength={300}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <Text fw={600} aria-live="polite">
          Total : {formatMoney(net, currency)} HT, {formatMoney(total, currency)} TTC
        </Text>
        <Parts
          {...{ parts, total, currency }}
          violation={(path) => issue.violation(path)}
          onChange={(next) => setParts(next)}
        />
        {problem && (
          <p role="alert" className={classes.fault}>
            {problem.message === paymentMessages.addressRequired ? noAddress : problem.message}
          </p>
        )}
        <Group justify="flex-end">
          <Button variant="default" loading={looking} disabled={!ready} onClick={() => void look()}>
            Aperçu
          </Button>
          <Button loading={busy} disabled={!ready} onClick={() => issue.run()}>
            Émettre
          </Button>
        </Group>
      </Stack>
    </DialogAbove>
  );
}
