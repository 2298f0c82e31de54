// Saves and restores the tenant file with its pictures and texts.
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, normalize, relative } from 'node:path';
import { Refusal } from '#server/refusal.ts';
import { readBook } from '#server/tenant/read.ts';
import type { Manifest } from './manifest.ts';

type Brands = NonNullable<Manifest['brands']>;

const digestOf = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const placeIn = (folder: string, path: string): string => join(folder, 'brands', path);

/** Refuse an invalid file: a backup that silently lacks its brands would be worse. */
export async function saveBrands(tenantsFile: string, folder: string): Promise<Brands | undefined> {
  const { found, stamps } = await readBook(tenantsFile);
  if (!found) return undefined;
  const files: Brands['files'] = [];
  for (const path of stamps.keys()) {
    // In the same folder or below: `core/tenant/file.ts` allows no other path.
    const name = relative(dirname(tenantsFile), path);
    const place = placeIn(folder, name);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    await copyFile(path, place);
    files.push({ path: name, sha256: await digestOf(place) });
  }
  return { file: basename(tenantsFile), files };
}

const isBelow = (path: string): boolean => !isAbsolute(path) && !normalize(path).startsWith('..');

export async function checkBrands(brands: Brands, folder: string): Promise<void> {
  for (const { path, sha256 } of brands.files)
    if (!isBelow(path) || (await digestOf(placeIn(folder, path)).catch(() => '')) !== sha256)
      throw new Refusal(`La sauvegarde est abîmée (marques, ${path}) : rien n'a été restauré.`);
}

/** An installation with brands keeps them. */
export async function restoreBrands(brands: Brands, folder: string, tenantsFile: string): Promise<void> {
  if (await exists(tenantsFile)) return;
  const target = dirname(tenantsFile);
  // Copy the tenant file last, so that it is not read before its pictures exist.
  const last = ({ path }: { path: string }): number => (path === brands.file ? 1 : 0);
  for (const { path } of brands.files.toSorted((one, other) => last(one) - last(other))) {
    const place = path === brands.file ? tenantsFile : join(target, path);
    await mkdir(dirname(place), { recursive: true });
    await copyFile(placeIn(folder, path), place);
  }
}
