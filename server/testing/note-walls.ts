// Rules of the walls for information notes.
import type { Premises, Role, Row, Rule } from './walls.ts';

const ofReceivedNote = (row: Row, at: Premises): boolean => row.information_note_id === at.receivedNote;

export const noteWalls: Record<string, Record<Role, Rule>> = {
  information_notes: {
    // A note that was published is withdrawn, not deleted.
    staff: [
      ['siu', () => true],
      ['d', (row) => row.status === 200],
    ],
    agent: [['s', (row, at) => row.id === at.receivedNote]],
    customer: '',
  },
  information_note_content_images: { staff: 'siud', agent: [['s', ofReceivedNote]], customer: '' },
  information_note_files: { staff: 'siud', agent: [['s', ofReceivedNote]], customer: '' },
  // Only the agency sees the other recipients.
  information_note_specialties: { staff: 'siud', agent: '', customer: '' },
  information_note_sites: { staff: 'siud', agent: '', customer: '' },
  information_note_agents: { staff: 'siud', agent: '', customer: '' },
  information_note_user_companies: {
    staff: 'siu',
    agent: [['su', (row, at) => row.agent_id === at.agent]],
    customer: '',
  },
};
