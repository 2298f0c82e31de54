// The life of a contract (1 §4; decisions 4, 5, 34, 35, 91 of the specification's contradictions).
import { finalDeletion, machine } from '../kernel/machine.ts';
import type { Right } from '../rights.ts';
import type { ContractKind } from './variables.ts';

export const contractStatus = {
  created: 100,
  notSigned: 150,
  awaiting: 200,
  marked: 250,
  signed: 300,
  archived: 400,
  cancelled: 600,
} as const;

interface Signatory {
  email?: string | null;
  signInvalid?: boolean;
  signedAtDate?: string | null;
}

/** Decision 34: who can be asked by mail. */
export const isValidSignatory = ({ email, signInvalid }: Signatory): boolean => Boolean(email) && !signInvalid;

export const validSignatories = (row: Readonly<Record<string, unknown>>): Signatory[] =>
  ((row.signatures ?? []) as Signatory[]).filter(isValidSignatory);

/** How many can be asked by mail; a row of a list has their number alone. */
export const reachableIn = (row: Readonly<Record<string, unknown>>): number =>
  Array.isArray(row.signatures) ? validSignatories(row).length : ((row.reachable as number | undefined) ?? 0);

/** Marked as signed: the signed document is a paper, and not every line was signed here; archived too. */
export const isSignedOnPaper = (row: {
  signedAt: string | null;
  signatures: readonly { signedAtDate: string | null }[];
}): boolean => row.signedAt !== null && row.signatures.some(({ signedAtDate }) => !signedAtDate);

const frozen = {
  writable: 'nothing',
  frozen:
    'Ce contrat est parti en signature : son texte et ses signataires sont figés. Faites-en une copie pour le modifier.',
} as const;

/** The rights of a kind of contract. */
const rightsByKind = {
  agent: {
    list: 'listAgentContracts',
    create: 'createAgentContract',
    edit: 'editAgentContract',
    delete: 'deleteAgentContract',
    sign: 'signAgentContract',
    send: 'sendAgentContract',
    listTemplates: 'listAgentContractTemplates',
    createTemplate: 'createAgentContractTemplate',
    editTemplate: 'editAgentContractTemplate',
    deleteTemplate: 'deleteAgentContractTemplate',
  },
  customer: {
    list: 'listCustomerContracts',
    create: 'createCustomerContract',
    edit: 'editCustomerContract',
    delete: 'deleteCustomerContract',
    sign: 'signCustomerContract',
    send: 'sendCustomerContract',
    listTemplates: 'listCustomerContractTemplates',
    createTemplate: 'createCustomerContractTemplate',
    editTemplate: 'editCustomerContractTemplate',
    deleteTemplate: 'deleteCustomerContractTemplate',
  },
} as const satisfies Record<ContractKind, Record<string, Right>>;

export const contractRights = (kind: ContractKind): (typeof rightsByKind)[ContractKind] => rightsByKind[kind];

export const contractMessages = {
  noSignatory: 'Aucun signataire n’a d’adresse e-mail : ajoutez-la, ou signez sur place.',
  noContent: 'Ce contrat n’a pas de texte.',
  kept: 'Ce contrat est déjà parti en signature : ses preuves se gardent, il s’archive et ne se supprime pas.',
  sent: 'Contrat envoyé par email.',
  signed: 'Contrat signé.',
  noSignature: 'Signature introuvable.',
  alreadySigned: 'Vous avez déjà signé le contrat.',
  contractSigned: 'Contrat déjà signé.',
  notYet: 'Ce n’est pas encore votre tour de signer : vous recevrez un e-mail.',
  over: 'Ce lien n’est plus valable : demandez-en un nouveau à l’agence.',
  badCode: 'Code incorrect ou expiré.',
  tooManyCodes: 'Trop de codes demandés : réessayez dans une heure.',
  noMoreCodes: 'Trop de codes ont été demandés par ce lien : demandez à l’agence de vous le renvoyer.',
  sealing: 'Tous ont signé : le document est en cours de scellement.',
  noScan: 'Un exemplaire papier se joint à un contrat en attente ou marqué comme signé.',
  scanned:
    'Un exemplaire papier est déjà joint : il fait partie des preuves. Pour en joindre un autre, remettez le contrat à signer.',
  noRole: 'Dites de qui est cette signature.',
  sameSigner: 'Deux personnes signent : indiquez un autre nom pour l’autre partie.',
  replaced:
    'Ce lien a été remplacé par un plus récent. Ouvrez le dernier e-mail reçu pour ce contrat, ou signez-le depuis votre compte si vous en avez un.',
  unread: 'Ouvrez d’abord le document : on ne signe et ne refuse que ce qu’on a pu lire.',
  noConsent: 'Cochez votre accord pour signer.',
  noDrawing: 'Dessinez votre signature, ou tapez votre nom.',
  noMark: 'Dessinez la signature, ou choisissez une signature enregistrée.',
  othersMark: 'Cette signature enregistrée est celle d’une autre personne.',
  ownerless:
    'Cette signature enregistrée n’est celle d’aucun compte : supprimez-la, et que son signataire enregistre la sienne.',
  ownLink: 'Seul le signataire ouvre son lien, depuis son propre compte.',
  deleteFailed: "Une erreur c'est produite pendant la suppression du contrat.",
  signFailed: "Une erreur c'est produite pendant la signature.",
  moveFailed: "Une erreur c'est produite pendant le changement de statut",
} as const;

