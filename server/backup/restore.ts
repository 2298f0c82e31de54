// Restores a backup into an empty installation: all or nothing.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import copy from 'pg-copy-streams';
import { migrate } from '#server/db/migrate.ts';
import type { FileStore } from '#server/files/store.ts';
import { Refusal } from '#server/refusal.ts';
import { contentPath, quotedColumns, tablePath } from './backup.ts';
import { checkBrands, restoreBrands } from './brands.ts';
import { type Manifest, markOf, readManifest } from './manifest.ts';

export interface RestoreOptions {
  ownerUrl: string;
  secret: string;
  files: FileStore;
  tenantsFile: string;
  folder: string;
}

export async function restore(options: RestoreOptions): Promise<Manifest> {
  const { ownerUrl, secret, folder } = options;
  const manifest = await readManifest(folder);
  if (manifest.secretMark !== markOf(secret))
    throw new Refusal("SECRET n'est pas celui de l'installation sauvegardée : rien n'a été restauré.");
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await migrate(owner, secret);
    const { rows } = await owner.query<{ name: string }>('select name from migrations');
    const known = new Set(rows.map(({ name }) => name));
    const later = manifest.migrations.filter((name) => !known.has(name));
    if (later.length > 0)
      throw new Refusal(`La sauvegarde vient d'une version plus récente (${manifest.version}) : mettez Vigie à jour.`);
    if (manifest.migrations.length < known.size)
      throw new Refusal(
        `La sauvegarde vient de la version ${manifest.version} : restaurez-la avec cette version, puis mettez à jour.`,
      );
    // Contents first: a row without its content would be worse than a content without a row.
    if (manifest.brands) await checkBrands(manifest.brands, folder);
    await restoreFiles(options, manifest);
    await fill(owner, folder, manifest);
    if (manifest.brands) await restoreBrands(manifest.brands, folder, options.tenantsFile);
  } finally {
    await owner.end();
  }
  return manifest;
}

const quoted = (name: string): string => pg.escapeIdentifier(name);

async function fill(owner: pg.Client, folder: string, { tables }: Manifest): Promise<void> {
  await owner.query('begin');
  try {
    const { rows: keys } = await owner.query<{ table: string; name: string; definition: string }>(
      `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
        where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
    );
    const { rows: forced } = await owner.query<{ table: string }>(
      `select oid::regclass::text as table from pg_class where relforcerowsecurity and relnamespace = 'public'::regnamespace`,
    );
    // Copy rows in any order, without triggers and policies; adding the keys again checks all of them.
    for (const { table, name } of keys) await owner.query(`alter table ${table} drop constraint ${quoted(name)}`);
    for (const { table } of forced) await owner.query(`alter table ${table} no force row level security`);
    for (const { name } of tables) await owner.query(`alter table ${quoted(name)} disable trigger user`);
    // The platform itself is a row of the agencies, from the first migration that needs it.
    const { rowCount } = await owner.query(
      `select from users union all select from agencies where id <> platform_agency() limit 1`,
    );
    if (rowCount) throw new Refusal("Cette installation n'est pas vide : rien n'a été restauré.");
    for (const table of tables) {
      // Rows inserted by migrations are in the backup too.
      await owner.query(`delete from ${quoted(table.name)}`);
      await readTable(owner, folder, table);
    }
    for (const { name } of tables) await owner.query(`alter table ${quoted(name)} enable trigger user`);
    for (const { table, name, definition } of keys)
      await owner.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
    // Only now: the check of a new key must see every row.
    for (const { table } of forced) await owner.query(`alter table ${table} force row level security`);
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
  await owner.query('analyze');
}

async function readTable(owner: pg.Client, folder: string, table: Manifest['tables'][number]): Promise<void> {
  const digest = createHash('sha256');
  const target = owner.query(copy.from(`copy ${quoted(table.name)} (${quotedColumns(table.columns)}) from stdin`));
  await pipeline(
    createReadStream(tablePath(folder, table.name)),
    createGunzip(),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        digest.update(chunk);
        yield chunk;
      }
    },
    target,
  );
  if (target.rowCount !== table.rows || digest.digest('hex') !== table.sha256)
    throw new Refusal(`La sauvegarde est abîmée (table ${table.name}) : rien n'a été restauré.`);
}

/** Each content is stored under the hash of what was read, so a damaged file gets another name. */
async function restoreFiles({ files, folder }: RestoreOptions, manifest: Manifest): Promise<void> {
  const names = manifest.files === 0 ? [] : await readdir(join(folder, 'files'), { recursive: true });
  const hashes = names.flatMap((name) => /[0-9a-f]{64}$/.exec(name)?.[0] ?? []);
  if (hashes.length !== manifest.files)
    throw new Refusal(`La sauvegarde est abîmée (${hashes.length} fichiers sur ${manifest.files}).`);
  for (const hash of hashes) {
    const arrived = await files.receive(createReadStream(contentPath(folder, hash)), Number.POSITIVE_INFINITY);
    if (arrived.hash !== hash) {
      await files.forget(arrived);
      throw new Refusal(`La sauvegarde est abîmée (fichier ${hash}).`);
    }
    await files.keep(arrived);
  }
}
