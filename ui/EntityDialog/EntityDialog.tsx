// Dialog of one record of any entity: create, edit, read, change status, history.
import { Alert, Button, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import { type Entity, statusPath } from '#core/kernel/entity.ts';
import { frozenReason, writableOf } from '#core/kernel/frozen.ts';
import type { Machine } from '#core/kernel/machine.ts';
import type { RowAction } from '../ActItems.tsx';
import { useSession } from '../client/session.ts';
import { useDialogSize } from '../dialog.ts';
import { useOwnEscape } from '../files/above.ts';
import { useLocale } from '../kinds/locale.ts';
import { StatusBadge } from '../kinds.tsx';
import { may, mayChange, pathFor, refusedTo } from '../may.ts';
import type { AnyRow } from '../moves.ts';
import { useEditing } from '../shell/sheets.ts';
import { titleOf } from '../Table/Row.tsx';
import classes from './EntityDialog.module.css';
import { type DialogExtras, editTab } from './extras.ts';
import { History } from './History.tsx';
import { loadForm } from './load.ts';
import { type DialogActs, MovesMenu } from './MovesMenu.tsx';
import { Loading, Unreadable, useRecord } from './reading.tsx';
import { Sheet } from './Sheet.tsx';
import { SummaryPart } from './SummaryPart.tsx';
import type { Values } from './values.ts';

const RecordForm = lazy(() => loadForm().then(({ RecordForm: Form }) => ({ default: Form })));

export interface EntityDialogProps {
  of: Entity;
  /** Null: create a record. */
  id: string | null;
  /** Initial values of a new record; they override the defaults. */
  initial?: Values | undefined;
  page: string;
  /** The tab shown first: 'record', 'edit' (its form; `editAt`: one of its sections), 'history' or the key of an extra part. */
  tab?: string | undefined;
  extras?: DialogExtras | undefined;
  /** The actions of the menu of its row. */
  actions?: readonly RowAction[] | undefined;
  /** Above another dialog: Escape closes only this one. */
  above?: boolean;
  /** A new record was created, or the record changed. */
  onSaved?: ((row: AnyRow) => void) | undefined;
  onClose(): void;
}

const noActions: readonly RowAction[] = [];
const always = (): Promise<boolean> => Promise.resolve(true);

/** « Nouveau site », « Nouvelle ronde », « Nouvel écart horaire ». */
function newOf({ label: { one, feminine } }: Entity): string {
  const word = feminine ? 'Nouvelle' : /^[aeéèêiouœ]/i.test(one) ? 'Nouvel' : 'Nouveau';
  return `${word} ${one.toLowerCase()}`;
}

export default function EntityDialog(props: EntityDialogProps): ReactNode {
  const { of, id, initial, page, tab, extras, actions = noActions, above = false, onSaved, onClose } = props;
  const session = useSession();
  const { zone } = useLocale();
  const { content, ...size } = useDialogSize();
  const [chosen, setPart] = useState(tab);
  // The form sets this callback; without a form the dialog can always be closed.
  const mayLeave = useRef(always);
  const partsMayLeave = useRef<Record<string, { current: typeof always }>>({});
  const mayLeavePart = (key: string): { current: typeof always } => {
    partsMayLeave.current[key] ??= { current: always };
    return partsMayLeave.current[key];
  };
  const mayWrite = useMayWrite(of, id);
  const refused = id === null && mayWrite ? null : refusedTo(session, of, id === null ? 'create' : 'read');
  const { row, failure, retry } = useRecord(of, id, refused === null);
  const isFixed = row !== undefined && (writableOf(of, row) === 'nothing' || !mayChange(session, of, row));
  const readOnly = id !== null && (!mayWrite || isFixed);

  // What a frozen state says is for those who could write it.
  const why = (mayWrite && row && frozenReason(of, row)) || 'Lecture seule';

  const parts = (row && extras?.parts?.filter((one) => one.when(row, session))) ?? [];
  // The history is for the agency only.
  const showsHistory = pathFor(session, of) === 'agency';
  const part = (chosen === 'history' && showsHistory) || parts.some(({ key }) => key === chosen) ? chosen : 'record';
  // A visited part stays mounted: switching tabs loses no typed text.
  const [visited, setVisited] = useState<readonly string[]>([]);
  if (row && part !== undefined && !visited.includes(part)) setVisited([...visited, part]);

  const [first, section] = tab?.split('/') ?? [];
  const Summary = id === null || first === editTab ? undefined : extras?.summary;
  const { editing, start, stop } = useEditing(`${of.name} ${id}`);
  const summed = Summary !== undefined && !editing;
  if (summed) mayLeave.current = always;

  // A form opened from the summary returns to it, from its other tabs too.
  const toSummary = useCallback(() => {
    setPart('record');
    stop();
  }, [stop]);
  const leave = Summary !== undefined && editing ? toSummary : onClose;
  const close = useCallback(async () => {
    for (const { current: may } of [...Object.values(partsMayLeave.current), mayLeave]) if (!(await may())) return;
    leave();
  }, [leave]);
  useOwnEscape(() => void close(), above);

  const title = id === null ? newOf(of) : row ? (extras?.title?.(row, zone) ?? titleOf(of, row)) : of.label.one;

  const body = (): ReactNode => {
    if (refused !== null) return <Refused message={refused} onClose={onClose} />;
    if (id === null)
      return (
        <Suspense fallback={<Loading />}>
          <RecordForm
            of={of}
            page={page}
            row={null}
            initial={initial}
            extras={extras}
            mayLeave={mayLeave}
            onSaved={onSaved}
            onClose={onClose}
            onCancel={close}
          />
        </Suspense>
      );
    if (row === undefined) {
      return failure === null ? <Loading /> : <Unreadable message={failure} onRetry={retry} onClose={onClose} />;
    }
    const acts: DialogActs = {
      actions,
      parts: extras?.parts ?? [],
      summed: Summary !== undefined,
      editable: summed && !readOnly,
      before: extras?.beforeMove,
      onOpen: (next) => (next === editTab ? start() : setPart(next)),
    };
    const reads = summed ? (
      <SummaryPart
        of={of}
        row={row}
        acts={acts}
        Content={Summary}
        readOnly={readOnly ? why : null}
        active={part === 'record'}
        onOpen={start}
        onPart={setPart}
        onClose={onClose}
      />
    ) : readOnly ? (
      <ReadOnly of={of} row={row} why={why} acts={acts} extras={extras} moves={!editing} onClose={leave} />
    ) : (
      <Suspense fallback={<Loading />}>
        <RecordForm
          of={of}
          page={page}
          row={row}
          acts={acts}
          section={section}
          extras={extras}
          mayLeave={mayLeave}
          moves={!editing}
          onSaved={(saved) => {
            onSaved?.(saved);
            if (extras?.closes?.(saved)) onClose();
          }}
          onClose={leave}
          onCancel={close}
        />
      </Suspense>
    );
    return (
      <>
        {/* The form stays mounted behind the history: switching tabs loses no typed text. */}
        {visited.includes('record') && (
          <div className={classes.part} hidden={part !== 'record'}>
            {reads}
          </div>
        )}
        {parts
          .filter(({ key }) => visited.includes(key))
          .map(({ key, Content }) => (
            <div key={key} className={classes.part} hidden={part !== key}>
              <Suspense fallback={<Loading />}>
                <Content row={row} page={page} mayLeave={mayLeavePart(key)} onClose={() => void close()} />
              </Suspense>
            </div>
          ))}
        {part === 'history' && (
          <div className={classes.part}>
            <div className={classes.fields}>
              <History of={of} id={row.id} />
            </div>
          </div>
        )}
      </>
    );
  };

  return (
    <Modal
      opened
      onClose={() => void close()}
      {...size}
      closeOnEscape={!above}
      closeOnClickOutside={false}
      classNames={{ content, header: classes.header, body: classes.body, title: classes.title }}
      title={
        <span className={classes.heading}>
          <span className={classes.name}>{title}</span>
          {row && of.machine && <StatusBadge machine={of.machine as Machine} code={row[statusPath(of)] as number} />}
          {row && (showsHistory || parts.length > 0) && (
            <SegmentedControl
              size="xs"
              aria-label="Partie affichée"
              value={part ?? 'record'}
              onChange={setPart}
              data={[
                { value: 'record', label: 'Fiche' },
                ...parts.map(({ key, label }) => ({ value: key, label })),
                ...(showsHistory ? [{ value: 'history', label: 'Historique' }] : []),
              ]}
            />
          )}
        </span>
      }
    >
      {body()}
    </Modal>
  );
}

/** A right withdrawn while the form is open does not drop its text: the save names the right. */
function useMayWrite(of: Entity, id: string | null): boolean {
  const session = useSession();
  const allowed = useRef<string | null | undefined>(undefined);
  if (may(session, of, id === null ? 'create' : 'edit')) allowed.current = id;
  return allowed.current === id;
}

interface ReadOnlyProps {
  of: Entity;
  row: AnyRow;
  why: string;
  acts: DialogActs;
  extras: DialogExtras | undefined;
  moves: boolean;
  onClose(): void;
}

const ReadOnly = ({ of, row, why, acts, extras, moves, onClose }: ReadOnlyProps): ReactNode => (
  <>
    <Sheet of={of} row={row} extras={extras} />
    <footer className={classes.footer}>
      {moves && <MovesMenu of={of} row={row} acts={acts} onRemoved={onClose} />}
      <Text size="sm" c="dimmed" flex={1}>
        {why}
      </Text>
      <Button variant="default" onClick={onClose}>
        Fermer
      </Button>
    </footer>
  </>
);

const Refused = ({ message, onClose }: { message: string; onClose(): void }): ReactNode => (
  <Stack p="lg">
    <Alert color="red" role="alert">
      {message}
    </Alert>
    <Group justify="flex-end">
      <Button onClick={onClose} data-autofocus>
        Fermer
      </Button>
    </Group>
  </Stack>
);
