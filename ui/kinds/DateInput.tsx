// A day or a time that is no field of an entity: typed in French notation, with what is wrong with it once it is left (E-014).
import { type ReactElement, useState } from 'react';
import { TypedInput, type TypedInputProps } from '../fields/TypedInput.tsx';
import { parseDay, parseTime } from '../format.ts';
import { useLocale } from './locale.ts';
import { typedWay } from './typed.ts';

const parse = { day: parseDay, time: parseTime } as const;
type DateKind = keyof typeof parse;

/** What is wrong with a value of `DateInput`; null: it is understood, or empty. */
export function dateFault(kind: DateKind, value: string): string | null {
  const typed = value === '' ? null : parse[kind](value);
  return typed && 'fault' in typed ? typed.fault : null;
}

interface DateInputProps extends Pick<TypedInputProps, 'label' | 'required' | 'description' | 'error' | 'size'> {
  kind: DateKind;
  /** 2026-11-15 or 22:30; what is typed, until it is understood. Empty: nothing. */
  value: string;
  onChange(value: string): void;
}

export function DateInput({ kind, value, error, onChange, ...rest }: DateInputProps): ReactElement {
  const locale = useLocale();
  const [isLeft, setIsLeft] = useState(false);
  return (
    <TypedInput
      {...typedWay(kind, locale)}
      {...rest}
      value={value === '' ? null : value}
      error={(isLeft ? dateFault(kind, value) : null) ?? error}
      onChange={(next) => {
        setIsLeft(false);
        onChange(typeof next === 'string' ? next : '');
      }}
      onBlur={() => setIsLeft(true)}
    />
  );
}
