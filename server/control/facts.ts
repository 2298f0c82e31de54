// The facts of a control, one query for each kind: nothing is asked row by row.
import { withoutContract } from '#core/agents/register.ts';
import type { Breach, ControlFacts, ControlPerson, SignedPaper, Subcontractor } from '#core/control/gaps.ts';
import { groupedBreaches } from '#core/control/gaps.ts';
import { type ControlPart, partNames, partRights } from '#core/control/parts.ts';
import { regulatoryChecks } from '#core/planning/checks.ts';
import { daysAfter, lastDayOf } from '#core/planning/days.ts';
import { timesToSettle } from '#core/planning/service-time.ts';
import { can } from '#core/roles.ts';
import { type Register, registerAt } from '#server/agents/register.ts';
import type { Db } from '#server/db/database.ts';
import type { Call } from '#server/kernel/call.ts';
import { hasCome, joinTimes, worked } from '#server/planning/facts.ts';
import { faultsOf } from '#server/planning/faults.ts';
import { countPayslips } from './papers.ts';

export interface Period {
  start: string;
  end: string;
}

/** The parts that the caller may see. */
export const openParts = ({ asker }: Pick<Call, 'asker'>): Set<ControlPart> =>
  new Set(partNames.filter((part) => can(asker, partRights[part] ?? ['exportData'])));

/** The calendar months of a period: the planning is read one at a time, so that a year needs no more memory. */
export function monthsOf({ start, end }: Period): Period[] {
  const months: Period[] = [];
  for (let day = start; day <= end; day = daysAfter(months.at(-1)?.end ?? end, 1)) {
    const last = lastDayOf(day.slice(0, 7));
    months.push({ start: day, end: last < end ? last : end });
  }
  return months;
}

/** Of services `s`: those that begin in the period $1 to $2. */
const inPeriod = `s.agency_id = app_agency() and s.start_at >= ($1::date)::timestamp at time zone app_zone()
  and s.start_at < ($2::date + 1)::timestamp at time zone app_zone()`;

const work = `work as materialized (select h.agent_id, s.specialty_id, (s.start_at at time zone app_zone())::date as day
  from services s join service_agents h on h.agency_id = s.agency_id and h.service_id = s.id ${joinTimes('s', 'h.agent_id', 't')}
  where ${inPeriod} and ${worked('s')} and ${hasCome('t')})`;

const paper = `paper as materialized (select e.agent_id, e.type_id, y.name, y.is_card, y.specialty_id, e.issued_at, e.expires_at
  from agent_expirations e join expiration_types y on y.agency_id = e.agency_id and y.id = e.type_id where e.agency_id = app_agency())`;

/** Of the papers `p` on the day of `w`: `sure` one covers it; `maybe` one does, if it was issued by then; `ended` one was over. */
const covering = `bool_or(p.expires_at >= w.day) as open, coalesce(bool_or(p.expires_at >= w.day and p.issued_at <= w.day), false) as sure,
  coalesce(bool_or(p.expires_at >= w.day and p.issued_at is null), false) as maybe, coalesce(bool_or(p.expires_at < w.day), false) as ended`;

/** A contract signed here, or on paper as the agency says with its scan: a document of the file proves nothing by its name. */
const signed = (table: string, column: string, id: string): string => `
  exists (select from ${table} p where p.agency_id = app_agency() and p.${column} = ${id} and contract_is_signed(p.status, p.signed_at)) as "isSigned",
  (select p.id from ${table} p where p.agency_id = app_agency() and p.${column} = ${id} and p.status in (100, 150, 200) order by p.created_at desc, p.id limit 1) as paper`;

interface PersonRow extends Omit<ControlPerson, 'contract'>, SignedPaper, Record<string, unknown> {
  isEmployed: boolean;
}

