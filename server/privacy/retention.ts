// The nightly retention job: removes or anonymises old rows by the rules of the database, with an audit line for each rule.
import { privateCustomer } from '#core/customers/customer.ts';
import { Problem } from '#core/kernel/problem.ts';
import { listRetentionRules, periodText, saveRetentionRule } from '#core/privacy/retention.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import { byClock, job } from '#server/jobs/registry.ts';
import { writePlatformAudit } from '#server/kernel/audit.ts';
import { type Handler, handle, type Services } from '#server/kernel/call.ts';
import { utc } from '#server/kernel/kinds.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { keepJudgementsBefore } from '#server/rounds/judging.ts';
import { dropKept, erase } from './erase.ts';
import { dropping } from './erase-files.ts';
import { allRules, limitOf, ruleNamed } from './rules.ts';
import { type PersonRef, subjectOf } from './subject.ts';

interface Past {
  db: Db;
  services: Services;
  /** Older rows have expired. */
  before: Date;
  now: Date;
  signal: AbortSignal;
  /** Reported at the end; the other work continues. */
  failed(error: unknown): void;
}

async function counted(db: Db, before: Date, ...texts: string[]): Promise<number> {
  let count = 0;
  for (const text of texts) {
    const [row] = await db.query<{ count: number }>({
      text: `with gone as (${text} returning 1) select count(*)::integer as count from gone`,
      values: [before],
    });
    count += row?.count ?? 0;
  }
  return count;
}

/** One transaction per person. A first run may need several nights. */
const mostPeople = 500;

async function eraseAll({ db, services, before, now, signal, failed }: Past, text: string): Promise<number> {
  const { environment, people: held, log } = services;
  const people = await db.query<PersonRef & Record<string, unknown>>({
    text: `${text} limit ${mostPeople}`,
    values: [before],
  });
  let count = 0;
  for (const person of people) {
    if (signal.aborted) break;
    const by = { caller: null, context: { ...nobody, agency: person.agency }, now };
    try {
      await dropping(services, (own, drop) =>
        erase(own, { person, people: held, secrets: environment, drop, by, overdue: true }),
      );
      count += 1;
    } catch (error) {
      log.failed('erasure', error, { ...person });
      failed(error);
    }
  }
  return count;
}

const notErased = (t: string): string =>
  `not exists (select from erased_people e where e.agency_id = ${t}.agency_id and e.id = ${t}.id)`;

/** The manager of an agency is never erased. */
const noManager = (t: string): string =>
  `not exists (select from agencies g where g.id = ${t}.agency_id and g.manager_id = ${t}.user_id)`;

/** For all agencies at once: an index by date finds the lines (retention.test.ts). */
export const oldAuditLines = ['delete from audit where at < $1', 'delete from platform_audit where at < $1'] as const;

/** The year of a paper ended before. */
const endedBefore = (t: string): string => `date_trunc('year', ${t}.date) + interval '1 year' <= $1::timestamptz`;

/** People of a received list who never became collaborators (core/transfer): with their history and search words. */
async function dropUntaken({ db, before }: Past): Promise<number> {
  const untaken = 'select p.agency_id, p.id from transfer_people p where p.agent_id is null and p.updated_at < $1';
  await counted(
    db,
    before,
    `delete from audit h where h.entity = 'transferPerson' and (h.agency_id, h.entity_id) in (${untaken})`,
    `delete from search s where s.entity = 'transferPerson' and (s.agency_id, s.id) in (${untaken})`,
  );
  return counted(db, before, `delete from transfer_people where (agency_id, id) in (${untaken})`);
}

