// The tables of the control file: people of the period, their papers and contracts, the work, the customers.
import { agentTypes } from '#core/agents/agent.ts';
import { contractTypes } from '#core/agents/contracts.ts';
import { expiryState, expiryStates } from '#core/agents/expiry.ts';
import { subcontractorOf } from '#core/control/gaps.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { inHours } from '#core/kernel/duration.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import type { ExportTable } from '#core/pay/mapping.ts';
import type { Db } from '#server/db/database.ts';
import { count, hoursPlace, lineOf } from '#server/planning/hours-calls.ts';
import type { Controlled, Period } from './facts.ts';

const dated = (day: string | null): string => (day === null ? '' : frenchDay(day));
const state = (day: string | null, today: string): string =>
  day === null ? '' : expiryStates[expiryState(day, today)];
const yes = (holds: boolean): string => (holds ? 'Oui' : 'Non');

export const cardsTable = ({ people, today }: Controlled): ExportTable => ({
  head: [
    ...['Nom', 'Type', 'Entreprise', 'Carte professionnelle', 'Valable jusqu’au', 'État'],
    'Vacations de la période',
  ],
  rows: people.map((one) => [
    ...[one.name, agentTypes[one.type as keyof typeof agentTypes] ?? one.type, one.company ?? '', one.cardNumber ?? ''],
    ...[dated(one.cardExpiresAt), state(one.cardExpiresAt, today), one.services],
  ]),
});

interface Paper extends Record<string, unknown> {
  name: string;
  type: string;
  number: string | null;
  issuedAt: string | null;
  expiresAt: string;
}

export async function papersTable(db: Db, { people, today }: Controlled): Promise<ExportTable> {
  const rows = await db.query<Paper>({
    name: 'control-papers',
    text: `select a.fullname as name, y.name as type, e.number, e.issued_at::text as "issuedAt", e.expires_at::text as "expiresAt"
      from agent_expirations e join expiration_types y on y.agency_id = e.agency_id and y.id = e.type_id join agents a on a.agency_id = e.agency_id and a.id = e.agent_id
      where e.agency_id = app_agency() and e.agent_id = any ($1::uuid[]) and not y.is_card order by a.fullname collate "fr-x-icu", a.id, y.name, e.expires_at`,
    values: [people.map(({ id }) => id)],
  });
  return {
    head: ['Nom', 'Titre', 'Numéro', 'Délivré le', 'Expire le', 'État'],
    rows: rows.map(({ name, type, number, issuedAt, expiresAt }) => [
      ...[name, type, number ?? '', dated(issuedAt), dated(expiresAt), state(expiresAt, today)],
    ]),
  };
}

interface WorkContract extends Record<string, unknown> {
  agent: string;
  name: string;
  type: keyof typeof contractTypes;
  start: string;
  end: string | null;
  hours: number;
  period: string;
  coefficient: number | null;
}

export async function contractsTable(db: Db, { people }: Controlled, { start, end }: Period): Promise<ExportTable> {
  const rows = await db.query<WorkContract>({
    name: 'control-contracts',
    text: `select a.id as agent, a.fullname as name, k.type, k.start_date::text as start, k.end_date::text as "end", k.hours_limit::float8 as hours, k.period,
        k.classification_coeff as coefficient
      from agent_contracts k join agents a on a.agency_id = k.agency_id and a.id = k.agent_id
      where k.agency_id = app_agency() and k.start_date <= $2 and (k.end_date is null or k.end_date >= $1) order by a.fullname collate "fr-x-icu", a.id, k.start_date`,
    values: [start, end],
  });
  const signed = new Set(people.flatMap(({ id, contract }) => (contract?.isSigned ? [id] : [])));
  return {
    head: ['Nom', 'Type', 'Du', 'Au', 'Heures', 'Par', 'Coefficient', 'Signé au dossier'],
    rows: rows.map((one) => [
      ...[one.name, contractTypes[one.type], dated(one.start), dated(one.end), one.hours],
      ...[one.period === 'MONTH' ? 'mois' : 'semaine', one.coefficient, yes(signed.has(one.agent))],
    ]),
  };
}

