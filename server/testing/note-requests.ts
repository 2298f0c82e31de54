// Valid requests of the note calls without a note id.
import { randomUUID } from 'node:crypto';
import type { Line, Setting } from './requests.ts';

/** A receipt of a published note: of the caller, of a colleague, or of the other agency. */
async function receiptOf({ world, person, where }: Setting): Promise<string> {
  const { people, agency, otherAgency, sql } = world;
  const own = person?.profile?.kind === 'AGENCY' ? person : people.agent;
  const colleague = own === people.staff ? people.agent : people.staff;
  const holder = { own, neighbour: colleague, foreign: people.foreignAgent }[where];
  const [id, note, place] = [randomUUID(), randomUUID(), where === 'foreign' ? otherAgency : agency];
  await sql(`insert into information_notes (agency_id, id, title, status) values ($1, $2, 'Lue', 100)`, [
    place.id,
    note,
  ]);
  await sql(
    'insert into information_note_user_companies (agency_id, id, information_note_id, agent_id) values ($1, $2, $3, $4)',
    [place.id, id, note, holder.profile?.id],
  );
  return id;
}

export const noteLines: Record<string, Line> = {
  markInformationNote: {
    others: ['neighbour', 'foreign'],
    ofProfile: true,
    request: async (setting) => ({ params: { id: await receiptOf(setting) }, input: {} }),
  },
};
