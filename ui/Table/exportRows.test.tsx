import { screen, waitFor } from '@testing-library/react';
import { readSheet } from 'read-excel-file/universal';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allEntities } from '#core/entities.ts';
import { columnFields } from '#core/kernel/entity.ts';
import { type Field, integer, money } from '#core/kernel/field.ts';
import type { AnyRow } from '../moves.ts';
import { Crate } from '../testing/crate.ts';
import { crate } from '../testing/depot.ts';
import { closeScreen, crates, type Opened, openScreen, type World } from '../testing/screen.tsx';
import type { Column } from './columns.ts';
import { EntityTable } from './EntityTable.tsx';
import { fileName, sheetOf } from './spreadsheet.ts';
import { type SheetPart, SheetWriter } from './writeSheet.ts';

const locale = { zone: 'Europe/Paris', currency: 'EUR', country: 'FR', holidayLocale: 'FR' };

/** happy-dom has no workers: do the work in this thread. */
class OpenWorker extends EventTarget {
  readonly #writer = new SheetWriter();
  postMessage(part: SheetPart): void {
    const { cells, more, ...sheet } = structuredClone(part);
    this.#writer.add(cells);
    if (more) return;
    const data = this.#writer.file(sheet);
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
  }
  terminate(): void {}
}

interface Saved {
  name: string;
  content: Blob;
}

let saved: Saved[] = [];
const contents = new Map<string, Blob>();

beforeEach(() => {
  saved = [];
  vi.stubGlobal('Worker', OpenWorker);
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    const url = `blob:${contents.size}`;
    contents.set(url, content as Blob);
    return url;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, content: contents.get(this.href) as Blob });
  });
});
afterEach(() => {
  closeScreen();
  vi.restoreAllMocks();
});

/** Dates are fractions of days in the file: round to the minute. */
const toMinute = (cell: unknown): unknown =>
  cell instanceof Date ? new Date(Math.round(cell.getTime() / 60_000) * 60_000) : cell;
const read = async (file: Saved | undefined): Promise<unknown[][]> =>
  (await readSheet(file?.content as Blob)).map((row) => row.map(toMinute));
const openTable = (world?: World): Opened => openScreen(<EntityTable of={Crate} page="crates" />, world);
const lists = ({ depot }: Opened) => depot.calls('POST', '/fetch/crates').map(({ body }) => body);
const press = (opened: Opened, name: string): Promise<void> =>
  opened.user.click(screen.getByRole('button', { name, exact: true } as never));

test('the file contains the visible columns in order, with typed cells', async () => {
  const rows = [
    crate(1, { weight: 12, infos: { fragile: true, packedOn: null } }),
    crate(2, { status: 300, size: 2, weight: null }),
  ];
  const opened = openTable({ rows, at: '/?sort=-name' });
  await screen.findByRole('link', { name: 'Caisse 001' });
  await press(opened, 'Exporter');
  await screen.findByText('Export terminé : 2 lignes');
  expect(saved[0]?.name).toMatch(/^Caisses \d\d-\d\d-\d{4}\.xlsx$/);
  expect(await read(saved[0])).toEqual([
    ['Nom', 'Statut', 'Taille', 'Poids', 'Fragile'],
    ['Caisse 002', 'Rangée', 'Grande', null, 'Non'],
    ['Caisse 001', 'Ouverte', 'Petite', 12, 'Oui'],
  ]);
  // Nothing else is computed, sent and read.
  expect(lists(opened).at(-1)).toMatchObject({ fields: ['name', 'status', 'size', 'weight', 'infos.fragile'] });
});

test('what a cell shows in place of the value is exported, with the columns that it reads', async () => {
  const words = (row: AnyRow, value: unknown): string => `${value} kg de ${row.size === 1 ? 'petit' : 'grand'}`;
  const cells = {
    weight: Object.assign(() => null, { sheet: { needs: ['size'], words } }),
    status: Object.assign(() => null, { sheet: { needs: ['weight'], value: () => 300 } }),
  };
  const opened = openScreen(<EntityTable of={Crate} page="crates" cells={cells} />, {
    rows: [crate(1, { weight: 12, size: 1 })],
    pagesConfig: {
      crates: {
        config: {
          columns: ['weight', 'status']
            .map((name) => ({ name, visible: true }))
            .concat(['name', 'size', 'infos.fragile'].map((name) => ({ name, visible: false }))),
        },
      },
    },
  });
  await screen.findByText('1–1 sur 1');
  await press(opened, 'Exporter');
  await screen.findByText('Export terminé : 1 ligne');
  expect((await read(saved[0]))[1]).toEqual(['12 kg de petit', 'Rangée']);
  expect(lists(opened).at(-1)).toMatchObject({ fields: ['weight', 'size', 'status'] });
});

