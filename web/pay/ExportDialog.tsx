// The export of a month: the format and the codes of the agency's payroll software, kept for the next time.
import {
  Button,
  Group,
  NativeSelect,
  ScrollArea,
  SimpleGrid,
  Stack,
  Switch,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { fetchPayroll, readPayMapping, savePayMapping } from '#core/pay/calls.ts';
import {
  csvOf,
  decimalMarks,
  exportTable,
  hourForms,
  layouts,
  type PayMapping,
  presets,
  separators,
  wideValues,
} from '#core/pay/mapping.ts';
import { useAct } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { useFreshCall } from '#ui/client/fresh.ts';
import { queryClient, queryKey } from '#ui/client/queries.tsx';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { plural } from '#ui/format.ts';
import { IconDownload } from '#ui/icons.ts';
import { closing } from '#ui/leaving.ts';
import { NotRead } from '#ui/NotRead.tsx';
import { notifyInfo, notifySuccess } from '#ui/notify.ts';
import { saveAs } from '#ui/saveAs.ts';
import { writeInBackground } from '#ui/Table/writeInBackground.ts';
import type { Cell } from '#ui/Table/writeSheet.ts';

export interface Exported {
  /** 2026-10, of one month or of its whole year. */
  month: string;
  shortcut: 'month' | 'year';
}

/** Fetches the lines and writes them in the agency's format. */
async function takeFile({ month, shortcut }: Exported, mapping: PayMapping, form: 'csv' | 'xlsx'): Promise<void> {
  const { lines, open } = await call(fetchPayroll, { input: { month, shortcut } });
  const table = exportTable(lines, mapping);
  if (table.rows.length === 0) {
    notifyInfo(mapping.onlyMapped ? 'Aucune rubrique n’a de code : rien à exporter' : 'Pas de données à exporter');
    return;
  }
  const name = `Paie ${shortcut === 'year' ? month.slice(0, 4) : month}.${form}`;
  if (form === 'csv') saveAs(new Blob([csvOf(table, mapping)], { type: 'text/csv;charset=utf-8' }), name);
  else {
    const bold = table.head.map((value): Cell => ({ value, fontWeight: 'bold' }));
    const sheet = { name: 'Paie', widths: table.head.map(() => 18), cells: [bold, ...table.rows] };
    saveAs(await writeInBackground(sheet, new AbortController().signal), name);
  }
  const warning = open.length > 0 ? ' ; ces chiffres changent encore, la paie n’est pas close' : '';
  notifySuccess(`Export terminé : ${plural(table.rows.length, 'ligne')}${warning}`);
}

export default function ExportDialog({ exported, onClose }: { exported: Exported; onClose(): void }): ReactElement {
  const asked = useFreshCall(readPayMapping);
  const { data } = asked;
  const [typed, setTyped] = useState<PayMapping | null>(null);
  const mapping = typed ?? data?.mapping ?? null;
  const keep = async (): Promise<void> => {
    if (!typed) return;
    await call(savePayMapping, { input: typed, key: actKey() });
    await queryClient.invalidateQueries({ queryKey: queryKey(readPayMapping) });
    setTyped(null);
  };
  const save = useAct(async () => {
    await keep();
    notifySuccess('Format de l’export enregistré');
  });
  const take = useAct(async (form: 'csv' | 'xlsx') => {
    if (!mapping) return;
    await keep();
    await takeFile(exported, mapping, form);
  });
  const problem = save.problem ?? take.problem;
  const leave = closing({ isTouched: typed !== null, busy: save.busy || take.busy, onClose });
  return (
    <DialogAbove
      opened
      onClose={leave}
      title={exported.shortcut === 'year' ? `Exporter la paie de ${exported.month.slice(0, 4)}` : 'Exporter la paie'}
      size="xl"
      centered
    >
      {mapping && data ? (
        <Stack inert={save.busy || take.busy}>
          <Format mapping={mapping} change={setTyped} />
          <Codes rubrics={data.rubrics} mapping={mapping} change={setTyped} />
          {problem && <Text c="red">{problem.message}</Text>}
          <Group justify="flex-end">
            <Button variant="default" loading={save.busy} disabled={typed === null} onClick={() => save.run()}>
              Enregistrer le format
            </Button>
            <Button
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden />}
              loading={take.busy}
              onClick={() => take.run('csv')}
            >
              CSV
            </Button>
            <Button
              leftSection={<IconDownload size={18} aria-hidden />}
              loading={take.busy}
              onClick={() => take.run('xlsx')}
            >
              Tableur
            </Button>
          </Group>
        </Stack>
      ) : (
        <NotRead of={asked} failure="Le format n’a pas pu être lu" reading="Lecture du format" height={360} />
      )}
    </DialogAbove>
  );
}

interface Part {
  mapping: PayMapping;
  change(mapping: PayMapping): void;
}

function Format({ mapping, change }: Part): ReactElement {
  const choose = (key: keyof PayMapping, label: string, options: Readonly<Record<string, string>>): ReactElement => (
    <NativeSelect
      label={label}
      data={Object.entries(options).map(([value, text]) => ({ value, label: text }))}
      value={String(mapping[key])}
      onChange={({ currentTarget }) => change({ ...mapping, [key]: currentTarget.value })}
    />
  );
  return (
    <Stack gap="xs">
      <NativeSelect
        label="Partir d’un modèle de fichier"
        data={[
          { value: '', label: 'Choisir…' },
          ...Object.entries(presets).map(([value, { label }]) => ({ value, label })),
        ]}
        value=""
        onChange={({ currentTarget }) => {
          const preset = presets[currentTarget.value];
          if (preset) change({ ...preset.mapping, codes: mapping.codes });
        }}
      />
      <Group grow preventGrowOverflow={false}>
        {choose('layout', 'Disposition', layouts)}
        {mapping.layout === 'WIDE' && choose('wideValue', 'Valeurs', wideValues)}
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs">
        {choose('separator', 'Séparateur (CSV)', separators)}
        {choose('decimalMark', 'Décimales (CSV)', decimalMarks)}
        {choose('hourForm', 'Heures', hourForms)}
      </SimpleGrid>
      <Switch
        label="Seulement les rubriques qui ont un code"
        checked={mapping.onlyMapped}
        onChange={({ currentTarget }) => change({ ...mapping, onlyMapped: currentTarget.checked })}
      />
    </Stack>
  );
}

function Codes({ rubrics, mapping, change }: Part & { rubrics: { rubric: string; label: string }[] }): ReactElement {
  return (
    <ScrollArea.Autosize mah="18rem" type="auto">
      <Table stickyHeader verticalSpacing={2} aria-label="Codes des rubriques">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Rubrique</Table.Th>
            <Table.Th w="12rem">Code du logiciel de paie</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rubrics.map(({ rubric, label }) => (
            <Table.Tr key={rubric}>
              <Table.Td>{label}</Table.Td>
              <Table.Td>
                <TextInput
                  size="xs"
                  aria-label={`Code de ${label}`}
                  maxLength={40}
                  value={mapping.codes[rubric] ?? ''}
                  onChange={({ currentTarget }) =>
                    change({ ...mapping, codes: { ...mapping.codes, [rubric]: currentTarget.value } })
                  }
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}
