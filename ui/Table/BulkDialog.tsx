// Progress of a move of many rows. Closes itself on success, otherwise lists the rows that failed.
import { Button, Group, List, Modal, Progress, Text } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import type { Machine } from '#core/kernel/machine.ts';
import { invalidateEntity } from '../client/queries.tsx';
import { type Session, useSession } from '../client/session.ts';
import { today } from '../clock.ts';
import { formatNumber, plural } from '../format.ts';
import { useLocale } from '../kinds/locale.ts';
import { type AnyRow, type BeforeMove, type Mover, makeMove, undoMove } from '../moves.ts';
import { notifyProblem, notifySuccess, notifyWarning } from '../notify.ts';
import { type BulkResult, moveAll } from './bulk.ts';
import { startLongWork } from './progress.tsx';
import { titleOf } from './Row.tsx';

export interface Bulk {
  name: string;
  rows: readonly AnyRow[];
  /** Replaces the usual move. */
  make?: Mover | undefined;
  /** Asked before the undo too. */
  before?: BeforeMove | undefined;
  /** Names a row whose title field is not enough. */
  named?: ((row: AnyRow, zone: string) => string) | undefined;
  /** Rows left out before any call, with the reason. */
  refused: readonly BulkResult[];
}

/** Nobody reads a longer list. */
const mostShown = 100;

/** Undo of the moves, or undefined if no move can be undone. */
function undoOf(
  of: Entity,
  session: Session,
  made: readonly BulkResult[],
  nameOf: (row: AnyRow) => string,
  ask: (name: string, rows: readonly AnyRow[]) => ReturnType<BeforeMove>,
): (() => Promise<void>) | undefined {
  const back = made.flatMap(({ row, after }) => {
    const name = undoMove(of, session, row, after);
    return name && after ? [{ row: after, name }] : [];
  });
  if (back.length === 0) return undefined;
  return async () => {
    const movers = new Map<string, Mover | undefined>();
    for (const [name, steps] of Map.groupBy(back, (step) => step.name)) {
      const own = await ask(
        name,
        steps.map(({ row }) => row),
      );
      if (own === null) return;
      movers.set(name, own);
    }
    const make = (row: AnyRow, name: string): ReturnType<Mover> => movers.get(name)?.(row) ?? makeMove(of, row, name);
    const work = startLongWork('Annulation');
    const undone = await moveAll(of, back, (results) => work.show(results.length, back.length), work.signal, make);
    work.end();
    await invalidateEntity(
      of,
      back.map(({ row }) => row.id),
    );
    const failed = undone.filter(({ problem }) => problem !== null);
    const [first] = failed;
    if (first) notifyProblem(new Error(`${nameOf(first.row)} : ${first.problem}`));
    const count = undone.length - failed.length;
    if (count > 0) notifySuccess(plural(count, 'modification annulée', 'modifications annulées'));
  };
}

interface Props {
  of: Entity;
  bulk: Bulk;
  /** These rows are done. */
  onMade(ids: readonly string[]): void;
  /** `refused`: it listed rows that are not done. */
  onClose(refused: boolean): void;
}

export default function BulkDialog({ of, bulk, onMade, onClose }: Props): ReactNode {
  const session = useSession();
  const { zone } = useLocale();
  const [results, setResults] = useState<readonly BulkResult[]>([]);
  const [done, setDone] = useState(false);
  const started = useRef(false);
  const hidden = useRef(false);
  const stopping = useRef(new AbortController());
  const move = (of.machine as Machine).moves[bulk.name];

  const nameOf = useCallback((row: AnyRow): string => bulk.named?.(row, zone) ?? titleOf(of, row), [of, bulk, zone]);

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    const run = async (): Promise<void> => {
      const steps = bulk.rows.map((row) => ({ row, name: bulk.name }));
      const all = await moveAll(of, steps, setResults, stopping.current.signal, bulk.make);
      await invalidateEntity(
        of,
        steps.map(({ row }) => row.id),
      );
      const made = all.filter(({ problem }) => problem === null);
      const undo = undoOf(of, session, made, nameOf, async (name, rows) => bulk.before?.(name, rows, today(zone)));
      if (made.length > 0) {
        notifySuccess(
          made.length === 1
            ? (move?.done ?? '')
            : `${move?.doneMany ?? move?.label} : ${plural(made.length, 'élément')}`,
          undo ? { undo: () => void undo().catch(notifyProblem) } : {},
        );
      }
      onMade(made.map(({ row }) => row.id));
      const refused = all.length - made.length + bulk.refused.length;
      if (hidden.current) {
        if (refused > 0) notifyWarning(`${move?.label} : ${plural(refused, 'élément refusé', 'éléments refusés')}`);
      } else if (refused === 0 && made.length === bulk.rows.length) onClose(false);
      else setDone(true);
    };
    run().catch(notifyProblem);
  }, [of, bulk, session, move, onMade, onClose, nameOf, zone]);

  const leave = (): void => {
    hidden.current = !done;
    onClose(done);
  };
  const failed = [...results.filter(({ problem }) => problem !== null), ...bulk.refused];
  const total = bulk.rows.length;
  const made = results.filter(({ problem }) => problem === null).length;
  const untouched = total - results.length;
  return (
    <Modal opened centered onClose={leave} title={move?.label} closeOnClickOutside={false}>
      <Text size="sm" aria-live="polite">
        {done
          ? `${plural(made, 'élément traité', 'éléments traités')}, ${plural(failed.length, 'refusé', 'refusés')}${untouched > 0 ? `, ${plural(untouched, 'laissé', 'laissés')} en l'état` : ''}.`
          : `${formatNumber(results.length)} sur ${formatNumber(total)}`}
      </Text>
      <Progress value={(100 * results.length) / Math.max(1, total)} mt="sm" aria-label="Avancement" animated={!done} />
      {done && (
        <List size="sm" mt="md" spacing={4}>
          {failed.slice(0, mostShown).map(({ row, problem }) => (
            <List.Item key={row.id}>
              <strong>{nameOf(row)}</strong> : {problem}
            </List.Item>
          ))}
          {failed.length > mostShown && (
            <List.Item>et {plural(failed.length - mostShown, 'autre élément', 'autres éléments')}</List.Item>
          )}
        </List>
      )}
      <Group justify="flex-end" mt="md" gap="xs">
        {done ? (
          <Button onClick={leave} data-autofocus>
            Fermer
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={() => stopping.current.abort()}>
              Arrêter
            </Button>
            <Button onClick={leave} data-autofocus>
              Continuer en arrière-plan
            </Button>
          </>
        )}
      </Group>
    </Modal>
  );
}
