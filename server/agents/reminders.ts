// Each morning by the agency's clock: expirations are mailed once per step, one mail per recipient.

import { contractTypes } from '#core/agents/contracts.ts';
import { expiryThresholds } from '#core/agents/expiry.ts';
import { countExpirations, type ExpirationCounts, type Reminder, remindersDue } from '#core/agents/reminders.ts';
import { can } from '#core/roles.ts';
import { isLocked } from '#server/agencies/lock.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import { byClock, job } from '#server/jobs/registry.ts';
import { type Handler, handle, type Services } from '#server/kernel/call.ts';
import { isSimplified } from '#server/stock/held.ts';
import { expiryStateOf, today } from './contracts.ts';
import { agentMail, type Ending, type Place, type Recipient, staffMail } from './reminder-mail.ts';

/** The only place that reads `agentExpirationSettings`. */
async function settingsOf(db: Db): Promise<Place & { notifyAgents: boolean }> {
  const [row] = await db.query<Omit<Place, 'url'> & { notifyAgents: boolean } & Record<string, unknown>>({
    name: 'expiration-settings',
    text: `select g.name as agency, app_today()::text as today, g.expiration_notify_agents as "notifyAgents",
        g.agent_expiration_header as header, g.agent_expiration_message as message, g.agent_expiration_subject as subject, g.agent_expiration_footer as footer
      from agencies g where g.id = app_agency()`,
  });
  return {
    agency: '',
    today: '',
    header: null,
    message: null,
    subject: null,
    footer: null,
    notifyAgents: true,
    ...row,
    url: '',
  };
}

/** Replaced papers and followed contracts need no action. */
const notReplaced = `not exists (select from agent_expirations n where n.agency_id = e.agency_id and n.agent_id = e.agent_id
  and n.type_id = e.type_id and n.expires_at > e.expires_at)`;
const notFollowed = `not exists (select from agent_contracts n where n.agency_id = c.agency_id and n.agent_id = c.agent_id and n.id <> c.id
  and (n.end_date is null or n.end_date > c.end_date))`;

interface Found extends Omit<Ending, 'steps'>, Record<string, unknown> {
  kind: 'paper' | 'contract' | 'item';
  id: string;
  agent: string;
  /** The agent's name without his company. */
  own: string;
  address: string | null;
  sent: string[];
}

async function endingsOf(db: Db): Promise<Found[]> {
  const last = `${today} + ${expiryThresholds.NEXT}`;
  return db.query<Found>({
    name: 'endings',
    text: `with ends (kind, id, agency_id, agent_id, what, number, expires_at, renew_before) as (
        select 'paper', e.id, e.agency_id, e.agent_id, y.name, e.number, e.expires_at, (e.expires_at - make_interval(months => y.renewal_months))::date
          from agent_expirations e join expiration_types y on y.agency_id = e.agency_id and y.id = e.type_id
          where (e.expires_at <= ${last} or e.expires_at - make_interval(months => y.renewal_months) <= ${today}) and ${notReplaced}
        union all
        select 'contract', c.id, c.agency_id, c.agent_id, c.type, c.name, c.end_date, null
          from agent_contracts c where c.end_date <= ${last} and ${notFollowed}
        union all
        select 'item', i.id, i.agency_id, i.agent_id, i.name, i.reference, i.expiry, null from agent_items i where i.expiry <= ${last} and ${isSimplified})
      select x.kind, x.id, x.agent_id as agent, x.what, x.number, x.expires_at::text as "expiresAt", x.renew_before::text as "renewBefore",
        a.fullname, a.firstname || ' ' || a.lastname as own, lower(a.email) as address,
        array(select r.step from expiration_reminders r where r.agency_id = x.agency_id and r.object_id = x.id and r.expires_at = x.expires_at) as sent
      from ends x join agents a on a.agency_id = x.agency_id and a.id = x.agent_id
      where x.agency_id = app_agency() and a.status in (100, 200) and a.type <> 'NOMINEE' and x.expires_at >= ${today} - 60
      order by x.expires_at, a.lastname collate "fr-x-icu", x.id`,
  });
}

type Due = Found & { steps: Reminder[] };

/** Records the reminders and returns the new ones; of two concurrent processes, one records each. */
async function note(db: Db, due: readonly Due[], now: Date): Promise<Due[]> {
  const rows = due.flatMap(({ id, expiresAt, agent, kind, steps }) =>
    steps.map((step) => ({ object_id: id, expires_at: expiresAt, step, agent_id: agent, kind })),
  );
  const noted = await db.query<{ id: string; step: string }>({
    name: 'note-reminders',
    text: `insert into expiration_reminders (agency_id, object_id, expires_at, step, agent_id, kind, sent_at)
      select app_agency(), x.object_id, x.expires_at, x.step, x.agent_id, x.kind, $2
        from jsonb_to_recordset($1::jsonb) as x (object_id uuid, expires_at date, step text, agent_id uuid, kind text)
      on conflict do nothing returning object_id as id, step`,
    values: [JSON.stringify(rows), now],
  });
  const kept = new Set(noted.map(({ id, step }) => `${id} ${step}`));
  return due.flatMap((one) => {
    const steps = one.steps.filter((step) => kept.has(`${one.id} ${step}`));
    return steps.length > 0 ? [{ ...one, steps }] : [];
  });
}

