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
