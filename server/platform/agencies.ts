// The search for agencies and their profiles, for platform staff.
import { createAgency } from '#core/agencies/creation.ts';
import { lockAgency } from '#core/agencies/lock.ts';
import { Problem } from '#core/kernel/problem.ts';
import { listAgencies, listProfiles } from '#core/session/agencies.ts';
import { byHand, lockOf } from '#server/agencies/lock.ts';
import { openAgency } from '#server/agencies/opening.ts';
import type { Db } from '#server/db/database.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import { usedId } from '#server/kernel/problems.ts';
import { isUuid, uuidv7 } from '#server/kernel/uuid.ts';
import { type CompanyRow, companyOf, type ProfileRow } from '#server/session/profile.ts';
import { inviteManager } from './administrators.ts';
import { noteOnAgency } from './noting.ts';

/** The text contains every word of the query, ignoring accents and case. */
const holdsEveryWord = (text: string, query: string): string =>
  `not exists (select from regexp_split_to_table(trim(search_words_of(${query})), '\\s+') word
    where word <> '' and strpos(search_words_of(${text}), word) = 0)`;

export const companyColumns = `id as agency_id, name as agency_name, null as customer_id, null as customer_name,
          errors, currency, time_zone, country, holiday_locale, simplified_stock, pending`;

/** As this creation made it, now or the first time, when its answer was lost. */
async function created(db: Db, id: string, name: string): Promise<CompanyRow> {
  const [row] = await db.query<CompanyRow & Record<string, unknown>>({
    text: `select ${companyColumns} from agencies where id = $1 and name = $2 and id <> platform_agency()`,
    values: [id, name],
  });
  if (!row) throw usedId();
  return row;
}

export const agencyHandlers: Handler[] = [
  handle(createAgency, async (call) => {
    const id = call.input.id?.toLowerCase() ?? uuidv7(call.now.getTime());
    const { name, manager } = call.input;
    return call.services.database.platformTransaction(async (db) => {
      // Two creations of one id come one after the other: the second finds the first.
      await db.query({ text: `select pg_advisory_xact_lock(hashtext('agency ' || $1))`, values: [id] });
      const [known] = await db.query({ text: 'select from agencies where id = $1', values: [id] });
      if (known) return { agency: companyOf(await created(db, id, name)) };
      await openAgency(db, { id, name }, call.now);
      const changes = { name: { before: null, after: name } };
      await noteOnAgency(db, call as never, { id, action: 'create', changes });
      if (manager) {
        const { fullname } = await inviteManager(db, call as never, id, manager);
        const invited = { manager: { before: null, after: fullname } };
        await noteOnAgency(db, call as never, { id, action: 'createManager', changes: invited });
      }
      return { agency: companyOf(await created(db, id, name)) };
    });
  }),

  // The sessions of its people learn of it at their next call (the trigger of `errors`).
  handle(lockAgency, async (call) => {
    const { id } = call.params;
    const { message } = call.input;
    return call.services.database.platformTransaction(async (db) => {
      const [known] = isUuid(id)
        ? await db.query<{ lock: string | null }>({
            text: `select ${lockOf('g', byHand)} as lock from agencies g where g.id = $1 for update`,
            values: [id],
          })
        : [];
      if (!known) throw new Problem('missing', 'Agence introuvable');
      // Other errors of the agency stay, and the locks of subscriptions and payments (decision 106).
      const [row] = await db.query<CompanyRow & Record<string, unknown>>({
        text: `update agencies set errors =
            (select coalesce(jsonb_agg(e), '[]') from jsonb_array_elements(errors) e where (${byHand}) is not true)
            || case when $2::text is null then '[]' else jsonb_build_array(jsonb_build_object('message', $2::text, 'lock', true)) end
          where id = $1 returning ${companyColumns}`,
        values: [id, message],
      });
      if (known.lock !== message)
        await noteOnAgency(db, call as never, {
          id,
          action: message === null ? 'unlock' : 'lock',
          changes: { lock: { before: known.lock, after: message } },
          ...(message === null ? {} : { reason: message }),
        });
      return { agency: companyOf(row as CompanyRow) };
    });
  }),

  handle(listAgencies, async ({ services, input }) => {
    const { rows } = await services.database.platform.query<CompanyRow & { filtered: number }>(
      `select ${companyColumns}, count(*) over () as filtered
        from agencies where id <> platform_agency() and ${holdsEveryWord("name || ' ' || coalesce(siret, '') || ' ' || coalesce(city, '')", '$1')}
        order by name collate "fr-x-icu", id limit $2 offset $3`,
      [input.query ?? '', input.limit, (input.page - 1) * input.limit],
    );
    return { agencies: rows.map(companyOf), filtered: rows[0]?.filtered ?? 0 };
  }),

  handle(listProfiles, async ({ services, params, input }) => {
    const { platform } = services.database;
    const agency = isUuid(params.id) ? await platform.query('select from agencies where id = $1', [params.id]) : null;
    if (!agency?.rowCount) throw new Problem('missing', 'Agence introuvable');
    const { rows } = await platform.query<ProfileRow>(
      `select id, fullname, position, kind, agency_name, customer_name from user_companies
        where agency_id = $1 and status = 100
          and ${holdsEveryWord("fullname || ' ' || coalesce(position, '') || ' ' || coalesce(customer_name, '')", '$2')}
        order by is_owner desc, kind, lastname collate "fr-x-icu", firstname collate "fr-x-icu", id limit $3`,
      [params.id, input.query ?? '', input.limit],
    );
    return {
      profiles: rows.map((row) => ({
        id: row.id,
        fullname: row.fullname,
        position: row.position,
        company: row.customer_name ?? row.agency_name,
        type: row.kind,
      })),
    };
  }),
];
