// Erasure (GDPR, art. 17): the person becomes a number; what the law keeps of him lies sealed until its time has come.
import { Problem } from '#core/kernel/problem.ts';
import { type Erasure, type PersonKind, personKinds } from '#core/privacy/person.ts';
import type { Db } from '#server/db/database.ts';
import { type By, writeAudit } from '#server/kernel/audit.ts';
import { openText, sealText } from '#server/kernel/sealed.ts';
import type { Secrets } from '#server/sealing.ts';
import { endOf, ruleNamed } from './rules.ts';
import { bound, type PersonRef, profileTable, rowsOf, type Subject, subjectOf } from './subject.ts';
import { filesAbout, personalTables } from './tables.ts';

/** What the single staff register must tell, five years after leaving (Code du travail, D1221-23). */
const register = `json_build_object('lastname', t.lastname, 'firstname', t.firstname, 'nationality', t.nationality, 'birthDate', t.birth_date,
  'gender', t.gender, 'position', t.position, 'type', t.type, 'workPermitType', t.work_permit_type, 'workPermitNumber', t.work_permit_number,
  'createdAt', t.created_at)::text`;

/** The end of the last contract; without one, when he was archived. */
const leftAt = `coalesce((select max(c.end_date)::timestamptz from agent_contracts c where c.agency_id = t.agency_id and c.agent_id = t.id
    having count(*) filter (where c.end_date is null) = 0),
  (select max(l.at) from audit l where l.agency_id = t.agency_id and l.entity = 'agent' and l.entity_id = t.id and l.action in ('archive', 'delete')), t.updated_at)`;

interface Profile extends Record<string, unknown> {
  fullname: string;
  user_id: string | null;
  status: number;
  type: string | null;
  is_owner: boolean;
  left_at: Date | null;
  register: string | null;
  erased_at: Date | null;
  kept: string | null;
  kept_until: string | null;
}

/** Until the transaction ends; a second erasure then sees that the first was done. */
const hold = (db: Db, { agency, kind, id }: PersonRef): Promise<unknown> =>
  db.query({
    text: `select 1 from ${profileTable(kind)} where agency_id = $1 and id = $2 for update`,
    values: [agency, id],
  });

async function profileOf(db: Db, { agency, kind, id }: PersonRef): Promise<Profile> {
  const isAgent = kind === 'agent';
  const [row] = await db.query<Profile>({
    text: `select t.fullname, t.user_id, ${isAgent ? 't.status' : 'greatest(t.status, case when o.status >= 300 then o.status else 0 end) as status'},
        ${isAgent ? 't.type' : 'null as type'}, coalesce(g.manager_id = t.user_id, false) as is_owner,
        ${isAgent ? leftAt : 'null::timestamptz'} as left_at, ${isAgent ? register : 'null'} as register,
        e.erased_at, e.kept, e.kept_until::text as kept_until
      from ${profileTable(kind)} t join agencies g on g.id = t.agency_id ${isAgent ? '' : 'join customers o on o.agency_id = t.agency_id and o.id = t.customer_id'}
        left join erased_people e on e.agency_id = t.agency_id and e.id = t.id
      where t.agency_id = $1 and t.id = $2`,
    values: [agency, id],
  });
  if (!row) throw new Problem('missing', `${personKinds[kind]} introuvable`);
  return row;
}

function refusalOf(kind: PersonKind, { is_owner, status, user_id }: Profile): string | null {
  if (is_owner) return "Le responsable de l'agence ne peut pas être effacé.";
  if (kind === 'agent') return status >= 300 ? null : 'Archivez ou supprimez d’abord ce collaborateur.';
  // A contact has no archive of his own: while he may sign in, his customer works with him.
  return status >= 300 || user_id === null
    ? null
    : 'Archivez d’abord le client, ou retirez l’accès de cet interlocuteur.';
}

