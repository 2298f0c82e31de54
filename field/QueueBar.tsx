// The thin bar that says what waits (ux.md, Field), and the dialog of a refused message (R-007).
import { type ReactElement, useState } from 'react';
import { statusText } from '#core/field/queue.ts';
import { plural } from '#ui/format.ts';
import classes from './field.module.css';
import { signInAgain } from './leaving.ts';
import { labelOf } from './messages.ts';
import { Sheet } from './Sheet.tsx';
import type { FieldSession, FieldView } from './session.ts';

export function QueueBar({ session, view }: { session: FieldSession; view: FieldView }): ReactElement {
  const [open, setOpen] = useState(false);
  const { queue, link, photos } = view;
  const waiting = queue.events.length;
  const left = [waiting > 0 ? plural(waiting, 'élément') : '', photos > 0 ? plural(photos, 'photo') : '']
    .filter(Boolean)
    .join(' et ');
  const words =
    link === 'signedOut'
      ? `Connexion expirée${left ? ` · ${left} à transmettre` : ''}`
      : left
        ? `${left} à transmettre`
        : link === 'lost'
          ? 'Hors connexion : tout reste utilisable'
          : '';
  const isTrouble = link === 'signedOut' || link === 'lost' || queue.phase === 'waiting';
  return (
    <>
      <div className={classes.bar} role="status" data-trouble={isTrouble} data-shown={words !== ''}>
        {words === '' ? null : (
          <button type="button" className={classes.barButton} onClick={() => setOpen(true)}>
            {words}
          </button>
        )}
      </div>
      {open ? (
        <Sheet title="Transmission" onClose={() => setOpen(false)}>
          <p role="status">{link === 'lost' && waiting === 0 ? 'Aucun réseau pour le moment.' : statusText(queue)}</p>
          {waiting > 0 ? (
            // R-010
            <p>
              Certains éléments concernant le service n’ont pas été transmis au serveur. Assurez-vous d’être connecté à
              internet pour pouvoir continuer.
            </p>
          ) : null}
          <p className={classes.dim}>
            Ce que vous enregistrez est gardé sur ce téléphone et part tout seul, dans l’ordre, dès que le réseau
            revient.
          </p>
          <div className={classes.answers}>
            {link === 'signedOut' ? (
              <button type="button" className={classes.other} onClick={signInAgain}>
                Se connecter
              </button>
            ) : (
              <button type="button" className={classes.other} onClick={() => session.retry()}>
                Réessayer maintenant
              </button>
            )}
            <button type="button" className={classes.main} onClick={() => setOpen(false)}>
              Fermer
            </button>
          </div>
        </Sheet>
      ) : null}
      {queue.question ? (
        <Sheet key={queue.question.event.uuid} title="La requête transmise semble incorrecte">
          <p>
            <strong>{labelOf(queue.question.event.type)}</strong>
          </p>
          <p>{queue.question.message}</p>
          <p>Souhaitez-vous sauter l’instruction et traiter les messages suivants ?</p>
          <div className={classes.answers}>
            <button type="button" className={classes.other} onClick={() => session.decide(false)}>
              Non
            </button>
            <button type="button" className={classes.main} onClick={() => session.decide(true)}>
              Oui
            </button>
          </div>
        </Sheet>
      ) : null}
    </>
  );
}
