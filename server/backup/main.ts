// npm run backup [-- folder], npm run restore -- folder: with or without a running application.
import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { runningUrl, startEmbedded } from '#server/db/embedded.ts';
import { type Environment, readEnvironment } from '#server/environment.ts';
import { fileStoreOf } from '#server/files/stores.ts';
import { Refusal } from '#server/refusal.ts';
import { productVersion } from '#server/version.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';

const print = (line: string): void => console.log(line);

interface Place {
  url: string;
  stop(): Promise<void>;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}

async function databaseOf(environment: Environment, mayRun: boolean): Promise<Place> {
  const { databaseUrl, dataDir, secret } = environment;
  if (databaseUrl) return { url: databaseUrl, stop: async () => {} };
  const running = existsSync(join(dataDir, 'secret')) ? runningUrl(environment) : null;
  if (running && (await answers(running))) {
    if (!mayRun) throw new Refusal(`Vigie est lancée sur ${dataDir} : arrêtez-la avant de restaurer.`);
    return { url: running, stop: async () => {} };
  }
  return startEmbedded({ dataDir, secret, log: print });
}

async function makeBackup(path: string | undefined): Promise<void> {
  const environment = readEnvironment(process.env);
  const now = new Date();
  const name = `vigie-${now.toISOString().slice(0, 16).replaceAll(/[:T]/g, '-')}`;
  const folder = resolve(path ?? join(environment.dataDir, 'backups', name));
  if (existsSync(folder)) throw new Refusal(`${folder} existe déjà : choisissez un autre dossier.`);
  await mkdir(join(folder, '..'), { recursive: true });
  const place = await databaseOf(environment, true);
  try {
    const { secret, tenantsFile } = environment;
    const options = { ownerUrl: place.url, secret, tenantsFile, files: fileStoreOf(environment) };
    const { tables, files, brands } = await backUp({ ...options, folder, version: productVersion, now });
    // Without the secret, sealed columns can never be opened. With DATABASE_URL the operator keeps it.
    if (!environment.databaseUrl) await copyFile(join(environment.dataDir, 'secret'), join(folder, 'secret'));
    const rows = tables.reduce((total, table) => total + table.rows, 0);
    print(`Sauvegarde faite : ${folder}`);
    print(`  ${rows} lignes de ${tables.length} tables, ${files} fichiers.`);
    if (brands) print(`  Les marques : ${brands.files.map(({ path }) => path).join(', ')}.`);
    if (!environment.databaseUrl) print('  Elle contient le secret de l’installation : gardez-la en lieu sûr.');
  } finally {
    await place.stop();
  }
}

async function restoreBackup(path: string | undefined): Promise<void> {
  if (!path) throw new Refusal('Quelle sauvegarde ? npm run restore -- dossier');
  const folder = resolve(path);
  const dataDir = resolve(process.env.DATA_DIR?.trim() || 'data');
  const kept = join(folder, 'secret');
  if (!process.env.DATABASE_URL && existsSync(kept) && !existsSync(join(dataDir, 'secret'))) {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await copyFile(kept, join(dataDir, 'secret'));
  }
  const environment = readEnvironment(process.env);
  const place = await databaseOf(environment, false);
  try {
    const { tables, files, at } = await restore({
      ownerUrl: place.url,
      secret: environment.secret,
      files: fileStoreOf(environment),
      tenantsFile: environment.tenantsFile,
      folder,
    });
    const rows = tables.reduce((total, table) => total + table.rows, 0);
    print(`Restauré : l’état du ${new Date(at).toLocaleString('fr-FR')}, ${rows} lignes, ${files} fichiers.`);
  } finally {
    await place.stop();
  }
}

const [command, folder] = process.argv.slice(2);
try {
  await (command === 'restore' ? restoreBackup(folder) : makeBackup(folder));
} catch (error) {
  console.error(error instanceof Refusal || !process.env.DEBUG ? (error as Error).message : error);
  process.exitCode = 1;
}
