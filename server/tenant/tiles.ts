// Writes the chosen map tiles into the operator's tenant file.
import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { Problem } from '#core/kernel/problem.ts';
import { tenantFile } from '#core/tenant/file.ts';
import { chooseMapTiles } from '#core/tenant/tenants.ts';
import { tileProviders } from '#core/tenant/tiles.ts';
import { writePlatformAudit } from '#server/kernel/audit.ts';
import { type Handler, handle } from '#server/kernel/call.ts';

const missing = (error: NodeJS.ErrnoException): string => {
  if (error.code === 'ENOENT') return '{}';
  throw error;
};

/** A process that dies leaves the old file whole. */
async function write(path: string, content: unknown): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`);
    await rename(draft, path);
  } catch {
    await rm(draft, { force: true });
    throw new Problem(
      'conflict',
      'Le serveur ne peut pas écrire le fichier des marques : ajoutez-y vous-même le champ « mapTiles ».',
    );
  }
}

export const tileHandlers: Handler[] = [
  handle(chooseMapTiles, async (call) => {
    const { tenants, environment, database } = call.services;
    const { host, provider } = call.input;
    const known = tenants.all().find((one) => one.host === host);
    if (!known) throw new Problem('missing', 'Hôte introuvable');
    const { url, attribution } = provider ? tileProviders[provider] : { url: '', attribution: '' };
    const mapTiles = provider ? { url, attribution } : null;
    await database.platformTransaction(async (db) => {
      // One writer at a time, on every process.
      await db.query({ text: `select pg_advisory_xact_lock(hashtext('tenants file'))` });
      const path = environment.tenantsFile;
      const read: unknown = await readFile(path, 'utf8')
        .catch(missing)
        .then((text) => JSON.parse(text.replace(/^\uFEFF/, '')))
        .catch(() => null);
      const checked = tenantFile.safeParse(read);
      if (!checked.success)
        throw new Problem('conflict', 'Le fichier des marques n’est pas valide : corrigez-le d’abord.');
      await writePlatformAudit(db, call as never, {
        entity: 'tenant',
        id: null,
        action: 'chooseMapTiles',
        changes: { [`${host} mapTiles`]: { before: known.tenant.mapTiles, after: mapTiles } },
      });
      await write(path, { ...checked.data, [host]: { ...checked.data[host], mapTiles } });
    });
    await tenants.look();
    return { mapTiles };
  }),
];
