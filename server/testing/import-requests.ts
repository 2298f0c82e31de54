// Valid requests of the import calls.
import { randomUUID } from 'node:crypto';
import { importColumns } from '#core/imports/columns.ts';
import { importKinds } from '#core/imports/imports.ts';
import { sealPiece } from '#server/imports/pieces.ts';
import type { Line, Setting } from './requests.ts';

/** An import with one row, of the caller, of a colleague or of the other agency. */
async function importOf({ world, person, where }: Setting, of: (typeof importKinds)[number]['of']): Promise<string> {
  const { people, agency, otherAgency, sql, environment } = world;
  const asker = person ?? people.owner;
  const colleague = asker === people.staff ? people.owner : people.staff;
  // Platform staff import into any agency; for others, another agency's import is hidden.
  const user = where === 'neighbour' ? colleague : asker;
  const [id, place] = [randomUUID(), where === 'foreign' ? otherAgency : agency];
  const heads = headsOf(of);
  await sql(
    `insert into imports (agency_id, id, entity, file_name, heads, row_count, user_id, author) values ($1, $2, $3, 'essai.csv', $4, 1, $5, 'A B')`,
    [place.id, id, of.name, heads, user.id],
  );
  const cells = heads.map((_, index) => (requiredOf(of)[index]?.field.kind === 'ref' ? world.customer.name : 'Essai'));
  await sql(
    'insert into import_pieces (agency_id, import_id, piece, first, row_count, content) values ($1, $2, 0, 0, 1, $3)',
    [place.id, id, sealPiece(environment, { agency: place.id, id }, 0, [cells])],
  );
  return id;
}

const period = { start: '2027-01-04', end: '2027-01-10' };

const requiredOf = (of: (typeof importKinds)[number]['of']) => importColumns(of).filter(({ required }) => required);
const headsOf = (of: (typeof importKinds)[number]['of']): string[] => requiredOf(of).map(({ label }) => label);

export const importLines: Record<string, Line> = Object.fromEntries(
  importKinds.flatMap(({ of, within }): [string, Line][] => {
    const others = ['neighbour', 'foreign'] as const;
    const ofImport = async (setting: Setting) => ({ params: { id: await importOf(setting, of) } });
    const settings = {
      mapping: requiredOf(of).map(({ path }) => path),
      duplicates: 'skip',
      ...(within ? { period } : {}),
    };
    const rows = [headsOf(of)];
    return [
      [
        `startImport:${of.name}`,
        { request: () => ({ input: { fileName: 'essai.csv', heads: headsOf(of), rowCount: 1 } }) },
      ],
      [
        `sendImportRows:${of.name}`,
        { others, request: async (setting) => ({ ...(await ofImport(setting)), input: { piece: 0, first: 0, rows } }) },
      ],
      [
        `checkImport:${of.name}`,
        { others, request: async (setting) => ({ ...(await ofImport(setting)), input: settings }) },
      ],
      [
        `runImport:${of.name}`,
        { others, request: async (setting) => ({ ...(await ofImport(setting)), input: settings }) },
      ],
      [`readImport:${of.name}`, { others, ofCaller: true, request: ofImport }],
    ];
  }),
);
