// Actions on all selected rows, of this page and others (D-022).
import { Button, CloseButton, Group, Menu, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import { removes } from '#core/kernel/machine.ts';
import { messages } from '#core/kernel/problem.ts';
import type { ListInput } from '#core/kernel/query.ts';
import { useSession } from '../client/session.ts';
import { today } from '../clock.ts';
import { confirm } from '../confirm.tsx';
import type { DialogExtras } from '../EntityDialog/extras.ts';
import { formatNumber, plural } from '../format.ts';
import { IconArrowRight, IconChevronDown, IconPencil, IconTrash } from '../icons.ts';
import { useLocale } from '../kinds/locale.ts';
import { may, mayChange } from '../may.ts';
import { type AnyRow, allowedMoves, type Mover, type NamedMove, questionOf, refusedMove } from '../moves.ts';
import { notifyInfo, notifyProblem, notifyWarning } from '../notify.ts';
import type { Bulk } from './BulkDialog.tsx';
import type { Column } from './columns.ts';
import { allRows, mostRows } from './pages.ts';
import type { BulkAction } from './RowMenu.tsx';
import { SelectionSearch } from './SelectionSearch.tsx';
import type { Selection } from './useSelection.ts';

const BulkDialog = lazy(() => import('./BulkDialog.tsx'));
const MultiEdit = lazy(() => import('../EntityDialog/MultiEdit.tsx'));

/** Nobody fills in more tabs than this at once. */
const mostEdited = 50;

export interface BulkActionsProps {
  extras?: DialogExtras | undefined;
  of: Entity;
  page: string;
  selection: Selection;
  columns: readonly Column[];
  /** The list input of the table, and the number of its rows. */
  input: ListInput;
  filtered: number;
  /** Actions that the screen adds. */
  actions: readonly BulkAction[];
}

export default function BulkActions(props: BulkActionsProps): ReactNode {
  const { of, page, selection, columns, input, filtered, actions } = props;
  const session = useSession();
  const { zone } = useLocale();
  const [bulk, setBulk] = useState<Bulk | null>(null);
  const [edited, setEdited] = useState<readonly AnyRow[] | null>(null);
  const [picking, setPicking] = useState(false);
  const { selected, clear } = selection;
  const rows = [...selected.values()];
  const refusedHere = (named: NamedMove, row: AnyRow): string | null =>
    mayChange(session, of, row) ? refusedMove(of, named, row) : messages.notYours;
  const isChangeable = rows.some((row) => mayChange(session, of, row));
  const moves = (isChangeable ? allowedMoves(of, session) : []).map((held) => ({
    ...held,
    count: rows.filter((row) => refusedHere(held, row) === null).length,
  }));

  const run = async (named: NamedMove): Promise<void> => {
    const { name, move } = named;
    const sorted = rows.map((row) => ({ row, after: undefined, problem: refusedHere(named, row) }));
    const accepted = sorted.filter(({ problem }) => problem === null).map(({ row }) => row);
    if (accepted.length === 0) {
      // D-034
      notifyInfo(messages.nothingToSave);
      return;
    }
    let make: Mover | null | undefined;
    try {
      make = await props.extras?.beforeMove?.(name, accepted, today(zone));
    } catch (error) {
      notifyProblem(error);
      return;
    }
    if (make === null) return;
    if (move.confirm && !make) {
      // Show the number of rows in the question, unless it is one.
      const many = accepted.length > 1 ? { title: `${move.label} : ${plural(accepted.length, 'élément')}` } : {};
      if (!(await confirm({ ...questionOf(move.confirm), ...many }))) return;
    }
    setBulk({
      name,
      rows: accepted,
      make,
      before: props.extras?.beforeMove,
      named: props.extras?.title,
      refused: sorted.filter(({ problem }) => problem !== null),
    });
  };
  const edit = (): void => {
    if (rows.length > mostEdited) notifyWarning(`${mostEdited} éléments au plus peuvent être modifiés ensemble`);
    else setEdited(rows);
  };
  const pickAll = async (): Promise<void> => {
    setPicking(true);
    try {
      const found = await allRows({ of, input });
      selection.add(found.slice(0, mostRows));
    } catch (error) {
      notifyProblem(error);
    } finally {
      setPicking(false);
    }
  };

  const all = Math.min(filtered, mostRows);
  const pickLabel =
    filtered > mostRows
      ? `Sélectionner les ${formatNumber(mostRows)} premiers`
      : `Tout sélectionner (${formatNumber(filtered)})`;
  return (
    <Group gap="xs" role="toolbar" aria-label="Lignes sélectionnées">
      <CloseButton aria-label="Tout désélectionner" title="Tout désélectionner" onClick={clear} />
      <Text size="sm" aria-live="polite" style={{ whiteSpace: 'nowrap' }}>
        {plural(selected.size, 'sélectionné')}
      </Text>
      {selected.size < all && (
        <Button variant="subtle" size="compact-sm" loading={picking} onClick={() => void pickAll()}>
          {pickLabel}
        </Button>
      )}
      <Menu position="bottom-start" shadow="md" width={240} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button rightSection={<IconChevronDown size={14} aria-hidden />}>Actions</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {may(session, of, 'edit') && rows.every((row) => mayChange(session, of, row)) && (
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={edit}>
              Modifier
            </Menu.Item>
          )}
          {actions.map(({ key, label, icon: Icon, run: act }) => (
            <Menu.Item key={key} leftSection={<Icon size={16} aria-hidden />} onClick={() => act(rows, clear)}>
              {label}
            </Menu.Item>
          ))}
          {moves.map((held) => (
            <Menu.Item
              key={held.name}
              {...(removes(held.move) ? { color: 'red' } : {})}
              leftSection={
                removes(held.move) ? <IconTrash size={16} aria-hidden /> : <IconArrowRight size={16} aria-hidden />
              }
              rightSection={
                <Text size="xs" c="dimmed">
                  {formatNumber(held.count)}
                </Text>
              }
              onClick={() => void run(held)}
            >
              {held.move.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <SelectionSearch of={of} rows={rows} columns={columns} onDrop={(row) => selection.toggle(row, false)} />
      <Suspense>
        {bulk && (
          <BulkDialog
            of={of}
            bulk={bulk}
            onMade={selection.drop}
            onClose={(refused) => {
              setBulk(null);
              // Those that were refused stay selected.
              if (!refused) clear();
            }}
          />
        )}
        {edited && (
          <MultiEdit of={of} page={page} rows={edited} extras={props.extras} onClose={() => setEdited(null)} />
        )}
      </Suspense>
    </Group>
  );
}
