// What the rules of a transfer need of the agents of a lost site: a constant number of queries, whatever their number.
import type { Contract } from '#core/agents/contracts.ts';
import { effectiveMinutes } from '#core/planning/hours.ts';
import {
  countedWindow,
  type Declared,
  type Minutes,
  nothingDeclared,
  type TransferFacts,
  transferRules,
} from '#core/transfer/rules.ts';
import type { Db } from '#server/db/database.ts';
import { type PaidPerson, peopleToPay } from '#server/pay/work.ts';
import { worked } from '#server/planning/facts.ts';
import { type HoursPlace, hoursPlace, minuteNow, peopleOn } from '#server/planning/hours-calls.ts';
import type { Transfer } from './transfers.ts';

interface OnSite extends Record<string, unknown> {
  agent: string;
  since: string;
  specialties: string[];
}

/** Who worked or is planned on the site in the window, since when, and under which specialties. */
const onSite = (db: Db, site: string, { start, end }: { start: string; end: string }): Promise<OnSite[]> => {
  const within = `s.start_at >= $2::date::timestamp at time zone app_zone() and s.start_at < ($3::date + 1)::timestamp at time zone app_zone()`;
  return db.query<OnSite>({
    name: 'transfer-on-site',
    text: `select h.agent_id as agent, (min(s.start_at) at time zone app_zone())::date::text as since,
        coalesce(array_agg(distinct s.specialty_id) filter (where s.specialty_id is not null and ${within}), '{}') as specialties
      from services s cross join ${peopleOn()}
      where s.agency_id = app_agency() and s.site_id = $1 and ${worked('s')} group by 1 having bool_or(${within})`,
    values: [site, start, end],
  });
};

export interface Chosen extends Declared {
  decision: 'INCLUDE' | 'EXCLUDE' | null;
  reason: string | null;
  decidedBy: string | null;
  decidedAt: string | null;
}

const unchosen: Chosen = { ...nothingDeclared, decision: null, reason: null, decidedBy: null, decidedAt: null };

async function chosenOf(db: Db, transfer: string): Promise<Map<string, Chosen>> {
  const rows = await db.query<Chosen & { agent: string } & Record<string, unknown>>({
    name: 'transfer-chosen',
    text: `select agent_id as agent, on_notice as "onNotice", unfit, identity_valid as "identityValid", card_receipt as "cardReceipt",
        replaced_qualifies as "replacedQualifies", has_mandate as "hasMandate", mandate_hours::float8 as "mandateHours", decision, reason,
        decided_by as "decidedBy", to_char(decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "decidedAt"
      from staff_transfer_agents where agency_id = app_agency() and staff_transfer_id = $1`,
    values: [transfer],
  });
  return new Map(rows.map(({ agent, ...chosen }) => [agent, chosen]));
}

export interface Sheet extends Record<string, unknown> {
  id: string;
  name: string;
  lastname: string;
  firstname: string;
  gender: number;
  birthDate: string | null;
  street: string | null;
  zipcode: string | null;
  city: string | null;
  phone: string | null;
  email: string | null;
  position: string | null;
  nationality: string | null;
  permit: string | null;
  cardNumber: string | null;
  cardUntil: string | null;
  medicalUntil: string | null;
  identityUntil: string | null;
  permitUntil: string | null;
  /** Paid each of the nine months, and always alike. */
  bonuses: { name: string; amount: number }[];
  contracts: (Contract & { classificationLevel: string | null; classificationGrade: string | null })[];
  papers: { name: string; until: string | null; specialty: string | null; isCopied: boolean }[];
  /** Names of his documents with their folders, and their day. */
  documents: { name: string; day: string }[];
  signedContracts: number;
  /** His contract was ended for this transfer. */
  hasLeft: boolean;
  absence: { type: string; start: string; end: string } | null;
  leave: { start: string; end: string } | null;
}

const json = (item: string, from: string): string => `(select coalesce(json_agg(${item}), '[]') from ${from})`;
const localDay = (column: string): string => `(${column} at time zone app_zone())::date`;
const absent = (
  where: string,
): string => `(select json_build_object('type', y.name, 'start', ${localDay('u.start_at')}, 'end', ${localDay('u.end_at')})
  from unavailabilities u join agency_unavailability_types y on y.agency_id = u.agency_id and y.id = u.type_id
  where u.agency_id = a.agency_id and u.agent_id = a.id and ${where} order by u.start_at limit 1)`;
