import type { Held } from '#server/privacy/personal.ts';

export const notePeople: Held = {
  information_note_user_companies: {
    label: 'Notes d’information reçues',
    where: 't.agent_id = any (:agents)',
    fate: { keep: 'Preuve que la note a été portée à la connaissance du personnel', rule: 'staffFiles' },
  },
};
