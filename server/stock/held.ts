// What an agent holds: pieces of stock, or the items of his plain list if the agency keeps those (T-025).
import type { Db } from '#server/db/database.ts';

/** The agency keeps plain lists. */
export const isSimplified = '(select g.simplified_stock from agencies g where g.id = app_agency())';

/** A condition on the agent of this alias. */
export const holdsEquipment = (t: string): string =>
  `case when ${isSimplified} then exists (select from agent_items i where i.agency_id = ${t}.agency_id and i.agent_id = ${t}.id and i.quantity > 0)
    else exists (select from stock_assignments h where h.agency_id = ${t}.agency_id and h.agent_id = ${t}.id and h.status <> 300) end`;

export interface HeldPieces extends Record<string, unknown> {
  title: string;
  reference: string | null;
  pieces: number;
  since: string;
  until: string | null;
  comment: string | null;
}

/** Null: the agency keeps plain lists. */
export async function heldPieces(db: Db, agent: string): Promise<HeldPieces[] | null> {
  const [mode] = await db.query<{ simplified: boolean }>({
    name: 'stock-mode',
    text: `select ${isSimplified} as simplified`,
  });
  if (mode?.simplified ?? true) return null;
  return db.query<HeldPieces>({
    name: 'held-pieces',
    text: `select r.title, r.reference, a.quantity - a.quantity_returned - a.quantity_lost as pieces, a.assignment_date::text as since,
        a.restitution_date::text as until, a.comment
      from stock_assignments a join stock_references r on r.agency_id = a.agency_id and r.id = a.stock_reference_id
      where a.agency_id = app_agency() and a.agent_id = $1 and a.status <> 300 order by r.title, a.assignment_date, a.id`,
    values: [agent],
  });
}
