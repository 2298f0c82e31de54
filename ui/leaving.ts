import { confirm } from './confirm.tsx';

/** Asks before unsaved text is discarded (E-035). */
export const askToLeave = (): Promise<boolean> =>
  confirm({
    title: 'Quitter sans enregistrer ?',
    message: 'Certaines modifications seront perdues.',
    confirmLabel: 'Quitter',
    cancelLabel: 'Continuer la saisie',
    danger: true,
  });

/** Closes a dialog: at once, or after the question if something was typed. */
export const closing =
  ({ isTouched, busy, onClose }: { isTouched: boolean; busy: boolean; onClose(): void }) =>
  (): void => {
    if (busy) return;
    if (!isTouched) onClose();
    else void askToLeave().then((sure) => sure && onClose());
  };
