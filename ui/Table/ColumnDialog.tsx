// Columns of a page: which, in which order, with sort and density (D-001).

import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Input,
  Modal,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
} from '@mantine/core';
import { type DragEvent, type ReactNode, useState } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import { useMaximised } from '../dialog.ts';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '../icons.ts';
import { isSortable } from '../kinds.tsx';
import { useView } from '../view.ts';
import classes from './ColumnDialog.module.css';
import { type Column, columnsOf, type Density, keepColumns, type TableConfig } from './columns.ts';
import type { Sort } from './useTableState.ts';

interface ColumnDialogProps {
  of: Entity;
  columns: readonly Column[];
  sort: Sort;
  limit: number;
  sizes: readonly number[];
  density: Density;
  /** Null: reset to the declaration of the entity. */
  onSave(config: TableConfig | null): void;
  onClose(): void;
}

const densities: { value: Density; label: string }[] = [
  { value: 'compact', label: 'Compacte' },
  { value: 'normal', label: 'Normale' },
  { value: 'comfortable', label: 'Aérée' },
];

export default function ColumnDialog(props: ColumnDialogProps): ReactNode {
  const { of, onSave, onClose } = props;
  const view = useView(of);
  const [columns, setColumns] = useState(props.columns);
  const [sort, setSort] = useState(props.sort);
  const [limit, setLimit] = useState(props.limit);
  const [density, setDensity] = useState(props.density);
  const [dragged, setDragged] = useState<number | null>(null);
  const shown = columns.filter(({ visible }) => visible).length;

  const reorder = (from: number, to: number): void => {
    const column = columns[from];
    if (column) setColumns(columns.toSpliced(from, 1).toSpliced(to, 0, column));
  };
  const toggle = (index: number): void =>
    setColumns(columns.map((column, at) => (at === index ? { ...column, visible: !column.visible } : column)));
  const over = (event: DragEvent, index: number): void => {
    event.preventDefault();
    if (dragged === null || dragged === index) return;
    reorder(dragged, index);
    setDragged(index);
  };

  return (
    <Modal opened onClose={onClose} title="Colonnes" size="lg" fullScreen={useMaximised()}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSave({ columns: keepColumns(columns), orderBy: sort.by, ascending: sort.ascending, limit, density });
          onClose();
        }}
      >
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Select
              label="Trier par"
              openOnFocus={false}
              allowDeselect={false}
              data={columns
                .filter(({ field }) => isSortable(field))
                .map(({ path, field }) => ({ value: path, label: field.label }))}
              value={sort.by}
              onChange={(by) => by && setSort({ ...sort, by })}
            />
            <Input.Wrapper label="Sens" labelElement="div" labelProps={{ id: 'sort-direction' }}>
              <SegmentedControl
                fullWidth
                aria-labelledby="sort-direction"
                value={sort.ascending ? 'ascending' : 'descending'}
                onChange={(direction) => setSort({ ...sort, ascending: direction === 'ascending' })}
                data={[
                  { value: 'ascending', label: 'Croissant' },
                  { value: 'descending', label: 'Décroissant' },
                ]}
              />
            </Input.Wrapper>
            <Select
              label="Lignes par page"
              openOnFocus={false}
              allowDeselect={false}
              data={props.sizes.map(String)}
              value={String(limit)}
              onChange={(size) => size && setLimit(Number(size))}
            />
            <Input.Wrapper label="Densité" labelElement="div" labelProps={{ id: 'row-density' }}>
              <SegmentedControl<Density>
                fullWidth
                aria-labelledby="row-density"
                value={density}
                onChange={setDensity}
                data={densities}
              />
            </Input.Wrapper>
          </SimpleGrid>
          <ul className={classes.list} aria-label="Colonnes affichées et leur ordre">
            {columns.map(({ path, field, visible }, index) => (
              <li
                key={path}
                className={classes.column}
                draggable
                data-dragged={dragged === index || undefined}
                onDragStart={() => setDragged(index)}
                onDragOver={(event) => over(event, index)}
                onDragEnd={() => setDragged(null)}
              >
                <IconGripVertical size={16} className={classes.grip} aria-hidden />
                <Checkbox
                  flex={1}
                  label={field.label}
                  checked={visible}
                  disabled={visible && shown === 1}
                  onChange={() => toggle(index)}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Monter ${field.label}`}
                  disabled={index === 0}
                  onClick={() => reorder(index, index - 1)}
                >
                  <IconArrowUp size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Descendre ${field.label}`}
                  disabled={index === columns.length - 1}
                  onClick={() => reorder(index, index + 1)}
                >
                  <IconArrowDown size={16} aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </ul>
          <Group justify="space-between">
            <Button
              variant="default"
              onClick={() => {
                setColumns(columnsOf(of, undefined, view));
                onSave(null);
                onClose();
              }}
            >
              Réinitialiser
            </Button>
            <Group gap="xs">
              <Button variant="default" onClick={onClose}>
                Annuler
              </Button>
              <Button type="submit">Enregistrer</Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
