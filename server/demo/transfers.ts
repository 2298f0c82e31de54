// Two transfers of staff of a demo agency: a site that is lost next month, with the nine months that its people worked
// there, and a site that is won, with the list received.
import type { DemoAgency } from '#demo/index.ts';
import type { Db } from '#server/db/database.ts';
import { correcting } from '#server/kernel/frozen.ts';
import { insertRows } from '#server/kernel/rows.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { keepNext } from '#server/transfer/transfers.ts';

const people = [
  ['Bernard', 'Sylvie', 2, '1984-06-12', 'CDI', '2015-03-02', 'Agente SSIAP 1', 151.67, 150, 2_039.33, 900, 'TAKEN'],
  ['Cissé', 'Mamadou', 1, '1991-01-25', 'CDI', '2019-09-16', 'Agent de sécurité', 151.67, 140, 1_965.78, 700, 'TAKEN'],
  [
    'Delmas',
    'Romain',
    1,
    '1988-11-03',
    'CDI',
    '2023-02-01',
    'Agent de sécurité',
    151.67,
    140,
    1_965.78,
    400,
    'PENDING',
  ],
  ['Ferreira', 'Inês', 2, '1996-04-19', 'CDI', '2024-05-13', 'Agente de sécurité', 104, 130, 1_308.66, -20, 'PENDING'],
  [
    'Gauthier',
    'Paul',
    1,
    '1979-08-30',
    'CDD_ACTIVITY',
    '2026-03-01',
    'Agent de sécurité',
    151.67,
    130,
    1_908.54,
    300,
    'INELIGIBLE',
  ],
  ['Haddad', 'Samir', 1, '1993-12-07', 'CDI', '2021-01-04', 'Agent cynophile', 151.67, 140, 1_965.78, 600, 'DECLINED'],
] as const;

const dayLength = 86_400_000;

/** Week days of each: Sunday is 0. The last one works elsewhere most of his time. */
const turns = [[1, 3, 5], [2, 4, 6], [1, 4, 0], [2, 5, 0], [3]];

/** Twelve-hour days. */
async function insertPast(
  db: Db,
  agency: string,
  site: string,
  workers: readonly string[],
  from: number,
  to: number,
): Promise<void> {
  const days = Array.from({ length: Math.round((to - from) / dayLength) }, (_, at) => from + at * dayLength);
  const past = workers.flatMap((agent, at) =>
    days
      .filter((day) => turns[at % turns.length]?.includes(new Date(day).getUTCDay()))
      .map((day) => ({ id: uuidv7(day), agent, day })),
  );
  const hour = dayLength / 24;
  await insertRows(db, 'services', past, ({ id, day }) => ({
    ...{
      agency_id: agency,
      id,
      site_id: site,
      status: 300,
      activity_type: 1,
      nb_agents: 1,
      created_at: new Date(day - 9 * dayLength),
    },
    ...{ start_at: new Date(day + 6 * hour), end_at: new Date(day + 18 * hour) },
  }));
  // Finished services need their agents, so write as a correction.
  await correcting(db, 'demo', () =>
    insertRows(db, 'service_agents', past, ({ id, agent }) => ({
      agency_id: agency,
      service_id: id,
      agent_id: agent,
    })),
  );
}

interface Chosen {
  lost: string;
  won: string;
  workers: { id: string }[];
}

/** The two sites with the most services, and who works at the first. */
async function chosenSites(db: Db, agency: string, now: Date): Promise<Chosen | null> {
  const sites = await db.query<{ id: string }>({
    text: `select s.site_id as id from services s join sites i on i.agency_id = s.agency_id and i.id = s.site_id
      where s.agency_id = $1 and i.status = 100 and s.circuit_id is null and not s.is_circuit group by 1 order by count(*) desc, 1 limit 2`,
    values: [agency],
  });
  const [lost, won] = sites.map(({ id }) => id);
  if (!lost || !won) return null;
  const workers = await db.query<{ id: string }>({
    text: `select a.id from service_agents h join services s on s.agency_id = h.agency_id and s.id = h.service_id
        join agents a on a.agency_id = h.agency_id and a.id = h.agent_id and a.email not like 'agent@%'
        join agent_contracts c on c.agency_id = a.agency_id and c.agent_id = a.id and c.start_date < $3::date - 300
      where h.agency_id = $1 and s.site_id = $2 group by a.id order by count(*) desc, a.id limit 5`,
    values: [agency, lost, now],
  });
  return { lost, won, workers };
}

