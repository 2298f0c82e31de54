// Personal data in the agents' tables beyond the entities (core/agents).
import { type Held, ofAgent } from '#server/privacy/personal.ts';

export const agentPeople: Held = {
  agents: {
    label: 'Fiches de collaborateur',
    where: 't.id = any (:agents)',
    files: ['profile_picture_id'],
    fate: {
      pseudonymise: {
        of: 'agent',
        // Plannings and counts that refer to him stay correct.
        columns: ['agency_id', 'id', 'fullname', 'type', 'plannable', 'created_at'],
        sets: {
          firstname: `split_part(:name, ' ', 1)`,
          lastname: `substr(:name, length(split_part(:name, ' ', 1)) + 2)`,
          status: '400',
          version: 'version + 1',
          updated_at: 'now()',
        },
      },
    },
  },
  agent_specialties: ofAgent('agent_specialties', 'Spécialités'),
  // The form declares the file of a paper, not the entity.
  agent_expirations: { ...ofAgent('agent_expirations', 'Titres, formations et visites'), files: ['file_id'] },
  agent_overtime: ofAgent('agent_overtime', 'Majorations d’heures'),
  agent_restrictions: ofAgent('agent_restrictions', 'Indisponibilités régulières'),
  expiration_reminders: ofAgent('expiration_reminders', 'Rappels d’échéances envoyés'),
  agent_badge_specialties: ofAgent('agent_badge_specialties', 'Spécialités du badge'),
  agent_documents: {
    label: 'Pièces du dossier',
    where: 't.agent_id = any (:agents)',
    files: ['file_id'],
    fate: { keep: 'Les pièces du dossier suivent les contrats', rule: 'staffFiles' },
  },
};
