// The device's code, network or not (decision 93).
import { type FormEvent, type ReactElement, useState } from 'react';
import { codeLength, type Tries, waitBefore } from '#core/field/device-code.ts';
import { useNow } from '#ui/useNow.ts';
import { CodeInput, NewCode } from './CodeInput.tsx';
import { Refused, renew, unlock } from './device.ts';
import classes from './field.module.css';
import type { Device } from './store/database.ts';

export function Code({ device, tries, onLeave }: { device: Device; tries: Tries; onLeave(): void }): ReactElement {
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [forgotten, setForgotten] = useState(false);
  const now = useNow(1_000);
  const wait = waitBefore(tries, now);
  const submit = async (typed: string): Promise<void> => {
    setBusy(true);
    setProblem(null);
    const isRight = await unlock(typed).catch(() => null);
    if (isRight) return;
    setBusy(false);
    setCode('');
    setProblem(isRight === null ? 'Les données de ce téléphone ne peuvent pas être lues.' : 'Ce n’est pas le bon code');
  };
  if (forgotten || wait === null)
    return <Forgotten isLocked={wait === null} onBack={() => setForgotten(false)} onLeave={onLeave} />;
  const isWaiting = wait > 0;
  return (
    <main className={classes.page}>
      <form
        className={classes.center}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (code.length === codeLength && !busy && !isWaiting) void submit(code);
        }}
      >
        <h1>Mode terrain</h1>
        <p className={classes.dim}>{device.name}</p>
        <CodeInput
          label="Code de ce téléphone"
          value={code}
          disabled={busy || isWaiting}
          onChange={(typed) => {
            setCode(typed);
            if (typed.length === codeLength) void submit(typed);
          }}
        />
        <p role="alert" className={classes.warning}>
          {isWaiting ? `Trop d’essais : réessayez dans ${Math.ceil(wait / 1_000)} s` : problem}
        </p>
        <button type="submit" className={classes.main} disabled={busy || isWaiting || code.length < codeLength}>
          {busy ? 'Ouverture…' : 'Ouvrir'}
        </button>
        <button type="button" className={classes.quiet} onClick={() => setForgotten(true)}>
          Code oublié
        </button>
        <button type="button" className={classes.quiet} onClick={onLeave}>
          Quitter le mode terrain
        </button>
      </form>
    </main>
  );
}

interface ForgottenProps {
  isLocked: boolean;
  onBack(): void;
  onLeave(): void;
}

/** The account opens the store: what waits is not lost. */
function Forgotten({ isLocked, onBack, onLeave }: ForgottenProps): ReactElement {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Refused | null>(null);
  const choose = async (code: string): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await renew(code);
    } catch (error) {
      setBusy(false);
      setProblem(error instanceof Refused ? error : new Refused(0, 'Ce téléphone n’a pas pu être ouvert.'));
    }
  };
  return (
    <main className={classes.page}>
      <div className={classes.center}>
        <h1>Code oublié</h1>
        <p>
          {isLocked ? 'Dix codes faux : ce téléphone est verrouillé. ' : ''}
          Avec le réseau et votre compte, choisissez un autre code. Ce qui attend d’être transmis est gardé.
        </p>
        <NewCode busy={busy} label="Changer de code" onReady={(code) => void choose(code)} />
        {problem ? (
          <p role="alert" className={classes.warning}>
            {problem.message}
          </p>
        ) : null}
        {problem?.status === 401 ? (
          <a className={classes.other} href="#/login?from=/terrain">
            Se connecter
          </a>
        ) : null}
        {isLocked ? null : (
          <button type="button" className={classes.quiet} onClick={onBack}>
            Retour
          </button>
        )}
        <button type="button" className={classes.quiet} onClick={onLeave}>
          Quitter le mode terrain
        </button>
      </div>
    </main>
  );
}
