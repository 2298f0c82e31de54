import { atHis, emptied, type Held, nobodys, workedHours } from '#server/privacy/personal.ts';

const inHisRounds = `t.round_id in (select r.id from rounds r join sites s on s.agency_id = r.agency_id and s.id = r.site_id
  where r.agency_id = t.agency_id and s.customer_id = any (:customers))`;

const inHisExecutions = `t.execution_id in (select e.id from round_executions e join sites s on s.agency_id = e.agency_id and s.id = e.site_id
  where e.agency_id = t.agency_id and s.customer_id = any (:customers))`;

const noPlace = `latitude = null, longitude = null, accuracy = null, position_gone = case when latitude is null then position_gone else 'ERASURE' end`;

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
  round_executions: {
    label: 'Rondes effectuées',
    where: 't.agent_id = any (:agents)',
    hides: ['service_round_id', 'round_id', 'plan', 'judged'],
    fate: {
      ...workedHours,
      // At a private customer's home the times stay, without the points.
      erase: [
        `update round_executions t set plan = plan || '{"name": "Ronde effacée", "points": []}' where t.agency_id = any (:agencies) and ${atHis()}`,
      ],
    },
  },
  round_events: {
    label: 'Points de contrôle des rondes effectuées',
    where: 't.agent_id = any (:agents)',
    hides: ['execution_id', 'line_id', 'checkpoint_id', 'tag', 'position_gone'],
    fate: {
      ...workedHours,
      erase: [
        `update round_events t set ${noPlace} where t.agency_id = any (:agencies) and t.agent_id = any (:agents)`,
        `update round_events t set content = null, tag = null, ${noPlace} where t.agency_id = any (:agencies) and ${inHisExecutions}`,
      ],
    },
  },
  ...nobodys({ service_rounds: 'rondes à effectuer' }),
};
