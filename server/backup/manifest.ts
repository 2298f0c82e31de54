// The manifest of a backup.
import { createHmac } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { Refusal } from '#server/refusal.ts';
import { derive } from '#server/secret.ts';

const manifestSchema = z.strictObject({
  format: z.literal(1),
  version: z.string(),
  at: z.string(),
  migrations: z.array(z.string()),
  /** Shows whether the secret is the same, and nothing else: sealed columns need the same secret. */
  secretMark: z.string(),
  tables: z.array(
    z.strictObject({ name: z.string(), columns: z.array(z.string()), rows: z.int(), sha256: z.string() }),
  ),
  files: z.int(),
  /** The tenant file and its files; absent: there was none. */
  brands: z
    .strictObject({ file: z.string(), files: z.array(z.strictObject({ path: z.string(), sha256: z.string() })) })
    .optional(),
});
export type Manifest = z.output<typeof manifestSchema>;

const name = 'manifest.json';

export const markOf = (secret: string): string =>
  createHmac('sha256', derive(secret, 'backup')).update('vigie').digest('hex');

/** Written last: a folder without it is an incomplete backup. */
export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeFile(join(folder, name), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, name), 'utf8').catch(() => {
    throw new Refusal(`${folder} n'est pas une sauvegarde complète : ${name} manque.`);
  });
  const parsed = manifestSchema.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Refusal(`${folder} n'est pas une sauvegarde que cette version sait lire.`);
  return parsed.data;
}
