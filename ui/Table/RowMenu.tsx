// One menu for all rows, placed at the button of its row.
import { Menu } from '@mantine/core';
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import type { Right } from '#core/rights.ts';
import { ActItems, type RowAction } from '../ActItems.tsx';
import { useSession } from '../client/session.ts';
import type { DialogPart } from '../EntityDialog/extras.ts';
import { IconEye } from '../icons.ts';
import { may } from '../may.ts';
import type { AnyRow } from '../moves.ts';
import { titleOf } from './Row.tsx';

/** The same for all selected rows; `done` clears the selection. */
export interface BulkAction<R extends AnyRow = AnyRow> {
  key: string;
  label: string;
  icon: ComponentType<{ size?: number }>;
  /** One of them; none: whoever sees the table. */
  rights: readonly Right[];
  run(rows: readonly R[], done: () => void): void;
}

export type { RowAction } from '../ActItems.tsx';

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

/** In pixels. */
const mostMoved = 16;

export function RowMenu(props: RowMenuProps): ReactNode {
  const { of, at, rowActions, parts = [], summed = false, onOpen, onMove, onClose } = props;
  const session = useSession();
  const closing = useRef(onClose);
  closing.current = onClose;
  // The menu does not follow its row: of another one it would say nothing true.
  useEffect(() => {
    if (!at) return;
    const { top } = at.button.getBoundingClientRect();
    const look = (): void => {
      if (Math.abs(at.button.getBoundingClientRect().top - top) > mostMoved) closing.current();
    };
    window.addEventListener('scroll', look, { capture: true, passive: true });
    return () => window.removeEventListener('scroll', look, { capture: true });
  }, [at]);
  if (!at) return null;
  const { row, button } = at;
  const { left, top, width, height } = button.getBoundingClientRect();
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
        {may(session, of, 'read') && (summed || !may(session, of, 'edit')) && (
          <Menu.Item leftSection={<IconEye size={16} aria-hidden />} onClick={() => onOpen(row)}>
            Voir
          </Menu.Item>
        )}
        <ActItems
          of={of}
          row={row}
          actions={rowActions}
          parts={parts}
          summed={summed}
          onOpen={(tab) => onOpen(row, tab)}
          onMove={(name) => onMove(row, name)}
        />
      </Menu.Dropdown>
    </Menu>
  );
}
