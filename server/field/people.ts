// Personal data of the field: devices of agents, and the events they sent.
import { type Held, workedHours } from '#server/privacy/personal.ts';

export const fieldPeople: Held = {
  field_devices: {
    label: 'Téléphones du mode terrain',
    where: 't.agent_id = any (:agents)',
    hides: ['last_rank'],
    // Its events refer to it.
    fate: {
      erase: [
        `update field_devices t set name = '', user_id = null where t.agency_id = any (:agencies) and t.agent_id = any (:agents)`,
      ],
    },
  },
  field_events: {
    label: 'Événements du terrain',
    where: 't.agent_id = any (:agents)',
    // The desk's part, codes and copies of the device's clock: the event itself is in the log of its service.
    hides: ['type', 'clock_offset', 'device_at', 'payload', 'settlement', 'settled_by', 'settled_user', 'comment'],
    fate: {
      ...workedHours,
      erase: [
        "update field_events t set latitude = null, longitude = null, accuracy = null, payload = null, reason = case when outcome = 'kept' then '' end, comment = null where t.agency_id = any (:agencies) and t.agent_id = any (:agents)",
        'update field_events t set settled_by = :name, settled_user = null where t.agency_id = any (:agencies) and t.settled_user = any (:users)',
      ],
    },
  },
  field_event_files: {
    label: 'Photos prises sur le terrain',
    where:
      't.event_id in (select e.id from field_events e where e.agency_id = t.agency_id and e.agent_id = any (:agents))',
    hides: ['event_id', 'rank'],
    files: ['file_id'],
    fate: {
      erase: [
        `delete from field_event_files t where t.agency_id = any (:agencies)
          and t.event_id in (select e.id from field_events e where e.agency_id = t.agency_id and e.agent_id = any (:agents))`,
      ],
    },
  },
};