/** By the key of the rule; a rule without an entry waits for its module. */
const works: Record<string, (past: Past) => Promise<number>> = {
  sessions: ({ db, before }) =>
    counted(db, before, 'delete from sessions where coalesce(ended_at, expires_at) < $1 or expires_at < $1'),
  links: ({ db, before }) =>
    counted(
      db,
      before,
      `delete from user_tokens where purpose <> 'firstAdmin' and (expires_at < $1 or used_at < $1)`,
      'delete from invitations where accepted_at is null and expires_at < $1',
    ),
  signInFailures: ({ db, before }) => counted(db, before, 'delete from sign_in_failures where last_at < $1'),
  repetitions: ({ db, before }) => counted(db, before, 'delete from idempotency_keys where created_at < $1'),
  // Mails that open accounts live as long as their links.
  mailSecrets: ({ db, before }) =>
    counted(
      db,
      before,
      'update emails set sealed = null where sealed is not null and created_at < $1',
      'update platform_emails set sealed = null where sealed is not null and created_at < $1',
    ),
  // L-014. A mail is removed with its last event.
  mails: ({ db, before }) =>
    counted(
      db,
      before,
      'delete from email_events where date < $1',
      `delete from emails e where created_at < $1 and not exists (select from email_events v where v.agency_id = e.agency_id and v.email_id = e.id)`,
      'delete from platform_emails where created_at < $1',
    ),
  notifications: ({ db, before }) => counted(db, before, 'delete from notifications where created_at < $1'),
  exports: ({ db, before }) => counted(db, before, 'delete from personal_exports where created_at < $1'),
  audit: ({ db, before }) => counted(db, before, ...oldAuditLines),
  staffFiles: async (past) => {
    const left = `select t.agency_id as agency, 'agent' as kind, t.id from agents t where t.status in (300, 400) and t.type <> 'NOMINEE' and t.updated_at < $1
      and not exists (select from agent_contracts c where c.agency_id = t.agency_id and c.agent_id = t.id and (c.end_date is null or c.end_date >= $1))
      and ${notErased('t')} and ${noManager('t')}`;
    return (await eraseAll(past, left)) + (await dropArchives(past));
  },
  candidates: async (past) => {
    const unchosen = `select t.agency_id as agency, 'agent' as kind, t.id from agents t where t.type = 'NOMINEE' and t.updated_at < $1 and ${notErased('t')} and ${noManager('t')}`;
    return (await eraseAll(past, unchosen)) + (await dropUntaken(past));
  },
  contacts: (past) =>
    eraseAll(
      past,
      `select t.agency_id as agency, 'contact' as kind, t.id from contacts t join customers o on o.agency_id = t.agency_id and o.id = t.customer_id
        where o.status in (300, 400) and o.updated_at < $1 and ${notErased('t')} and ${noManager('t')}`,
    ),
  privateCustomers: (past) =>
    eraseAll(
      past,
      `select t.agency_id as agency, 'customer' as kind, t.id from customers t where t.type = ${privateCustomer} and t.status = 300 and t.updated_at < $1 and ${notErased('t')}
        and not exists (select from contacts c where c.agency_id = t.agency_id and c.customer_id = t.id and not (${noManager('c')}))`,
    ),
  // Ten years after the end of the year that they belong to. A credit note keeps its invoice.
  invoices: ({ db, before }) =>
    counted(
      db,
      before,
      `delete from invoices i where ${endedBefore('i')} and i.issued_at is not null
        and not exists (select from invoices n where n.agency_id = i.agency_id and n.credit_of_id = i.id and not (${endedBefore('n')}))`,
      `delete from estimates i where ${endedBefore('i')}`,
      `delete from purchase_orders i where ${endedBefore('i')}`,
      `delete from search s where $1::timestamptz is not null and s.entity in ('invoice', 'estimate', 'purchaseOrder')
        and not exists (select from invoices i where i.agency_id = s.agency_id and i.id = s.id)
        and not exists (select from estimates i where i.agency_id = s.agency_id and i.id = s.id)
        and not exists (select from purchase_orders i where i.agency_id = s.agency_id and i.id = s.id)`,
    ),
  // Removes the position of an event; the event stays, with its time.
  geolocationActivity: async ({ db, before }) => {
    await keepJudgementsBefore(db, before);
    return counted(
      db,
      before,
      'update service_events set latitude = null, longitude = null, accuracy = null where at < $1 and latitude is not null',
      `update round_events set latitude = null, longitude = null, accuracy = null, position_gone = 'RETENTION' where at < $1 and latitude is not null`,
      'update field_events set latitude = null, longitude = null, accuracy = null where at < $1 and latitude is not null',
      'update alarms set latitude = null, longitude = null, accuracy = null, located_at = null where at < $1 and latitude is not null',
      // Without its salt the digest of the position tells nothing.
      'update logbook_entries set latitude = null, longitude = null, accuracy = null, altitude = null, position_salt = null where received_at < $1 and latitude is not null',
    );
  },
};

