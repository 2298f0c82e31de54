// « Quitter le mode terrain »: the desk needs the network, and what waits stays here until the code is typed again.
import type { ReactElement } from 'react';
import { plural } from '#ui/format.ts';
import classes from './field.module.css';
import { leaveField } from './leaving.ts';
import { Sheet } from './Sheet.tsx';

interface Props {
  waiting: number;
  /** A service of this person is under way. */
  isAtWork?: boolean;
  onClose(): void;
}

export function Leaving({ waiting, isAtWork = false, onClose }: Props): ReactElement {
  const isOffline = !navigator.onLine;
  return (
    <Sheet title="Quitter le mode terrain ?" onClose={onClose}>
      {isOffline ? <p>Sans réseau, l’application du bureau ne s’ouvre pas : restez ici, tout y fonctionne.</p> : null}
      {isAtWork ? (
        <p className={classes.warning}>
          Votre service est en cours : hors du mode terrain, ce téléphone n’a plus ni SOS ni protection, et votre agence
          peut vous chercher.
        </p>
      ) : null}
      {waiting > 0 ? (
        <p className={classes.warning}>
          {plural(waiting, 'élément')} à transmettre : tant que vous ne rouvrez pas le mode terrain avec votre code,
          votre agence ne les reçoit pas.
        </p>
      ) : null}
      <div className={classes.answers}>
        {isOffline ? null : (
          <button type="button" className={classes.other} onClick={leaveField}>
            Quitter
          </button>
        )}
        <button type="button" className={classes.main} onClick={onClose}>
          Rester
        </button>
      </div>
    </Sheet>
  );
}
