// What may be done with all the rows picked.
import { Button, CloseButton, Group, Menu, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import { messages } from '#core/kernel/problem.ts';
import { useSession } from '../client/session.ts';
import { confirm } from '../confirm.tsx';
import { plural } from '../format.ts';
import { IconArrowRight, IconChevronDown, IconTrash } from '../icons.ts';
import { type AnyRow, heldMoves, type NamedMove, refusedMove } from '../moves.ts';
import { notifyInfo } from '../notify.ts';
import type { Bulk } from './BulkDialog.tsx';

const BulkDialog = lazy(() => import('./BulkDialog.tsx'));

interface BulkActionsProps {
  of: Entity;
  selected: ReadonlyMap<string, AnyRow>;
  onClear(): void;
}

export function BulkActions({ of, selected, onClear }: BulkActionsProps): ReactNode {
  const session = useSession();
  const [bulk, setBulk] = useState<Bulk | null>(null);
  const rows = [...selected.values()];
  const moves = heldMoves(of, session).map((held) => ({
    ...held,
    count: rows.filter((row) => refusedMove(of, held.name, row) === null).length,
  }));

  const run = async ({ name, move }: NamedMove): Promise<void> => {
    const sorted = rows.map((row) => ({ row, after: undefined, problem: refusedMove(of, name, row) }));
    const accepted = sorted.filter(({ problem }) => problem === null).map(({ row }) => row);
    if (accepted.length === 0) {
      // D-034
      notifyInfo(messages.nothingToSave);
      return;
    }
    if (move.confirm) {
      const title = `${move.label} : ${plural(accepted.length, 'élément')}`;
      if (!(await confirm({ title, message: move.confirm, confirmLabel: 'Supprimer', danger: true }))) return;
    }
    setBulk({ name, rows: accepted, refused: sorted.filter(({ problem }) => problem !== null) });
  };

  return (
    <Group gap="xs" wrap="nowrap" role="toolbar" aria-label="Lignes sélectionnées">
      <CloseButton aria-label="Tout désélectionner" title="Tout désélectionner" onClick={onClear} />
      <Text size="sm" aria-live="polite" style={{ whiteSpace: 'nowrap' }}>
        {plural(selected.size, 'sélectionné')}
      </Text>
      {moves.length > 0 && (
        <Menu position="bottom-start" shadow="md" width={240} withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <Button rightSection={<IconChevronDown size={14} aria-hidden />}>Actions</Button>
          </Menu.Target>
          <Menu.Dropdown>
            {moves.map((held) => (
              <Menu.Item
                key={held.name}
                {...(held.move.confirm ? { color: 'red' } : {})}
                leftSection={
                  held.move.confirm ? <IconTrash size={16} aria-hidden /> : <IconArrowRight size={16} aria-hidden />
                }
                rightSection={
                  <Text size="xs" c="dimmed">
                    {held.count}
                  </Text>
                }
                onClick={() => void run(held)}
              >
                {held.move.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {bulk && (
        <Suspense>
          <BulkDialog
            of={of}
            bulk={bulk}
            onClose={() => {
              setBulk(null);
              onClear();
            }}
          />
        </Suspense>
      )}
    </Group>
  );
}