/** Data of erased people that the law required until now. */
async function dropArchives({ db, services, now, signal, failed }: Past): Promise<number> {
  const due = await db.query<PersonRef & Record<string, unknown>>({
    text: `select agency_id as agency, kind, id from erased_people where kept is not null and kept_until < $1 order by kept_until limit ${mostPeople}`,
    values: [now.toISOString().slice(0, 10)],
  });
  let count = 0;
  for (const person of due) {
    if (signal.aborted) break;
    // As in eraseAll: one that fails keeps no other.
    try {
      await dropping(services, async (own) => {
        await own.query({
          text: 'update erased_people set kept = null where agency_id = $1 and id = $2',
          values: [person.agency, person.id],
        });
        const subject = await subjectOf(own, person);
        if (subject) await dropKept(own, services.people, subject);
      });
      count += 1;
    } catch (error) {
      services.log.failed('erasure', error, { ...person });
      failed(error);
    }
  }
  return count;
}

export const obeyedRules: readonly string[] = Object.keys(works);

export const applyRetention = job(
  'applyRetention',
  byClock,
  { label: 'Durées de conservation', cron: { at: '15 3 * * *', of: 'platform' } },
  async (_, services, { signal }) => {
    const { database } = services;
    const now = new Date();
    const rules = await database.platformTransaction(allRules);
    const failures: unknown[] = [];
    const failed = (error: unknown): void => void failures.push(error);
    for (const rule of rules) {
      const work = works[rule.key];
      if (!work || signal.aborted) continue;
      const before = limitOf(rule, now);
      // A failing rule does not affect the others.
      await database
        .platformTransaction(async (db) => {
          const count = await work({ db, services, before, now, signal, failed });
          await db.query({
            text: 'insert into retention_runs (id, rule, at, before, count) values ($1, $2, $3, $4, $5)',
            values: [uuidv7(), rule.key, now, before, count],
          });
        })
        .catch(failed);
    }
    await database.platform.query(`delete from retention_runs where at < now() - interval '13 months'`);
    if (failures.length > 0) throw failures[0];
  },
);

export const retentionHandlers: Handler[] = [
  handle(listRetentionRules, ({ services }) =>
    services.database.platformTransaction(async (db) => ({
      rules: await allRules(db),
      runs: await db.query<{ id: string; label: string; at: string; before: string; count: number }>({
        text: `select x.id, r.label, ${utc('x.at')} as at, ${utc('x.before')} as before, x.count from retention_runs x join retention_rules r on r.key = x.rule
          where x.count > 0 or x.at > now() - interval '36 hours' order by x.at desc, r.rank limit 100`,
      }),
    })),
  ),

  handle(saveRetentionRule, async (call) => {
    const { period, version } = call.input;
    return call.services.database.platformTransaction(async (db) => {
      const rule = await ruleNamed(db, call.params.key);
      if (rule.version !== version) throw new Problem('conflict', 'Cette règle a été modifiée entre-temps.');
      if (period < rule.shortest || period > rule.longest) {
        const message = `De ${periodText(rule.shortest, rule.unit)} à ${periodText(rule.longest, rule.unit)}`;
        throw new Problem('invalid', message, { violations: [{ path: 'period', message }] });
      }
      const changed = await db.query<{ id: string }>({
        text: `update retention_rules set period = $2, version = version + 1, changed_at = $4 where key = $1 and version = $3 returning key`,
        values: [rule.key, period, version, call.now],
      });
      if (changed.length === 0) throw new Problem('conflict', 'Cette règle a été modifiée entre-temps.');
      await writePlatformAudit(db, call, {
        entity: 'retentionRule',
        id: uuidv7(),
        action: 'edit',
        changes: { [rule.key]: { before: periodText(rule.period, rule.unit), after: periodText(period, rule.unit) } },
      });
      return { rule: await ruleNamed(db, rule.key) };
    });
  }),
];
