// What a screen adds to the dialog of an entity: content below a section, or an extra part beside the record.
import type { ComponentType, RefObject } from 'react';
import type { Field } from '#core/kernel/field.ts';
import type { Session } from '../client/session.ts';
import type { Icon } from '../icons.ts';
import type { InputProps } from '../kinds/inputs.tsx';
import type { AnyRow, BeforeMove } from '../moves.ts';
import type { Values } from './values.ts';

export interface BelowProps {
  /** The name of its section. */
  section: string;
  values: Values;
  /** Absent: the record is read-only. */
  change?: ((path: string, value: unknown) => void) | undefined;
}

export interface PartProps {
  row: AnyRow;
  page: string;
  /** Set by a part with unsaved text: asks before closing. */
  mayLeave: RefObject<() => Promise<boolean>>;
  /** Closes the dialog, unless the user cancels. */
  onClose(): void;
}

export interface DialogPart {
  /** Value of `tab` in the address. */
  key: string;
  label: string;
  /** Also shown in the menu of each row. */
  icon: Icon;
  /** A row of the list has its columns only. */
  when(row: AnyRow, session: Session): boolean;
  Content: ComponentType<PartProps>;
}

export interface SummaryProps {
  row: AnyRow;
  /** Opens the form; null: it may not be edited. */
  onEdit: (() => void) | null;
  /** Shows another part of the dialog. */
  onPart(key: string): void;
}

/** The tab of a record whose form opens at once, although it has a summary. */
export const editTab = 'edit';
/** The tab that opens the form at one of its sections. */
export const editAt = (section: string): string => `${editTab}/${section}`;

export interface DialogExtras {
  /** Shown first; « Modifier » opens the form. Absent: the form opens at once. */
  summary?: ComponentType<SummaryProps>;
  /** Replaces the value of the entity's title field. */
  title?(row: AnyRow, zone: string): string;
  /** By the name of the section. */
  below?: Readonly<Record<string, ComponentType<BelowProps>>>;
  parts?: readonly DialogPart[];
  /** Custom inputs, by dotted path of the field. */
  inputs?: Readonly<Record<string, ComponentType<InputProps>>>;
  /** The fields shown; absent: all. Fields with errors are always shown. */
  only?: ((field: Field) => boolean) | undefined;
  /** Each field shows its section, as in the results of a search; absent: sections have titles. */
  sectioned?: boolean;
  /** Asked before a change of status; may replace its call. */
  beforeMove?: BeforeMove;
  /** Asked on save: false returns to the form. `row`: the record before the edit, null for a new one. */
  ask?(values: Values, row: AnyRow | null): Promise<boolean>;
  /** Replaces `ask` when several records are saved together: one question for all. */
  askMany?(records: readonly { values: Values; row: AnyRow }[]): Promise<boolean>;
  /** Whether the dialog closes after this save; otherwise a form opened from the summary returns to it. */
  closes?(row: AnyRow): boolean;
  /** After a save in the dialog. */
  saved?(row: AnyRow): void;
  /** Custom save; null: the user went back to the form and nothing was written. `many`: several records are saved. */
  send?(draft: Values, row: AnyRow | null, key: string, many: boolean): Promise<AnyRow | null>;
}
