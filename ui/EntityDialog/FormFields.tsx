// The inputs of a record by section, with the stored draft above them.
import { Alert, Button, Group } from '@mantine/core';
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useState } from 'react';
import { isShown, valueAt } from '#core/kernel/entity.ts';
import { useSession } from '../client/session.ts';
import { IconShieldLock } from '../icons.ts';
import { FieldInput } from '../kinds/inputs.tsx';
import { RecordProvider } from '../kinds/record.ts';
import type { DialogExtras } from './extras.ts';
import { Sections } from './Sections.tsx';
import { ReadField } from './Sheet.tsx';
import { sectionsOf } from './sections.ts';
import type { RecordForm } from './useRecordForm.ts';

interface FormFieldsProps {
  form: RecordForm;
  scroller: RefObject<HTMLDivElement | null>;
  /** The section shown first. */
  first?: string | undefined;
  extras?: DialogExtras | undefined;
}

export function FormFields({ form, scroller, first, extras }: FormFieldsProps): ReactNode {
  const { scope } = useSession();
  const { fields, values, faults } = form;
  const only = extras?.only;
  const sections = useMemo(
    () =>
      sectionsOf(
        fields.filter(
          ([path, field]) =>
            isShown(field, values, scope) &&
            (!only ||
              only(field) ||
              Object.keys(faults).some((fault) => fault === path || fault.startsWith(`${path}.`))),
        ),
      ),
    [fields, values, scope, only, faults],
  );
  return (
    <Sections
      sections={sections}
      faults={form.faults}
      scroller={scroller}
      first={first}
      sectioned={extras?.sectioned}
      saving={form.saving}
      top={
        <>
          {form.frozen !== null && <FrozenNotice why={form.frozen} />}
          {form.found && <FoundDraft onResume={form.resume} onIgnore={form.ignore} />}
        </>
      }
      below={(section) => {
        const Below = extras?.below?.[section];
        return Below && <Below section={section} values={values} change={form.change} />;
      }}
      render={(path, field) => {
        const Input = extras?.inputs?.[path] ?? FieldInput;
        if (form.isFrozen(path))
          return (
            <RecordProvider value={form.record}>
              <ReadField field={field} path={path} value={valueAt(values, path)} />
            </RecordProvider>
          );
        return (
          <RecordProvider value={form.record}>
            <Input
              field={field}
              path={path}
              value={valueAt(values, path)}
              faults={form.faults}
              change={form.change}
              leave={form.leave}
            />
          </RecordProvider>
        );
      }}
    />
  );
}

/** Decision 85: why the fields below are read-only. */
export const FrozenNotice = ({ why }: { why: string }): ReactNode => (
  <Alert color="gray" mb="md" role="note" icon={<IconShieldLock size={18} />}>
    {why}
  </Alert>
);

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

const typed = 'input, textarea, button, [tabindex]';

export function focusOn(area: HTMLElement | null, path: string): void {
  const exact = area?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`);
  const found = exact ?? area?.querySelector<HTMLElement>(`[data-path^="${CSS.escape(path)}."]`);
  const target = found?.matches(typed) ? found : found?.querySelector<HTMLElement>(typed);
  target?.focus();
  target?.scrollIntoView({ block: 'center' });
}

/** Once the form is drawn again: while it is being saved its fields take no focus. */
export function useFocusOn(area: RefObject<HTMLElement | null>): (path: string) => void {
  const [wanted, setWanted] = useState<{ path: string } | null>(null);
  useEffect(() => {
    if (wanted) focusOn(area.current, wanted.path);
  }, [wanted, area]);
  return useCallback((path) => setWanted({ path }), []);
}

/** Somebody types on this page already, in its search: what he types must not end in the form that has just been read. */
const isTyping = (area: HTMLElement | null): boolean =>
  area?.closest('[role="dialog"]') === null && document.activeElement?.matches('input, textarea') === true;

/** On a phone, focusing a field would open the keyboard over half the form. */
export function focusFirst(area: HTMLElement | null): void {
  if (isTyping(area)) return;
  const field = window.matchMedia('(pointer: coarse)').matches ? null : 'input, textarea';
  const first = field ? area?.querySelector<HTMLElement>(field) : area;
  // A dialog that is still opening finds its first focus by this attribute.
  first?.setAttribute('data-autofocus', '');
  first?.focus();
}
