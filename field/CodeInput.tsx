import { type ReactElement, useId, useState } from 'react';
import { codeLength, isCode, isWeakCode } from '#core/field/device-code.ts';
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

interface NewProps {
  busy: boolean;
  label: string;
  onReady(code: string): void;
}

/** Typed twice; codes that anybody tries first are refused. */
export function NewCode({ busy, label, onReady }: NewProps): ReactElement {
  const [code, setCode] = useState('');
  const [again, setAgain] = useState('');
  const problem =
    isCode(code) && isWeakCode(code)
      ? 'Ce code est trop facile à deviner'
      : isCode(code) && isCode(again) && code !== again
        ? 'Les deux codes sont différents'
        : null;
  const ready = isCode(code) && code === again && problem === null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !busy) onReady(code);
      }}
    >
      <CodeInput
        label={`Code de ce téléphone (${codeLength} chiffres)`}
        value={code}
        disabled={busy}
        onChange={setCode}
      />
      <CodeInput label="Le même code une seconde fois" value={again} disabled={busy} onChange={setAgain} />
      <p role="alert" className={classes.warning}>
        {problem}
      </p>
      <button type="submit" className={classes.main} disabled={!ready || busy}>
        {busy ? 'Un instant…' : label}
      </button>
    </form>
  );
}
