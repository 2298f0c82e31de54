// The catalogue saved at once, from outside an agency's prefix (Y-014), and discounts removed (Y-015).
import { CatalogArticle } from '#core/billing/catalog.ts';
import { deleteDiscount, saveCatalog } from '#core/billing/catalog-calls.ts';
import { Discount } from '#core/billing/discount.ts';
import { entityNamed } from '#core/entities.ts';
import { messages, Problem } from '#core/kernel/problem.ts';
import { missingRight, type Right } from '#core/rights.ts';
import { can } from '#core/roles.ts';
import { isLocked } from '#server/agencies/lock.ts';
import { type Call, type Caller, type Handler, handle } from '#server/kernel/call.ts';
import { moveMany } from '#server/kernel/move.ts';
import { named, planOf } from '#server/kernel/plan.ts';
import { saveMany } from '#server/kernel/save.ts';
import { callerIn, refuseUnenrolled } from '#server/kernel/scope.ts';

const catalogPlan = planOf(CatalogArticle, {}, entityNamed);
const discountPlan = planOf(Discount, {}, entityNamed);

function agencyOf(caller: Caller, named: string | undefined): string {
  const profiles = caller.acting ? [caller.acting] : caller.profiles;
  const own = [...new Set(profiles.filter(({ kind }) => kind === 'AGENCY').map(({ agencyId }) => agencyId))];
  const agency = named ?? (own.length === 1 ? own[0] : undefined);
  if (agency === undefined) throw new Problem('forbidden', messages.notYours);
  return agency.toLowerCase();
}

export const catalogHandlers: Handler[] = [
  handle(deleteDiscount, async (call) => {
    await moveMany(discountPlan, [call.params.id], 'delete', call);
  }),

  handle(saveCatalog, async (call) => {
    const { input } = call;
    const caller = call.caller as Caller;
    refuseUnenrolled(caller);
    const agency = agencyOf(caller, input.agency?.id);
    const scoped = callerIn(caller, 'agency', { agencyId: agency });
    const articles = input.catalogArticles as Record<string, unknown>[];
    const needs: Right[] = [
      ...(articles.some(({ id }) => id == null) ? (['createCatalogArticle'] as const) : []),
      ...(articles.some(({ id }) => id != null) ? (['editCatalogArticle'] as const) : []),
    ];
    for (const right of needs)
      if (!can(scoped.asker, [right])) throw new Problem('forbidden', missingRight(right), { right });
    const { db } = call;
    // In the transaction of the call, which also keeps its answer for a retry: a second one would need a second connection.
    const enter = (id: string): Promise<unknown> =>
      db.query({ name: 'catalog-agency', text: `select set_config('app.agency', $1, true)`, values: [id] });
    await enter(agency);
    const within = { ...call, ...scoped, db } as Call;
    // C-020
    if (scoped.profile && (await isLocked(db, agency)))
      throw new Problem('forbidden', messages.notYours, { locked: true });
    const saved = await saveMany(catalogPlan, articles, within, {
      pathOf: (index) => `catalogArticles.${index}`,
    });
    const ids = saved.map(({ after }) => after.id);
    const rows = await db.query<{ row: { id: string } }>(named(catalogPlan.readerFor(within).byIds, [ids]));
    await enter('');
    const known = new Map(rows.map(({ row }) => [row.id, row]));
    return { catalogArticles: ids.map((id) => known.get(id)) } as never;
  }),
];
