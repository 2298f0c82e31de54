import type { DeclaredPeople } from '#server/privacy/held.ts';

export const filePeople: DeclaredPeople = ({ files }) => ({
  files: {
    label: 'Fichiers',
    where: `t.uploaded_by = any (:users) or t.id in (${files})`,
    hides: ['hash', 'announced', 'awaited'],
    fate: {
      erase: [
        'update files t set uploaded_by = null where t.agency_id = any (:agencies) and t.uploaded_by = any (:users)',
      ],
    },
  },
  file_pieces: {
    label: 'Photos en cours d’envoi',
    where: 't.user_id = any (:users)',
    hides: ['file_id', 'start', 'bytes', 'user_id'],
    fate: { erase: ['delete from file_pieces t where t.agency_id = any (:agencies) and t.user_id = any (:users)'] },
  },
});