/** Before the invoices, which bill these months. */
export async function insertLostMonths(db: Db, { agency: { id: agency } }: DemoAgency, now: Date): Promise<void> {
  const chosen = await chosenSites(db, agency, now);
  if (!chosen) return;
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const workers = chosen.workers.map(({ id }) => id);
  await insertPast(db, agency, chosen.lost, workers, Date.UTC(year, month - 8, 1), Date.UTC(year, month - 1, 1));
}

export async function insertTransfers(db: Db, { agency: { id: agency } }: DemoAgency, now: Date): Promise<void> {
  const chosen = await chosenSites(db, agency, now);
  if (!chosen) return;
  const { lost, won, workers } = chosen;
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const dayAt = (at: number): string => new Date(at).toISOString().slice(0, 10);
  const transferDate = dayAt(Date.UTC(year, month + 1, 1));
  const at = (ago: number): Date => new Date(now.getTime() - ago * dayLength);
  const ids = { lost: uuidv7(at(8).getTime()), won: uuidv7(at(6).getTime()) };
  const rows = [
    {
      ...{ id: ids.lost, direction: 'OUT', site_id: lost, known_on: dayAt(at(8).getTime()), created_at: at(8) },
      ...{ other_company: 'Rempart Sécurité', other_email: 'reprise@rempart.example' },
    },
    {
      ...{ id: ids.won, direction: 'IN', site_id: won, known_on: dayAt(at(6).getTime()), created_at: at(6) },
      ...{ other_company: 'Vigilance du Littoral', other_email: 'rh@littoral.example' },
    },
  ];
  await insertRows(db, 'staff_transfers', rows, (row) => ({ agency_id: agency, transfer_date: transferDate, ...row }));
  const marks = [
    [ids.lost, 'staff', 5],
    [ids.won, 'notify', 5],
    [ids.won, 'received', 2],
  ] as const;
  await insertRows(db, 'staff_transfer_steps', [...marks], ([transfer, code, ago]) => ({
    ...{ agency_id: agency, staff_transfer_id: transfer, code, done_on: dayAt(at(ago).getTime()) },
  }));
  // As after each act: what is next, and until when.
  await db.query({ text: `select set_config('app.agency', $1, true)`, values: [agency] });
  await keepNext(db, [ids.lost, ids.won]);
  await db.query({ text: `select set_config('app.agency', '', true)` });
  await insertRows(db, 'staff_transfer_agents', workers.slice(0, 3), ({ id }) => ({
    ...{ agency_id: agency, staff_transfer_id: ids.lost, agent_id: id, identity_valid: true, unfit: false },
  }));
  await insertRows(
    db,
    'transfer_people',
    [...people],
    ([lastname, firstname, gender, born, type, since, position, hours, coefficient, pay, card, decision]) => ({
      ...{
        agency_id: agency,
        id: uuidv7(at(2).getTime()),
        transfer_id: ids.won,
        lastname,
        firstname,
        gender,
        birth_date: born,
        contract_type: type,
      },
      ...{
        seniority_date: since,
        site_since: since,
        position,
        monthly_hours: hours,
        coefficient,
        monthly_pay: pay,
        decision,
        category: 'AGENT_EXPLOIT',
      },
      ...{ nationality: 'Française', city: 'Nice', country: 'FR', created_at: at(2) },
      card_number: `CAR-006-${dayAt(at(-card).getTime())}-202300${String(coefficient).padStart(5, '0')}`,
      card_until: dayAt(at(-card).getTime()),
      reason: decision === 'INELIGIBLE' ? 'CDD d’accroissement d’activité' : null,
    }),
  );
}
