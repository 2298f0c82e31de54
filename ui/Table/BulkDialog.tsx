// Progress of a move over many rows; closes by itself when all went well, else says row by row what did not.
import { Button, Group, List, Modal, Progress, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import type { Machine } from '#core/kernel/machine.ts';
import { invalidateEntity } from '../client/queries.tsx';
import { useSession } from '../client/session.ts';
import { plural } from '../format.ts';
import { type AnyRow, wayBack } from '../moves.ts';
import { notifyProblem, notifySuccess } from '../notify.ts';
import { type BulkResult, moveAll } from './bulk.ts';
import { titleOf } from './Row.tsx';

export interface Bulk {
  name: string;
  rows: readonly AnyRow[];
  /** Left out before any call, with the reason. */
  refused: readonly BulkResult[];
}

export default function BulkDialog({ of, bulk, onClose }: { of: Entity; bulk: Bulk; onClose(): void }): ReactNode {
  const session = useSession();
  const [results, setResults] = useState<readonly BulkResult[]>([]);
  const [done, setDone] = useState(false);
  const started = useRef(false);
  const move = (of.machine as Machine).moves[bulk.name];

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    const run = async (): Promise<void> => {
      const all = await moveAll(
        of,
        bulk.rows.map((row) => ({ row, name: bulk.name })),
        setResults,
      );
      await invalidateEntity(of);
      const made = all.filter(({ problem }) => problem === null);
      const back = made.flatMap(({ row, after }) => {
        const name = wayBack(of, session, row, after);
        return name && after ? [{ row: after, name }] : [];
      });
      const undo = async (): Promise<void> => {
        const undone = await moveAll(of, back, () => {});
        await invalidateEntity(of);
        const failed = undone.find(({ problem }) => problem !== null);
        if (failed) notifyProblem(new Error(`${titleOf(of, failed.row)} : ${failed.problem}`));
        else notifySuccess(`${plural(undone.length, 'modification annulée', 'modifications annulées')}`);
      };
      if (made.length > 0) {
        notifySuccess(
          made.length === 1 ? (move?.done ?? '') : `${move?.label} : ${plural(made.length, 'élément')}`,
          back.length > 0 ? { undo: () => void undo() } : {},
        );
      }
      if (made.length === all.length && bulk.refused.length === 0) onClose();
      else setDone(true);
    };
    run().catch(notifyProblem);
  }, [of, bulk, session, move, onClose]);

  const failed = [...results.filter(({ problem }) => problem !== null), ...bulk.refused];
  const total = bulk.rows.length;
  return (
    <Modal
      opened
      centered
      onClose={onClose}
      title={move?.label}
      withCloseButton={done}
      closeOnEscape={done}
      closeOnClickOutside={false}
    >
      <Text size="sm" aria-live="polite">
        {done
          ? `${plural(total - (failed.length - bulk.refused.length), 'élément traité', 'éléments traités')}, ${plural(failed.length, 'refusé', 'refusés')}.`
          : `${results.length} sur ${total}`}
      </Text>
      <Progress value={(100 * results.length) / Math.max(1, total)} mt="sm" aria-label="Avancement" animated={!done} />
      {done && (
        <>
          <List size="sm" mt="md" spacing={4}>
            {failed.map(({ row, problem }) => (
              <List.Item key={row.id}>
                <strong>{titleOf(of, row)}</strong> : {problem}
              </List.Item>
            ))}
          </List>
          <Group justify="flex-end" mt="md">
            <Button onClick={onClose} data-autofocus>
              Fermer
            </Button>
          </Group>
        </>
      )}
    </Modal>
  );
}