const latest = (
  kind: string,
): string => `(select max(e.expires_at)::text from agent_expirations e join expiration_types y on y.agency_id = e.agency_id and y.id = e.type_id
  where e.agency_id = a.agency_id and e.agent_id = a.id and ${kind})`;

/** His contract ended by this very transfer: he is judged as if it went on. */
const left = (
  c: string,
): string => `(${c}.end_reason is not distinct from 'TRANSFER' and exists (select from staff_transfer_leavers l
  where l.agency_id = ${c}.agency_id and l.contract_id = ${c}.id and l.staff_transfer_id = $3))`;

const sheetsOf = (db: Db, agents: readonly string[], { id, transferDate }: Transfer): Promise<Sheet[]> =>
  db.query<Sheet>({
    name: 'transfer-sheets',
    text: `select a.id, a.fullname as name, a.lastname, a.firstname, a.gender, a.birth_date::text as "birthDate", a.street, a.zipcode, a.city, a.phone[1] as phone,
        a.email, a.position, a.nationality, nullif(concat_ws(' ', a.work_permit_type, a.work_permit_number), '') as permit, a.card_number as "cardNumber",
        ${latest('y.is_card')} as "cardUntil", ${latest(`y.kind = 'MEDICAL_VISIT'`)} as "medicalUntil",
        ${latest(`(y.name ilike '%identit%' or y.name ilike '%séjour%')`)} as "identityUntil",
        ${latest(`(y.name ilike '%séjour%' or y.name ilike '%autorisation de travail%')`)} as "permitUntil",
        ${json(
          `json_build_object('name', b.name, 'amount', b.amount) order by b.name`,
          `(select y.name, max(e.amount)::float8 as amount from salary_elements e
            join agency_salary_element_types y on y.agency_id = e.agency_id and y.id = e.type_id
            where e.agency_id = a.agency_id and e.user_company_id = a.id and e.direction = 'GAIN' and e.amount > 0
              and e.date >= $2::date - interval '${transferRules.months} months' and e.date < $2::date
            group by y.id, y.name
            having count(distinct date_trunc('month', e.date)) >= ${transferRules.months} and min(e.amount) = max(e.amount)) b`,
        )} as bonuses,
        ${json(
          `json_build_object('id', c.id, 'type', c.type, 'startDate', c.start_date, 'endDate', case when ${left('c')} then null else c.end_date end, 'period', c.period, 'hoursLimit', c.hours_limit::float8,
          'monthlyPay', c.monthly_pay::float8, 'hourlyPay', c.hourly_pay::float8, 'category', c.category, 'classificationCoeff', c.classification_coeff,
          'classificationLevel', c.classification_level, 'classificationGrade', c.classification_grade) order by c.start_date`,
          'agent_contracts c where c.agency_id = a.agency_id and c.agent_id = a.id',
        )} as contracts,
        ${json(
          `json_build_object('name', y.name, 'until', e.expires_at, 'specialty', y.specialty_id, 'isCopied', e.file_id is not null) order by e.expires_at desc`,
          'agent_expirations e join expiration_types y on y.agency_id = e.agency_id and y.id = e.type_id where e.agency_id = a.agency_id and e.agent_id = a.id',
        )} as papers,
        ${json(
          `json_build_object('name', d.name || coalesce(' ' || (select string_agg(f.name, ' ') from document_attached_folders k
            join document_folders f on f.agency_id = k.agency_id and f.id = k.document_folder_id where k.agency_id = d.agency_id and k.document_id = d.id), ''),
            'day', coalesce(d.date, d.created_at::date))`,
          'documents d where d.agency_id = a.agency_id and d.agent_id = a.id',
        )} as documents,
        exists (select from agent_contracts c where c.agency_id = a.agency_id and c.agent_id = a.id and ${left('c')}) as "hasLeft",
        (select count(*)::integer from agent_contract_papers p where p.agency_id = a.agency_id and p.agent_id = a.id and contract_is_signed(p.status, p.signed_at)) as "signedContracts",
        coalesce(${absent(`${localDay('u.start_at')} <= $2::date and ${localDay('u.end_at')} >= $2::date`)},
          ${absent(`u.start_at <= now() and u.end_at > now()`)}) as absence,
        ${absent(`${localDay('u.start_at')} >= $2::date and y.name ilike 'cong%'`)} as leave
      from agents a where a.agency_id = app_agency() and a.id = any ($1::uuid[]) order by a.lastname collate "fr-x-icu", a.firstname, a.id`,
    values: [agents, transferDate, id],
  });

