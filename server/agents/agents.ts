// Agents: ownership, default rights, and what leaving means for an account.
import { rightSet } from '#core/grants.ts';
import type { Extension } from '#server/kernel/plan.ts';

export const agentExtension: Extension = {
  computed: {
    isOwner: (t) => `exists (select from agencies o where o.id = ${t}.agency_id and o.manager_id = ${t}.user_id)`,
  },
  listed: {
    specialties: `select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by s.name collate "fr-x-icu"), '[]') from specialties s`,
  },
  // C-041: a new agent holds the Collaborator set.
  onCreate: { rights: rightSet('collaborator') },
  // A deleted agent stays for the history of what he did.
  unlessStatus: 't.status <> 400',
};