test('the value that makes an amount negative is a column, so that an export can ask for it', () => {
  const negative = allEntities.flatMap((of) =>
    columnFields(of).flatMap(([, { negativeWhen }]) => (negativeWhen ? [[of, negativeWhen.path] as const] : [])),
  );
  expect(negative.length).toBeGreaterThan(3);
  for (const [of, path] of negative) expect(columnFields(of).map(([name]) => name)).toContain(path);
});

test('an amount has the decimals of its currency in a spreadsheet, a unit price up to four', () => {
  const column = (field: Field): Column => ({ path: 'price', field, visible: true, width: 120, sized: false });
  const formats = (currency: string) =>
    [column(money('Prix')), column({ ...money('Prix horaire'), decimals: 4 })].map((one) => {
      const [, [cell] = []] = sheetOf('Prix', [one], [crate(1, { price: 9999999999.99 })], {
        ...locale,
        currency,
      }).cells;
      return cell;
    });
  expect(formats('EUR')).toEqual([
    { value: 9999999999.99, format: '#,##0.00 "€"' },
    { value: 9999999999.99, format: '#,##0.00## "€"' },
  ]);
  expect(formats('XPF')[1]).toEqual({ value: 9999999999.99, format: '#,##0.#### "FCFP"' });
});

test('a duration is exported as on the screen, in a form that Excel can sum', () => {
  const column = (path: string, field: Field): Column => ({ path, field, visible: true, width: 120, sized: false });
  const columns = [
    column('length', integer('Durée', { unit: 'minutes' })),
    column('late', integer('Écart', { unit: 'signedMinutes' })),
    column('weight', integer('Poids')),
  ];
  const [, cells] = sheetOf('Durées', columns, [crate(1, { length: 450, late: -15, weight: 450 })], locale).cells;
  expect(cells).toEqual([
    { value: 450 / 1440, format: '[h]"h"mm' },
    { value: -0.25, format: '+0.00" h";−0.00" h";0" h"' },
    450,
  ]);
});

test("every kind is exported in its spreadsheet type: numbers, dates in the agency's time zone, text", async () => {
  const fields = Crate.fields as Record<string, Field>;
  const column = (path: string, field: Field | undefined): Column => ({
    path,
    field: field as Field,
    visible: true,
    width: 120,
    sized: false,
  });
  const columns = [
    column('price', fields.price),
    column('infos.packedOn', fields.infos?.fields?.packedOn),
    column('createdAt', fields.createdAt),
    column('mail', fields.mail),
    column('phone', fields.phone),
    column('place', fields.place),
    column('keeper', fields.keeper),
    column('specialties', fields.specialties),
    column('opens', fields.opens),
    column('comments', fields.comments),
  ];
  const long = 'à'.repeat(1_000);
  const row = crate(1, {
    price: 1234.5,
    infos: { fragile: false, packedOn: '2026-03-29' },
    // Midnight in Paris, the day before in UTC.
    createdAt: '2026-11-14T23:15:00.000Z',
    mail: 'depot@azur.example',
    phone: ['04 91 00 00 00', '+33 6 00 00 00 00'],
    keeper: { id: 'x', name: 'Inès Faure' },
    specialties: [
      { id: 'a', name: 'Rondier' },
      { id: 'b', name: 'Maître-chien' },
    ],
    comments: `=1+1 ${long}`,
  });
  const before1900 = crate(2, {
    infos: { fragile: false, packedOn: '1899-05-02' },
    place: null,
    comments: 'constructor',
  });
  const sheet = sheetOf('Caisses / [dépôt]', columns, [row, before1900], locale);
  const writer = new SheetWriter();
  writer.add(sheet.cells);
  const content = writer.file(sheet);
  expect(await read({ name: '', content })).toEqual([
    columns.map(({ field }) => field.label),
    [
      1234.5,
      new Date('2026-03-29T00:00:00Z'),
      new Date('2026-11-15T00:15:00Z'),
      'depot@azur.example',
      '04 91 00 00 00, +33 6 00 00 00 00',
      '2 quai du Port, 13002 Marseille',
      'Inès Faure',
      'Rondier, Maître-chien',
      'Gardiens',
      `=1+1 ${long}`,
    ],
    [null, '02/05/1899', new Date('2026-11-02T09:30:00Z'), null, null, null, null, null, 'Gardiens', 'constructor'],
  ]);
});

