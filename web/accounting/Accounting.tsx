// Journals of a period of a fiscal year, the FEC, and the same lines as a spreadsheet.
import { Alert, Button, Select, Skeleton, Stack, Table, Text } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { downloadFec, listEntries, mostEntries, type ShownEntry } from '#core/accounting/calls.ts';
import { type Journal, journals } from '#core/accounting/entries.ts';
import { day as dayField, money, text } from '#core/kernel/field.ts';
import { Problem } from '#core/kernel/problem.ts';
import { useCall } from '#ui/client/queries.tsx';
import { today } from '#ui/clock.ts';
import { saveDocument } from '#ui/files/documents.ts';
import { formatDay, formatMoney, plural } from '#ui/format.ts';
import { IconDownload, IconFileText } from '#ui/icons.ts';
import { FieldInput } from '#ui/kinds/inputs.tsx';
import { useLocale } from '#ui/kinds/locale.ts';
import { kinds } from '#ui/kinds.tsx';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { saveAs } from '#ui/saveAs.ts';
import type { Column } from '#ui/Table/columns.ts';
import { sheetOf } from '#ui/Table/spreadsheet.ts';
import { writeInBackground } from '#ui/Table/writeInBackground.ts';
import classes from './accounting.module.css';

const bounds = { from: dayField('Du', { required: true }), to: dayField('Au', { required: true }) };

const sheetFields = {
  date: dayField('Date'),
  journal: text('Journal'),
  number: text('Écriture'),
  piece: text('Pièce'),
  account: text('Compte'),
  auxiliary: text('Tiers'),
  label: text('Libellé'),
  debit: money('Débit'),
  credit: money('Crédit'),
  lettering: text('Lettrage'),
};
const sheetColumns = Object.entries(sheetFields).map(
  ([path, field]): Column => ({ path, field, visible: true, sized: false, width: kinds[field.kind].width }),
);

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

