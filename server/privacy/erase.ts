// Erasure (GDPR, art. 17): the person becomes a number; data that the law requires stays sealed until its end.
import { Problem } from '#core/kernel/problem.ts';
import { unscheduled } from '#core/planning/status.ts';
import { type Erasure, type PersonKind, personKinds } from '#core/privacy/person.ts';
import type { Db } from '#server/db/database.ts';
import { type By, writeAudit } from '#server/kernel/audit.ts';
import { openText, sealText } from '#server/kernel/sealed.ts';
import type { Secrets } from '#server/sealing.ts';
import { type Drop, dropExports, dropUnheld } from './erase-files.ts';
import type { People } from './held.ts';
import { endOf, ruleNamed } from './rules.ts';
import { bound, type PersonRef, profileTable, rowsOf, type Subject, subjectOf } from './subject.ts';

/** The content of the staff register, kept five years after leaving (Code du travail, D1221-23). */
const register = `json_build_object('lastname', t.lastname, 'firstname', t.firstname, 'nationality', t.nationality, 'birthDate', t.birth_date,
  'gender', t.gender, 'position', t.position, 'type', t.type, 'workPermitType', t.work_permit_type, 'workPermitNumber', t.work_permit_number,
  'createdAt', t.created_at)::text`;

/** The end of the last contract; without a contract, the date of archiving. */
const leftAt = `coalesce((select max(c.end_date)::timestamptz from agent_contracts c where c.agency_id = t.agency_id and c.agent_id = t.id
    having count(*) filter (where c.end_date is null) = 0),
  (select max(l.at) from audit l where l.agency_id = t.agency_id and l.entity = 'agent' and l.entity_id = t.id and l.action in ('archive', 'delete')), t.updated_at)`;

/** The content of an invoice (Code de commerce, L441-9 and R123-237), kept as long as the accounts. A mere prospect was never billed. */
const billed = `case when not t.prospect or exists (select from services v join sites s on s.agency_id = v.agency_id and s.id = v.site_id
    where s.agency_id = t.agency_id and s.customer_id = t.id)
  then json_build_object('name', t.name, 'customerNumber', t.customer_number_id, 'street', t.street, 'zipcode', t.zipcode, 'city', t.city,
    'country', t.country, 'email', t.email, 'createdAt', t.created_at)::text end`;

/** The accounts of the year of archiving close with that year. */
const lastYear = `date_trunc('year', coalesce((select max(l.at) from audit l where l.agency_id = t.agency_id and l.entity = 'customer' and l.entity_id = t.id
  and l.action = 'archive'), t.updated_at)) + interval '1 year' - interval '1 day'`;

interface Summary {
  columns: string;
  joins?: string;
  /** The data kept sealed: its label and its rule. */
  kept?: { label: string; rule: string };
}

const summaries: Record<PersonKind, Summary> = {
  agent: {
    columns: `t.fullname, t.user_id, t.status, t.type, coalesce(g.manager_id = t.user_id, false) as is_owner, ${leftAt} as left_at, ${register} as register, false as awaited`,
    kept: { label: 'Mentions du registre unique du personnel, chiffrées', rule: 'staffFiles' },
  },
  contact: {
    columns: `t.fullname, t.user_id, greatest(t.status, case when o.status >= 300 then o.status else 0 end) as status, null as type,
      coalesce(g.manager_id = t.user_id, false) as is_owner, null::timestamptz as left_at, null as register, false as awaited`,
    joins: 'join customers o on o.agency_id = t.agency_id and o.id = t.customer_id',
  },
  customer: {
    columns: `t.name as fullname, null::uuid as user_id, t.status, null as type, false as is_owner, ${lastYear} as left_at, ${billed} as register,
      exists (select from services v join sites s on s.agency_id = v.agency_id and s.id = v.site_id
        where s.agency_id = t.agency_id and s.customer_id = t.id and v.end_at > now() and v.status <> ${unscheduled}) as awaited`,
    kept: { label: 'Identité et adresse pour la facturation, chiffrées', rule: 'invoices' },
  },
};

interface Profile extends Record<string, unknown> {
  fullname: string;
  user_id: string | null;
  status: number;
  type: string | null;
  is_owner: boolean;
  left_at: Date | null;
  register: string | null;
  /** There are future services for him. */
  awaited: boolean;
  erased_at: Date | null;
  kept: string | null;
  kept_until: string | null;
}

/** Locks the profile, so that a second erasure finds the first one done. */
const hold = (db: Db, { agency, kind, id }: PersonRef): Promise<unknown> =>
  db.query({
    text: `select 1 from ${profileTable(kind)} where agency_id = $1 and id = $2 for update`,
    values: [agency, id],
  });

