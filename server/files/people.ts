import type { DeclaredPeople } from '#server/privacy/held.ts';

export const filePeople: DeclaredPeople = ({ files }) => ({
  files: {
    label: 'Fichiers',
    where: `t.uploaded_by = any (:users) or t.id in (${files})`,
    hides: ['hash'],
    fate: {
      erase: [
        'update files t set uploaded_by = null where t.agency_id = any (:agencies) and t.uploaded_by = any (:users)',
      ],
    },
  },
});
