// Documents of a demo agency for each audience: the agency's own, payslips and diplomas, papers of customers.
import { Readable } from 'node:stream';
import { contractStatus } from '#core/contracts/status.ts';
import { lastDayOf, ofMonth } from '#core/planning/days.ts';
import type { DemoAgency } from '#demo/index.ts';
import type { Db } from '#server/db/database.ts';
import type { FileStore } from '#server/files/store.ts';
import { insertRows } from '#server/kernel/rows.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { draw } from '#server/pdf/drawing.ts';
import { houseOf } from './notes.ts';

const dayLength = 86_400_000;

const folders = {
  pay: ['Bulletins de paie', 'Un par mois, remis à chaque collaborateur.'],
  training: ['Diplômes et formations', 'Cartes, SSIAP, SST, habilitations.'],
  agency: ['Papiers de l’agence', 'Assurances, autorisations, attestations.'],
  rules: ['Règles et procédures', 'Ce que chacun doit connaître.'],
  customers: ['Papiers des clients', 'Plans de prévention et protocoles.'],
} as const;
type Folder = keyof typeof folders;

interface Own {
  name: string;
  folder: Folder;
  text: string;
  /** Days until its end. */
  ends?: number;
  agents?: true;
  customers?: true;
  isHidden?: true;
  isRevised?: true;
}

const own: readonly Own[] = [
  {
    name: 'Attestation d’assurance RC professionnelle',
    folder: 'agency',
    text: 'Garantie des dommages causés aux tiers.',
    ends: 25,
    customers: true,
  },
  {
    name: 'Autorisation d’exercer du CNAPS',
    folder: 'agency',
    text: 'Article L612-9 du code de la sécurité intérieure.',
    ends: 700,
    customers: true,
  },
  {
    name: 'Attestation de vigilance URSSAF',
    folder: 'agency',
    text: 'À remettre à chaque client tous les six mois.',
    ends: -45,
    customers: true,
  },
  { name: 'Extrait Kbis', folder: 'agency', text: 'Immatriculation au registre du commerce.', ends: 70 },
  {
    name: 'Règlement intérieur',
    folder: 'rules',
    text: 'Tenue, prise de poste, usage du téléphone, main courante.',
    agents: true,
    isRevised: true,
  },
  {
    name: 'Document unique d’évaluation des risques',
    folder: 'rules',
    text: 'Risques par poste et mesures de prévention.',
    agents: true,
  },
  {
    name: 'Procédure d’alerte et numéros utiles',
    folder: 'rules',
    text: 'Qui appeler, dans quel ordre, et quoi dire.',
    agents: true,
  },
  {
    name: 'Projet de plan de formation',
    folder: 'training',
    text: 'Document de travail de la direction.',
    isHidden: true,
  },
];

/** Of the months before this one, the latest first. */
function monthsBefore(now: Date, count: number): { name: string; day: string }[] {
  return Array.from({ length: count }, (_, index) => {
    const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - index, 0));
    return {
      name: `Bulletin de paie ${ofMonth(last.toISOString().slice(0, 7))}`,
      day: last.toISOString().slice(0, 10),
    };
  });
}

