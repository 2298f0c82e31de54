// The calls of the daily log.
import { Problem } from '#core/kernel/problem.ts';
import {
  type EventVersion,
  fetchEventVersions,
  removeEvent,
  saveEvent,
  type Verification,
  verifyLogbook,
  withdrawEvent,
} from '#core/logbook/calls.ts';
import { LogEvent } from '#core/logbook/event.ts';
import { Site } from '#core/sites/site.ts';
import type { Db } from '#server/db/database.ts';
import { type Call, type Handler, handle, RawJson } from '#server/kernel/call.ts';
import { utc } from '#server/kernel/kinds.ts';
import { readRow } from '#server/kernel/list.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { asAgency } from '#server/planning/lifecycle-writing.ts';
import { logEventPlan, signed } from './event.ts';
import { writeEvent, writeWithdrawal } from './writing.ts';

interface Verified extends Record<string, unknown> {
  entries: number;
  erased: number;
  altered: number | null;
  from: Date | null;
  to: Date | null;
  hash: string | null;
}

/** Up to a position: what a printed reference covers. */
export async function verify(db: Db, agency: string, site: string, upTo: number | null = null): Promise<Verification> {
  const [row] = await db.query<Verified>({
    name: 'verify-logbook',
    text: `select entries::integer, erased::integer, altered::integer, first_at as from, last_at as to, encode(head, 'hex') as hash
      from logbook_verified($1, $2, coalesce($3::bigint, 9223372036854775807))`,
    values: [agency, site, upTo],
  });
  const { entries = 0, erased = 0, altered = null, from = null, to = null, hash = null } = row ?? {};
  return {
    verdict: altered !== null ? 'altered' : erased > 0 ? 'erased' : 'valid',
    ...{ entries, erased, alteredAt: altered, hash },
    from: from?.toISOString() ?? null,
    to: to?.toISOString() ?? null,
  };
}

/** A site whose daily log the caller may prove: a customer, where it is open to him. */
export async function provenSite(db: Db, id: string): Promise<{ name: string }> {
  const [site] = isUuid(id)
    ? await db.query<{ name: string }>({
        name: 'proven-site',
        text: `select name from sites where agency_id = app_agency() and id = $1 and (app_customer() is null or app_site_opens(id, 'readDailyLogs'))`,
        values: [id],
      })
    : [];
  if (!site) throw new Problem('missing', Site.missing);
  return site;
}

/** The chain of a site is verified as a whole, also by a customer, who reads only some of its entries. */
export const wholeOf = ({ db, context, services }: Pick<Call, 'db' | 'context' | 'services'>): Db =>
  context.customer === null
    ? db
    : { query: (statement) => services.database.read({ ...context, customer: null }, statement) };

const missing = (): Problem => new Problem('missing', LogEvent.missing);

async function withdraw(call: Call, id: string, reason: string | null): Promise<void> {
  // Under the caller's own policies.
  if ((await readRow(logEventPlan, call, id)) === null) throw missing();
  await asAgency(call, (whole) => writeWithdrawal(id, reason, whole));
}

export const logbookHandlers: Handler[] = [
  handle(saveEvent, async (call) => {
    await writeEvent(call.input, call);
    const row = await readRow(logEventPlan, call, call.input.uuid);
    if (row === null) throw missing();
    return new RawJson(`{"${LogEvent.name}":${row}}`) as never;
  }),
  handle(removeEvent, (call) => withdraw(call, call.params.id, null)),
  handle(withdrawEvent, (call) => withdraw(call, call.params.id, call.input.reason || null)),
  handle(fetchEventVersions, async ({ db, params }) => {
    const versions = isUuid(params.id)
      ? await db.query<EventVersion & Record<string, unknown>>({
          name: 'logbook-versions',
          text: `select e.id, e.kind, e.position::integer, ${utc('e.received_at')} as at, e.content->>'reason' as reason,
              ${signed('e')} as author, e.content - 'author' - 'appliedBy' - 'reason' as content, encode(e.hash, 'hex') as hash
            from logbook_entries e where e.agency_id = app_agency() and e.event_id = $1 order by e.position`,
          values: [params.id],
        })
      : [];
    if (versions.length === 0) throw missing();
    return { versions };
  }),
  handle(verifyLogbook, async (call) => {
    await provenSite(call.db, call.params.id);
    return verify(wholeOf(call), call.context.agency ?? '', call.params.id);
  }),
];
