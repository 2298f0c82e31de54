// Contracts of collaborators and of customers: one declaration for both (1 §3; decision 36).
import { entity } from '../kernel/entity.ts';
import { choice, email, file, flag, html, integer, lines, moment, ref, status, text } from '../kernel/field.ts';
import { finalDeletion, machine } from '../kernel/machine.ts';
import { contractMachine, contractRights } from './status.ts';
import type { ContractKind } from './variables.ts';

export const signingOrders = { TOGETHER: 'Tous en même temps', ORDER: 'L’un après l’autre' } as const;
export const signatoryRoles = { AGENCY: 'Pour l’agence', PARTY: 'Cocontractant', OTHER: 'Autre' } as const;

const sections = { contract: 'Contrat', signatories: 'Signataires', content: 'Texte' } as const;
const longestContent = 200_000;

const signatureFields = {
  fullname: text('Nom', { required: true, max: 120, width: 'half' }),
  email: email('E-mail', { width: 'half', help: 'Vide : signe sur place.', reserved: 'reading' }),
  role: choice('Qualité', signatoryRoles, { required: true, default: 'PARTY', width: 'half' }),
  signedAtDate: moment('Signé le', { written: 'server' }),
  /** G-047: on paper or at the agency, not by its own link. */
  signManually: flag('Signé sur place', { written: 'server' }),
  /** He refused. */
  signInvalid: flag('Refusé', { written: 'server' }),
};

/** Whom it is made with reads it on his own path, from the day it left (docs/decisions/089). */
const readers = (kind: ContractKind) =>
  ({ agency: [contractRights(kind).list], [kind]: ['listOwnDocuments'] }) as {
    agency: readonly ['listAgentContracts' | 'listCustomerContracts'];
    agent?: readonly ['listOwnDocuments'];
    customer?: readonly ['listOwnDocuments'];
  };

const head = (kind: ContractKind) =>
  ({
    title: text('Titre', { section: sections.contract, required: true, max: 200, column: 'shown', search: true }),
    /** From the server when it leaves for signature. */
    reference: text('Référence', { written: 'server', column: 'shown', chars: 14, search: true }),
    status: status('Statut', contractMachine(kind), { column: 'shown', filter: true }),
  }) as const;

const rest = (kind: ContractKind) =>
  ({
    template: ref('Modèle', `${kind}ContractTemplate`, {
      ...{ section: sections.contract, width: 'half', reserved: 'reading' },
      help: 'Son texte est repris si le contrat n’en a pas.',
    }),
    signingOrder: choice('Ordre des signatures', signingOrders, {
      ...{ section: sections.contract, required: true, default: 'TOGETHER', width: 'half' },
    }),
    signatures: lines('Signataires', signatureFields, {
      ...{ section: sections.signatories, one: 'Signataire', table: `${kind}_contract_signatures`, max: 20 },
    }),
    content: html('Texte du contrat', { section: sections.content, max: longestContent, reserved: 'reading' }),
    /** What was sent for signature; once all have signed, the signed file. */
    file: file('Fichier', { written: 'server', elsewhere: true }),
    /** Of what was signed on paper, where it is only marked as signed. */
    scan: file('Exemplaire signé', { written: 'server' }),
    /** The state that a reactivation goes back to. */
    archivedFrom: integer('Archivé depuis', { written: 'server', reserved: 'reading' }),
    awaited: integer('Signatures attendues', { written: 'server', required: true, column: 'offered' }),
    /** The reader's own line waits, and it is his turn. */
    awaitsYou: flag('Attend votre signature', { written: 'server' }),
    /** Why nobody is reminded any more. */
    stopped: text('Relances arrêtées', { written: 'server', reserved: 'reading' }),
    reachable: integer('Signataires avec e-mail', {
      ...{ written: 'server', column: 'offered', reserved: 'reading' },
    }),
    dayAskSignature: moment('Envoyé le', { written: 'server', column: 'shown', filter: true }),
    signedAt: moment('Signé le', { written: 'server', column: 'offered', filter: true }),
    createdAt: moment('Créé le', { written: 'server', required: true, column: 'shown' }),
    updatedAt: moment('Modifié le', { written: 'server', required: true, column: 'offered' }),
  }) as const;

const described = (kind: ContractKind) => {
  const rights = contractRights(kind);
  return {
    title: 'title',
    order: { by: 'createdAt', ascending: false },
    date: 'createdAt',
    grants: {
      list: readers(kind),
      read: readers(kind),
      create: { agency: [rights.create] },
      edit: { agency: [rights.edit] },
    },
    // 1 §8, with its full stop.
    missing: 'Contrat introuvable.',
    paths: {
      list: `/fetch/contracts/${kind}s`,
      read: `/contract/${kind}/{id}`,
      save: `/contract/${kind}`,
      act: `/contract/${kind}/{id}/{type}`,
    },
  } as const;
};