export const contractMachine = (kind: ContractKind) => {
  const rights = contractRights(kind);
  return machine({
    initial: 100,
    states: {
      100: { label: 'Créé', tone: 'neutral' },
      150: { label: 'Non signé', tone: 'negative' },
      200: { label: 'En attente de signature', tone: 'warning', ...frozen },
      250: { label: 'Marqué comme signé', tone: 'info', ...frozen },
      300: { label: 'Signé', tone: 'positive', ...frozen },
      400: { label: 'Archivé', tone: 'neutral', archived: true, ...frozen },
      // D-026: out of the list unless it is asked for.
      600: { label: 'Annulé', tone: 'negative', archived: true, ...frozen },
    },
    moves: {
      send: {
        ...{ label: 'Envoyer en signature', from: [100], to: 200, right: rights.send, done: contractMessages.sent },
        doneMany: 'Contrats envoyés par email',
        confirm: {
          title: 'Envoyer en signature ?',
          message: 'Chaque signataire reçoit un lien par e-mail. Le texte et les signataires sont alors figés.',
          act: 'Envoyer',
        },
        refuse: (row) =>
          row.content === null
            ? contractMessages.noContent
            : reachableIn(row) === 0
              ? contractMessages.noSignatory
              : null,
      },
      resend: {
        ...{ label: 'Renvoyer', from: [200], to: 200, right: rights.send, done: contractMessages.sent },
        doneMany: 'Contrats renvoyés',
        confirm: {
          title: 'Une signature est déjà demandée',
          message: 'Renvoyer le contrat à ceux qui n’ont pas signé ? Leur lien précédent ne sera plus valable.',
          act: 'Renvoyer',
        },
      },
      markSigned: {
        ...{ label: 'Marquer comme signé', from: [200], to: 250, right: rights.sign, byAgencyAlone: true },
        done: 'Contrat marqué comme signé',
        doneMany: 'Contrats marqués comme signés',
        confirm: {
          title: 'Marquer comme signé ?',
          message: 'Pour un contrat signé sur papier. Les liens de signature ne seront plus valables.',
          act: 'Marquer comme signé',
        },
      },
      markUnsigned: {
        ...{ label: 'Marquer non signé', from: [200], to: 150, right: rights.sign, byAgencyAlone: true },
        done: 'Contrat marqué non signé',
        doneMany: 'Contrats marqués non signés',
        confirm: {
          title: 'Marquer non signé ?',
          message: 'Les liens de signature ne seront plus valables.',
          act: 'Marquer non signé',
        },
      },
      unsign: {
        ...{ label: 'Remettre à signer', from: [150, 250], to: 100, right: rights.sign, byAgencyAlone: true },
        done: 'Contrat remis à signer : ses signatures sont retirées',
        doneMany: 'Contrats remis à signer',
        confirm: {
          title: 'Remettre à signer ?',
          message: 'Ses signatures sont retirées ; leurs preuves sont gardées.',
          act: 'Remettre à signer',
        },
      },
      cancel: {
        ...{ label: 'Annuler', from: [200], to: 600, right: rights.edit, done: 'Contrat annulé' },
        doneMany: 'Contrats annulés',
        confirm: {
          title: 'Annuler ce contrat ?',
          message: 'Les liens de signature ne seront plus valables. Un contrat annulé ne se reprend pas.',
          act: 'Annuler le contrat',
        },
      },
      archive: {
        ...{ label: 'Archivage', from: [100, 150, 250, 300, 600], to: 400, right: rights.edit },
        done: 'Contrat archivé',
        confirm: { title: 'Archiver ce contrat ?', message: 'Il reste lisible avec ses preuves.', act: 'Archiver' },
      },
      reactivate: {
        ...{ label: 'Réactivation', from: [400], to: 100, returns: 'archivedFrom', right: rights.edit },
        done: 'Contrat réactivé',
      },
      delete: {
        ...{ label: 'Suppression', from: [100], to: null, right: rights.delete, done: 'Contrat supprimé' },
        confirm: finalDeletion,
        refuse: ({ reference }) => (reference ? contractMessages.kept : null),
      },
    },
  });
};
