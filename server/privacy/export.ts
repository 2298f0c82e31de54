// Exports all data on a person, table by table: JSON for machines, a page in French for people, and the files. The
// archive is sealed in the file store until it is removed.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';
import * as z from 'zod';
import { allEntities } from '#core/entities.ts';
import { sealedFields } from '#core/kernel/sealed.ts';
import type { Db } from '#server/db/database.ts';
import type { FileStore } from '#server/files/store.ts';
import { shareFilesLock } from '#server/files/sweep.ts';
import { Hopeless, job } from '#server/jobs/registry.ts';
import { columnOf, nameAt } from '#server/kernel/names.ts';
import { openText } from '#server/kernel/sealed.ts';
import { type Secrets, seal, unseal } from '#server/sealing.ts';
import type { People } from './held.ts';
import { namesFor, pageOf } from './page.ts';
import { bound, ownSubject, type PersonRef, rowsOf, type Subject, subjectOf } from './subject.ts';

type Row = Record<string, unknown>;

export interface Section {
  table: string;
  label: string;
  rows: Row[];
}

/** `own`: includes the tables of the account. */
export async function collect(
  db: Db,
  { personal }: People,
  subject: Subject,
  own: boolean,
  secrets: Secrets,
): Promise<Section[]> {
  const sections: Section[] = [];
  for (const [table, { label, where, account = false, hides = [], derived, internal }] of personal) {
    if (derived || internal || (account && !own)) continue;
    const rows = await db.query<{ row: Row }>(
      bound(`select to_jsonb(t) as row from ${table} t where ${rowsOf(where, account)} limit 100000`, subject),
    );
    if (rows.length > 0)
      sections.push({ table, label, rows: rows.map(({ row }) => opened(table, without(row, hides), secrets)) });
  }
  return sections;
}

const without = (row: Row, hidden: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !hidden.includes(column)));

/** Opens the person's sealed values: he may read them in his export. */
function opened(table: string, row: Row, secrets: Secrets): Row {
  const of = allEntities.find((entity) => entity.table === table);
  if (!of) return row;
  const next = { ...row };
  for (const [path, field] of sealedFields(of)) {
    const column = columnOf(nameAt(path), field);
    const kept = next[column];
    if (typeof kept !== 'string') continue;
    const place = { agency: String(row.agency_id), entity: of.name, id: String(row.id), path };
    next[column] = openText(secrets, place, kept);
  }
  return next;
}

/** The archive is in memory while it is sealed. */
const largest = 200 * 1024 * 1024;

async function archiveOf(db: Db, files: FileStore, subject: Subject, sections: Section[], now: Date): Promise<Buffer> {
  const archive = new yazl.ZipFile();
  const done = buffer(archive.outputStream as unknown as Readable);
  const options = { mtime: now };
  const reading = await namesFor(db, sections, subject.agencies);
  const data = { person: subject.name, at: now.toISOString(), sections };
  archive.addBuffer(Buffer.from(JSON.stringify(data, null, 2)), 'donnees.json', options);
  archive.addBuffer(Buffer.from(pageOf(subject.name, sections, now, reading)), 'donnees.html', options);
  const ids = sections.flatMap(({ table, rows }) => (table === 'files' ? rows.map(({ id }) => id) : []));
  const held = await db.query<{ id: string; name: string; hash: string; size: number }>({
    text: `select id, name, hash, size from files where agency_id = any ($1) and id = any ($2) and hash is not null order by created_at, id`,
    values: [subject.agencies, ids],
  });
  let size = 0;
  for (const [index, file] of held.entries()) {
    size += file.size;
    if (size > largest) throw new Hopeless('Plus de 200 Mo de fichiers : l’export ne peut pas être préparé.');
    const content = await files.open(file.hash).then(buffer, () => null);
    const name = file.name.replaceAll(/[\\/:<>"|?*]/g, '_');
    if (content) archive.addBuffer(content, `fichiers/${index + 1} - ${name}`, { ...options, compress: false });
  }
  archive.end();
  return done;
}

const sealOf = (secret: string, id: string) => ({ secret, purpose: 'export' as const, boundTo: id });

interface Asked extends Row {
  id: string;
  requested_by: string;
  subject_agency: string | null;
  subject_kind: PersonRef['kind'] | null;
  subject_id: string | null;
  state: string;
}

/** A repeated job makes the same archive with another hash. */
export const exportPersonalData = job(
  'exportPersonalData',
  z.object({ id: z.uuid() }),
  { label: 'Export de données personnelles', retries: 3 },
  async ({ id }, { database, files, environment, people }, { isLast }) => {
    const now = new Date();
    try {
      await database.platformTransaction(async (db) => {
        const [asked] = await db.query<Asked>({
          text: 'select * from personal_exports where id = $1 for update',
          values: [id],
        });
        if (asked?.state !== 'queued') return;
        const person = asked.subject_id && {
          agency: asked.subject_agency as string,
          kind: asked.subject_kind as PersonRef['kind'],
          id: asked.subject_id,
        };
        const subject = person ? await subjectOf(db, person) : await ownSubject(db, asked.requested_by);
        if (!subject) throw new Hopeless('Cette personne n’existe plus.');
        const sections = await collect(db, people, subject, !person, environment);
        const content = await archiveOf(db, files, subject, sections, now);
        const arrived = await files.receive(
          Readable.from([seal(sealOf(environment.secret, id), content)]),
          content.length + 1_024,
        );
        try {
          await shareFilesLock(db);
          await files.keep(arrived);
        } finally {
          await files.forget(arrived);
        }
        await db.query({
          text: `update personal_exports set state = 'ready', hash = $2, size = $3, ready_at = $4 where id = $1`,
          values: [id, arrived.hash, content.length, now],
        });
      });
    } catch (error) {
      if (isLast || error instanceof Hopeless)
        await database.platform.query(`update personal_exports set state = 'failed' where id = $1`, [id]);
      throw error;
    }
  },
);

export async function contentOf(files: FileStore, secret: string, id: string, hash: string): Promise<Buffer> {
  return unseal(sealOf(secret, id), await buffer(await files.open(hash)));
}
