// The agency revoked this telephone, and nothing is left here (decision 93).
import type { ReactElement } from 'react';
import { handOverDays } from '#core/field/hand-over-calls.ts';
import { plural } from '#ui/format.ts';
import classes from './field.module.css';
import { leaveRevoked } from './leaving.ts';

/** `lost`: what it held and nobody takes any more. */
export default function Revoked({ lost }: { lost: number }): ReactElement {
  return (
    <main className={classes.page} role="alert">
      <h1>Ce téléphone a été révoqué par votre agence</h1>
      {lost > 0 ? (
        <p>
          Depuis plus de {handOverDays} jours. {plural(lost, 'élément')} qu’il gardait{' '}
          {lost === 1 ? 'n’a pas pu être transmis et est effacé' : 'n’ont pas pu être transmis et sont effacés'} : dites
          à votre agence ce qui s’est passé.
        </p>
      ) : (
        <p>Tout ce qu’il gardait lui a été transmis, puis effacé d’ici.</p>
      )}
      <p>
        En cas de danger, appelez le{' '}
        <a className={classes.quiet} href="tel:112">
          112
        </a>
        .
      </p>
      <button type="button" className={classes.main} onClick={leaveRevoked}>
        Se connecter
      </button>
    </main>
  );
}