async function profileOf(db: Db, { agency, kind, id }: PersonRef): Promise<Profile> {
  const { columns, joins = '' } = summaries[kind];
  const [row] = await db.query<Profile>({
    text: `select ${columns}, e.erased_at, e.kept, e.kept_until::text as kept_until
      from ${profileTable(kind)} t join agencies g on g.id = t.agency_id ${joins}
        left join erased_people e on e.agency_id = t.agency_id and e.id = t.id
      where t.agency_id = $1 and t.id = $2`,
    values: [agency, id],
  });
  if (!row) throw new Problem('missing', `${personKinds[kind]} introuvable`);
  return row;
}

function refusalOf(kind: PersonKind, { is_owner, status, user_id, awaited }: Profile): string | null {
  if (awaited) return 'Des services sont encore prévus sur ses sites.';
  if (is_owner) return "Le responsable de l'agence ne peut pas être effacé.";
  if (kind === 'agent') return status >= 300 ? null : 'Archivez ou supprimez d’abord ce collaborateur.';
  if (kind === 'customer') return status >= 300 ? null : 'Archivez d’abord ce client.';
  // A contact cannot be archived: while he may sign in, his customer works with him.
  return status >= 300 || user_id === null
    ? null
    : 'Archivez d’abord le client, ou retirez l’accès de cet interlocuteur.';
}

/** The end of the legal retention of the register or the accounts; null: nothing is kept. */
async function keptUntil(
  db: Db,
  kind: PersonKind,
  { type, left_at, register: retained }: Profile,
  now: Date,
): Promise<Date | null> {
  const { kept } = summaries[kind];
  if (!kept || left_at === null || retained === null || type === 'NOMINEE') return null;
  const until = endOf(await ruleNamed(db, kept.rule), left_at);
  return until > now ? until : null;
}

async function othersHold(db: Db, { agency, kind, id }: PersonRef, user: string): Promise<boolean> {
  const [row] = await db.query<{ held: boolean }>({
    text: `select exists (select from agents where user_id = $1 and not (agency_id = $2 and id = $3 and $4 = 'agent'))
      or exists (select from contacts where user_id = $1 and not (agency_id = $2 and id = $3 and $4 = 'contact'))
      or exists (select from agencies where manager_id = $1)
      or exists (select from users where id = $1 and (admin or is_support or super_admin)) as held`,
    values: [user, agency, id, kind],
  });
  return row?.held ?? false;
}

/** The contacts of a customer: separate persons with their own accounts. */
async function contactsOf(db: Db, { agency, kind, id }: PersonRef): Promise<PersonRef[]> {
  if (kind !== 'customer') return [];
  const rows = await db.query<{ id: string }>({
    text: 'select id from contacts where agency_id = $1 and customer_id = $2 order by id',
    values: [agency, id],
  });
  return rows.map((row) => ({ agency, kind: 'contact', id: row.id }));
}

async function takesAccount(db: Db, person: PersonRef, { user_id }: Pick<Profile, 'user_id'>): Promise<boolean> {
  if (user_id !== null) return !(await othersHold(db, person, user_id));
  for (const contact of await contactsOf(db, person))
    if (await takesAccount(db, contact, await profileOf(db, contact))) return true;
  return false;
}

const day = (moment: Date): string => moment.toISOString().slice(0, 10);

/** Describes the erasure without doing it. */
export async function preview(db: Db, { personal }: People, person: PersonRef, now: Date): Promise<Erasure> {
  const profile = await profileOf(db, person);
  const subject = (await subjectOf(db, person)) as Subject;
  const until = await keptUntil(db, person.kind, profile, now);
  const account = await takesAccount(db, person, profile);
  const erased: Erasure['erased'] = [];
  const kept: Erasure['kept'] = [];
  const ruleOfKind = summaries[person.kind].kept;
  const legalBasis = ruleOfKind ? (await ruleNamed(db, ruleOfKind.rule)).legalBasis : '';
  for (const [table, { label, where, fate, account: ofAccount = false }] of personal) {
    if (ofAccount && !account) continue;
    const [row] = await db.query<{ count: number }>(
      bound(`select count(*)::integer as count from ${table} t where ${rowsOf(where, ofAccount)}`, subject),
    );
    const count = row?.count ?? 0;
    if (count === 0) continue;
    if (typeof fate === 'object' && 'keep' in fate)
      kept.push({ label, why: `${fate.keep} : ${legalBasis}`, until: until && day(until) });
    else erased.push({ label, count });
  }
  if (ruleOfKind && (profile.kept !== null || (profile.erased_at === null && until !== null)))
    kept.unshift({
      label: ruleOfKind.label,
      why: legalBasis,
      until: profile.kept_until ?? (until && day(until)),
    });
  return {
    name: profile.fullname,
    refused: profile.erased_at ? null : refusalOf(person.kind, profile),
    erasedAt: profile.erased_at?.toISOString() ?? null,
    erased: profile.erased_at ? [] : erased,
    kept,
    account: profile.erased_at ? false : account,
  };
}

