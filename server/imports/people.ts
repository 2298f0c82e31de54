import { type Held, nobodys } from '#server/privacy/personal.ts';

export const importPeople: Held = {
  imports: {
    label: 'Imports lancés',
    where: 't.user_id = any (:users)',
    fate: {
      erase: ['update imports t set author = :name where t.agency_id = any (:agencies) and t.user_id = any (:users)'],
    },
  },
  ...nobodys({
    import_pieces: 'lignes chiffrées, qui disparaissent une fois écrites',
    import_heads: 'titres de colonnes',
  }),
};
