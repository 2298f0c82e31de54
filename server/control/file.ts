// The control file: tables, papers and their table of contents, in one archive. It is what the inspector gets: the gaps
// are on the screen alone. The tables are made in the call's
// transaction, a month of planning at a time; the papers are read from the store as the archive leaves.
import { Readable } from 'node:stream';
import { mentionsOf } from '#core/agencies/mentions.ts';
import { type ControlPart, controlParts, partNames } from '#core/control/parts.ts';
import { escapeHtml } from '#core/kernel/html.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { csvOf, type ExportTable } from '#core/pay/mapping.ts';
import { monthTitle } from '#core/planning/days.ts';
import { drawRegister, registerTable } from '#server/agents/register.ts';
import type { Db } from '#server/db/database.ts';
import { type Zipped, zipOf } from '#server/files/files.ts';
import type { FileStore } from '#server/files/store.ts';
import type { Call } from '#server/kernel/call.ts';
import { type Controlled, monthsOf, type Period } from './facts.ts';
import { type Copy, copiesOf } from './papers.ts';
import {
  agencyTable,
  cardsTable,
  contractsTable,
  customersTable,
  hoursTables,
  papersTable,
  subcontractorsTable,
} from './tables.ts';

interface Piece {
  title: string;
  /** In the archive. */
  path: string;
  count: number;
}

/** One segment of a path: what people typed leads to no other folder. */
export const segment = (text: string): string =>
  text
    .replaceAll(/[\\/:<>"|?*\p{Cc}]/gu, '_')
    .replaceAll(/^\.+|[. ]+$/g, '')
    .slice(0, 120) || '_';

const folderOf = (part: ControlPart): string =>
  `${String(partNames.indexOf(part) + 1).padStart(2, '0')} - ${controlParts[part]}`;

class Archive {
  readonly entries: Zipped[] = [];
  readonly contents = new Map<ControlPart, Piece[]>();

  add(part: ControlPart, title: string, name: string, mimeType: string, content: Buffer, count: number): void {
    const path = `${folderOf(part)}/${segment(name)}`;
    this.entries.push({ name: path, mime_type: mimeType, content });
    this.note(part, { title, path, count });
  }
  table(part: ControlPart, title: string, table: ExportTable): void {
    const csv = csvOf(table, { separator: 'SEMICOLON', decimalMark: 'COMMA' });
    this.add(part, title, `${title}.csv`, 'text/csv', Buffer.from(csv), table.rows.length);
  }
  copies(part: ControlPart, title: string, copies: readonly Copy[]): void {
    if (copies.length === 0) return;
    const folder = `${folderOf(part)}/${segment(title)}`;
    for (const { name, mimeType, hash } of copies)
      this.entries.push({ name: `${folder}/${segment(name)}`, mime_type: mimeType, hash });
    this.note(part, { title, path: `${folder}/`, count: copies.length });
  }
  private note(part: ControlPart, piece: Piece): void {
    this.contents.set(part, [...(this.contents.get(part) ?? []), piece]);
  }
}

export interface ControlFile {
  facts: Controlled;
  open: ReadonlySet<ControlPart>;
  period: Period;
}

type Asking = Pick<Call, 'db' | 'now' | 'caller'> & { store: FileStore };

async function fill(db: Db, archive: Archive, { facts, open, period }: ControlFile, now: Date): Promise<void> {
  const people = facts.people.map(({ id }) => id);
  const copies = await copiesOf(db, { people, customers: facts.customers.map(({ id }) => id), open, ...period });
  archive.table('AGENCY', 'Titres de l’entreprise', agencyTable(facts));
  archive.table('CARDS', 'Cartes professionnelles', cardsTable(facts));
  archive.table('TRAINING', 'Formations et habilitations', await papersTable(db, facts));
  archive.copies('TRAINING', 'Copies des titres', copies.papers);
  const { staff } = facts;
  const pdf = await drawRegister(staff, now);
  const { length } = staff.lines;
  archive.add(
    'REGISTER',
    'Registre unique du personnel',
    'Registre unique du personnel.pdf',
    'application/pdf',
    pdf,
    length,
  );
  archive.table('REGISTER', 'Registre unique du personnel (tableur)', registerTable(staff.lines));
  if (open.has('CONTRACTS')) {
    archive.table('CONTRACTS', 'Contrats de travail', await contractsTable(db, facts, period));
    archive.copies('CONTRACTS', 'Contrats signés', copies.contracts);
  }
  for (const month of monthsOf(period)) {
    const { services, totals } = await hoursTables(db, month);
    const title = monthTitle(month.start.slice(0, 7));
    archive.table('HOURS', `${month.start.slice(0, 7)} - Vacations ${title}`, services);
    archive.table('HOURS', `${month.start.slice(0, 7)} - Heures ${title}`, totals);
  }
  if (open.has('CUSTOMERS')) {
    archive.table('CUSTOMERS', 'Clients', await customersTable(db, facts, period));
    archive.copies('CUSTOMERS', 'Contrats signés', copies.customers);
  }
  archive.table('SUBCONTRACTORS', 'Sous-traitants', subcontractorsTable(facts));
  archive.copies('SUBCONTRACTORS', 'Contrats de sous-traitance', copies.subcontracts);
  if (open.has('PAYSLIPS')) archive.copies('PAYSLIPS', 'Bulletins', copies.payslips);
}

const linkTo = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

function pageOf(file: ControlFile, archive: Archive, by: string, now: Date): string {
  const { facts, open, period } = file;
  const { house } = facts.staff;
  const made = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeStyle: 'short', timeZone: house.timeZone });
  const parts = partNames.map((part) => {
    const pieces = archive.contents.get(part) ?? [];
    const items = pieces.map(
      ({ title, path, count }) => `<li><a href="${linkTo(path)}">${escapeHtml(title)}</a> <span>(${count})</span></li>`,
    );
    const absent = open.has(part)
      ? 'Rien dans la période.'
      : 'Non joint : le droit de lire ces pièces manque à la personne qui a fait ce dossier.';
    return `<h2>${escapeHtml(controlParts[part])}</h2>${items.length > 0 ? `<ul>${items.join('')}</ul>` : `<p>${absent}</p>`}`;
  });
  return `<!doctype html><html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Dossier de contrôle</title>
<style>body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1f24}h1{margin-bottom:0}h2{margin:1.5rem 0 .25rem;font-size:1.1rem}footer,span{color:#5a6572}ul{margin:0}</style></head><body>
<h1>Dossier de contrôle</h1><p>${escapeHtml(house.name)} – du ${frenchDay(period.start)} au ${frenchDay(period.end)}<br>Établi le ${escapeHtml(made.format(now))} par ${escapeHtml(by)}</p>
${parts.join('\n')}
<footer><hr>${mentionsOf(house).map(escapeHtml).join('<br>')}</footer></body></html>`;
}

export async function controlArchive(file: ControlFile, { db, store, now, caller }: Asking): Promise<Readable> {
  const archive = new Archive();
  await fill(db, archive, file, now);
  const page = pageOf(file, archive, caller?.name ?? '', now);
  return zipOf(
    [{ name: '00 - Sommaire.html', mime_type: 'text/html', content: Buffer.from(page) }, ...archive.entries],
    // A paper that is no longer in the store leaves the others.
    { open: (hash) => store.open(hash).catch(() => Readable.from(['Fichier absent du stockage.'])) },
  );
}
