// Sites: their special calls, and the short identifier, derived from the name by default.
import type { Site } from '#core/sites/site.ts';
import { slugOf } from '#core/sites/slug.ts';
import type { Call, Handler } from '#server/kernel/call.ts';
import type { Extension, Pending } from '#server/kernel/extension.ts';
import { barredHandlers } from './barred.ts';
import { itemHandlers } from './items.ts';
import { positionHandlers } from './positions.ts';

export const siteHandlers: Handler[] = [...barredHandlers, ...itemHandlers, ...positionHandlers];

export const siteExtension: Extension<typeof Site> = {
  beforeSave: nameThem,
};

async function nameThem(rows: readonly Pending<typeof Site>[], { db, context }: Call): Promise<void> {
  const cleared = rows.filter(
    ({ draft, current }) => draft.slug === null || (draft.slug === undefined && !current?.slug),
  );
  if (cleared.length === 0) return;
  const baseOf = ({ draft, current }: (typeof rows)[number]): string => slugOf(String(draft.name ?? current?.name));
  // Of two concurrent creations with the same name, the second waits and gets the next number.
  await db.query({
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [`slug ${context.agency}`],
  });
  const [only] = cleared;
  const taken = await db.query<{ slug: string }>(
    cleared.length === 1 && only
      ? { text: `select slug from sites where slug = $1 or slug like $1 || '-%'`, values: [baseOf(only)] }
      : { text: 'select slug from sites where slug is not null' },
  );
  const used = new Set([...taken.map((row) => row.slug), ...rows.flatMap(({ draft }) => draft.slug ?? [])]);
  for (const one of cleared) {
    const base = baseOf(one);
    let slug = base;
    for (let number = 2; used.has(slug); number += 1) slug = `${base}-${number}`;
    used.add(slug);
    one.draft.slug = slug;
  }
}