/**
 * Holders of the right with an account, and the people chosen by the agency. The stored rights alone count, not that the
 * owner may everything (C-035); but papers that the law asks for must not end untold: where nobody else is told, he is.
 */
async function recipientsOf(db: Db): Promise<Recipient[]> {
  const people = await db.query<Recipient & { asked: boolean } & Record<string, unknown>>({
    name: 'reminder-recipients',
    text: `select distinct on (lower(a.email)) lower(a.email) as address, a.firstname || ' ' || a.lastname as name, w.asked
      from agents a join agencies g on g.id = a.agency_id
        cross join lateral (select (a.status = 100 and a.user_id is not null and 'receiveAgentExpirationCopy' = any (a.rights))
          or exists (select from agency_expiration_recipients r where r.agency_id = a.agency_id and r.agent_id = a.id) as asked) w
      where a.agency_id = app_agency() and a.email is not null and a.status in (100, 200)
        and (w.asked or (a.status = 100 and g.manager_id = a.user_id))
      order by lower(a.email), w.asked desc, a.id`,
  });
  const asked = people.filter((one) => one.asked);
  return asked.length > 0 ? asked : people;
}

const wordsOf = (found: Due): Due =>
  found.kind === 'contract'
    ? {
        ...found,
        what: `Contrat de travail (${contractTypes[found.what as keyof typeof contractTypes]})`,
        number: null,
      }
    : found;

export async function remindOf(agency: string, services: Services, now: Date): Promise<void> {
  const { database, mailer, tenants } = services;
  await database.transaction({ ...nobody, agency }, async (db) => {
    if (await isLocked(db, agency)) return;
    const settings = await settingsOf(db);
    const found = (await endingsOf(db)).map((one) => ({ ...one, steps: remindersDue(one, settings.today, one.sent) }));
    const due = (
      await note(
        db,
        found.filter(({ steps }) => steps.length > 0),
        now,
      )
    ).map(wordsOf);
    if (due.length === 0) return;
    const place: Place = { ...settings, url: tenants.urlOf(tenants.of('*')) };
    const staff = (await recipientsOf(db)).map((to) => staffMail(to, due, place));
    const own = Map.groupBy(
      due.filter(({ kind, address }) => settings.notifyAgents && kind === 'paper' && address !== null),
      ({ agent }) => agent,
    );
    const mails = [...own.values()].map((papers) =>
      agentMail({ address: String(papers[0]?.address), name: papers[0]?.own ?? '' }, papers, place),
    );
    await mailer.send([...staff, ...mails], { db, agency, caller: null, host: null, reason: 'agentExpiration', now });
  });
}

export const remindExpirations = job(
  'remindExpirations',
  byClock,
  { label: 'Rappels des échéances', cron: { at: '0 7 * * *', of: 'agencies' } },
  async (_, services, { agency }) => {
    if (agency) await remindOf(agency, services, new Date());
  },
);

const worked = (t: string): string => `${t}.agent_id in (select a.id from agents a where a.status in (100, 200))`;
const counts = (from: string, day: string): string =>
  `(select json_build_object(${(['EXPIRED', 'SOON', 'WATCH', 'NEXT'] as const)
    .map((state) => `'${state}', count(*) filter (where s.state = '${state}')`)
    .join(', ')}) from (select ${expiryStateOf(day)} as state from ${from}) s)`;

export const expirationHandlers: Handler[] = [
  handle(countExpirations, async ({ db, asker }) => {
    // Counted like the lists, which leave out replaced papers by a filter.
    const [row] = await db.query<
      Record<'papers' | 'contracts' | 'items' | 'stock' | 'customers' | 'documents', ExpirationCounts>
    >({
      name: 'count-expirations',
      text: `select ${counts(`agent_expirations e where ${worked('e')} and ${notReplaced}`, 'e.expires_at')} as papers,
        ${counts(`agent_contracts c where ${worked('c')}`, 'c.end_date')} as contracts,
        ${counts(`agent_items i where ${worked('i')} and ${isSimplified}`, 'i.expiry')} as items,
        ${counts('stock_due k', 'k.effective_date')} as stock, ${counts('commercial_due d', 'd.date')} as customers, ${counts('document_due o', 'o.expired_at')} as documents`,
    });
    return {
      expirations: {
        agentExpirations: row && can(asker, ['listAgentExpirations']) ? row.papers : null,
        agentContractExpirations: row && can(asker, ['listAgentContractExpirations']) ? row.contracts : null,
        agentItems: row && can(asker, ['listAgentItemExpirations']) ? row.items : null,
        stockReferences: row && can(asker, ['listStockReferenceExpirations']) ? row.stock : null,
        customerContracts: row && can(asker, ['listCustomerContractExpirations']) ? row.customers : null,
        documents: row && can(asker, ['listDocuments']) ? row.documents : null,
      },
    };
  }),
];
