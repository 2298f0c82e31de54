// Sites: their special calls, and the short identifier, derived from the name by default.
import { Problem } from '#core/kernel/problem.ts';
import { activeStatus, inactiveStatus } from '#core/roles.ts';
import { type Site, siteStatus } from '#core/sites/site.ts';
import { slugOf } from '#core/sites/slug.ts';
import type { Db } from '#server/db/database.ts';
import type { Call, Handler } from '#server/kernel/call.ts';
import type { Extension, Pending } from '#server/kernel/extension.ts';
import { offeredBySite } from '#server/logbook/offered.ts';
import { barredHandlers } from './barred.ts';
import { itemHandlers } from './items.ts';
import { refuseNewOwner } from './owner.ts';
import { positionHandlers } from './positions.ts';

export const siteHandlers: Handler[] = [...barredHandlers, ...itemHandlers, ...positionHandlers];

export const siteExtension: Extension<typeof Site> = {
  computed: { serviceEventTypes: offeredBySite },
  async beforeSave(rows, call) {
    const moved = rows.filter(({ draft, current }) => draft.customer && draft.customer.id !== current?.customer?.id);
    await refuseGoneCustomers(
      moved.flatMap(({ draft }) => draft.customer?.id ?? []),
      call.db,
    );
    await refuseNewOwner(rows, call.db, call.now);
    await nameThem(rows, call);
  },
  async afterMove(move, rows, { db }) {
    const { to } = siteStatus.moves[move as keyof typeof siteStatus.moves];
    if (to === activeStatus || to === inactiveStatus)
      await refuseGoneCustomers(
        rows.flatMap(({ customer }) => customer?.id ?? []),
        db,
      );
  },
};

/** A site opens only under a customer who is not archived; the lock makes an archiving wait, and archive this site too. */
async function refuseGoneCustomers(ids: readonly string[], db: Db): Promise<void> {
  if (ids.length === 0) return;
  const customers = await db.query<{ name: string; status: number }>({
    name: 'customers-of-sites',
    text: 'select name, status from customers where id = any ($1::uuid[]) order by id for key share',
    values: [ids],
  });
  const gone = customers.find(({ status }) => status !== activeStatus && status !== inactiveStatus);
  if (!gone) return;
  const message = `${gone.name} est un client archivé : réactivez-le d’abord`;
  throw new Problem('invalid', message, { violations: [{ path: 'customer', message }] });
}

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
