// Folders that documents are filed in.
import { entity } from '../kernel/entity.ts';
import { moment, status, text } from '../kernel/field.ts';
import { deletion, machine } from '../kernel/machine.ts';

const folderStatus = machine({
  initial: 100,
  states: { 100: { label: 'Actif', tone: 'positive' } },
  moves: {
    delete: {
      label: 'Suppression',
      from: [100],
      to: null,
      right: 'deleteDocument',
      done: 'Dossier supprimé : ses documents restent',
      confirm: deletion,
    },
  },
});

const readers = {
  agency: ['listDocuments', 'listAgentDocuments', 'createDocument'],
  agent: ['listOwnDocuments'],
  customer: ['listOwnDocuments'],
} as const;

export const DocumentFolder = entity({
  name: 'documentFolder',
  plural: 'documentFolders',
  table: 'document_folders',
  label: { one: 'Dossier', many: 'Dossiers' },
  description: 'Les dossiers où vos documents sont rangés.',
  title: 'name',
  order: { by: 'name', ascending: true },
  grants: {
    list: readers,
    read: readers,
    create: { agency: ['createDocument'] },
    edit: { agency: ['editDocument'] },
  },
  fields: {
    name: text('Nom', { required: true, max: 100, column: 'shown', search: true, unique: true }),
    status: status('Statut', folderStatus, { column: 'offered' }),
    description: text('Description', { max: 500, column: 'shown', search: true }),
    createdAt: moment('Créé le', { written: 'server', required: true, column: 'offered' }),
  },
});
