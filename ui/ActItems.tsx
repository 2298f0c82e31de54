// The acts on a record: the menu of its row and that of its dialog are the same list.
import { Menu } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import { writableOf } from '#core/kernel/frozen.ts';
import type { Right } from '#core/rights.ts';
import { type Session, useSession } from './client/session.ts';
import { type DialogPart, editTab } from './EntityDialog/extras.ts';
import { IconArrowRight, IconHistory, IconPencil, IconTrash } from './icons.ts';
import { may, mayChange, pathFor } from './may.ts';
import { type AnyRow, movesFor } from './moves.ts';

/** Action that a screen adds to the acts on its records. */
export interface RowAction<R extends AnyRow = AnyRow> {
  key: string;
  label: string;
  icon: ComponentType<{ size?: number }>;
  rights?: readonly Right[];
  run(row: R): void;
  when?(row: R): boolean;
}

export interface Acts {
  of: Entity;
  row: AnyRow;
  actions: readonly RowAction[];
  parts: readonly DialogPart[];
  /** The record opens as a summary, beside its form. */
  summed: boolean;
  /** False: its form is open already. */
  editable?: boolean;
  /** Without a tab: the record itself. Absent: nothing can be opened from here. */
  onOpen?: ((tab?: string) => void) | undefined;
  onMove(name: string, to: number | null): void;
}

const iconSize = 16;

interface Act {
  key: string;
  label: string;
  icon: ComponentType<{ size?: number }>;
  run(): void;
}

function actsOf({ of, row, actions, parts, summed, editable = true, onOpen }: Acts, session: Session): Act[] {
  const reads = may(session, of, 'read');
  const open = (key: string, label: string, icon: Act['icon'], tab?: string): Act[] =>
    onOpen && reads ? [{ key, label, icon, run: () => onOpen(tab) }] : [];
  return [
    ...(editable && may(session, of, 'edit') && mayChange(session, of, row) && writableOf(of, row) !== 'nothing'
      ? open('edit', 'Modifier', IconPencil, summed ? editTab : undefined)
      : []),
    ...parts.filter((part) => part.when(row, session)).flatMap(({ key, label, icon }) => open(key, label, icon, key)),
    ...actions
      .filter(({ rights, when }) => (!rights || session.can(rights)) && (when?.(row) ?? true))
      .map(({ run, ...act }) => ({ ...act, run: () => run(row) })),
    ...(pathFor(session, of) === 'agency' ? open('history', 'Historique', IconHistory, 'history') : []),
  ];
}

/** Whether there is any act on this record. */
export const hasActs = (acts: Acts, session: Session): boolean =>
  actsOf(acts, session).length > 0 || movesFor(acts.of, session, acts.row).length > 0;

export function ActItems(acts: Acts): ReactNode {
  const session = useSession();
  const shown = actsOf(acts, session);
  const moves = movesFor(acts.of, session, acts.row);
  return (
    <>
      {shown.map(({ key, label, icon: Icon, run }) => (
        <Menu.Item key={key} leftSection={<Icon size={iconSize} aria-hidden />} onClick={run}>
          {label}
        </Menu.Item>
      ))}
      {shown.length > 0 && moves.length > 0 && <Menu.Divider />}
      {moves.map(({ name, move: { label, to, confirm } }) => (
        <Menu.Item
          key={name}
          {...(confirm ? { color: 'red' } : {})}
          leftSection={
            confirm ? <IconTrash size={iconSize} aria-hidden /> : <IconArrowRight size={iconSize} aria-hidden />
          }
          onClick={() => acts.onMove(name, to)}
        >
          {label}
        </Menu.Item>
      ))}
    </>
  );
}