test('a file is named after its list, in French, without forbidden characters', () => {
  vi.useFakeTimers({ now: new Date('2026-11-15T23:30:00Z') });
  expect(fileName('Clients : « A/B »', locale)).toBe('Clients   « A B » 16-11-2026.xlsx');
  vi.useRealTimers();
});

test('rows are read in pages of 180 with the search, filters and order of the table', async () => {
  const opened = openTable({ rows: crates(400), at: '/?q=caisse&f={"status":[100]}&sort=-name' });
  await screen.findByText('1–25 sur 400');
  await press(opened, 'Exporter');
  await screen.findByText('Export terminé : 400 lignes');
  const asked = { query: 'caisse', filters: { status: [100] }, orderBy: 'name', ascending: false, limit: 180 };
  const fields = ['name', 'status', 'size', 'weight', 'infos.fragile'];
  expect(lists(opened).slice(1)).toEqual(
    [1, 2, 3].map((page) => ({ ...asked, page, fields, ...(page > 1 ? { count: false } : {}) })),
  );
  const sheet = await read(saved[0]);
  expect(sheet).toHaveLength(401);
  expect([sheet[1]?.[0], sheet[400]?.[0]]).toEqual(['Caisse 400', 'Caisse 001']);
});

test('more than 5000 rows are refused after the first page, and no file is written', async () => {
  const opened = openTable({ rows: crates(5_001) });
  await screen.findByText('1–25 sur 5 001');
  await press(opened, 'Exporter');
  await screen.findByText("L'export excel est limité à 5000 lignes");
  expect(lists(opened)).toHaveLength(2);
  expect(saved).toEqual([]);
});

test('an empty table reports that there is nothing to export', async () => {
  const opened = openTable({ rows: [] });
  await screen.findByText('Aucune caisse pour le moment');
  await press(opened, 'Exporter');
  await screen.findByText('Pas de données à exporter');
  expect(saved).toEqual([]);
});

test('with a selection only the selected rows are exported', async () => {
  const opened = openTable({ rows: crates(3) });
  await screen.findByRole('link', { name: 'Caisse 001' });
  await opened.user.click(screen.getByRole('checkbox', { name: 'Sélectionner Caisse 002' }));
  await press(opened, 'Exporter la sélection');
  await screen.findByText('Export terminé : 1 ligne');
  expect((await read(saved[0])).map(([name]) => name)).toEqual(['Nom', 'Caisse 002']);
  expect(lists(opened)).toHaveLength(1);
});

test('a failure halfway writes no file and is reported', async () => {
  const opened = openTable({ rows: crates(200) });
  await screen.findByText('1–25 sur 200');
  opened.depot.answerNext('POST', '/fetch/crates', { status: 500, body: { code: 500, message: 'Panne' } });
  await press(opened, 'Exporter');
  await screen.findByText('Panne');
  expect(saved).toEqual([]);
  await waitFor(() => expect(screen.queryByText('Export : Caisses')).toBeNull());
});

test('an amount that is shown below zero is exported so', () => {
  const price = money('Prix', { negativeWhen: { path: 'kind', is: 'back' } }) as Field;
  const column: Column = { path: 'price', field: price, visible: true, width: 100, sized: false };
  const rows = [
    { ...crate(1), price: 12, kind: 'back' },
    { ...crate(2), price: 12, kind: 'out' },
    { ...crate(3), price: 0, kind: 'back' },
  ];
  const { cells } = sheetOf('Caisses', [column], rows, locale);
  expect(cells.slice(1).map(([cell]) => (cell as { value: number }).value)).toEqual([-12, 12, 0]);
});
