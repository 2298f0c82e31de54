// Tutorials and useful documents, each kept as one content of the platform.

import {
  readGuideFile,
  readTutorials,
  readUsefulDocs,
  saveTutorials,
  saveUsefulDocs,
  type UsefulDoc,
  uploadGuideFile,
  type WrittenCategory,
} from '#core/guides/guide-calls.ts';
import { guideMessages } from '#core/guides/people-calls.ts';
import type { TutorialCategory, Reader as TutorialReader, TutorialRole } from '#core/guides/tutorials.ts';
import { documentsOf, openTutorials } from '#core/guides/tutorials.ts';
import { Problem } from '#core/kernel/problem.ts';
import { can, roleFlags } from '#core/roles.ts';
import { receiveUpload } from '#server/files/files.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, FileReply, type Handler, handle } from '#server/kernel/call.ts';
import { sanitise } from '#server/kernel/html.ts';
import { scopeOf } from '#server/kernel/plan.ts';
import { isUuid, uuidv7 } from '#server/kernel/uuid.ts';

type Kind = 'tutorials' | 'usefulDocs';

/** As kept: each file with the name of its content in the file store. */
interface KeptFile {
  id: string;
  name: string;
  mimeType: string;
  size: number;
  hash: string;
}
interface Kept<T> {
  id: string | null;
  content: T[];
  version: number;
}

async function read<T>({ db }: Pick<Call, 'db'>, kind: Kind, lock = false): Promise<Kept<T>> {
  const [found] = await db.query<{ id: string; content: T[]; version: number }>({
    name: lock ? 'lock-guide' : 'read-guide',
    text: `select id, content, version from guides where agency_id = platform_agency() and kind = $1${lock ? ' for update' : ''}`,
    values: [kind],
  });
  return found ?? { id: null, content: [], version: 0 };
}

/** Replaces a content, unless somebody else did since the caller read it. */
async function save<T extends object>(
  call: Call,
  kind: Kind,
  version: number,
  make: (files: ReadonlyMap<string, KeptFile>) => T[],
  fileIds: readonly string[],
): Promise<Kept<T>> {
  const { db, now } = call;
  const before = await read<T>(call, kind, true);
  if (before.version !== version) throw new Problem('conflict', guideMessages.changed);
  const ids = [...new Set(fileIds)];
  const rows = await db.query<KeptFile & Record<string, unknown>>({
    name: 'guide-file-rows',
    text: `select f.id, f.name, f.mime_type as "mimeType", f.size, f.hash from files f
      where f.agency_id = platform_agency() and f.id = any ($1::uuid[]) and f.hash is not null`,
    values: [ids],
  });
  if (rows.length < ids.length) throw new Problem('invalid', guideMessages.missingFile);
  const content = make(new Map(rows.map((row) => [row.id, row])));
  const id = before.id ?? uuidv7(now.getTime());
  // Two first saves at once: the second finds the row and is refused.
  const written = await db.query({
    name: 'save-guide',
    text: `insert into guides as g (agency_id, id, kind, content, updated_at) values (platform_agency(), $1, $2, $3, $4)
      on conflict (agency_id, kind) do update set content = excluded.content, updated_at = excluded.updated_at, version = g.version + 1
        where g.version = $5 returning g.id`,
    values: [id, kind, JSON.stringify(content), now, version],
  });
  if (written.length === 0) throw new Problem('conflict', guideMessages.changed);
  await db.query({ name: 'drop-guide-files', text: 'delete from guide_files where guide_id = $1', values: [id] });
  await db.query({
    name: 'keep-guide-files',
    text: 'insert into guide_files (agency_id, guide_id, file_id) select platform_agency(), $1, x from unnest($2::uuid[]) x',
    values: [id, ids],
  });
  const titles = (list: readonly object[]): string[] =>
    list.map((one) => String((one as { label?: string; title?: string }).label ?? (one as { title?: string }).title));
  await writeAudit(db, call, {
    entity: kind,
    id,
    action: before.id === null ? 'create' : 'edit',
    changes: { content: { before: titles(before.content), after: titles(content) } },
  });
  return { id, content, version: before.version + 1 };
}

const shownFile = ({ id, name, mimeType, size }: KeptFile) => ({ id, name, mimeType, size });

/** Null: platform staff, who see everything. */
function readerOf({ asker, profile }: Call): TutorialReader | null {
  if (profile === null) return null;
  const { isAgencyOwner, isStaff, isAgent } = roleFlags(profile);
  const roles: [TutorialRole, boolean][] = [
    ['owner', isAgencyOwner],
    ['staff', isStaff],
    ['agent', isAgent],
  ];
  return { roles: roles.flatMap(([role, is]) => (is ? [role] : [])), can: (rights) => can(asker, rights) };
}

