// Sites: their special calls, and the short identifier, deduced from the name when nobody chose one.
import { slugOf } from '#core/sites/slug.ts';
import type { Handler } from '#server/kernel/call.ts';
import type { Extension } from '#server/kernel/plan.ts';
import { itemHandlers } from './items.ts';
import { positionHandlers } from './positions.ts';

export const siteHandlers: Handler[] = [...itemHandlers, ...positionHandlers];

export const siteExtension: Extension = {
  async beforeSave(draft, current, db, call) {
    const cleared = draft.slug === null || (draft.slug === undefined && !current?.slug);
    if (!cleared) return;
    const base = slugOf(String(draft.name ?? current?.name));
    // Two creations of one name at once: the second waits, then finds the next number.
    await db.query({
      text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
      values: [`slug ${call.context.agency} ${base}`],
    });
    const taken = await db.query<{ slug: string }>({
      text: `select slug from sites where slug = $1 or slug like $1 || '-%'`,
      values: [base],
    });
    const used = new Set(taken.map((row) => row.slug));
    let slug = base;
    for (let number = 2; used.has(slug); number += 1) slug = `${base}-${number}`;
    draft.slug = slug;
  },
};
