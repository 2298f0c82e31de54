// One menu for all rows, placed at the button of its row.
import { Menu } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import type { Right } from '#core/rights.ts';
import { useSession } from '../client/session.ts';
import { type DialogPart, editTab } from '../EntityDialog/extras.ts';
import { IconArrowRight, IconEye, IconHistory, IconPencil, IconTrash } from '../icons.ts';
import { may, pathFor } from '../may.ts';
import { type AnyRow, movesFor } from '../moves.ts';
import { titleOf } from './Row.tsx';

/** Action that a screen adds to the menu of its rows. */
export interface RowAction<R extends AnyRow = AnyRow> {
  key: string;
  label: string;
  icon: ComponentType<{ size?: number }>;
  rights?: readonly Right[];
  run(row: R): void;
  when?(row: R): boolean;
}

/** The same for all selected rows; `done` clears the selection. */
export interface BulkAction<R extends AnyRow = AnyRow> {
  key: string;
  label: string;
  icon: ComponentType<{ size?: number }>;
  rights: readonly Right[];
  run(rows: readonly R[], done: () => void): void;
}

export interface OpenMenu {
  row: AnyRow;
  button: HTMLElement;
}

interface RowMenuProps {
  of: Entity;
  at: OpenMenu | null;
  rowActions: readonly RowAction[];
  parts?: readonly DialogPart[] | undefined;
  /** The record opens as a summary, beside its form. */
  summed?: boolean;
  onOpen(row: AnyRow, tab?: string): void;
  onMove(row: AnyRow, name: string): void;
  onClose(): void;
}

const iconSize = 16;

export function RowMenu(props: RowMenuProps): ReactNode {
  const { of, at, rowActions, parts = [], summed = false, onOpen, onMove, onClose } = props;
  const session = useSession();
  if (!at) return null;
  const { row, button } = at;
  const { left, top, width, height } = button.getBoundingClientRect();
  const moves = movesFor(of, session, row);
  const own = rowActions.filter(({ rights, when }) => (!rights || session.can(rights)) && (when?.(row) ?? true));
  const edits = may(session, of, 'edit');
  const close = (): void => {
    onClose();
    button.focus();
  };
  return (
    <Menu
      opened
      onClose={close}
      position="bottom-end"
      returnFocus={false}
      shadow="md"
      width={220}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Actions : ${titleOf(of, row)}`}
          style={{ position: 'fixed', left, top, width, height, opacity: 0, pointerEvents: 'none' }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {may(session, of, 'read') && (summed || !edits) && (
          <Menu.Item leftSection={<IconEye size={iconSize} aria-hidden />} onClick={() => onOpen(row)}>
            Ouvrir
          </Menu.Item>
        )}
        {may(session, of, 'read') && edits && (
          <Menu.Item
            leftSection={<IconPencil size={iconSize} aria-hidden />}
            onClick={() => onOpen(row, summed ? editTab : undefined)}
          >
            Modifier
          </Menu.Item>
        )}
        {parts
          .filter((part) => part.when(row, session))
          .map(({ key, label, icon: Icon }) => (
            <Menu.Item key={key} leftSection={<Icon size={iconSize} aria-hidden />} onClick={() => onOpen(row, key)}>
              {label}
            </Menu.Item>
          ))}
        {own.map(({ key, label, icon: Icon, run }) => (
          <Menu.Item key={key} leftSection={<Icon size={iconSize} />} onClick={() => run(row)}>
            {label}
          </Menu.Item>
        ))}
        {may(session, of, 'read') && pathFor(session, of) === 'agency' && (
          <Menu.Item leftSection={<IconHistory size={iconSize} aria-hidden />} onClick={() => onOpen(row, 'history')}>
            Historique
          </Menu.Item>
        )}
        {moves.length > 0 && <Menu.Divider />}
        {moves.map(({ name, move }) => (
          <Menu.Item
            key={name}
            {...(move.confirm ? { color: 'red' } : {})}
            leftSection={
              move.confirm ? <IconTrash size={iconSize} aria-hidden /> : <IconArrowRight size={iconSize} aria-hidden />
            }
            onClick={() => onMove(row, name)}
          >
            {move.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
