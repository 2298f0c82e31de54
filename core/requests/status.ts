// The life of a request (1 §4, 3 §4): asked, then answered by the agency, which may answer again.
import { machine } from '../kernel/machine.ts';
import type { Right } from '../rights.ts';

export const requestKinds = ['agent', 'customer'] as const;
/** Who asks. */
export type RequestKind = (typeof requestKinds)[number];

export const requestStatus = { pending: 100, accepted: 200, refused: 300, postponed: 400 } as const;

export const requestRights = {
  agent: {
    list: 'listAgentRequests',
    create: 'createAgentRequest',
    edit: 'editAgentRequest',
    delete: 'deleteAgentRequest',
  },
  customer: {
    list: 'listCustomerRequests',
    create: 'createCustomerRequest',
    edit: 'editCustomerRequest',
    delete: 'deleteCustomerRequest',
  },
} as const satisfies Record<RequestKind, Record<string, Right>>;

export const requestMessages = {
  // K-006, K-007, K-008, K-013, K-026: the words of the specification.
  withoutMail: 'Changement de statut sans mail de confirmation effectué',
  closed: 'Modification annulé',
  failed: 'Erreur lors du changement du statut',
  mailed: 'Email bien envoyé',
  transmitted: 'Les informations ont été transmises',
  onlyPending: 'Votre agence a répondu à cette demande : elle ne se supprime plus.',
  noAddress: 'Personne à prévenir par e-mail : ni le demandeur ni sa fiche n’ont d’adresse. Répondez sans e-mail.',
} as const;

const frozen = {
  writable: 'nothing',
  frozen: 'Cette demande a reçu une réponse : elle ne se modifie plus. Écrivez un message, ou faites-en une autre.',
} as const;

/** Moves are made from the dialog of the answer, which asks about the mail (K-010): no menu shows them. */
const answers = { offered: [] } as const;

export const requestMachine = (kind: RequestKind) => {
  const rights = requestRights[kind];
  return machine({
    initial: requestStatus.pending,
    states: {
      100: { label: 'En attente', tone: 'warning' },
      200: { label: 'Acceptée', tone: 'positive', ...frozen },
      300: { label: 'Refusée', tone: 'negative', ...frozen },
      400: { label: 'Reportée', tone: 'info', ...frozen },
    },
    moves: {
      accept: {
        ...{ label: 'Accepter', from: [100, 300, 400], to: 200, right: rights.edit, done: 'Demande acceptée' },
        ...answers,
      },
      refuse: {
        ...{ label: 'Refuser', from: [100, 200, 400], to: 300, right: rights.edit, done: 'Demande refusée' },
        ...answers,
      },
      postpone: {
        ...{ label: 'Reporter', from: [100, 200, 300], to: 400, right: rights.edit, done: 'Demande reportée' },
        ...answers,
      },
      delete: {
        ...{ label: 'Suppression', from: [100, 200, 300, 400], to: null, right: rights.delete },
        ...(kind === 'agent' ? { own: 'deleteOwnAgentRequest' } : {}),
        ...{ done: 'Demande supprimée', doneMany: 'Demandes supprimées' },
        confirm: {
          title: 'Supprimer la demande ?',
          message:
            kind === 'agent'
              ? 'Ses messages sont supprimés avec elle. L’absence ou l’élément de salaire nés d’une demande acceptée restent : supprimez-les à leur place s’ils n’ont plus lieu d’être.'
              : 'Ses messages et ses pièces jointes sont supprimés avec elle.',
        },
      },
    },
  });
};

/** The move that a code of the path stands for; null: none. */
export const moveTo = (code: number): 'accept' | 'refuse' | 'postpone' | null =>
  code === requestStatus.accepted
    ? 'accept'
    : code === requestStatus.refused
      ? 'refuse'
      : code === requestStatus.postponed
        ? 'postpone'
        : null;
