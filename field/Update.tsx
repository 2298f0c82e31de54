// A newer version of the application on a telephone that stays open for weeks (AG-007, AG-008).
import { type ReactElement, useEffect } from 'react';
import { useStore } from '#ui/client/store.ts';
import { ignoreUpdate, update, versionInterval } from '#ui/client/version.ts';
import { askVersion, useVersionEvery } from '#ui/client/version-checks.ts';
import classes from './field.module.css';

/** On the home, where nothing is being typed, instead of a dialog above SOS; below the buttons, which it must not move. */
export default function Update(): ReactElement | null {
  const version = useStore(update);
  useEffect(askVersion, []);
  useVersionEvery(versionInterval, true);
  if (version === null) return null;
  return (
    <section className={classes.note} aria-label="Nouvelle version">
      <p>Une mise à jour est disponible. Veuillez recharger la page.</p>
      <p className={classes.dim}>Votre code sera demandé ; tout ce que vous avez enregistré reste sur ce téléphone.</p>
      <div className={classes.answers}>
        <button type="button" className={classes.other} onClick={ignoreUpdate}>
          Ignorer
        </button>
        <button type="button" className={classes.main} onClick={() => window.location.reload()}>
          Rafraîchir
        </button>
      </div>
    </section>
  );
}
