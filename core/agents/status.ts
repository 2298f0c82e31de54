// The states of an agent's sheet and the moves between them.
import { finalDeletion, machine } from '../kernel/machine.ts';

/** Nobody could manage an agency without its owner. */
function ownerStays(row: Record<string, unknown>): string | null {
  return row.isOwner === true ? "Le responsable de l'agence ne peut pas être retiré." : null;
}

export const agentStatus = machine({
  initial: 100,
  states: {
    // Whether he was invited and opened his account is `accountState`.
    100: { label: 'Actif', tone: 'positive' },
    200: { label: 'Inactif', tone: 'neutral' },
    300: { label: 'Archivé', tone: 'warning', archived: true },
    400: { label: 'Supprimé', tone: 'negative' },
  },
  moves: {
    activate: { label: 'Activation', from: [200], to: 100, right: 'editAgent', done: 'Collaborateur activé' },
    deactivate: {
      label: 'Désactivation',
      from: [100, 300],
      to: 200,
      right: 'editAgent',
      done: 'Collaborateur désactivé',
      // « Annuler » returns an archived agent who was inactive; menus offer « Réactivation ».
      offered: [100],
      refuse: ownerStays,
    },
    archive: {
      label: 'Archivage',
      from: [100, 200],
      to: 300,
      right: 'archiveAgent',
      done: 'Collaborateur archivé',
      refuse: ownerStays,
    },
    reactivate: { label: 'Réactivation', from: [300], to: 100, right: 'archiveAgent', done: 'Collaborateur réactivé' },
    delete: {
      label: 'Suppression',
      from: [200, 300],
      to: 400,
      hides: true,
      right: 'deleteAgent',
      done: 'Collaborateur supprimé',
      confirm: finalDeletion,
      refuse: ownerStays,
    },
  },
});