export function Accounting(): ReactElement {
  const locale = useLocale();
  const now = today(locale.zone);
  const [typed, setTyped] = useState<Record<string, unknown>>({ from: `${now.slice(0, 7)}-01`, to: now });
  const [journal, setJournal] = useState<Journal | null>(null);
  const [busy, setBusy] = useState<'sheet' | 'fec' | null>(null);
  const { from, to } = typed;
  // No request while a day is incomplete.
  const complete = isDay(from) && isDay(to);
  const { data, error, isFetching, refetch } = useCall(listEntries, {
    input: complete ? { from, to, ...(journal ? { journal } : {}) } : {},
    enabled: complete,
  });
  const violations = error instanceof Problem ? (error.details.violations ?? []) : [];
  const faults = Object.fromEntries(violations.map(({ path, message }) => [path, message]));

  const takeSheet = async (entries: readonly ShownEntry[]): Promise<void> => {
    setBusy('sheet');
    try {
      const rows = entries.flatMap(({ lines, ...entry }) =>
        lines.map((line, index) => ({
          ...entry,
          ...line,
          id: `${entry.number}-${index}`,
          journal: journals[entry.journal],
          auxiliary: line.auxiliary ? `${line.auxiliary.code} ${line.auxiliary.name}` : null,
          label: entry.label,
        })),
      );
      saveAs(
        await writeInBackground(
          sheetOf('Écritures', sheetColumns, rows as never, locale),
          new AbortController().signal,
        ),
        `Écritures ${formatDay(from as string).replaceAll('/', '-')} au ${formatDay(to as string).replaceAll('/', '-')}.xlsx`,
      );
      notifySuccess(`Export terminé : ${plural(rows.length, 'ligne')}`);
    } catch (failure) {
      notifyProblem(failure);
    }
    setBusy(null);
  };
  const takeFec = async (year: { to: string }): Promise<void> => {
    setBusy('fec');
    await saveDocument({ endpoint: downloadFec, query: { day: year.to } }, `FEC ${year.to.slice(0, 4)}.txt`);
    setBusy(null);
  };

  return (
    <Stack gap="sm">
      <div className={classes.tools}>
        {Object.entries(bounds).map(([path, field]) => (
          <FieldInput
            key={path}
            field={field}
            path={path}
            value={typed[path]}
            faults={faults}
            change={(_path, value) => setTyped((before) => ({ ...before, [path]: value }))}
            leave={() => {}}
          />
        ))}
        <Select
          label="Journal"
          placeholder="Tous les journaux"
          clearable
          data={Object.entries(journals).map(([value, label]) => ({ value, label: `${value} – ${label}` }))}
          value={journal}
          onChange={(value) => setJournal(value as Journal | null)}
        />
        <Button
          leftSection={<IconFileText size={18} aria-hidden />}
          loading={busy === 'fec'}
          disabled={!data}
          onClick={() => data && void takeFec(data.year)}
        >
          FEC de l’exercice{data ? ` au ${formatDay(data.year.to)}` : ''}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={busy === 'sheet'}
          disabled={!data || data.entries.length === 0}
          onClick={() => data && void takeSheet(data.entries)}
        >
          Exporter (tableur)
        </Button>
      </div>
      <Text size="sm" c="dimmed">
        Les écritures viennent des factures et avoirs émis et des paiements notés. Le FEC contient ces journaux :
        ventes, banque, caisse et TVA des encaissements. Les à-nouveaux, les achats et la paie n’y sont pas : votre
        comptable les ajoute dans sa comptabilité. Les comptes et le premier mois de l’exercice se choisissent dans les
        paramètres de l’agence.
      </Text>
      {error && !data ? (
        <ReadFailure
          title="Les écritures n’ont pas pu être lues"
          message={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : data ? (
        <Entries {...data} />
      ) : (
        <Stack gap="xs" aria-busy role="status" aria-label="Chargement">
          {[1, 2, 3, 4].map((bone) => (
            <Skeleton key={bone} height={32} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}

interface EntriesProps {
  entries: readonly ShownEntry[];
  filtered: number;
  currency: string;
  debit: number;
  credit: number;
}

function Entries({ entries, filtered, currency, debit, credit }: EntriesProps): ReactElement {
  if (entries.length === 0)
    return <Text c="dimmed">Aucune écriture dans cette période : rien n’y a été émis ni encaissé.</Text>;
  const amount = (value: number): string => (value === 0 ? '' : formatMoney(value, currency));
  return (
    <>
      {filtered > entries.length && (
        <Alert color="orange">
          Les {mostEntries} premières écritures sur {filtered} : choisissez une période plus courte. Le FEC les contient
          toutes.
        </Alert>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll a wide table */}
      <section className={classes.scroll} tabIndex={0} aria-label="Écritures">
        <Table stickyHeader verticalSpacing={4} aria-label="Écritures">
          <Table.Thead>
            <Table.Tr>
              {['Date', 'Écriture', 'Pièce', 'Compte', 'Tiers', 'Libellé'].map((head) => (
                <Table.Th key={head}>{head}</Table.Th>
              ))}
              <Table.Th className={classes.amount ?? ''}>Débit</Table.Th>
              <Table.Th className={classes.amount ?? ''}>Crédit</Table.Th>
              <Table.Th>Lettrage</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {entries.flatMap((entry) =>
              entry.lines.map((line, index) => (
                <Table.Tr key={`${entry.number} ${line.account}`} data-first={index === 0 || undefined}>
                  <Table.Td className={classes.cell ?? ''}>{index === 0 ? formatDay(entry.date) : ''}</Table.Td>
                  <Table.Td className={classes.cell ?? ''}>{index === 0 ? entry.number : ''}</Table.Td>
                  <Table.Td className={classes.cell ?? ''}>{index === 0 ? entry.piece : ''}</Table.Td>
                  <Table.Td className={classes.cell ?? ''} title={line.label}>
                    {line.account}
                  </Table.Td>
                  <Table.Td className={classes.cell ?? ''}>{line.auxiliary?.code ?? ''}</Table.Td>
                  <Table.Td className={classes.label ?? ''}>{index === 0 ? entry.label : line.label}</Table.Td>
                  <Table.Td className={classes.amount ?? ''}>{amount(line.debit)}</Table.Td>
                  <Table.Td className={classes.amount ?? ''}>{amount(line.credit)}</Table.Td>
                  <Table.Td className={classes.cell ?? ''}>{line.auxiliary ? entry.lettering : ''}</Table.Td>
                </Table.Tr>
              )),
            )}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th colSpan={6}>Total</Table.Th>
              <Table.Th className={classes.amount ?? ''}>{formatMoney(debit, currency)}</Table.Th>
              <Table.Th className={classes.amount ?? ''}>{formatMoney(credit, currency)}</Table.Th>
              <Table.Th />
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </section>
    </>
  );
}
