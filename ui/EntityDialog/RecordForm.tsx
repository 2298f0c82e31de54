// The form of one record: sections, save and close.
import { Alert, Button, Group, Kbd, Switch, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import { useSession } from '../client/session.ts';
import { useStore } from '../client/store.ts';
import { readyToSave, unsent } from '../files/unsent.ts';
import { askToLeave } from '../leaving.ts';
import { OthersNotice } from '../live/OthersNotice.tsx';
import { useOthers } from '../live/presence.ts';
import { pathFor } from '../may.ts';
import { type AnyRow, startsInactive } from '../moves.ts';
import { RemedyLine } from '../Remedy.tsx';
import { Conflict } from './Conflict.tsx';
import classes from './EntityDialog.module.css';
import type { DialogExtras } from './extras.ts';
import { FormFields, focusFirst, useFocusOn } from './FormFields.tsx';
import { type DialogActs, MovesMenu } from './MovesMenu.tsx';
import { type Outcome, useRecordForm } from './useRecordForm.ts';
import type { Values } from './values.ts';

interface RecordFormProps {
  of: Entity;
  page: string;
  row: AnyRow | null;
  acts?: DialogActs;
  /** Shown first. */
  section?: string | undefined;
  initial?: Values | undefined;
  extras?: DialogExtras | undefined;
  mayLeave: RefObject<() => Promise<boolean>>;
  /** False: the summary, which stays open, offers the status changes. */
  moves?: boolean;
  onSaved?: ((row: AnyRow) => void) | undefined;
  /** Saved or removed: close without a question. */
  onClose(): void;
  /** Asks first if there are changes. */
  onCancel(): void;
}

export function RecordForm({
  of,
  page,
  row,
  acts,
  section,
  initial,
  extras,
  mayLeave,
  moves = true,
  onSaved,
  onClose,
  onCancel,
}: RecordFormProps): ReactNode {
  const form = useRecordForm(of, page, row, initial, extras?.send);
  const scroller = useRef<HTMLDivElement>(null);

  const leaving = useRef(false);
  const { sending, failed } = useStore(unsent);
  // Closing the form would cancel an upload.
  const isDirty = form.dirty || sending + failed > 0;
  const others = useOthers(of, row?.id ?? null, isDirty);
  const dirty = useRef(isDirty);
  dirty.current = isDirty;
  const { forget } = form;
  const ask = useCallback(async () => {
    if (leaving.current || !dirty.current) return true;
    const sure = await askToLeave();
    if (sure) {
      leaving.current = true;
      forget();
    }
    return sure;
  }, [forget]);
  mayLeave.current = ask;
  // The Back button and other navigation ask the same question.
  useBlocker({
    shouldBlockFn: async () => !(await ask()),
    enableBeforeUnload: () => dirty.current && !leaving.current,
    disabled: !isDirty,
  });

  useEffect(() => focusFirst(scroller.current), []);

  const focusField = useFocusOn(scroller);
  const settle = ({ saved, first }: Outcome): void => {
    if (saved) {
      leaving.current = true;
      extras?.saved?.(saved);
      onSaved?.(saved);
      onClose();
    } else if (first !== null) focusField(first);
  };
  const [waiting, setWaiting] = useState(false);
  const [activated, setActivated] = useState(true);
  const session = useSession();
  // Only the agency decides whether a new record is inactive.
  const canBePending = row === null && startsInactive(of) && pathFor(session, of) === 'agency';
  const latest = useRef(form);
  latest.current = form;
  const save = async (): Promise<void> => {
    if (form.saving || waiting) return;
    setWaiting(true);
    const ready = await readyToSave();
    setWaiting(false);
    // Uploads finished meanwhile are now part of the form.
    const sure =
      ready && (latest.current.validate() !== null || ((await extras?.ask?.(latest.current.values, row)) ?? true));
    if (sure) settle(await latest.current.save({ inactive: !activated }));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    // React passes events on to the form that opened this one.
    event.stopPropagation();
    void save();
  };

  if (form.conflict) {
    return (
      <Conflict
        of={of}
        fields={form.contested}
        values={form.values}
        current={form.conflict}
        saving={form.saving}
        onResolve={(mine) => void form.resolve(mine).then(settle)}
        onCancel={() => {
          form.cancelConflict();
          settle({ saved: null, first: form.contested[0]?.[0] ?? null, problem: null });
        }}
      />
    );
  }

  return (
    <form
      noValidate
      className={classes.part}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void save();
      }}
    >
      <OthersNotice others={others} outdated={form.outdated} />
      <FormFields form={form} scroller={scroller} first={section} extras={extras} />
      {form.failure !== null && (
        <Alert color="red" role="alert" radius={0} className={classes.failure}>
          <Group justify="space-between" wrap="nowrap">
            <div>
              <Text size="sm">{form.failure}</Text>
              <Text size="xs" c="dimmed">
                Votre saisie est conservée.
              </Text>
              <RemedyLine of={form.remedy} />
            </div>
            <Button size="compact-sm" variant="default" type="submit" flex="none">
              Réessayer
            </Button>
          </Group>
        </Alert>
      )}
      <footer className={classes.footer}>
        {row && moves && <MovesMenu of={of} row={row} {...(acts ? { acts } : {})} onRemoved={closeForGood} />}
        {canBePending && (
          <Switch
            className={classes.choice}
            label="Activer tout de suite"
            checked={activated}
            onChange={(event) => setActivated(event.currentTarget.checked)}
          />
        )}
        <span className={classes.spring} />
        <Button variant="default" onClick={onCancel}>
          Annuler
        </Button>
        <Button
          type="submit"
          loading={form.saving || waiting}
          rightSection={
            <Kbd size="xs" visibleFrom="sm" aria-hidden>
              Ctrl ↵
            </Kbd>
          }
        >
          Enregistrer
        </Button>
      </footer>
    </form>
  );

  function closeForGood(): void {
    leaving.current = true;
    forget();
    onClose();
  }
}
