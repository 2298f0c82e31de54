// Dates, times and numbers in French notation; text that is not understood is kept and reported.
import { ActionIcon, TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { add, isExact, toNumber } from '#core/kernel/money.ts';
import { IconCalendar, IconClock } from '../icons.ts';
import { helpBelow } from './FieldGroup.tsx';

/** The browser's own picker. */
export interface Picker {
  type: 'date' | 'datetime-local' | 'time' | 'month';
  /** Converts the wire value to the picker's and back. */
  into(value: string): string;
  from(picked: string): string;
}

export interface TypedInputProps {
  label: string;
  value: unknown;
  /** Formats a wire value. */
  show(value: unknown): string;
  /** Null: not understood. */
  read(text: string): unknown;
  onChange(value: unknown): void;
  onBlur?: (() => void) | undefined;
  picker?: Picker | undefined;
  placeholder?: string | undefined;
  inputMode?: 'numeric' | 'decimal' | undefined;
  required?: boolean | undefined;
  description?: string | undefined;
  error?: string | undefined;
  path?: string | undefined;
  size?: 'lg' | undefined;
  align?: 'end' | undefined;
  unit?: string | undefined;
  /** Numbers: step of the arrow keys. */
  step?: number | undefined;
}

export function TypedInput(props: TypedInputProps): ReactNode {
  const { value, show, read, onChange, picker } = props;
  // The text is free while the user types; on blur it is formatted.
  const [typed, setTyped] = useState<{ text: string; value: unknown } | null>(null);
  const hidden = useRef<HTMLInputElement>(null);
  const shown = value === null || value === undefined ? '' : show(value);
  const text = typed && typed.value === value ? typed.text : shown;
  const type = (next: string): void => {
    const understood = next.trim() === '' ? null : (read(next) ?? next);
    setTyped({ text: next, value: understood });
    onChange(understood);
  };
  const onArrow = (event: KeyboardEvent): void => {
    const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (way === undefined || props.step === undefined || !isExact(value ?? 0)) return;
    event.preventDefault();
    setTyped(null);
    onChange(toNumber(add(Number(value ?? 0), way * props.step)));
  };
  const Icon = picker?.type === 'time' ? IconClock : IconCalendar;
  return (
    <TextInput
      label={props.label}
      required={props.required ?? false}
      description={props.description}
      error={props.error}
      placeholder={props.placeholder}
      inputMode={props.inputMode}
      autoComplete="off"
      {...helpBelow}
      data-path={props.path}
      {...(props.size ? { size: props.size } : {})}
      value={text}
      styles={props.align ? { input: { textAlign: 'end' } } : {}}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={onArrow}
      onBlur={() => {
        setTyped(null);
        props.onBlur?.();
      }}
      rightSection={
        picker ? (
          <>
            <ActionIcon
              variant="subtle"
              color="gray"
              tabIndex={-1}
              aria-label={`Choisir : ${props.label}`}
              onClick={() => hidden.current?.showPicker()}
            >
              <Icon size={16} aria-hidden />
            </ActionIcon>
            <input
              ref={hidden}
              type={picker.type}
              tabIndex={-1}
              aria-hidden
              style={{ position: 'absolute', inset: 0, opacity: 0, pointerEvents: 'none' }}
              value={typeof value === 'string' ? picker.into(value) : ''}
              onChange={(event) => {
                setTyped(null);
                onChange(event.currentTarget.value === '' ? null : picker.from(event.currentTarget.value));
              }}
            />
          </>
        ) : (
          props.unit
        )
      }
    />
  );
}
