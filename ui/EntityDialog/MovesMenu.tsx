import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import { ActItems, hasActs, type RowAction } from '../ActItems.tsx';
import { useSession } from '../client/session.ts';
import { IconChevronUp } from '../icons.ts';
import { type AnyRow, type BeforeMove, useMove } from '../moves.ts';
import type { DialogPart } from './extras.ts';

/** What the menu of a record's dialog offers beside its status changes. */
export interface DialogActs {
  actions: readonly RowAction[];
  parts: readonly DialogPart[];
  summed: boolean;
  editable: boolean;
  /** Asked before a change of status. */
  before?: BeforeMove | undefined;
  onOpen(tab?: string): void;
}

interface MovesMenuProps {
  of: Entity;
  row: AnyRow;
  acts?: DialogActs;
  onRemoved(): void;
}

const movesOnly = { actions: [], parts: [], summed: false } as const;

/** The acts on an open record, as in the menu of its row. */
export function MovesMenu({ of, row, acts, onRemoved }: MovesMenuProps): ReactNode {
  const session = useSession();
  const move = useMove(of, acts?.before);
  const run = async (name: string, to: number | null): Promise<void> => {
    if ((await move(row, name)) && to === null) onRemoved();
  };
  const shown = {
    ...(acts ?? movesOnly),
    of,
    row,
    onMove: (name: string, to: number | null) => void run(name, to),
  };
  if (!hasActs(shown, session)) return null;
  return (
    <Menu position="top-start" shadow="md" width={240} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronUp size={14} aria-hidden />}>
          Actions
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ActItems {...shown} />
      </Menu.Dropdown>
    </Menu>
  );
}
