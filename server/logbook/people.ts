// Personal data in the chain. An erasure takes contents and positions with their salts; the digests stay, so that the
// chain still verifies (decision 88).
import { atHis, authorOf, type Held, nobodys } from '#server/privacy/personal.ts';

const proof = { keep: 'Preuve de la prestation ; la main courante reste sous un pseudonyme', rule: 'staffFiles' };
const noPlace = 'latitude = null, longitude = null, accuracy = null, altitude = null, position_salt = null';
const hisFindings = `t.event_id in (select e.id from logbook_events e where e.agency_id = t.agency_id and ${atHis('e')})`;

export const logbookPeople: Held = {
  logbook_entries: {
    label: 'Mains courantes : ce qui a été écrit',
    where: 't.agent_id = any (:agents)',
    hides: [
      ...['kind', 'event_id', 'target_id', 'position', 'user_id', 'altitude'],
      ...['content_salt', 'content_digest', 'position_salt', 'position_digest', 'hash'],
    ],
    fate: {
      ...proof,
      erase: [
        authorOf('logbook_entries'),
        `update logbook_entries t set ${noPlace} where t.agency_id = any (:agencies) and t.agent_id = any (:agents)`,
        `update logbook_entries t set content = null, content_salt = null, ${noPlace} where t.agency_id = any (:agencies) and ${atHis()}`,
        // Words of the texts that are gone.
        `delete from search t where t.agency_id = any (:agencies) and t.entity = 'event'
          and t.id in (select e.id from logbook_events e where e.agency_id = t.agency_id and ${atHis('e')})`,
      ],
    },
  },
  logbook_findings: {
    label: 'Constatations en main courante',
    hides: ['event_id', 'state'],
    where: 't.agent_id = any (:agents)',
    fate: {
      ...proof,
      erase: [`update logbook_findings t set content = null where t.agency_id = any (:agencies) and ${hisFindings}`],
    },
  },
  logbook_finding_files: {
    label: 'Photos des constatations',
    where: `t.finding_id in (select f.id from logbook_findings f join logbook_events e on e.agency_id = f.agency_id and e.id = f.event_id
      where f.agency_id = t.agency_id and ${atHis('e')})`,
    hides: ['finding_id'],
    files: ['file_id'],
    fate: {
      erase: [
        `delete from logbook_finding_files t where t.agency_id = any (:agencies) and t.finding_id in (select f.id from logbook_findings f
          join logbook_events e on e.agency_id = f.agency_id and e.id = f.event_id where f.agency_id = t.agency_id and ${atHis('e')})`,
      ],
    },
  },
  logbook_prints: {
    label: 'Mains courantes imprimées',
    where: 't.user_id = any (:users)',
    hides: ['code', 'entries', 'position', 'hash', 'user_id'],
    fate: { erase: [authorOf('logbook_prints')] },
  },
  ...nobodys({ logbook_type_settings: 'réglages' }),
};
