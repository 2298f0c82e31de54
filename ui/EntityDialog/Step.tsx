// One of several records edited together. Typed text is kept while another record is shown, but the inputs are removed:
// fifty forms of about four hundred elements each would make typing and saving slow.
import { Alert } from '@mantine/core';
import { memo, type ReactNode, useEffect, useRef } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import { useStore } from '../client/store.ts';
import { unsent } from '../files/unsent.ts';
import type { AnyRow } from '../moves.ts';
import { Conflict } from './Conflict.tsx';
import classes from './EntityDialog.module.css';
import type { DialogExtras } from './extras.ts';
import { FormFields, focusFirst, focusOn, useFocusOn } from './FormFields.tsx';
import type { Given } from './GiveAll.tsx';
import { Loading, Unreadable, useRecord } from './reading.tsx';
import { type Outcome, useRecordForm } from './useRecordForm.ts';
import type { Values } from './values.ts';

/** What the dialog can ask of a form. */
export interface StepHandle {
  isDirty(): boolean;
  validate(): Outcome | null;
  /** The typed values, and the record before the edit. */
  record(): { values: Values; row: AnyRow };
  save(): Promise<Outcome>;
  forget(): void;
  focus(path: string | null): void;
}

export interface StepState {
  dirty: boolean;
  faulty: boolean;
}

interface StepProps {
  of: Entity;
  page: string;
  id: string;
  extras?: DialogExtras | undefined;
  given: Given | null;
  /** Its panel is visible. */
  active: boolean;
  /** All are being saved. */
  busy: boolean;
  register(id: string, handle: StepHandle | null): void;
  onState(id: string, state: StepState): void;
  /** Its conflict is resolved and it is saved. */
  onSaved(id: string): void;
  onClose(id: string): void;
}

export const Step = memo(function Step(props: StepProps): ReactNode {
  const { row, failure, retry } = useRecord(props.of, props.id);
  if (row) return <StepForm {...props} row={row} />;
  if (failure === null) return <Loading />;
  return <Unreadable message={failure} onRetry={retry} onClose={() => props.onClose(props.id)} />;
});

/** An upload belongs to its input, so the input stays until the upload ends. */
function useDrawn(active: boolean): boolean {
  const { sending, failed } = useStore(unsent);
  const drawn = useRef(active);
  drawn.current = active || (drawn.current && sending + failed > 0);
  return drawn.current;
}

function StepForm({
  of,
  page,
  id,
  extras,
  given,
  active,
  busy,
  row,
  register,
  onState,
  onSaved,
}: StepProps & { row: AnyRow }): ReactNode {
  const form = useRecordForm(of, page, row, {}, extras?.send, true);
  const drawn = useDrawn(active);
  const scroller = useRef<HTMLDivElement>(null);
  const latest = useRef(form);
  latest.current = form;
  const read = useRef(row);
  read.current = row;

  useEffect(() => {
    register(id, {
      isDirty: () => latest.current.dirty,
      validate: () => latest.current.validate(),
      record: () => ({ values: latest.current.values, row: read.current }),
      save: () => latest.current.save({ quiet: true }),
      forget: () => latest.current.forget(),
      focus: (path) => (path === null ? focusFirst(scroller.current) : focusOn(scroller.current, path)),
    });
    return () => register(id, null);
  }, [id, register]);

  const { dirty, change } = form;
  useEffect(() => {
    if (given && !latest.current.isFrozen(given.path)) change(given.path, given.value);
  }, [given, change]);

  const faulty = Object.keys(form.faults).length > 0 || form.failure !== null || form.conflict !== null;
  useEffect(() => onState(id, { dirty, faulty }), [id, dirty, faulty, onState]);

  useEffect(() => {
    // Keyboard users who switch tabs keep the focus on the tabs.
    if (active && document.activeElement?.role !== 'tab') focusFirst(scroller.current);
  }, [active]);

  const focusField = useFocusOn(scroller);
  if (!drawn) return null;
  if (form.conflict) {
    return (
      <Conflict
        of={of}
        fields={form.contested}
        values={form.values}
        current={form.conflict}
        saving={form.saving || busy}
        onResolve={(mine) =>
          void form.resolve(mine).then(({ saved, first }) => {
            if (saved) onSaved(id);
            else if (first !== null) focusField(first);
          })
        }
        onCancel={() => {
          form.cancelConflict();
          const [contested] = form.contested;
          if (contested) focusField(contested[0]);
        }}
      />
    );
  }
  return (
    <>
      {form.failure !== null && (
        <Alert color="red" role="alert" radius={0} className={classes.failure}>
          {form.failure} Votre saisie est conservée.
        </Alert>
      )}
      <FormFields form={form} scroller={scroller} extras={extras} />
    </>
  );
}