export const AgentContract = entity({
  ...described('agent'),
  name: 'agentContract',
  plural: 'agentContracts',
  table: 'agent_contract_papers',
  label: { one: 'Contrat collaborateur', many: 'Contrats collaborateurs' },
  description: 'Les contrats de vos collaborateurs, de la rédaction à la signature électronique.',
  subtitle: ['agent', 'reference'],
  columns: ['title', 'agent', 'reference', 'status', 'dayAskSignature', 'createdAt'],
  personal: {
    agent: {
      fate: { keep: 'Contrats, gardés cinq ans après le départ', rule: 'staffFiles' },
      label: 'Contrats à signer',
    },
  },
  fields: {
    ...head('agent'),
    agent: ref('Collaborateur', 'agent', {
      ...{ section: sections.contract, required: true, column: 'shown', filter: true, search: 'target' },
      // Whoever works in an office too.
      offer: { rows: 'staff' },
    }),
    ...rest('agent'),
  },
});

export const CustomerContract = entity({
  ...described('customer'),
  name: 'customerContract',
  plural: 'customerContracts',
  table: 'customer_contract_papers',
  label: { one: 'Contrat client', many: 'Contrats clients' },
  description: 'Les contrats de vos clients, de la rédaction à la signature électronique.',
  subtitle: ['customer', 'reference'],
  columns: ['title', 'customer', 'reference', 'status', 'dayAskSignature', 'createdAt'],
  personal: {
    customer: {
      fate: { keep: 'Pièces commerciales, gardées dix ans', rule: 'invoices' },
      label: 'Contrats à signer',
    },
  },
  fields: {
    ...head('customer'),
    customer: ref('Client', 'customer', {
      ...{ section: sections.contract, required: true, column: 'shown', filter: true, search: 'target' },
    }),
    /** Decision 103: the prices and dates that it signs. */
    commercialContract: ref('Contrat commercial', 'commercialContract', {
      ...{ section: sections.contract, filter: true, width: 'half', reserved: 'reading' },
      offer: { same: { customer: 'customer' } },
    }),
    ...rest('customer'),
  },
});

const templateStatus = (kind: ContractKind) => {
  const rights = contractRights(kind);
  return machine({
    initial: 100,
    states: {
      100: { label: 'Proposé', tone: 'positive' },
      300: { label: 'Archivé', tone: 'neutral', archived: true },
    },
    moves: {
      archive: { label: 'Archivage', from: [100], to: 300, right: rights.editTemplate, done: 'Modèle archivé' },
      reactivate: { label: 'Réactivation', from: [300], to: 100, right: rights.editTemplate, done: 'Modèle réactivé' },
      delete: {
        ...{ label: 'Suppression', from: [100, 300], to: null, right: rights.deleteTemplate, done: 'Modèle supprimé' },
        confirm: finalDeletion,
      },
    },
  });
};

const templateFields = (kind: ContractKind) =>
  ({
    title: text('Titre', { section: 'Modèle', required: true, max: 200, column: 'shown', search: true }),
    status: status('Statut', templateStatus(kind), { column: 'shown', filter: true }),
    signingOrder: choice('Ordre des signatures', signingOrders, {
      ...{ section: 'Modèle', required: true, default: 'TOGETHER', width: 'half' },
    }),
    content: html('Texte', { section: 'Texte', max: longestContent }),
    createdAt: moment('Créé le', { written: 'server', required: true, column: 'shown' }),
  }) as const;

const templateOf = (kind: ContractKind) => {
  const rights = contractRights(kind);
  const granted = { agency: [rights.listTemplates] } as const;
  return {
    title: 'title',
    order: { by: 'title', ascending: true },
    grants: {
      list: granted,
      read: granted,
      create: { agency: [rights.createTemplate] },
      edit: { agency: [rights.editTemplate] },
    },
    missing: 'Modèle introuvable.',
    paths: {
      list: `/fetch/contracts/templates/${kind}s`,
      read: `/contract/template/${kind}/{id}`,
      save: `/contract/template/${kind}`,
      act: `/contract/template/${kind}/{id}/{type}`,
    },
  } as const;
};

export const AgentContractTemplate = entity({
  ...templateOf('agent'),
  name: 'agentContractTemplate',
  plural: 'agentContractTemplates',
  table: 'agent_contract_templates',
  label: { one: 'Modèle de contrat collaborateur', many: 'Modèles de contrats collaborateurs' },
  description: 'Les textes d’où partent les contrats de vos collaborateurs.',
  fields: templateFields('agent'),
});

export const CustomerContractTemplate = entity({
  ...templateOf('customer'),
  name: 'customerContractTemplate',
  plural: 'customerContractTemplates',
  table: 'customer_contract_templates',
  label: { one: 'Modèle de contrat client', many: 'Modèles de contrats clients' },
  description: 'Les textes d’où partent les contrats de vos clients.',
  fields: templateFields('customer'),
});

export const contractOf = { agent: AgentContract, customer: CustomerContract } as const;
export const templatesOf = { agent: AgentContractTemplate, customer: CustomerContractTemplate } as const;
