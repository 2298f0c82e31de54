import { type ReactElement, useId } from 'react';
import { codeLength } from '#core/field/device-code.ts';
import classes from './field.module.css';

interface Props {
  label: string;
  value: string;
  disabled?: boolean;
  onChange(value: string): void;
}

export function CodeInput({ label, value, disabled = false, onChange }: Props): ReactElement {
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={classes.code}
        type="password"
        inputMode="numeric"
        autoComplete="off"
        maxLength={codeLength}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\D/g, ''))}
      />
    </div>
  );
}
