// A new code for this telephone.
import { type ReactElement, useState } from 'react';
import { codeLength, isCode, isWeakCode } from '#core/field/device-code.ts';
import { CodeInput } from './CodeInput.tsx';
import classes from './field.module.css';

interface Props {
  busy: boolean;
  label: string;
  onReady(code: string): void;
}

/** Typed twice; codes that anybody tries first are refused. */
export function NewCode({ busy, label, onReady }: Props): ReactElement {
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
      className={classes.stack}
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
