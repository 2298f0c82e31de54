// A consistent backup of an installation in one folder: each table in COPY format, each file's content.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import copy from 'pg-copy-streams';
import { passwordOf, rolesOf } from '#server/db/migrate.ts';
import type { FileStore } from '#server/files/store.ts';
import { filesLock } from '#server/files/sweep.ts';
import { saveBrands } from './brands.ts';
import { type Manifest, markOf, writeManifest } from './manifest.ts';

export interface BackupOptions {
  ownerUrl: string;
  secret: string;
  files: Pick<FileStore, 'open'>;
  tenantsFile: string;
  /** Created; must not exist. */
  folder: string;
  version: string;
  now: Date;
}

interface Table {
  name: string;
  columns: string[];
}

/** Only our tables: the queue's tables are created again, and waiting mails enqueued again. */
const tablesQuery = `
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migrations'
  group by c.relname order by c.relname`;

export const quotedColumns = (columns: readonly string[]): string =>
  columns.map((column) => pg.escapeIdentifier(column)).join(', ');

export const tablePath = (folder: string, table: string): string => join(folder, 'tables', `${table}.copy.gz`);
export const contentPath = (folder: string, hash: string): string => join(folder, 'files', hash.slice(0, 2), hash);

export async function backUp(options: BackupOptions): Promise<Manifest> {
  const { ownerUrl, secret, folder, files } = options;
  await mkdir(folder, { mode: 0o700 });
  await mkdir(join(folder, 'tables'));
  const owner = new pg.Client({ connectionString: ownerUrl });
  const platform = rolesOf(owner.database ?? '').platform;
  const client = new pg.Client({
    host: owner.host,
    port: owner.port,
    database: owner.database ?? '',
    ssl: owner.ssl,
    user: platform,
    password: passwordOf(secret, platform),
  });
  await owner.connect();
  // Only the database owner may read this table; the policies hide the other tables from him.
  const { rows: ran } = await owner.query<{ name: string }>('select name from migrations order by name');
  await owner.end();
  await client.connect();
  try {
    // One snapshot for all tables; while it lasts, no file content is swept.
    await client.query('begin isolation level repeatable read read only');
    await client.query(`select pg_advisory_xact_lock_shared(${filesLock})`);
    const { rows: tables } = await client.query<Table>(tablesQuery);
    const written: Manifest['tables'] = [];
    for (const table of tables) written.push(await writeTable(client, folder, table));
    const { rows: hashes } = await client.query<{ hash: string }>(
      'select distinct hash from kept_contents order by hash',
    );
    for (const { hash } of hashes) {
      await mkdir(join(folder, 'files', hash.slice(0, 2)), { recursive: true });
      await pipeline(await files.open(hash), createWriteStream(contentPath(folder, hash), { mode: 0o600 }));
    }
    const brands = await saveBrands(options.tenantsFile, folder);
    const manifest: Manifest = {
      format: 1,
      version: options.version,
      at: options.now.toISOString(),
      migrations: ran.map(({ name }) => name),
      secretMark: markOf(secret),
      tables: written,
      files: hashes.length,
      ...(brands ? { brands } : {}),
    };
    await writeManifest(folder, manifest);
    return manifest;
  } finally {
    await client.end();
  }
}

async function writeTable(
  client: pg.Client,
  folder: string,
  { name, columns }: Table,
): Promise<Manifest['tables'][number]> {
  const digest = createHash('sha256');
  const source = client.query(
    copy.to(`copy (select ${quotedColumns(columns)} from ${pg.escapeIdentifier(name)}) to stdout`),
  );
  await pipeline(
    source,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        digest.update(chunk);
        yield chunk;
      }
    },
    createGzip(),
    createWriteStream(tablePath(folder, name), { mode: 0o600 }),
  );
  return { name, columns, rows: source.rowCount, sha256: digest.digest('hex') };
}