/** Whoever worked in the period, was employed in it, or can be planned today: those who left since are inside. */
async function peopleOf(db: Db, { start, end }: Period): Promise<ControlPerson[]> {
  const rows = await db.query<PersonRow>({
    name: 'control-people',
    text: `with ${work}, ${paper},
      held as (select agent_id, type_id, name, is_card, max(expires_at) as expires_at from paper group by 1, 2, 3, 4),
      card as (select agent_id, max(expires_at) as expires_at from held where is_card group by 1),
      carded as (select w.*, ${covering} from (select agent_id, day, count(*)::integer as services from work group by 1, 2) w
        left join paper p on p.agent_id = w.agent_id and p.is_card group by w.agent_id, w.day, w.services),
      total as (select agent_id, sum(services)::integer as services, sum(services) filter (where not open)::integer as after_card,
          sum(services) filter (where open and not sure and not maybe)::integer as uncovered, sum(services) filter (where maybe and not sure and ended)::integer as unproven
        from carded group by 1),
      skilled as (select w.*, exists (select from agent_specialties x where x.agency_id = app_agency() and x.agent_id = w.agent_id and x.specialty_id = w.specialty_id) as holds, ${covering}
        from (select agent_id, specialty_id, day, count(*)::integer as services from work where specialty_id is not null group by 1, 2, 3) w
        left join paper p on p.agent_id = w.agent_id and p.specialty_id = w.specialty_id group by w.agent_id, w.specialty_id, w.day, w.services),
      skills as (select k.agent_id, y.name, sum(k.services) filter (where not k.holds or (k.open is not null and not k.sure and not k.maybe))::integer as lacking,
          sum(k.services) filter (where k.holds and k.maybe and not k.sure and k.ended)::integer as unproven
        from skilled k join specialties y on y.agency_id = app_agency() and y.id = k.specialty_id group by 1, 2),
      lacking as (select agent_id, json_agg(json_build_object('name', name, 'services', lacking) order by name) filter (where lacking > 0) as list,
          json_agg(json_build_object('name', name, 'services', unproven) order by name) filter (where unproven > 0) as unproven
        from skills group by 1),
      papers as (select agent_id, json_agg(json_build_object('name', name, 'expiresAt', expires_at) order by name) as list from held where not is_card group by 1),
      employed as (select distinct k.agent_id from agent_contracts k where k.agency_id = app_agency() and k.start_date <= $2 and (k.end_date is null or k.end_date >= $1))
    select a.id, a.fullname as name, a.type, (a.status in (100, 200) and a.plannable) as "isActive", a.external_company_name as company,
      a.external_company_siret as siret, a.card_number as "cardNumber", c.expires_at::text as "cardExpiresAt",
      coalesce(w.services, 0) as services, coalesce(w.after_card, 0) as "afterCard", coalesce(w.uncovered, 0) as uncovered,
      coalesce(w.unproven, 0) as "unprovenCard", coalesce(l.list, '[]') as lacking, coalesce(l.unproven, '[]') as unproven, coalesce(p.list, '[]') as papers,
      k.agent_id is not null as "isEmployed", ${signed('agent_contract_papers', 'agent_id', 'a.id')}
    from agents a left join total w on w.agent_id = a.id left join card c on c.agent_id = a.id left join lacking l on l.agent_id = a.id
      left join papers p on p.agent_id = a.id left join employed k on k.agent_id = a.id
    where a.agency_id = app_agency() and (w.services > 0 or k.agent_id is not null or (a.status in (100, 200) and a.plannable))
    order by a.lastname collate "fr-x-icu", a.firstname collate "fr-x-icu", a.id`,
    values: [start, end],
  });
  return rows.map(({ isEmployed, isSigned, paper, ...person }) => ({
    ...person,
    contract: isEmployed ? { isSigned, paper } : null,
  }));
}

const customersOf = (db: Db, { start, end }: Period): Promise<ControlFacts['customers'][number][]> =>
  db.query({
    name: 'control-customers',
    text: `with served as (select distinct i.customer_id from services s join sites i on i.agency_id = s.agency_id and i.id = s.site_id where ${inPeriod} and not s.is_circuit)
      select c.id, c.name, ${signed('customer_contract_papers', 'customer_id', 'c.id')}
      from served v join customers c on c.agency_id = app_agency() and c.id = v.customer_id order by c.name collate "fr-x-icu", c.id`,
    values: [start, end],
  });

