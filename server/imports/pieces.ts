// Uploaded rows of a file, stored sealed because they may contain sealed fields.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { importLimits } from '#core/imports/imports.ts';
import { Problem } from '#core/kernel/problem.ts';
import type { Db } from '#server/db/database.ts';
import type { Secrets } from '#server/sealing.ts';
import { seal, unseal } from '#server/sealing.ts';

interface Place {
  agency: string;
  id: string;
}

const sealOf = ({ agency, id }: Place, piece: number): { purpose: `field:${string}`; boundTo: string } => ({
  purpose: `field:${agency}`,
  boundTo: `import/${id}/${piece}`,
});

export const sealPiece = ({ secret }: Secrets, place: Place, piece: number, rows: readonly string[][]): Buffer =>
  seal({ secret, ...sealOf(place, piece) }, deflateRawSync(JSON.stringify(rows), { level: 1 }));

/** Far above the largest allowed piece. */
const mostBytes = importLimits.pieceCharacters * 8;

function opened({ secret, previousSecret }: Secrets, place: Place, piece: number, content: Buffer): string[][] {
  for (const one of [secret, previousSecret]) {
    if (!one) continue;
    try {
      const plain = unseal({ secret: one, ...sealOf(place, piece) }, content);
      return JSON.parse(inflateRawSync(plain, { maxOutputLength: mostBytes }).toString()) as string[][];
    } catch {
      // Try the other secret.
    }
  }
  throw new Problem('conflict', 'Le fichier ne peut plus être relu : recommencez l’import.');
}

/** All rows in order; reports a missing one. */
export async function rowsOf(db: Db, secrets: Secrets, place: Place, count: number): Promise<string[][]> {
  const pieces = await db.query<{ piece: number; first: number; content: Buffer }>({
    name: 'import-pieces',
    text: 'select piece, first, content from import_pieces where import_id = $1 order by piece',
    values: [place.id],
  });
  const rows: (string[] | undefined)[] = Array.from({ length: count });
  for (const { piece, first, content } of pieces)
    for (const [index, row] of opened(secrets, place, piece, content).entries()) rows[first + index] = row;
  const missing = rows.indexOf(undefined);
  if (missing >= 0 || rows.length > count)
    throw new Problem('conflict', `Les lignes du fichier ne sont pas toutes arrivées (ligne ${missing + 1}).`);
  return rows as string[][];
}
