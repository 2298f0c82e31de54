// Creates the record that a reference needs, above the form, which stays as it is (C-051).
import { Portal } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import type { Reference } from '#core/kernel/field.ts';
import { EntityDialog } from '../EntityDialog/index.tsx';
import { useRecordScreens } from '../shell/records.ts';
import type { SheetProps } from '../shell/screen.ts';
import { named } from './references.ts';

interface Props {
  target: Entity;
  /** What was searched: the name of the new record. */
  typed: string;
  onCreated(created: Reference): void;
  onClose(): void;
}

export function NewReference({ target, typed, onCreated, onClose }: Props): ReactNode {
  const screens = useRecordScreens();
  if (!screens) return null;
  const screen = screens.get(target.name);
  const isTyped = target.fields[target.title]?.written === 'form' && typed !== '';
  const props: SheetProps = {
    id: null,
    initial: isTyped ? { [target.title]: typed } : undefined,
    page: screen?.item.name ?? target.plural,
    above: true,
    onSaved: (row) => onCreated(named(target, row)),
    onClose,
  };
  const Sheet = screen?.item.Sheet;
  // Outside the form below: a form cannot contain another.
  return (
    <Portal>
      <Suspense>{Sheet ? <Sheet {...props} /> : <EntityDialog of={target} {...props} />}</Suspense>
    </Portal>
  );
}