const unsettledOf = (db: Db, { start, end }: Period): Promise<ControlFacts['unsettled'][number][]> =>
  db.query({
    name: 'control-unsettled',
    text: `select a.id, a.fullname as name, count(*)::integer as services from services s
        join service_times t on t.agency_id = s.agency_id and t.service_id = s.id join agents a on a.agency_id = t.agency_id and a.id = t.agent_id
      where ${inPeriod} and t.status = ${timesToSettle} group by a.id, a.fullname`,
    values: [start, end],
  });

export interface AgencyFacts extends Record<string, unknown> {
  id: string;
  isFrench: boolean;
  approvalNumber: string | null;
  approvalExpiresAt: string | null;
  insurance: string | null;
  insuranceExpiresAt: string | null;
  managers: { name: string; role: string | null; approvalNumber: string | null; expiresAt: string | null }[];
  subcontractors: Subcontractor[];
}

async function agencyOf(db: Db): Promise<AgencyFacts> {
  const [row] = await db.query<AgencyFacts>({
    name: 'control-agency',
    text: `select g.id, app_french() as "isFrench", g.approval_number as "approvalNumber", g.approval_expires_at::text as "approvalExpiresAt",
        g.insurance, g.insurance_expires_at::text as "insuranceExpiresAt",
        (select coalesce(json_agg(json_build_object('name', m.name, 'role', m.role, 'approvalNumber', m.approval_number, 'expiresAt', m.expires_at) order by m.rank), '[]')
          from agency_managers m where m.agency_id = g.id) as managers,
        (select coalesce(json_agg(json_build_object('name', m.name, 'siret', m.siret, 'approvalNumber', m.approval_number, 'expiresAt', m.expires_at,
            'subcontractRank', m.subcontract_rank, 'share', m.share, 'justifiedOn', m.justified_on, 'hasContract', m.contract_id is not null) order by m.rank), '[]')
          from agency_subcontractors m where m.agency_id = g.id) as subcontractors
      from agencies g where g.id = app_agency()`,
  });
  return row as AgencyFacts;
}

async function breachesOf(call: Call, period: Period): Promise<Breach[]> {
  const found = new Map<string, Breach>();
  for (const month of monthsOf(period))
    for (const { finding, error } of await faultsOf(call, month, [...regulatoryChecks])) {
      const { rule, agent, from, to, service } = finding;
      // A week across two months is found in both.
      const name = error.agent?.name ?? '';
      found.set(`${agent} ${rule} ${from} ${to}`, {
        ...{ rule, service, agent, name, message: error.message, article: error.article },
      });
    }
  return [...found.values()];
}

export interface Controlled extends Omit<ControlFacts, 'agency'> {
  agency: AgencyFacts;
  staff: Register;
  payslips: number;
}

export async function controlFacts(call: Call, period: Period): Promise<Controlled> {
  const { db } = call;
  // A period to come has no register yet: it stands as of today.
  const staff = await registerAt(call, undefined);
  const { today } = staff.house;
  const lines = staff.lines.filter(
    ({ entryDate, exitDate }) => entryDate <= period.end && (exitDate === null || exitDate >= period.start),
  );
  const people = await peopleOf(db, period);
  const known = new Set(people.map(({ id }) => id));
  return {
    today,
    staff,
    people,
    agency: await agencyOf(db),
    payslips: await countPayslips(db, [...known], period.start, period.end),
    register: lines.map(({ agentId, firstname, lastname, gaps }) => ({
      ...{ agent: agentId, name: `${firstname} ${lastname}`, gaps },
    })),
    outsideRegister: withoutContract(staff.people).flatMap(({ id, firstname, lastname }) =>
      known.has(id) ? [{ id, name: `${firstname} ${lastname}` }] : [],
    ),
    customers: await customersOf(db, period),
    breaches: groupedBreaches(await breachesOf(call, period)),
    unsettled: await unsettledOf(db, period),
  };
}
