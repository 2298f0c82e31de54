// What a screen adds to the dialog of an entity: under a section, or as a part of its own beside the record.
import type { ComponentType, RefObject } from 'react';
import type { Field } from '#core/kernel/field.ts';
import type { Session } from '../client/session.ts';
import type { Icon } from '../icons.ts';
import type { InputProps } from '../kinds/inputs.tsx';
import type { AnyRow } from '../moves.ts';
import type { Values } from './values.ts';

export interface BelowProps {
  /** The name of the section it stands in. */
  section: string;
  values: Values;
  /** Absent: the record is only read. */
  change?: ((path: string, value: unknown) => void) | undefined;
}

export interface PartProps {
  row: AnyRow;
  page: string;
  /** Set by a part that holds typed text: asks before it is left. */
  mayLeave: RefObject<() => Promise<boolean>>;
  /** Closes the dialog, unless the person wants to stay. */
  onClose(): void;
}

export interface DialogPart {
  /** `tab` of the address. */
  key: string;
  label: string;
  /** Also offered by the menu of each row. */
  icon: Icon;
  /** A row of the list knows its columns alone. */
  when(row: AnyRow, session: Session): boolean;
  Content: ComponentType<PartProps>;
}

export interface DialogExtras {
  /** By the name of the section. */
  below?: Readonly<Record<string, ComponentType<BelowProps>>>;
  parts?: readonly DialogPart[];
  /** A screen's own way of typing a field, by its dotted path. */
  inputs?: Readonly<Record<string, ComponentType<InputProps>>>;
  /** The fields that are shown; absent: all. What is at fault is shown whatever it says. */
  only?: ((field: Field) => boolean) | undefined;
  /** Asked when the person saves: false goes back to the form. `row` is the record as it was, null on a creation. */
  ask?(values: Values, row: AnyRow | null): Promise<boolean>;
  /** The same of several records that are saved together, in the place of a question for each. */
  askMany?(count: number): Promise<boolean>;
  /** A screen's own way of saving; null: the person went back to the form, and nothing was written. `many`: with others. */
  send?(draft: Values, row: AnyRow | null, key: string, many: boolean): Promise<AnyRow | null>;
}