export async function insertDocuments(db: Db, world: DemoAgency, store: FileStore, now: Date): Promise<void> {
  const agency = world.agency.id;
  const owner = world.agents.find(({ isOwner }) => isOwner);
  const user = owner?.userId ?? null;
  const author = [owner?.draft.firstname, owner?.draft.lastname].filter(Boolean).join(' ');
  const house = houseOf(world);

  const fileOf = async (title: string, text: string): Promise<string> => {
    const pdf = await draw('writePdf', { title, house, content: [{ text, fontSize: 11 }], now });
    const arrived = await store.receive(Readable.from([pdf]), pdf.length);
    await store.keep(arrived);
    const id = uuidv7(now.getTime());
    await insertRows(db, 'files', [arrived], ({ hash, size }) => ({
      ...{ agency_id: agency, id, name: `${title}.pdf`, mime_type: 'application/pdf', size, hash },
      ...{ uploaded_by: user, created_at: now.toISOString() },
    }));
    return id;
  };

  const folderId = Object.fromEntries(Object.keys(folders).map((key) => [key, uuidv7(now.getTime())])) as Record<
    Folder,
    string
  >;
  await insertRows(db, 'document_folders', Object.entries(folders), ([key, [name, description]]) => ({
    ...{ agency_id: agency, id: folderId[key as Folder], name, description, created_at: now.toISOString() },
  }));

  for (const [rank, one] of own.entries()) {
    const id = uuidv7(now.getTime());
    const createdAt = new Date(now.getTime() - (rank * 9 + 3) * dayLength).toISOString();
    const file = await fileOf(one.name, one.text);
    const ends =
      one.ends === undefined ? null : new Date(now.getTime() + one.ends * dayLength).toISOString().slice(0, 10);
    await insertRows(db, 'documents', [one], ({ name, agents, customers, isHidden, isRevised }) => ({
      ...{ agency_id: agency, id, name, file_id: file, target: 'AGENCY', edition: isRevised ? 2 : 1 },
      ...{
        expired_at: ends && lastDayOf(ends.slice(0, 7)),
        shared: !isHidden,
        author,
        user_id: user,
        created_at: createdAt,
      },
      ...{ access_all_agents: agents ?? false, access_all_customers: customers ?? false },
    }));
    await insertRows(db, 'document_attached_folders', [id], (document_id) => ({
      ...{ agency_id: agency, document_id, document_folder_id: folderId[one.folder] },
    }));
    if (one.isRevised)
      await insertRows(
        db,
        'document_versions',
        [await fileOf(`${one.name} (première version)`, one.text)],
        (file_id) => ({
          ...{ agency_id: agency, id: uuidv7(), document_id: id, rank: -1, edition: 1, file_id },
          ...{ replaced_at: createdAt, replaced_by: author, user_id: user },
        }),
      );
    if (one.agents)
      await db.query({
        text: `insert into document_readers (agency_id, document_id, user_id, name, kind, edition, read_at, downloads)
          select agency_id, $2, user_id, fullname, 'AGENCY', 1, $3::timestamptz + row_number() over (order by id) * interval '5 hours', 1
          from agents where agency_id = $1 and user_id is not null and status = 100 order by id limit 12`,
        values: [agency, id, createdAt],
      });
  }

  /** One document for each person or customer of the query. */
  const forEach = async (
    { name, file, folder, day, at }: { name: string; file: string; folder: Folder; day: string | null; at: string },
    whose: string,
    ends = 'null::date',
  ): Promise<void> => {
    await db.query({
      text: `with made as (insert into documents (agency_id, id, name, file_id, target, agent_id, customer_id, date, expired_at, author, user_id, created_at)
          select $1, gen_random_uuid(), $2, $3, w.target, w.agent, w.customer, $4, ${ends}, $5, $6, $7 from (${whose}) w returning id)
        insert into document_attached_folders (agency_id, document_id, document_folder_id) select $1, id, $8 from made`,
      values: [agency, name, file, day, author, user, at, folderId[folder]],
    });
  };
  const staff = `select 'AGENT' as target, id as agent, null::uuid as customer, row_number() over (order by id) as n from agents
    where agency_id = $1 and status = 100 and type = 'EMPLOYEE'`;
  for (const { name, day } of monthsBefore(now, 3)) {
    const file = await fileOf(name, 'Exemplaire de démonstration : période, heures, cotisations et net à payer.');
    await forEach({ name, file, folder: 'pay', day, at: `${day}T10:00:00Z` }, staff);
  }
  const at = new Date(now.getTime() - 40 * dayLength).toISOString();
  await forEach(
    {
      name: 'Diplôme SSIAP 1',
      file: await fileOf('Diplôme SSIAP 1', 'Service de sécurité incendie, niveau 1.'),
      folder: 'training',
      day: null,
      at,
    },
    `select * from (${staff}) s where n % 4 = 0`,
    `(date_trunc('month', $7::timestamptz + (w.n % 7) * interval '45 days') + interval '1 month - 1 day')::date`,
  );
  const guarded = `select 'CUSTOMER' as target, null::uuid as agent, id as customer, row_number() over (order by id) as n from customers where agency_id = $1 and status = 100`;
  for (const [name, text] of [
    ['Plan de prévention', 'Risques des lieux et mesures prises ensemble.'],
    ['Protocole de sécurité', 'Accès, rondes, personnes à prévenir.'],
  ] as const)
    await forEach({ name, file: await fileOf(name, text), folder: 'customers', day: null, at }, guarded);

  // Signed on paper before the application; a few are missing, for the control file.
  for (const [kind, name, whose] of [
    ['agent', 'Contrat de travail', `select * from (${staff}) s where n % 9 <> 4`],
    ['customer', 'Contrat de prestation', `select * from (${guarded}) s where n % 5 <> 2`],
  ] as const)
    await db.query({
      text: `insert into ${kind}_contract_papers (agency_id, id, title, status, archived_from, ${kind}_id, signed_at, scan_id, created_at)
        select $1, gen_random_uuid(), $2, ${contractStatus.archived}, ${contractStatus.marked}, w.${kind}, $3, $4, $3 from (${whose}) w`,
      values: [agency, name, at, await fileOf(`${name} signé`, 'Exemplaire numérisé.')],
    });

  // What a guard added himself.
  const [guard] = world.users.filter(({ email }) => email.startsWith('agent@'));
  const sheet = world.agents.find(({ userId }) => guard && userId === guard.id);
  if (guard && sheet)
    await insertRows(
      db,
      'documents',
      [await fileOf('Mon attestation SST', 'Sauveteur secouriste du travail.')],
      (file_id) => ({
        ...{
          agency_id: agency,
          id: uuidv7(now.getTime()),
          name: 'Mon attestation SST',
          file_id,
          target: 'AGENT',
          agent_id: sheet.id,
        },
        ...{ author: `${guard.firstname} ${guard.lastname}`, user_id: guard.id, created_at: now.toISOString() },
      }),
    );
}
