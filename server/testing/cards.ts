// Professional cards with their validity, for the sheets of test agents.
import type { World } from './world.ts';

/** Fields of `agentInfos`: a card that is valid on every day of the tests. */
export async function cardsOf({ sql, agency }: Pick<World, 'sql' | 'agency'>) {
  const [type] = await sql<{ id: string }>('select id from expiration_types where agency_id = $1 and is_card', [
    agency.id,
  ]);
  return (serial = 9_999_999_999) => ({
    cardNumber: `CAR-006-2029-05-12-${String(serial).padStart(11, '0')}`,
    expirations: [{ type: { id: type?.id ?? '' }, expiresAt: '2099-12-31' }],
  });
}
