// Rows of the announcements for the walls. The policies across agencies are tested in server/marketplace: here every
// announcement is deactivated, and answers are to one of a third agency.
import { randomUUID } from 'node:crypto';
import type { Premises, Role, Row, Rule } from './walls.ts';
import type { World } from './world.ts';

export const marketRows = (at: Premises): Record<string, Row[]> => ({
  market_offers: [
    { id: randomUUID(), title: 'Renfort', type: 4, departments: ['06'], description: 'Deux soirées', status: 200 },
  ],
  market_readings: [{ user_id: at.user, offer_id: randomUUID() }],
});

/** An announcement of a third agency, for an answer of each; deactivated once it has it. */
export async function answeredElsewhere(
  { sql }: Pick<World, 'sql'>,
  answer: (row: Row) => Promise<void>,
): Promise<void> {
  const [offer] = await sql<{ id: string }>(
    `with third as (insert into agencies (id, name) values (gen_random_uuid(), 'Tierce') returning id)
      insert into market_offers (agency_id, id, title, type, departments, description)
        select id, gen_random_uuid(), 'Ailleurs', 4, '{06}', 'Deux soirées' from third returning id`,
  );
  await answer({ id: randomUUID(), offer_id: offer?.id, publisher_id: randomUUID(), message: 'Oui' });
  await sql('update market_offers set status = 200 where id = $1', [offer?.id]);
}

export const marketWalls: Record<string, Record<Role, Rule>> = {
  // Removed by its status only.
  market_offers: { staff: 'siu', agent: '', customer: '' },
  // Only to an announcement that is shown; who answered changes nothing any more.
  market_answers: { staff: 's', agent: '', customer: '' },
  market_readings: {
    staff: [['si', (row, at) => row.user_id === at.user]],
    agent: [['s', (row, at) => row.user_id === at.user]],
    customer: [['s', (row, at) => row.user_id === at.user]],
  },
};
