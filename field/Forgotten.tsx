// A forgotten code: the account opens the store with the network, and gets another code (decision 93).
import { type ReactElement, useState } from 'react';
import { Refused, renew } from './device.ts';
import classes from './field.module.css';
import { signInAgain } from './leaving.ts';
import { NewCode } from './NewCode.tsx';

interface Props {
  isLocked: boolean;
  onBack(): void;
}

/** The account opens the store: what waits is not lost. */
export default function Forgotten({ isLocked, onBack }: Props): ReactElement {
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
          <button type="button" className={classes.other} onClick={signInAgain}>
            Se connecter
          </button>
        ) : null}
        {isLocked ? null : (
          <button type="button" className={classes.quiet} onClick={onBack}>
            Retour
          </button>
        )}
      </div>
    </main>
  );
}
