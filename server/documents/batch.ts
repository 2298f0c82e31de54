// Splits a PDF by the text of its pages and hands each part to its person: all of them in one transaction, or none.
import { Readable } from 'node:stream';
import { agentStatus } from '#core/agents/status.ts';
import {
  type BatchPart,
  batchMessages,
  handOutDocuments,
  mostPages,
  readDocumentBatch,
} from '#core/documents/batch.ts';
import { type Part, type Person, partsOf } from '#core/documents/matching.ts';
import { fileMessages } from '#core/files/files.ts';
import { Problem, type Violation } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { activeStatus } from '#core/roles.ts';
import type { Db } from '#server/db/database.ts';
import { permitStorage } from '#server/files/storage.ts';
import { type Arrived, contentOf } from '#server/files/store.ts';
import { shareFilesLock } from '#server/files/sweep.ts';
import { type Call, type Handler, handle, handlePrepared } from '#server/kernel/call.ts';
import { prepareMany, writeMany } from '#server/kernel/save.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { draw } from '#server/pdf/drawing.ts';
import { unpacked } from '#server/pdf/splitting.ts';
import { takePayslips } from '#server/subscriptions/quotas.ts';
import { documentPlan } from './documents.ts';

const invalid = (path: string, message: string): Problem =>
  new Problem('invalid', message, { violations: [{ path, message }] });

interface Source {
  hash: string;
  content: Buffer;
}

/** The PDF that the caller sent. */
async function sourceOf({ db, services }: Call, id: string): Promise<Source> {
  const [file] = await db.query<{ hash: string | null; type: string }>({
    name: 'batch-source',
    text: 'select hash, mime_type as type from files where agency_id = app_agency() and id = $1 and uploaded_by = app_user()',
    values: [id],
  });
  if (!file) throw new Problem('missing', fileMessages.cannotOpen);
  if (file.type !== 'application/pdf') throw invalid('file', batchMessages.notPdf);
  const content = await contentOf(services.files, file.hash);
  if (!content || file.hash === null) throw invalid('file', fileMessages.cannotOpen);
  return { hash: file.hash, content };
}

const orderer = ({ context: { agency, user } }: Call): { agency: string | null; user: string | null } => ({
  agency,
  user,
});

/** A failure of the reader is a fault of the file; a refusal of the queue stays one. */
const readable = async <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof Problem ? error : invalid('file', batchMessages.unreadable);
  });

async function textsOf(call: Call, content: Buffer): Promise<string[]> {
  const read = await readable(draw('pageTexts', content, mostPages, orderer(call)));
  if (read === null) throw invalid('file', batchMessages.tooLong);
  return JSON.parse(Buffer.from(read).toString()) as string[];
}

async function pagesOf(call: Call, content: Buffer): Promise<number> {
  const pages = Number(Buffer.from(await readable(draw('pageCount', content, orderer(call)))).toString());
  if (pages > mostPages) throw invalid('file', batchMessages.tooLong);
  return pages;
}

interface Named extends Person, Record<string, unknown> {
  fullname: string;
  status: number;
  hasAccount: boolean;
}

/** Only somebody active with an account reads what is handed out to him. */
const goesByPost = ({ status, hasAccount }: Named): boolean => status !== activeStatus || !hasAccount;

const deleted = agentStatus.moves.delete.to;
const sheets: Readonly<Record<number, BatchPart['sheet']>> = {
  [agentStatus.moves.deactivate.to]: 'INACTIVE',
  [agentStatus.moves.archive.to]: 'ARCHIVED',
  [deleted]: 'DELETED',
};

/** Everybody, also who left: his last payslip must not go to somebody of his name. */
const everybody = (db: Db, ids: readonly string[] | null): Promise<Named[]> =>
  db.query<Named>({
    name: 'batch-people',
    text: `select id, firstname, lastname, fullname, status, registration_number as "registrationNumber", user_id is not null as "hasAccount" from agents
      where agency_id = app_agency() and ($1::uuid[] is null or id = any ($1::uuid[])) order by id`,
    values: [ids],
  });

interface Before extends Record<string, unknown> {
  at: Date;
  /** On the agency's clock. */
  day: string;
}

async function handedOn(db: Db, hash: string): Promise<Before | null> {
  const [last] = await db.query<Before>({
    name: 'batch-before',
    text: `select b.created_at as at, to_char(b.created_at at time zone g.time_zone, 'YYYY-MM-DD') as day
      from document_batches b join agencies g on g.id = b.agency_id
      where b.agency_id = app_agency() and b.hash = $1 order by b.created_at desc limit 1`,
    values: [hash],
  });
  return last ?? null;
}

interface Asked {
  from: number;
  to: number;
  agent: { id: string };
}

function faultsOf(parts: readonly Asked[], pages: number, known: ReadonlyMap<string, Named>): Violation[] {
  const taken = new Set<number>();
  return parts.flatMap(({ from, to, agent }, index): Violation[] => {
    if (from > to || to > pages) return [{ path: `parts.${index}.to`, message: batchMessages.beyond }];
    const isTaken = Array.from({ length: to - from + 1 }, (_, page) => from + page).some(
      (page) => taken.size === taken.add(page).size,
    );
    if (isTaken) return [{ path: `parts.${index}.from`, message: batchMessages.overlap }];
    return known.has(agent.id.toLowerCase())
      ? []
      : [{ path: `parts.${index}.agent`, message: 'Collaborateur introuvable' }];
  });
}

