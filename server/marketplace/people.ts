import type { Held } from '#server/privacy/personal.ts';

const mine = 't.user_id = any (:users)';

export const marketplacePeople: Held = {
  market_readings: {
    label: 'Annonces lues',
    where: mine,
    fate: { erase: [`delete from market_readings t where t.agency_id = any (:agencies) and ${mine}`] },
  },
};
