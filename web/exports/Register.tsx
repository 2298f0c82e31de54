// The staff register on a given day, shown, then downloaded as spreadsheet or PDF.
import { Alert, Button, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import {
  downloadRegister,
  exportAgents,
  type RegisterLine,
  registerFields,
  registerParts,
} from '#core/agents/register.ts';
import { day as dayField, type Field } from '#core/kernel/field.ts';
import { useCall } from '#ui/client/queries.tsx';
import { today } from '#ui/clock.ts';
import { saveDocument } from '#ui/files/documents.ts';
import { formatDay, plural } from '#ui/format.ts';
import { IconAlertTriangle, IconDownload, IconFileText } from '#ui/icons.ts';
import { FieldInput } from '#ui/kinds/inputs.tsx';
import { useLocale } from '#ui/kinds/locale.ts';
import { kinds, textOf } from '#ui/kinds.tsx';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { saveAs } from '#ui/saveAs.ts';
import type { Column } from '#ui/Table/columns.ts';
import { sheetOf } from '#ui/Table/spreadsheet.ts';
import { writeInBackground } from '#ui/Table/writeInBackground.ts';
import classes from './exports.module.css';

const title = 'Registre du personnel';
const columns = Object.entries(registerFields as Record<string, Field>).map(
  ([path, field]): Column => ({ path, field, visible: true, sized: false, width: kinds[field.kind].width }),
);
const shown = columns.filter(({ path }) => path !== 'part');
const wide = new Set(['qualification', 'mentions', 'job']);
const asOf = dayField('Au', { required: true });

export function Register(): ReactElement {
  const locale = useLocale();
  const [typed, setTyped] = useState<unknown>(() => today(locale.zone));
  // No request while the day is incomplete.
  const day = typeof typed === 'string' && /^\d{4}-\d\d-\d\d$/.test(typed) ? typed : '';
  const { data, error, isFetching, refetch } = useCall(exportAgents, { input: { day }, enabled: day !== '' });
  const [busy, setBusy] = useState<'sheet' | 'pdf' | null>(null);
  const name = `${title} ${formatDay(day).replaceAll('/', '-')}`;

  const takeSheet = async (lines: RegisterLine[]): Promise<void> => {
    setBusy('sheet');
    try {
      saveAs(
        await writeInBackground(sheetOf(title, columns, lines as never, locale), new AbortController().signal),
        `${name}.xlsx`,
      );
      notifySuccess(`Export terminé : ${plural(lines.length, 'ligne')}`);
    } catch (failure) {
      notifyProblem(failure);
    }
    setBusy(null);
  };
  const takePdf = async (): Promise<void> => {
    setBusy('pdf');
    await saveDocument({ endpoint: downloadRegister, query: { day } }, `${name}.pdf`);
    setBusy(null);
  };
  const lines = data?.agents;
  const empty = !lines || lines.length === 0 || isFetching;

  return (
    <div className={classes.page}>
      <div className={classes.tools}>
        <FieldInput
          field={asOf}
          path="day"
          value={typed}
          faults={error ? { day: error.message } : {}}
          change={(_path, value) => setTyped(value)}
          leave={() => {}}
        />
        <Button
          leftSection={<IconDownload size={18} aria-hidden />}
          disabled={empty}
          loading={busy === 'sheet'}
          onClick={() => lines && void takeSheet(lines)}
        >
          Exporter (tableur)
        </Button>
        <Button
          variant="default"
          leftSection={<IconFileText size={18} aria-hidden />}
          disabled={empty}
          loading={busy === 'pdf'}
          onClick={() => void takePdf()}
        >
          Exporter (PDF)
        </Button>
      </div>
      {error && !lines ? (
        <ReadFailure
          title="Le registre n'a pas pu être lu"
          message={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : lines ? (
        <Parts lines={lines} absent={data.withoutContract} />
      ) : (
        <Stack gap="xs" aria-busy role="status" aria-label="Chargement">
          {[1, 2, 3, 4].map((bone) => (
            <Skeleton key={bone} height={32} />
          ))}
        </Stack>
      )}
    </div>
  );
}

function Parts({ lines, absent }: { lines: RegisterLine[]; absent: { id: string; name: string }[] }): ReactElement {
  const lacking = lines.filter(({ gaps }) => gaps.length > 0);
  return (
    <Stack gap="sm">
      {absent.length > 0 && (
        <Alert
          color="orange"
          icon={<IconAlertTriangle aria-hidden />}
          title="Sans contrat de travail, donc absents du registre"
        >
          {absent.map(({ name }) => name).join(', ')}
        </Alert>
      )}
      {lacking.length > 0 && (
        <Text size="sm" className={classes.gap ?? ''}>
          {plural(lacking.length, 'ligne incomplète', 'lignes incomplètes')} : les mentions manquantes sont signalées
          dans la dernière colonne.
        </Text>
      )}
      {lines.length === 0 ? (
        <Text c="dimmed">
          Aucun salarié à cette date. Le registre se remplit des contrats de travail saisis sur les fiches des
          collaborateurs.
        </Text>
      ) : (
        (['STAFF', 'TRAINEE'] as const).map((part) => (
          <Part key={part} title={registerParts[part]} lines={lines.filter((line) => line.part === part)} />
        ))
      )}
    </Stack>
  );
}

function Part({ title: name, lines }: { title: string; lines: RegisterLine[] }): ReactElement | null {
  const locale = useLocale();
  if (lines.length === 0) return null;
  return (
    <div>
      <Title order={3} mb={4}>
        {name} ({lines.length})
      </Title>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll a wide table */}
      <section className={classes.scroll} tabIndex={0} aria-label={`Lignes : ${name}`}>
        <Table stickyHeader highlightOnHover verticalSpacing={4} aria-label={name}>
          <Table.Thead>
            <Table.Tr>
              {shown.map(({ path, field }) => (
                <Table.Th key={path} className={classes.cell ?? ''}>
                  {field.label}
                </Table.Th>
              ))}
              <Table.Th className={classes.cell ?? ''}>À compléter</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map((line) => (
              <Table.Tr key={line.id}>
                {shown.map(({ path, field }) => (
                  <Table.Td key={path} className={(wide.has(path) ? classes.wide : classes.cell) ?? ''}>
                    {textOf(field, line[path as keyof RegisterLine], locale)}
                  </Table.Td>
                ))}
                <Table.Td className={`${classes.wide ?? ''} ${classes.gap ?? ''}`}>{line.gaps.join(', ')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </div>
  );
}
