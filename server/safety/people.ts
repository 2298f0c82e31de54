// Personal data in the log of alarms.
import { authorOf, type Held } from '#server/privacy/personal.ts';

export const safetyPeople: Held = {
  alarm_log: {
    label: 'Suivi des alertes',
    where: 't.agent_id = any (:agents) or t.user_id = any (:users)',
    hides: ['alarm_id', 'rank', 'user_id'],
    fate: {
      keep: 'Preuve de la protection d’un travailleur isolé',
      rule: 'staffFiles',
      erase: [
        authorOf('alarm_log'),
        'update alarm_log t set author = :name where t.agency_id = any (:agencies) and t.agent_id = any (:agents)',
      ],
    },
  },
};
