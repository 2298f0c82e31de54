import { type Held, nobodys } from '#server/privacy/personal.ts';

const named = (table: string, set: string): string =>
  `update ${table} t set ${set} where t.agency_id = any (:agencies) and t.user_id = any (:users)`;

export const documentPeople: Held = {
  document_readers: {
    label: 'Documents consultés',
    where: 't.user_id = any (:users)',
    fate: { erase: [named('document_readers', 'name = :name')] },
  },
  document_versions: {
    label: 'Documents remplacés',
    where: 't.user_id = any (:users)',
    fate: { erase: [named('document_versions', 'replaced_by = :name, user_id = null')] },
  },
  document_batches: {
    label: 'Documents distribués',
    where: 't.user_id = any (:users)',
    hides: ['hash'],
    fate: { erase: [named('document_batches', 'author = :name, user_id = null')] },
  },
  ...nobodys({ document_folders: 'listes', document_attached_folders: 'listes' }),
};
