import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import { useSession } from '../client/session.ts';
import { IconArrowRight, IconChevronUp, IconTrash } from '../icons.ts';
import { type AnyRow, movesFor, useMove } from '../moves.ts';

interface MovesMenuProps {
  of: Entity;
  row: AnyRow;
  onRemoved(): void;
}

/** Menu of the status changes of a record. */
export function MovesMenu({ of, row, onRemoved }: MovesMenuProps): ReactNode {
  const session = useSession();
  const move = useMove(of);
  const moves = movesFor(of, session, row);
  if (moves.length === 0) return null;
  const run = async (name: string, to: number | null): Promise<void> => {
    if ((await move(row, name)) && to === null) onRemoved();
  };
  return (
    <Menu position="top-start" shadow="md" width={220} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronUp size={14} aria-hidden />}>
          Actions
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {moves.map(({ name, move: { label, to, confirm } }) => (
          <Menu.Item
            key={name}
            {...(confirm ? { color: 'red' } : {})}
            leftSection={confirm ? <IconTrash size={16} aria-hidden /> : <IconArrowRight size={16} aria-hidden />}
            onClick={() => void run(name, to)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