/** The files of the parts, in their order; content before its row, as in an upload. */
async function keepParts(call: Call, contents: readonly Buffer[], names: readonly string[]): Promise<string[]> {
  const { db, services, context, now } = call;
  const arrived: Arrived[] = [];
  try {
    for (const content of contents)
      arrived.push(await services.files.receive(Readable.from([content]), content.length));
    await shareFilesLock(db);
    await permitStorage(
      call,
      arrived.reduce((sum, { size }) => sum + size, 0),
    );
    for (const one of arrived) await services.files.keep(one);
  } finally {
    for (const one of arrived) await services.files.forget(one);
  }
  const rows = arrived.map(({ hash, size }, index) => ({ id: uuidv7(now.getTime()), name: names[index], hash, size }));
  // The same part under the same name is the same file, as in an upload.
  await db.query({
    name: 'keep-batch-files',
    text: `insert into files (agency_id, id, name, mime_type, size, hash, uploaded_by, created_at)
      select app_agency(), f.id, f.name, 'application/pdf', f.size, f.hash, $2, $3 from json_to_recordset($1::json) f (id uuid, name text, hash text, size bigint)
      on conflict (agency_id, uploaded_by, hash, name) where announced is null do nothing`,
    values: [JSON.stringify(rows), context.user, now],
  });
  const kept = await db.query<{ id: string; hash: string; name: string }>({
    name: 'batch-files',
    text: 'select id, hash, name from files where agency_id = app_agency() and uploaded_by = $1 and hash = any ($2::text[]) and announced is null',
    values: [context.user, rows.map(({ hash }) => hash)],
  });
  const idOf = new Map(kept.map(({ id, hash, name }) => [`${hash} ${name}`, id]));
  return rows.map(({ hash, name }) => idOf.get(`${hash} ${name}`) as string);
}

const fileName = (name: string, person: string): string =>
  `${name} - ${person}.pdf`.replaceAll(/[\\/\p{Cc}]/gu, '-').slice(-200);

/** A deleted sheet receives nothing: its person is named, and somebody decides. */
function proposed({ person, candidates, ...part }: Part, known: ReadonlyMap<string, Named>): BatchPart {
  const found = person === null ? undefined : known.get(person);
  const isProposed = found !== undefined && found.status !== deleted;
  const named = (id: string): BatchPart['candidates'] => {
    const one = known.get(id);
    return one ? [{ id, name: one.fullname }] : [];
  };
  return {
    ...part,
    agent: isProposed ? { id: found.id, name: found.fullname } : null,
    sheet: found ? (sheets[found.status] ?? null) : null,
    byPost: isProposed && goesByPost(found),
    by: isProposed ? part.by : null,
    candidates: (found && !isProposed ? [found.id] : candidates).flatMap(named),
  };
}

export const batchHandlers: Handler[] = [
  handle(readDocumentBatch, async (call) => {
    const { db, input } = call;
    const { hash, content } = await sourceOf(call, input.file.id);
    const texts = await textsOf(call, content);
    const people = await everybody(db, null);
    const known = new Map(people.map((one) => [one.id, one]));
    const parts = partsOf(texts, people, input.marker).map((part) => proposed(part, known));
    return { pages: texts.length, already: (await handedOn(db, hash))?.at.toISOString() ?? null, parts };
  }),

  handlePrepared(
    handOutDocuments,
    async (call) => {
      const { db, input } = call;
      const { hash, content } = await sourceOf(call, input.file.id);
      const asked = input.parts.map(({ agent }) => agent.id);
      const people = (await everybody(db, asked)).filter(({ status }) => status !== deleted);
      const known = new Map(people.map((one) => [one.id, one]));
      const violations = faultsOf(input.parts, await pagesOf(call, content), known);
      if (violations.length > 0) throw new Problem('invalid', violations[0]?.message ?? '', { violations });
      const parts = input.parts.map(({ from, to }) => ({ from, to }));
      const contents = unpacked(await readable(draw('splitPdf', content, parts, orderer(call))));
      const names = asked.map((id) => fileName(input.name, known.get(id.toLowerCase())?.fullname ?? ''));
      const byPost = people.filter(goesByPost).map(({ id, fullname }) => ({ id, name: fullname }));
      return { hash, contents, names, byPost };
    },
    async (call, { hash, contents, names, byPost }) => {
      const { db, input, caller, context, now } = call;
      // Two people, or two windows, that hand out the same PDF: the second waits, and is told.
      await db.query({
        name: 'hold-batch',
        text: `select pg_advisory_xact_lock(hashtextextended('batch ' || app_agency() || $1, 0))`,
        values: [hash],
      });
      const before = await handedOn(db, hash);
      if (before && !input.again) throw new Problem('conflict', batchMessages.again(frenchDay(before.day)));
      // Z-060: bought in advance, one for each person.
      await takePayslips(db, contents.length);
      const files = await keepParts(call, contents, names);
      const batch = uuidv7(now.getTime());
      await db.query({
        name: 'write-batch',
        text: 'insert into document_batches (agency_id, id, name, hash, author, user_id, created_at) values (app_agency(), $1, $2, $3, $4, $5, $6)',
        values: [batch, input.name, hash, caller?.name ?? null, context.user, now],
      });
      const drafts = input.parts.map(({ agent }, index) => ({
        ...{ name: input.name, target: 'AGENT', agent: { id: agent.id }, file: { id: files[index] } },
        ...{ date: input.date ?? null, attachedFolders: input.attachedFolders ?? [] },
      }));
      const prepared = await prepareMany(documentPlan, drafts, call, { pathOf: (index) => `parts.${index}` });
      for (const { columns } of prepared) columns.batch_id = batch;
      return { handed: (await writeMany(documentPlan, prepared, call)).length, byPost };
    },
  ),
];
