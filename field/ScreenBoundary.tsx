// A screen whose file is not on the device, without a network: the rest of the application stays usable.
import { Component, type ReactNode } from 'react';
import { replaceHash } from '#ui/client/hash.ts';
import classes from './field.module.css';

export class ScreenBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main className={classes.body} role="alert">
        <h1>Cet écran n’a pas pu s’ouvrir</h1>
        <p>Il n’est peut-être pas encore sur ce téléphone. Rien de ce que vous avez enregistré n’est perdu.</p>
        <button type="button" className={classes.main} onClick={() => window.location.reload()}>
          Réessayer
        </button>
        <button
          type="button"
          className={classes.quiet}
          onClick={() => {
            replaceHash('/terrain');
            this.setState({ failed: false });
          }}
        >
          Retour à l’accueil
        </button>
      </main>
    );
  }
}
