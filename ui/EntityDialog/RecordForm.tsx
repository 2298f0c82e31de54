// The form of one record: its sections, the way it is saved, and the way it is left.
import { Alert, Button, Group, Kbd, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { type Entity, valueAt } from '#core/kernel/entity.ts';
import { FieldInput } from '../kinds/inputs.tsx';
import { askToLeave } from '../leaving.ts';
import type { AnyRow } from '../moves.ts';
import { Conflict } from './Conflict.tsx';
import classes from './EntityDialog.module.css';
import { MovesMenu } from './MovesMenu.tsx';
import { Sections } from './Sections.tsx';
import { sectionsOf } from './sections.ts';
import { type Outcome, useRecordForm } from './useRecordForm.ts';

interface RecordFormProps {
  of: Entity;
  page: string;
  row: AnyRow | null;
  mayLeave: RefObject<() => Promise<boolean>>;
  /** Saved or removed: nothing is left to ask. */
  onClose(): void;
  /** Asks first if something changed. */
  onCancel(): void;
}

const typed = 'input, textarea, button, [tabindex]';

function focusOn(area: HTMLElement | null, path: string): void {
  const exact = area?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`);
  const found = exact ?? area?.querySelector<HTMLElement>(`[data-path^="${CSS.escape(path)}."]`);
  const target = found?.matches(typed) ? found : found?.querySelector<HTMLElement>(typed);
  target?.focus();
  target?.scrollIntoView({ block: 'center' });
}

export function RecordForm({ of, page, row, mayLeave, onClose, onCancel }: RecordFormProps): ReactNode {
  const form = useRecordForm(of, page, row);
  const scroller = useRef<HTMLDivElement>(null);
  const sections = useMemo(() => sectionsOf(form.fields), [form.fields]);

  const leaving = useRef(false);
  const dirty = useRef(form.dirty);
  dirty.current = form.dirty;
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
  // Back and every other way out of the page ask the same question.
  useBlocker({
    shouldBlockFn: async () => !(await ask()),
    enableBeforeUnload: () => dirty.current && !leaving.current,
    disabled: !form.dirty,
  });

  useEffect(() => {
    // On a phone the first focus would cover half the form with the keyboard.
    const field = window.matchMedia('(pointer: coarse)').matches ? null : 'input, textarea';
    const first = field ? scroller.current?.querySelector<HTMLElement>(field) : scroller.current;
    // The dialog, if it only just opens, places the focus by this mark.
    first?.setAttribute('data-autofocus', '');
    first?.focus();
  }, []);

  const settle = ({ saved, first }: Outcome): void => {
    if (saved) {
      leaving.current = true;
      onClose();
    } else if (first !== null) requestAnimationFrame(() => focusOn(scroller.current, first));
  };
  const save = async (): Promise<void> => {
    if (!form.saving) settle(await form.save());
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void save();
  };

  if (form.conflict) {
    return (
      <Conflict
        of={of}
        fields={form.fields}
        changed={form.changed}
        values={form.values}
        current={form.conflict}
        saving={form.saving}
        onResolve={(mine) => void form.resolve(mine).then(settle)}
        onCancel={form.cancelConflict}
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
        void save();
      }}
    >
      <Sections
        sections={sections}
        faults={form.faults}
        scroller={scroller}
        top={form.found && <FoundDraft onResume={form.resume} onIgnore={form.ignore} />}
        render={(path, field) => (
          <FieldInput
            field={field}
            path={path}
            value={valueAt(form.values, path)}
            faults={form.faults}
            change={form.change}
            leave={form.leave}
          />
        )}
      />
      {form.failure !== null && (
        <Alert color="red" role="alert" radius={0} className={classes.failure}>
          <Group justify="space-between" wrap="nowrap">
            <div>
              <Text size="sm">{form.failure}</Text>
              <Text size="xs" c="dimmed">
                Votre saisie est conservée.
              </Text>
            </div>
            <Button size="compact-sm" variant="default" type="submit">
              Réessayer
            </Button>
          </Group>
        </Alert>
      )}
      <footer className={classes.footer}>
        {row && <MovesMenu of={of} row={row} onRemoved={closeForGood} />}
        <span className={classes.spring} />
        <Button variant="default" onClick={onCancel}>
          Annuler
        </Button>
        <Button
          type="submit"
          loading={form.saving}
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

const FoundDraft = ({ onResume, onIgnore }: { onResume(): void; onIgnore(): void }): ReactNode => (
  <Alert color="blue" title="Un brouillon non enregistré a été retrouvé" mb="md" role="status">
    <Group gap="xs">
      <Button size="compact-sm" onClick={onResume}>
        Reprendre
      </Button>
      <Button size="compact-sm" variant="default" onClick={onIgnore}>
        Ignorer
      </Button>
    </Group>
  </Alert>
);