/** Resets the other columns of the profile to their default or null. */
async function freed(db: Db, table: string, spared: readonly string[]): Promise<string[]> {
  const columns = await db.query<{ name: string }>({
    text: `select a.attname as name from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
    values: [table],
  });
  return columns.flatMap(({ name }) => (spared.includes(name) ? [] : [`${name} = default`]));
}

export interface Reading {
  person: PersonRef;
  secrets: Secrets;
  by: By;
}

export interface Erasing extends Reading {
  people: People;
  drop: Drop;
  /** The retention job asks, after every period: nothing is refused and nothing kept. */
  overdue?: true;
}

/** False: already erased. */
export async function erase(db: Db, { person, overdue, ...means }: Erasing): Promise<boolean> {
  const { people, secrets, by, drop } = means;
  const { agency, kind, id } = person;
  await hold(db, person);
  const profile = await profileOf(db, person);
  if (profile.erased_at !== null) return false;
  const refused = overdue && !profile.is_owner ? null : refusalOf(kind, profile);
  if (refused) throw new Problem('conflict', refused);
  const subject = (await subjectOf(db, person)) as Subject;
  // The retention job erases a private customer long before the end of the accounting retention.
  const until = overdue && kind !== 'customer' ? null : await keptUntil(db, kind, profile, by.now);
  for (const contact of await contactsOf(db, person))
    await erase(db, { person: contact, ...means, ...(overdue && { overdue }) });
  const [counted] = await db.query<{ value: number }>({
    text: `insert into counters (agency_id, name, value) values ($1, 'erasedPerson', 1)
      on conflict (agency_id, name) do update set value = counters.value + 1 returning value`,
    values: [agency],
  });
  const number = counted?.value ?? 1;
  const texts = { name: `${personKinds[kind]} effacé n° ${number}`, old: profile.fullname };
  const account = profile.user_id !== null && !(await othersHold(db, person, profile.user_id));
  const about = await db.query<{ file: string }>(bound(`select file from (${people.files}) f (file)`, subject));
  for (const [table, { where, fate, account: ofAccount = false }] of people.personal) {
    if (fate === 'withAccount' || (ofAccount && !account)) continue;
    if (!('pseudonymise' in fate)) for (const text of fate.erase ?? []) await db.query(bound(text, subject, texts));
    else if (fate.pseudonymise.of === kind) {
      const { columns, sets } = fate.pseudonymise;
      const all = [
        ...(await freed(db, table, [...columns, ...Object.keys(sets)])),
        ...Object.entries(sets).map(([column, value]) => `${column} = ${value}`),
      ];
      await db.query(bound(`update ${table} t set ${all.join(', ')} where ${rowsOf(where, false)}`, subject, texts));
    }
  }
  await dropExports(db, drop, person, account ? profile.user_id : null);
  // Sessions, devices, keys and links are deleted with it.
  if (account) await db.query({ text: 'delete from users where id = $1', values: [profile.user_id] });
  const place = { agency, entity: kind, id, path: 'register' };
  await db.query({
    text: 'insert into erased_people (agency_id, id, kind, number, kept, kept_until, erased_at) values ($1, $2, $3, $4, $5, $6, $7)',
    values: [
      agency,
      id,
      kind,
      number,
      until && profile.register ? sealText(secrets, place, profile.register) : null,
      until && profile.register ? day(until) : null,
      by.now,
    ],
  });
  if (until === null) await dropKept(db, people, subject);
  await dropUnheld(
    db,
    agency,
    about.map(({ file }) => file),
  );
  await writeAudit(db, by, { entity: kind, id, action: 'erase' });
  return true;
}

/** Deletes the data kept by the rule of staff files, after its end. */
export async function dropKept(db: Db, { personal }: People, subject: Subject): Promise<void> {
  for (const [table, { where, fate }] of personal)
    if (typeof fate === 'object' && 'keep' in fate && !fate.withRecord)
      await db.query(bound(`delete from ${table} t where ${rowsOf(where, false)}`, subject));
}

/** The retained data of an erased person, for an inspection; the reading is audited. */
export async function keptRegister(
  db: Db,
  { person, secrets, by }: Reading,
): Promise<{ register: Record<string, unknown>; until: string }> {
  const { agency, kind, id } = person;
  const { kept, kept_until } = await profileOf(db, person);
  if (kept === null || kept_until === null) throw new Problem('missing', 'Rien n’est conservé de cette personne.');
  await writeAudit(db, by, { entity: kind, id, action: 'readRegister' });
  return {
    register: JSON.parse(openText(secrets, { agency, entity: kind, id, path: 'register' }, kept)),
    until: kept_until,
  };
}