/** One month: its services and its totals. */
export async function hoursTables(db: Db, month: Period): Promise<{ services: ExportTable; totals: ExportTable }> {
  const place = await hoursPlace(db, month);
  const people = (await count(db, null, place)).toSorted(
    ({ row: one }, { row: other }) => one.name.localeCompare(other.name, 'fr') || (one.id < other.id ? -1 : 1),
  );
  const { zone } = place.calendar;
  const moment = (instant: string): [string, string] => {
    const { day, time } = wallClock(instant, zone);
    return [frenchDay(day), time];
  };
  return {
    services: {
      head: ['Nom', 'Référence', 'Site', 'Poste', 'Début', 'à', 'Fin', 'à', 'Prévu', 'Effectif', 'Pauses'],
      rows: people.flatMap(({ row: { name }, work }) =>
        work
          .flatMap((shift) => lineOf(shift, place))
          .map((line) => [
            ...[name, line.reference, line.site, line.postTitle ?? '', ...moment(line.startAt), ...moment(line.endAt)],
            ...[inHours(line.planned), inHours(line.effective), inHours(line.breaks)],
          ]),
      ),
    },
    totals: {
      head: ['Nom', 'Prévu', 'Effectif', 'Payé', 'Nuit', 'Contrat', 'Heures supplémentaires'],
      rows: people
        .filter(({ row }) => row.planned > 0 || row.effective > 0)
        .map(({ row }) => [
          ...[row.name, inHours(row.planned), inHours(row.effective), inHours(row.paid), inHours(row.night)],
          row.contract === null ? '' : inHours(row.contract),
          inHours(row.overtime.reduce((sum, { minutes }) => sum + minutes, 0)),
        ]),
    },
  };
}

interface CustomerRow extends Record<string, unknown> {
  id: string;
  number: string | null;
  address: string | null;
  sites: number;
  contracts: string | null;
}

export async function customersTable(db: Db, { customers }: Controlled, { start, end }: Period): Promise<ExportTable> {
  const rows = await db.query<CustomerRow>({
    name: 'control-customers-table',
    text: `select c.id, c.customer_number_id as number, nullif(concat_ws(', ', c.street, nullif(concat_ws(' ', c.zipcode, c.city), '')), '') as address,
        (select count(*)::integer from sites i where i.agency_id = c.agency_id and i.customer_id = c.id and i.status <> 300) as sites,
        (select string_agg(k.title || ' (' || to_char(k.start_date, 'DD/MM/YYYY') || coalesce(' – ' || to_char(k.end_date, 'DD/MM/YYYY'), '') || ')', ' ; ' order by k.start_date)
          from commercial_contracts k where k.agency_id = c.agency_id and k.customer_id = c.id and k.start_date <= $3 and (k.end_date is null or k.end_date >= $2)) as contracts
      from customers c where c.agency_id = app_agency() and c.id = any ($1::uuid[])`,
    values: [customers.map(({ id }) => id), start, end],
  });
  const known = new Map(rows.map((row) => [row.id, row]));
  return {
    head: ['Client', 'Numéro', 'Adresse', 'Sites', 'Contrats commerciaux de la période', 'Contrat signé au dossier'],
    rows: customers.map(({ id, name, isSigned }) => {
      const row = known.get(id);
      return [name, row?.number ?? '', row?.address ?? '', row?.sites ?? 0, row?.contracts ?? '', yes(isSigned)];
    }),
  };
}

export function subcontractorsTable({ agency, people, today }: Controlled): ExportTable {
  const services = new Map<string, number>();
  for (const person of people) {
    const company = person.type === 'EXTERNAL' ? subcontractorOf(person, agency.subcontractors) : undefined;
    if (company) services.set(company.name, (services.get(company.name) ?? 0) + person.services);
  }
  return {
    head: [
      ...['Entreprise', 'SIRET', 'Autorisation d’exercer', 'Valable jusqu’au', 'État', 'Rang', 'Part confiée'],
      ...['Justification du rang 2', 'Contrat joint', 'Vacations de la période'],
    ],
    rows: agency.subcontractors.map((one) => [
      ...[one.name, one.siret ?? '', one.approvalNumber ?? '', dated(one.expiresAt), state(one.expiresAt, today)],
      ...[one.subcontractRank, one.share ?? '', dated(one.justifiedOn), yes(one.hasContract)],
      services.get(one.name) ?? 0,
    ]),
  };
}

export const agencyTable = ({ agency, today }: Controlled): ExportTable => ({
  head: ['Titre', 'Titulaire', 'Numéro', 'Valable jusqu’au', 'État'],
  rows: [
    ['Autorisation d’exercer', 'Agence', agency.approvalNumber ?? '', dated(agency.approvalExpiresAt), ''],
    ['Assurance professionnelle', 'Agence', agency.insurance ?? '', dated(agency.insuranceExpiresAt), ''],
    ...agency.managers.map(({ name, role, approvalNumber, expiresAt }) => [
      ...['Agrément de dirigeant', [name, role].filter(Boolean).join(', '), approvalNumber ?? ''],
      ...[dated(expiresAt), state(expiresAt, today)],
    ]),
  ],
});
