// What tests of the stock do most: references and their assignments, as the owner.
import type { StockAction } from '#core/stock/action.ts';
import { StockAssignment } from '#core/stock/assignment.ts';
import { StockReference } from '#core/stock/reference.ts';
import { type Answer, endpointOf } from './client.ts';
import type { World } from './world.ts';

export function stockOf({ as, sql, agency, people }: World, day: string) {
  const agent = people.agent.profile?.id as string;
  const save = (
    of: typeof StockReference | typeof StockAssignment | typeof StockAction,
    input: object,
  ): Promise<Answer> => as('owner').answer(endpointOf(of, 'save'), { input });
  const assign = (stockReference: string, quantity: number, more: object = {}): Promise<Answer> =>
    save(StockAssignment, {
      ...{ stockReference: { id: stockReference }, agent: { id: agent }, quantity, assignmentDate: day },
      ...more,
    });
  return {
    agent,
    save,
    /** A reference with pieces left. */
    made: async (quantity: number, more: object = {}): Promise<string> =>
      (await save(StockReference, { title: 'Radio', quantity, ...more })).body.stockReference.id,
    assign,
    assigned: async (stockReference: string, quantity: number, more: object = {}): Promise<string> =>
      (await assign(stockReference, quantity, more)).body.stockReferenceAssignment.id,
    /** A new site of a customer. */
    siteOf: async (customer: string): Promise<string> =>
      (
        await sql<{ id: string }>(
          `insert into sites (agency_id, id, customer_id, name, slug) values ($1, gen_random_uuid(), $2, 'Poste', gen_random_uuid()::text) returning id`,
          [agency.id, customer],
        )
      )[0]?.id as string,
  };
}
