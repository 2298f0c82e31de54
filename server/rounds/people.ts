import { emptied, type Held, nobodys } from '#server/privacy/personal.ts';

const inHisRounds = `t.round_id in (select r.id from rounds r join sites s on s.agency_id = r.agency_id and s.id = r.site_id
  where r.agency_id = t.agency_id and s.customer_id = any (:customers))`;

export const roundPeople: Held = {
  // A virtual checkpoint needs its position: without one it becomes another kind.
  checkpoints: {
    ...emptied(
      'checkpoints',
      'Points de contrôle des sites',
      `title = 'Point effacé', instructions = null, tag_id = null, latitude = null, longitude = null,
        type = case when type = 'VIRTUAL' then 'QR' else type end, status = 300, version = version + 1`,
    ),
    records: true,
  },
  round_checkpoints: {
    label: 'Parcours des rondes des sites',
    where: inHisRounds,
    fate: {
      erase: [
        `update round_checkpoints t set instructions = null where t.agency_id = any (:agencies) and ${inHisRounds}`,
      ],
    },
  },
  ...nobodys({ service_rounds: 'rondes à effectuer' }),
};
