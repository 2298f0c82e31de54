// Personal data of this module.
import { type Held, nobodys } from '#server/privacy/personal.ts';

const mine = 't.user_id = any (:users)';

export const guidePeople: Held = {
  feedbacks: { label: 'Demandes d’améliorations', where: mine, account: true, fate: 'withAccount' },
  referrals: {
    label: 'Parrainages',
    where: mine,
    account: true,
    hides: ['recipient', 'sender_agency'],
    fate: 'withAccount',
  },
  ...nobodys({
    guides: 'les tutoriels et les documents utiles de la plateforme',
    guide_files: 'les fichiers des tutoriels et des documents utiles',
    tutorial_videos: 'les vidéos de la plateforme',
  }),
};
