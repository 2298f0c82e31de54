// The values of the variables of a contract, from the records of both sides.
import { agreementCategories } from '#core/agents/branch.ts';
import { contractTypes, controlPeriods } from '#core/agents/contracts.ts';
import { type ContractKind, trialPeriods, type VariableValues } from '#core/contracts/variables.ts';
import { formatMoney } from '#core/kernel/money.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import type { Db } from '#server/db/database.ts';

/** Whom the contract is with, and what it signs. */
export interface Parties {
  kind: ContractKind;
  party: string | null;
  commercial: string | null;
  title: string | null;
  reference: string | null;
}

type Texts = Record<string, string | null>;

const address = (t: string): string =>
  `nullif(concat_ws(', ', ${t}.street, nullif(concat_ws(' ', ${t}.zipcode, ${t}.city), '')), '')`;

const agencySql = `select g.name, g.legal_status as form, g.siret, ${address('g')} as address, g.approval_number as approval, g.currency,
    nullif(concat_ws(' ', g.representative_firstname, g.representative_lastname), '') as representative, app_today()::text as today
  from agencies g where g.id = app_agency()`;

/** The work contract in force, else the next one, else the last. */
const agentSql = `select case a.civility when 1 then 'Monsieur' when 2 then 'Madame' end as civility, a.firstname, a.lastname, ${address('a')} as address,
    a.birth_date::text as "birthDate", a.birth_location as "birthLocation", a.nationality, a.registration_number as number, a.card_number as card,
    w.type, w.start_date::text as "startDate", w.end_date::text as "endDate", w.hours_limit::float8::text as hours, w.period, w.hourly_pay::text as "hourlyPay", w.monthly_pay::text as "monthlyPay",
    w.category, w.classification_coeff::text as coefficient, w.classification_level as level, w.classification_grade as grade, w.work_place as place
  from agents a left join lateral (select * from agent_contracts w where w.agency_id = a.agency_id and w.agent_id = a.id
    order by (w.start_date <= app_today() and coalesce(w.end_date >= app_today(), true)) desc, (w.start_date > app_today()) desc,
      case when w.start_date > app_today() then w.start_date - app_today() else app_today() - w.start_date end limit 1) w on true
  where a.agency_id = app_agency() and a.id = $1`;

const customerSql = `select c.name, ${address('c')} as address, c.siret, c.customer_number_id as number,
    (select concat_ws(' ', p.firstname, p.lastname) from contacts p where p.agency_id = c.agency_id and p.customer_id = c.id and p.status in (100, 200) order by p.id limit 1) as contact,
    k.title, k.start_date::text as "startDate", k.end_date::text as "endDate", k.notice_months::text as notice,
    (select string_agg(s.name, ', ' order by s.name) from commercial_contract_sites j join sites s on s.agency_id = j.agency_id and s.id = j.site_id
      where j.agency_id = k.agency_id and j.commercial_contract_id = k.id) as sites
  from customers c left join commercial_contracts k on k.agency_id = c.agency_id and k.customer_id = c.id and k.id = $2
  where c.agency_id = app_agency() and c.id = $1`;

const day = (value: string | null | undefined): string | null => (value ? frenchDay(value) : null);
const labelled = (labels: Readonly<Record<string, string>>, code: string | null | undefined): string | null =>
  (code && labels[code]) || null;

function agentValues(row: Texts, currency: string): Texts {
  const amount = (value: string | null | undefined): string | null =>
    value ? formatMoney(Number(value), currency) : null;
  return {
    'collaborateur.civilite': row.civility ?? null,
    'collaborateur.prenom': row.firstname ?? null,
    'collaborateur.nom': row.lastname ?? null,
    'collaborateur.adresse': row.address ?? null,
    'collaborateur.naissance': day(row.birthDate),
    'collaborateur.lieuDeNaissance': row.birthLocation ?? null,
    'collaborateur.nationalite': row.nationality ?? null,
    'collaborateur.matricule': row.number ?? null,
    'collaborateur.carte': row.card ?? null,
    'travail.type': labelled(contractTypes, row.type),
    'travail.debut': day(row.startDate),
    'travail.fin': day(row.endDate),
    'travail.heures': row.hours
      ? `${row.hours.replace('.', ',')} h ${labelled(controlPeriods, row.period) ?? ''}`.trim()
      : null,
    'travail.salaireHoraire': amount(row.hourlyPay),
    'travail.salaireMensuel': amount(row.monthlyPay),
    'travail.categorie': labelled(agreementCategories, row.category),
    'travail.coefficient': row.coefficient ?? null,
    'travail.niveau': row.level ?? null,
    'travail.echelon': row.grade ?? null,
    'travail.lieu': row.place ?? null,
    'travail.essai': labelled(trialPeriods, row.category),
  };
}

const customerValues = (row: Texts): Texts => ({
  'client.nom': row.name ?? null,
  'client.adresse': row.address ?? null,
  'client.siret': row.siret ?? null,
  'client.numero': row.number ?? null,
  'client.contact': row.contact ?? null,
  'prestation.titre': row.title ?? null,
  'prestation.debut': day(row.startDate),
  'prestation.fin': day(row.endDate),
  'prestation.preavis': row.notice ? `${row.notice} mois` : null,
  'prestation.sites': row.sites ?? null,
});

export async function valuesOf(db: Db, parties: Parties): Promise<VariableValues> {
  const { kind, party, commercial, title, reference } = parties;
  const [agency = {}] = await db.query<Texts>({ name: 'contract-agency', text: agencySql });
  const [row = {}] =
    party === null
      ? []
      : await db.query<Texts>(
          kind === 'agent'
            ? { name: 'contract-agent', text: agentSql, values: [party] }
            : { name: 'contract-customer', text: customerSql, values: [party, commercial] },
        );
  return {
    'agence.nom': agency.name ?? null,
    'agence.forme': agency.form ?? null,
    'agence.siret': agency.siret ?? null,
    'agence.adresse': agency.address ?? null,
    'agence.autorisation': agency.approval ?? null,
    'agence.representant': agency.representative ?? null,
    'contrat.titre': title,
    'contrat.reference': reference,
    date: day(agency.today),
    ...(kind === 'agent' ? agentValues(row, agency.currency ?? 'EUR') : customerValues(row)),
  };
}
