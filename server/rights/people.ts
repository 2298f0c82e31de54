import { type Held, nobodys } from '#server/privacy/personal.ts';

export const rightsPeople: Held = {
  invitations: {
    label: 'Invitations',
    where: 't.profile_id = any (:agents) or t.profile_id = any (:contacts)',
    hides: ['hash'],
    fate: {
      erase: [
        'delete from invitations t where t.agency_id = any (:agencies) and (t.profile_id = any (:agents) or t.profile_id = any (:contacts))',
      ],
    },
  },
  ...nobodys({ known_rights: 'droits du produit' }),
};