/** Types of papers of the specialties worked on the site. */
const typesOf = (db: Db, specialties: readonly string[]): Promise<{ name: string; specialty: string }[]> =>
  db.query<{ name: string; specialty: string } & Record<string, unknown>>({
    name: 'transfer-paper-types',
    text: `select name, specialty_id as specialty from expiration_types where agency_id = app_agency() and specialty_id = any ($1::uuid[]) and not is_card`,
    values: [specialties],
  });

/** Effective hours, and what art. 7.12 adds to short or divided days: paid hours count fully (law.md section 1). */
function minutesOf(
  person: PaidPerson,
  { calendar, hours }: HoursPlace,
  site: string,
  now: number,
): { site: Minutes; all: Minutes } {
  const { from, to } = calendar.window;
  const shifts = person.shifts.filter(({ start }) => start >= from && start < to);
  const { paidDays } = hours.of(
    {
      contracts: person.contracts,
      overtimeIncrease: person.overtimeIncrease,
      counters: { weekMinutes: person.weekMinutes },
    },
    person.shifts,
  );
  const counted = shifts.map((shift) => {
    const own = effectiveMinutes(shift);
    const day = paidDays.find((one) => shift.start >= one.from && shift.start < one.to);
    const added = day && day.effective > 0 ? ((day.paid - day.effective) * own) / day.effective : 0;
    return { isHere: shift.siteId === site, isDone: shift.end <= now, minutes: own + added };
  });
  const sum = (rows: readonly { minutes: number }[]): number =>
    Math.round(rows.reduce((all, { minutes }) => all + minutes, 0));
  const both = (rows: typeof counted): Minutes => ({
    done: sum(rows.filter(({ isDone }) => isDone)),
    whole: sum(rows),
  });
  return { site: both(counted.filter(({ isHere }) => isHere)), all: both(counted) };
}

export interface Candidate {
  sheet: Sheet;
  facts: TransferFacts;
  chosen: Chosen;
  /** His first service on the site. */
  since: string | null;
}

const nobody: { site: Minutes; all: Minutes } = { site: { done: 0, whole: 0 }, all: { done: 0, whole: 0 } };

export async function candidatesOf(
  db: Db,
  transfer: Transfer,
): Promise<{ start: string; end: string; candidates: Candidate[] }> {
  const window = countedWindow(transfer.transferDate);
  const here = new Map((await onSite(db, transfer.siteId, window)).map((one) => [one.agent, one]));
  const chosen = await chosenOf(db, transfer.id);
  const ids = [...new Set([...here.keys(), ...chosen.keys()])];
  if (ids.length === 0) return { ...window, candidates: [] };
  const place = await hoursPlace(db, window);
  const people = new Map((await peopleToPay(db, place, { agents: ids, externals: true })).map((one) => [one.id, one]));
  const types = await typesOf(db, [...new Set([...here.values()].flatMap(({ specialties }) => specialties))]);
  const now = minuteNow();
  const candidates = (await sheetsOf(db, ids, transfer)).map((sheet): Candidate => {
    const person = people.get(sheet.id);
    const wanted = types.filter(({ specialty }) => here.get(sheet.id)?.specialties.includes(specialty));
    const own = chosen.get(sheet.id) ?? unchosen;
    return {
      sheet,
      chosen: own,
      since: here.get(sheet.id)?.since ?? null,
      facts: {
        external: person?.external ?? false,
        contracts: sheet.contracts,
        seniority: person?.seniority ?? null,
        ...(person ? minutesOf(person, place, transfer.siteId, now) : nobody),
        card: { number: sheet.cardNumber, until: sheet.cardUntil },
        papers: wanted.map(({ name, specialty }) => ({
          name,
          until: sheet.papers.find((paper) => paper.specialty === specialty && paper.name === name)?.until ?? null,
        })),
        medicalUntil: sheet.medicalUntil,
        nationality: sheet.nationality,
        permit: sheet.permit,
        identityUntil: sheet.identityUntil,
        declared: own,
      },
    };
  });
  return { ...window, candidates };
}
