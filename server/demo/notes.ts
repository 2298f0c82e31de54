// Writes the information notes of a demo agency, with their files and receipts.
import { Readable } from 'node:stream';
import { InformationNote } from '#core/notes/note.ts';
import type { DemoAgency } from '#demo/index.ts';
import type { Db } from '#server/db/database.ts';
import type { FileStore } from '#server/files/store.ts';
import { insertEntity } from '#server/kernel/bulk.ts';
import { insertRows } from '#server/kernel/rows.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import type { Content } from '#server/pdf/document.ts';
import { draw } from '#server/pdf/drawing.ts';
import type { House } from '#server/pdf/identity.ts';

export const houseOf = ({
  agency: { name, siret, approvalNumber, email, phone, address, createdAt },
}: DemoAgency): House => ({
  name,
  legalForm: null,
  capital: null,
  address: [address.street, [address.zipcode, address.city].filter(Boolean).join(' ')].filter(Boolean).join(', '),
  siret,
  rcs: null,
  vatNumber: null,
  approvalNumber,
  email,
  phone: phone[0] ?? null,
  isFrench: true,
  logo: null,
  today: createdAt.slice(0, 10),
  timeZone: 'Europe/Paris',
  currency: 'EUR',
});

type Paper = DemoAgency['notes'][number]['papers'][number];

interface Kept extends Paper {
  id: string;
  hash: string;
  size: number;
  createdAt: string;
}

/** Stores the contents before their rows; a document of two notes is one file. */
async function keepPapers(store: FileStore, world: DemoAgency): Promise<Map<Paper, Kept>> {
  const kept = new Map<Paper, Kept>();
  const house = houseOf(world);
  for (const { papers, createdAt } of world.notes)
    for (const paper of papers) {
      if (kept.has(paper)) continue;
      const { title, paragraphs } = paper;
      const content = paragraphs.map((text): Content => ({ text, fontSize: 11, margin: [0, 0, 0, 10] }));
      const pdf = await draw('writePdf', { title, house, content, now: new Date(createdAt) });
      const arrived = await store.receive(Readable.from([pdf]), pdf.length);
      await store.keep(arrived);
      const { hash, size } = arrived;
      kept.set(paper, { ...paper, id: uuidv7(Date.parse(createdAt)), hash, size, createdAt });
    }
  return kept;
}

async function insertPapers(db: Db, world: DemoAgency, store: FileStore): Promise<void> {
  const { agency, notes, agents } = world;
  const owner = agents.find(({ isOwner }) => isOwner)?.userId ?? null;
  const kept = await keepPapers(store, world);
  await insertRows(db, 'files', [...kept.values()], ({ id, name, size, hash, createdAt }) => ({
    agency_id: agency.id,
    id,
    name,
    mime_type: 'application/pdf',
    size,
    hash,
    uploaded_by: owner,
    created_at: createdAt,
  }));
  await insertRows(
    db,
    'information_note_files',
    notes.flatMap(({ id, papers }) => papers.map((paper, rank) => ({ id, file: kept.get(paper)?.id, rank }))),
    ({ id, file, rank }) => ({ agency_id: agency.id, information_note_id: id, file_id: file, rank }),
  );
}

export async function insertNotes(db: Db, world: DemoAgency, store: FileStore | null): Promise<void> {
  const { agency, notes } = world;
  await insertEntity(db, {
    of: InformationNote,
    agency: agency.id,
    rows: notes.map(({ status, publishedAt, edition, replacesId, ...row }) => ({
      ...row,
      columns: { status, published_at: publishedAt, edition, replaces_id: replacesId },
    })),
  });
  if (store) await insertPapers(db, world, store);
  await insertRows(
    db,
    'information_note_user_companies',
    notes.flatMap(({ id, receipts }) => receipts.map((receipt) => ({ ...receipt, note: id }))),
    ({ id, note, agentId, sentAt, readAt, acknowledgedAt }) => ({
      agency_id: agency.id,
      id,
      information_note_id: note,
      agent_id: agentId,
      sent_at: sentAt,
      read_at: readAt,
      acknowledged_at: acknowledgedAt,
    }),
  );
}