/** Until when the law keeps what the register tells; null: nothing, or no longer. */
async function registerUntil(db: Db, { type, left_at }: Profile, now: Date): Promise<Date | null> {
  if (left_at === null || type === 'NOMINEE') return null;
  const until = endOf(await ruleNamed(db, 'staffFiles'), left_at);
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

const day = (moment: Date): string => moment.toISOString().slice(0, 10);

/** What would be done, before anybody decides. */
export async function preview(db: Db, person: PersonRef, now: Date): Promise<Erasure> {
  const profile = await profileOf(db, person);
  const subject = (await subjectOf(db, person)) as Subject;
  const until = await registerUntil(db, profile, now);
  const account = profile.user_id !== null && !(await othersHold(db, person, profile.user_id));
  const erased: Erasure['erased'] = [];
  const kept: Erasure['kept'] = [];
  const rule = await ruleNamed(db, 'staffFiles');
  for (const [table, { label, where, fate, account: ofAccount = false }] of personalTables) {
    if (ofAccount && !account) continue;
    const [row] = await db.query<{ count: number }>(
      bound(`select count(*)::integer as count from ${table} t where ${rowsOf(where, ofAccount)}`, subject),
    );
    const count = row?.count ?? 0;
    if (count === 0) continue;
    if (typeof fate === 'object' && 'keep' in fate)
      kept.push({ label, why: `${fate.keep} : ${rule.legalBasis}`, until: until && day(until) });
    else erased.push({ label, count });
  }
  if (profile.kept !== null || (profile.erased_at === null && until !== null))
    kept.unshift({
      label: 'Mentions du registre unique du personnel, chiffrées',
      why: rule.legalBasis,
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

/** What an unnamed column of the profile becomes: its default, else nothing. */
async function freed(db: Db, table: string, spared: readonly string[]): Promise<string[]> {
  const columns = await db.query<{ name: string }>({
    text: `select a.attname as name from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
    values: [table],
  });
  return columns.flatMap(({ name }) => (spared.includes(name) ? [] : [`${name} = default`]));
}

export interface Erasing {
  person: PersonRef;
  secrets: Secrets;
  by: By;
  /** The clock asks, past every period: nothing is refused and nothing kept. */
  overdue?: true;
}

/** False: it was done before. */
export async function erase(db: Db, { person, secrets, by, overdue }: Erasing): Promise<boolean> {
  const { agency, kind, id } = person;
  await hold(db, person);
  const profile = await profileOf(db, person);
  if (profile.erased_at !== null) return false;
  const refused = overdue && !profile.is_owner ? null : refusalOf(kind, profile);
  if (refused) throw new Problem('conflict', refused);
  const subject = (await subjectOf(db, person)) as Subject;
  const until = overdue ? null : await registerUntil(db, profile, by.now);
  const [counted] = await db.query<{ value: number }>({
    text: `insert into counters (agency_id, name, value) values ($1, 'erasedPerson', 1)
      on conflict (agency_id, name) do update set value = counters.value + 1 returning value`,
    values: [agency],
  });
  const number = counted?.value ?? 1;
  const texts = { name: `${personKinds[kind]} effacé n° ${number}`, old: profile.fullname };
  const account = profile.user_id !== null && !(await othersHold(db, person, profile.user_id));
  const about = await db.query<{ file: string }>(bound(`select file from (${filesAbout}) f (file)`, subject));
  for (const [table, { where, fate, account: ofAccount = false }] of personalTables) {
    if (fate === 'withAccount' || 'keep' in fate || (ofAccount && !account)) continue;
    if ('erase' in fate) for (const text of fate.erase) await db.query(bound(text, subject, texts));
    else if (profileTable(kind) === table) {
      const { columns, sets } = fate.pseudonymise;
      const all = [
        ...(await freed(db, table, [...columns, ...Object.keys(sets)])),
        ...Object.entries(sets).map(([column, value]) => `${column} = ${value}`),
      ];
      await db.query(bound(`update ${table} t set ${all.join(', ')} where ${rowsOf(where, false)}`, subject, texts));
    }
  }
  // Sessions, devices, keys and links go with it.
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
  if (until === null) await dropKept(db, subject);
  await dropUnheld(
    db,
    agency,
    about.map(({ file }) => file),
  );
  await writeAudit(db, by, { entity: kind, id, action: 'erase' });
  return true;
}

/** What nothing holds any more goes now, not at the next sweep. */
async function dropUnheld(db: Db, agency: string, files: string[]): Promise<void> {
  await db.query({ text: `select set_config('app.agency', $1, true)`, values: [agency] });
  await db.query({
    text: 'delete from files where agency_id = $1 and id = any ($2) and not app_file_held(id)',
    values: [agency, files],
  });
}

/** What was kept by the rule of the staff's files, once its time is over. */
export async function dropKept(db: Db, subject: Subject): Promise<void> {
  for (const [table, { where, fate }] of personalTables)
    if (typeof fate === 'object' && 'keep' in fate)
      await db.query(bound(`delete from ${table} t where ${rowsOf(where, false)}`, subject));
}

/** What the register tells of somebody erased, for an inspection: the look is noted. */
export async function keptRegister(
  db: Db,
  { person, secrets, by }: Erasing,
): Promise<{ register: Record<string, unknown>; until: string }> {
  const { agency, kind, id } = person;
  const { kept, kept_until } = await profileOf(db, person);
  if (kept === null || kept_until === null) throw new Problem('missing', 'Aucune mention du registre n’est conservée.');
  await writeAudit(db, by, { entity: kind, id, action: 'readRegister' });
  return {
    register: JSON.parse(openText(secrets, { agency, entity: kind, id, path: 'register' }, kept)),
    until: kept_until,
  };
}
