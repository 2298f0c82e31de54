// Documents of the agency, of its collaborators and of its customers, shared with the people who may read them (area J).
import { entity } from '../kernel/entity.ts';
import { choice, day, file, flag, integer, lines, moment, ref, refs, status, text } from '../kernel/field.ts';
import { keptUntilDeleted } from '../kernel/machine.ts';
import { messages, type Violation } from '../kernel/problem.ts';
import { documentExpiry } from './expiry.ts';

/** J-025: whose document it is. */
export const documentTargets = { AGENCY: 'Agence', AGENT: 'Collaborateur', CUSTOMER: 'Client' } as const;
export type DocumentTarget = keyof typeof documentTargets;

export const documentStatus = keptUntilDeleted({
  right: 'deleteDocument',
  own: 'deleteOwnDocument',
  done: 'Document supprimé',
  doneMany: 'Documents supprimés',
  // J-010
  confirm: { title: 'Supprimer le document ?', message: 'La suppression est définitive' },
});

/** J-013 to J-015; a holder of listAgentDocuments alone sees those of collaborators (core/rights/parts.ts). */
export const documentReaders = {
  agency: ['listAgentDocuments', 'listDocuments'],
  agent: ['listOwnDocuments'],
  customer: ['listOwnDocuments'],
} as const;

export const notYourDocument = 'Vous n’avez pas ajouté ce document : seule votre agence le modifie ou le supprime.';

const section = 'Document';
const sharing = 'Partage';

export const Document = entity({
  name: 'document',
  plural: 'documents',
  table: 'documents',
  label: { one: 'Document', many: 'Documents' },
  description: 'Les documents de votre agence, de vos collaborateurs et de vos clients, et qui les voit.',
  title: 'name',
  subtitle: ['agent', 'customer'],
  order: { by: 'createdAt', ascending: false },
  date: 'createdAt',
  ownRows: 'isOwn',
  columns: ['name', 'agent', 'customer', 'expiredAt', 'access', 'attachedFolders', 'createdAt'],
  grants: {
    list: documentReaders,
    read: documentReaders,
    create: { agency: ['createDocument'], agent: ['createOwnDocument'], customer: ['createOwnDocument'] },
    edit: { agency: ['editDocument'], agent: ['editOwnDocument'], customer: ['editOwnDocument'] },
  },
  personal: {
    // The employer keeps the double of a payslip (L3243-4 of the code du travail): under the pseudonym, without its name.
    agent: { fate: { becomes: { name: 'Document conservé' } }, label: 'Documents' },
    userCompanies: { fate: 'remove', label: 'Documents partagés nommément' },
    customer: { fate: 'remove', label: 'Documents du client' },
    customers: { fate: 'remove', label: 'Documents partagés nommément' },
  },
  fields: {
    name: text('Nom', { section, required: true, max: 200, column: 'shown', chars: 30, search: true }),
    // The list must return it: the available moves depend on it.
    status: status('Statut', documentStatus, { column: 'offered' }),
    // Not in lists: the policy of a file asks every table that may hold it.
    file: file('Fichier', { section, required: true }),
    target: choice('Document de', documentTargets, {
      section,
      required: true,
      default: 'AGENCY',
      column: 'offered',
      filter: true,
      reserved: 'writing',
    }),
    agent: ref('Collaborateur', 'agent', {
      section,
      column: 'shown',
      filter: true,
      search: 'target',
      offer: { rows: 'staff' },
      shownWhen: { path: 'target', is: 'AGENT' },
      reserved: 'writing',
    }),
    customer: ref('Client', 'customer', {
      section,
      column: 'shown',
      filter: true,
      search: 'target',
      shownWhen: { path: 'target', is: 'CUSTOMER' },
      reserved: 'writing',
    }),
    // J-001: with its description.
    attachedFolders: refs('Dossiers', 'documentFolder', {
      section,
      beside: 'description',
      column: 'shown',
      filter: true,
      reserved: 'writing',
    }),
    date: day('Date du document', { section, column: 'offered', filter: true, width: 'half' }),
    expiredAt: day('Expire le', {
      section,
      column: 'shown',
      chars: 26,
      filter: true,
      width: 'half',
      help: 'Le document reste valable jusqu’au dernier jour de ce mois.',
    }),
    /** Its badge stands beside the day (J-002). */
    expiry: choice('Validité', documentExpiry, { written: 'server', column: 'offered', filter: true }),
    shared: flag('Partagé', {
      section: sharing,
      default: true,
      column: 'offered',
      filter: true,
      reserved: 'reading',
      help: 'Le collaborateur ou le client concerné, et les personnes choisies ici, voient ce document. Sinon, votre agence seule le voit.',
    }),
    accessAllAgents: flag('Tous les collaborateurs', {
      section: sharing,
      filter: true,
      reserved: 'reading',
      width: 'half',
      shownWhen: { path: 'shared', is: true },
    }),
    accessAllCustomers: flag('Tous les clients', {
      section: sharing,
      filter: true,
      reserved: 'reading',
      width: 'half',
      shownWhen: { path: 'shared', is: true },
    }),
    userCompanies: refs('Collaborateurs', 'agent', {
      section: sharing,
      reserved: 'reading',
      offer: { rows: 'staff' },
      shownWhen: [
        { path: 'shared', is: true },
        { path: 'accessAllAgents', is: false },
      ],
    }),
    customers: refs('Clients', 'customer', {
      section: sharing,
      reserved: 'reading',
      shownWhen: [
        { path: 'shared', is: true },
        { path: 'accessAllCustomers', is: false },
      ],
    }),
    /** J-003: in words. */
    access: text('Accès', { written: 'server', required: true, column: 'shown', chars: 28, reserved: 'reading' }),
    edition: integer('Version', { written: 'server', required: true, column: 'offered' }),
    versions: lines(
      'Versions précédentes',
      {
        edition: integer('Version'),
        file: file('Fichier'),
        replacedAt: moment('Remplacée le'),
        replacedBy: text('Par'),
      },
      { written: 'server', table: 'document_versions', reserved: 'reading' },
    ),
    readerCount: integer('Consulté par', { written: 'server', required: true, column: 'offered', reserved: 'reading' }),
    downloadCount: integer('Téléchargements', {
      written: 'server',
      required: true,
      column: 'offered',
      reserved: 'reading',
    }),
    author: text('Ajouté par', { written: 'server', column: 'offered' }),
    /** Added by the caller himself. */
    isOwn: flag('Ajouté par moi', { written: 'server', column: 'offered', filter: true }),
    /** The caller has not opened it in its present version, and did not add it. */
    isNew: flag('Nouveau', { written: 'server', column: 'offered', filter: true }),
    createdAt: moment('Ajouté le', { written: 'server', required: true, column: 'shown' }),
  },
  check: ({ target, agent, customer }): Violation[] => {
    const path = target === 'AGENT' && !agent ? 'agent' : target === 'CUSTOMER' && !customer ? 'customer' : null;
    return path ? [{ path, message: messages.required }] : [];
  },
});
