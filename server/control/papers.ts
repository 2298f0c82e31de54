// The copies that go into the control file, one query for each part.
import type { ControlPart } from '#core/control/parts.ts';
import type { Db } from '#server/db/database.ts';

export interface Copy extends Record<string, unknown> {
  name: string;
  mimeType: string;
  hash: string;
}

interface Asked {
  people: readonly string[];
  customers: readonly string[];
  open: ReadonlySet<ControlPart>;
  start: string;
  end: string;
}

interface Row extends Record<string, unknown> {
  /** Of the file, for its ending. */
  file: string;
  label: string;
  mimeType: string;
  hash: string;
}

const ending = (file: string): string => /\.[^./\\]{1,8}$/.exec(file)?.[0] ?? '';

const copies = async (db: Db, name: string, text: string, values: unknown[]): Promise<Copy[]> =>
  (await db.query<Row>({ name, text, values })).map(({ file, label, mimeType, hash }) => ({
    ...{ name: `${label}${ending(file)}`, mimeType, hash },
  }));

/** Payslips of the period: documents of collaborators whose name says so, and that the agency gave them. */
const isPayslip = `d.agency_id = app_agency() and d.target = 'AGENT' and d.name ~* '(bulletin|fiche de paie|salaire)'
  and (d.batch_id is not null or d.user_id is distinct from (select a.user_id from agents a where a.agency_id = d.agency_id and a.id = d.agent_id))
  and coalesce(d.date, (d.created_at at time zone app_zone())::date) between $2::date and $3::date and d.agent_id = any ($1::uuid[])`;

export async function countPayslips(db: Db, people: readonly string[], start: string, end: string): Promise<number> {
  const [row] = await db.query<{ count: number }>({
    name: 'control-payslips',
    text: `select count(*)::integer as count from documents d where ${isPayslip}`,
    values: [people, start, end],
  });
  return row?.count ?? 0;
}

const file = 'f.name as file, f.mime_type as "mimeType", f.hash';

/** Signed here, or marked as signed by the agency with its scan, and still so. */
const contracts = (kind: 'agent' | 'customer', people: string): string => `
  select ${file}, x.label from (
    select coalesce(r.signed_file_id, p.scan_id, r.file_id) as file_id, w.name || ' - ' || p.title || coalesce(' ' || p.reference, '')
        || case when coalesce(r.signed_file_id, p.scan_id) is null then ' (texte, original signé sur papier)' else '' end as label
      from ${kind}_contract_papers p join ${people} w on w.id = p.${kind}_id
        left join lateral (select q.signed_file_id, q.file_id from signature_requests q where q.agency_id = p.agency_id and q.${kind}_contract_id = p.id
          and q.outcome in ('SIGNED', 'MARKED') order by q.closed_at desc limit 1) r on true
      where p.agency_id = app_agency() and contract_is_signed(p.status, p.signed_at)) x
  join files f on f.agency_id = app_agency() and f.id = x.file_id where f.hash is not null order by x.label, f.id`;

const agents = `(select a.id, a.fullname as name from agents a where a.agency_id = app_agency() and a.id = any ($1::uuid[]))`;
const customers = `(select c.id, c.name from customers c where c.agency_id = app_agency() and c.id = any ($1::uuid[]))`;

export async function copiesOf(
  db: Db,
  asked: Asked,
): Promise<Record<'papers' | 'contracts' | 'customers' | 'subcontracts' | 'payslips', Copy[]>> {
  const { people, open, start, end } = asked;
  const none: Copy[] = [];
  return {
    papers: await copies(
      db,
      'control-paper-files',
      `select ${file}, w.name || ' - ' || y.name as label from agent_expirations e join ${agents} w on w.id = e.agent_id
          join expiration_types y on y.agency_id = e.agency_id and y.id = e.type_id join files f on f.agency_id = e.agency_id and f.id = e.file_id
        where e.agency_id = app_agency() and f.hash is not null order by 4, f.id`,
      [people],
    ),
    contracts: open.has('CONTRACTS')
      ? await copies(db, 'control-contract-files', contracts('agent', agents), [people])
      : none,
    customers: open.has('CUSTOMERS')
      ? await copies(db, 'control-customer-files', contracts('customer', customers), [asked.customers])
      : none,
    subcontracts: await copies(
      db,
      'control-subcontract-files',
      `select ${file}, m.name as label from agency_subcontractors m join files f on f.agency_id = m.agency_id and f.id = m.contract_id
        where m.agency_id = app_agency() and f.hash is not null order by m.rank`,
      [],
    ),
    payslips: open.has('PAYSLIPS')
      ? await copies(
          db,
          'control-payslip-files',
          `select ${file}, w.name || ' - ' || d.name as label from documents d join ${agents} w on w.id = d.agent_id join files f on f.agency_id = d.agency_id and f.id = d.file_id
            where ${isPayslip} and f.hash is not null order by 4, f.id`,
          [people, start, end],
        )
      : none,
  };
}
