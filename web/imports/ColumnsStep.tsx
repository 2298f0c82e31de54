// Maps the columns of the file to fields: guessed, remembered, changed here.
import { Button, Radio, Select, Table, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { type DuplicateChoice, duplicateChoices } from '#core/imports/imports.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { useSession } from '#ui/client/session.ts';
import dialogClasses from '#ui/EntityDialog/EntityDialog.module.css';
import { plural, truncate } from '#ui/format.ts';
import { may } from '#ui/may.ts';
import classes from './imports.module.css';
import { useColumns } from './useColumns.ts';
import type { Import } from './useImport.ts';

/** Number of sample values of a column. */
const examples = 3;
const shownValues = (rows: readonly string[][], index: number): string =>
  truncate([...new Set(rows.map((row) => row[index] ?? '').filter(Boolean))].slice(0, examples).join(' · '), 60);

/** Columns of the file that no field was found for, or that the user leaves out. */
export function LeftOut({ work: { table, mapping } }: { work: Import }): ReactElement | null {
  const heads = (table?.heads ?? []).flatMap((head, index) => (mapping[index] === null ? nameOf(head, index) : []));
  if (heads.length === 0) return null;
  return (
    <Text size="sm" role="status">
      {heads.length === 1 ? 'Colonne non importée' : 'Colonnes non importées'} : {heads.join(', ')}
    </Text>
  );
}

const nameOf = (head: string, index: number): string => head || `Colonne ${index + 1}`;

export function ColumnsStep({ of, work }: { of: Entity; work: Import }): ReactElement {
  const session = useSession();
  const { table, mapping, map, fileName, duplicates, setDuplicates, check, goTo } = work;
  const columns = useColumns(of);
  const options = columns.map(({ path, label, required }) => ({ value: path, label: required ? `${label} *` : label }));
  const missing = columns.filter(({ path, required }) => required && !mapping.includes(path));
  const chosen = mapping.filter((path) => path !== null).length;
  const rows = table?.rows ?? [];
  const mayUpdate = may(session, of, 'edit');
  return (
    <>
      <div className={classes.columns}>
        <Text size="sm" c="dimmed">
          {fileName} · {plural(rows.length, 'ligne')} · {plural(chosen, 'colonne reprise', 'colonnes reprises')} sur{' '}
          {mapping.length}
        </Text>
        <LeftOut work={work} />
        <Table verticalSpacing={4} aria-label="Colonnes du fichier">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Colonne du fichier</Table.Th>
              <Table.Th className={classes.examples ?? ''}>Exemples</Table.Th>
              <Table.Th>Reprise comme</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {(table?.heads ?? []).map((head, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position; headers may repeat
              <Table.Tr key={index}>
                <Table.Td className={classes.head ?? ''}>{nameOf(head, index)}</Table.Td>
                <Table.Td className={classes.examples ?? ''}>{shownValues(rows, index)}</Table.Td>
                <Table.Td>
                  <Select
                    aria-label={`Reprise de ${nameOf(head, index)}`}
                    size="xs"
                    searchable
                    openOnFocus={false}
                    clearable
                    placeholder="Ne pas importer"
                    nothingFoundMessage="Aucun champ"
                    data={options}
                    value={mapping[index] ?? null}
                    onChange={(path) => map(index, path)}
                    comboboxProps={{ width: 280, position: 'bottom-end' }}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Radio.Group
          label="Lignes déjà connues de votre agence"
          description="Reconnues par leur matricule, leur numéro ou leur SIRET, leur adresse e-mail, ou leur nom avec un second repère."
          value={duplicates}
          onChange={(value) => setDuplicates(value as DuplicateChoice)}
        >
          <div className={classes.choices}>
            {Object.entries(duplicateChoices)
              .filter(([value]) => value === 'skip' || mayUpdate)
              .map(([value, label]) => (
                <Radio key={value} value={value} label={label} />
              ))}
          </div>
        </Radio.Group>
      </div>
      <footer className={dialogClasses.footer}>
        <Button variant="default" onClick={() => goTo('file')}>
          Autre fichier
        </Button>
        <Text size="sm" c="dimmed" flex={1} role="status">
          {missing.length > 0 && duplicates === 'skip' && `À choisir : ${missing.map(({ label }) => label).join(', ')}`}
        </Text>
        <Button disabled={chosen === 0 || (missing.length > 0 && duplicates === 'skip')} onClick={() => check()}>
          Vérifier
        </Button>
      </footer>
    </>
  );
}
