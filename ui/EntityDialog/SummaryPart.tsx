// The summary of a record, with « Modifier » beside it.
import { Button, Kbd } from '@mantine/core';
import { type ComponentType, type ReactNode, Suspense, useEffect, useRef } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import { IconPencil } from '../icons.ts';
import type { AnyRow } from '../moves.ts';
import { useKeys } from '../Table/useKeys.ts';
import classes from './EntityDialog.module.css';
import type { SummaryProps } from './extras.ts';
import { loadForm } from './load.ts';
import { type DialogActs, MovesMenu } from './MovesMenu.tsx';
import { Loading } from './reading.tsx';

interface SummaryPartProps {
  of: Entity;
  row: AnyRow;
  acts: DialogActs;
  Content: ComponentType<SummaryProps>;
  /** Why nothing can be written; null: it can. */
  readOnly: string | null;
  /** Its tab is shown. */
  active: boolean;
  /** Opens the form or, read-only, all fields. */
  onOpen(): void;
  onPart(key: string): void;
  onClose(): void;
}

export function SummaryPart(props: SummaryPartProps): ReactNode {
  const { of, row, acts, Content, readOnly, active, onOpen, onPart, onClose } = props;
  const root = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  // The dialog's first button would show its tooltip; the arrow keys scroll.
  useEffect(() => scroller.current?.focus({ preventScroll: true }), []);
  useKeys(root, readOnly !== null || !active ? {} : { e: onOpen });
  const ahead = (): void => void loadForm().catch(() => undefined);
  return (
    <div className={classes.part} ref={root}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard */}
      <div className={classes.fields} ref={scroller} tabIndex={0} data-autofocus>
        <Suspense fallback={<Loading />}>
          <Content row={row} onEdit={readOnly === null ? onOpen : null} onPart={onPart} />
        </Suspense>
      </div>
      <footer className={classes.footer}>
        <MovesMenu of={of} row={row} acts={acts} onRemoved={onClose} />
        <span className={classes.spring}>{readOnly}</span>
        <Button variant="default" onClick={onClose}>
          Fermer
        </Button>
        {readOnly !== null ? (
          <Button variant="default" onClick={onOpen}>
            Tous les champs
          </Button>
        ) : (
          <Button
            leftSection={<IconPencil size={16} aria-hidden />}
            rightSection={
              <Kbd size="xs" visibleFrom="sm" aria-hidden>
                E
              </Kbd>
            }
            aria-keyshortcuts="e"
            onPointerEnter={ahead}
            onFocus={ahead}
            onClick={onOpen}
          >
            Modifier
          </Button>
        )}
      </footer>
    </div>
  );
}