const openTo = (tree: readonly TutorialCategory[], call: Call): readonly TutorialCategory[] => {
  const reader = readerOf(call);
  return reader === null ? tree : openTutorials(tree, reader);
};

const shownTree = (tree: readonly TutorialCategory[]): TutorialCategory[] =>
  tree.map(({ documents, children, ...rest }) => ({
    ...rest,
    documents: documents.map(({ file, ...document }) => ({ ...document, file: shownFile(file as KeptFile) })),
    children: shownTree(children),
  }));

const fileIdsOf = (tree: readonly WrittenCategory[]): string[] =>
  tree.flatMap(({ documents, children }) => [...documents.map(({ file }) => file.id), ...fileIdsOf(children)]);

type Files = ReadonlyMap<string, KeptFile>;
const fileOf = (files: Files, { id, name }: { id: string; name: string }): KeptFile => ({
  ...(files.get(id) as KeptFile),
  name,
});

const keptTree = (tree: readonly WrittenCategory[], files: Files): TutorialCategory[] =>
  tree.map(({ id, documents, children, ...rest }) => ({
    ...rest,
    id: id ?? uuidv7(),
    documents: documents.map(({ id: own, file, ...document }) => ({
      ...document,
      id: own ?? uuidv7(),
      file: fileOf(files, file),
    })),
    children: keptTree(children, files),
  }));

type KeptDoc = Omit<UsefulDoc, 'files'> & { files: { id: string; label: string; file: KeptFile }[] };
const shownDoc = ({ files, ...doc }: KeptDoc): UsefulDoc => ({
  ...doc,
  files: files.map(({ file, ...one }) => ({ ...one, file: shownFile(file) })),
});

/** A picture is a file of an agency: the platform's texts have none. */
export const withoutPictures = (html: string): string => sanitise(html).replace(/<img[^>]*>/g, '');

const mayReadDocs = (call: Call): boolean =>
  call.profile === null || (scopeOf(call) === 'agency' && can(call.asker, ['listUsefulDocuments']));

async function fileNamed(call: Call, id: string): Promise<KeptFile | undefined> {
  if (!isUuid(id)) return undefined;
  const { content: tree } = await read<TutorialCategory>(call, 'tutorials');
  const inTree = documentsOf(openTo(tree, call)).find(({ file }) => file.id === id.toLowerCase());
  if (inTree) return inTree.file as KeptFile;
  if (!mayReadDocs(call)) return undefined;
  const { content: docs } = await read<KeptDoc>(call, 'usefulDocs');
  return docs.flatMap(({ files }) => files).find(({ file }) => file.id === id.toLowerCase())?.file;
}

export const guideHandlers: Handler[] = [
  handle(readTutorials, async (call) => {
    const { content, version } = await read<TutorialCategory>(call, 'tutorials');
    return { tutorials: shownTree(openTo(content, call)), version };
  }),
  handle(saveTutorials, async (call) => {
    const { tutorials, version } = call.input;
    const make = (files: Files): TutorialCategory[] => keptTree(tutorials, files);
    const saved = await save(call, 'tutorials', version, make, fileIdsOf(tutorials));
    return { tutorials: shownTree(saved.content), version: saved.version };
  }),
  handle(readUsefulDocs, async (call) => {
    const { content, version } = await read<KeptDoc>(call, 'usefulDocs');
    return { usefulDocs: content.map(shownDoc), version };
  }),
  handle(saveUsefulDocs, async (call) => {
    const { usefulDocs, version } = call.input;
    const make = (files: Files): KeptDoc[] =>
      usefulDocs.map(({ id, title, content, files: named }) => ({
        id: id ?? uuidv7(),
        title,
        content: withoutPictures(content),
        files: named.map((one) => ({ id: one.id ?? uuidv7(), label: one.label, file: fileOf(files, one.file) })),
      }));
    const ids = usefulDocs.flatMap(({ files }) => files.map(({ file }) => file.id));
    const saved = await save(call, 'usefulDocs', version, make, ids);
    return { usefulDocs: saved.content.map(shownDoc), version: saved.version };
  }),
  handle(uploadGuideFile, (call) => receiveUpload(call)),
  handle(readGuideFile, async (call) => {
    const missing = (): Problem => new Problem('missing', guideMessages.missingFile);
    const file = await fileNamed(call, call.params.id);
    if (!file) throw missing();
    const content = await call.services.files.open(file.hash).catch(() => {
      throw missing();
    });
    const { name, mimeType, size } = file;
    return new FileReply({ content, name, mimeType, size, inline: false }) as never;
  }),
];
