// What a controller asks about a demo agency itself: its insurance, managers and subcontractors, some with a gap.
import type { DemoAgency } from '#demo/index.ts';
import type { Db } from '#server/db/database.ts';
import { insertRows } from '#server/kernel/rows.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';

const dayLength = 86_400_000;

export async function insertControl(db: Db, { agency, agents }: DemoAgency, now: Date): Promise<void> {
  const dayIn = (days: number): string => new Date(now.getTime() + days * dayLength).toISOString().slice(0, 10);
  await db.query({
    text: 'update agencies set insurance = $2, insurance_expires_at = $3 where id = $1',
    values: [agency.id, 'Assurances du Littoral, contrat RC 4471-20, France entière', dayIn(25)],
  });
  const owner = agents.find(({ isOwner }) => isOwner)?.draft;
  const managers = [
    { name: `${owner?.firstname} ${owner?.lastname}`, role: 'Gérante', number: 'AGD-006-2030-02-10', ends: 1_180 },
    { name: 'Philippe Aubert', role: 'Directeur des opérations', number: 'AGD-006-2026-10-01', ends: -20 },
  ];
  await insertRows(db, 'agency_managers', managers, ({ name, role, number, ends }) => ({
    ...{ agency_id: agency.id, id: uuidv7(now.getTime()), rank: managers.findIndex((one) => one.name === name) },
    ...{ name, role, approval_number: number, expires_at: dayIn(ends) },
  }));
  // The companies of its external people, but for the last: one of each gap.
  const companies = await db.query<{ name: string; siret: string | null }>({
    text: `select external_company_name as name, max(external_company_siret) as siret from agents
      where agency_id = $1 and type = 'EXTERNAL' and external_company_name is not null group by 1 order by 1`,
    values: [agency.id],
  });
  await insertRows(db, 'agency_subcontractors', companies.slice(0, 2), ({ name, siret }) => {
    const isFirst = name === companies[0]?.name;
    return {
      ...{ agency_id: agency.id, id: uuidv7(now.getTime()), rank: isFirst ? 0 : 1, name, siret },
      ...{ approval_number: isFirst ? 'AUT-083-2124-06-02-20240000000' : null, subcontract_rank: isFirst ? 1 : 2 },
      share: isFirst ? 'Rondes de nuit des parkings' : 'Renforts d’événements',
    };
  });
}
