import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Customer } from '#core/customers/customer.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { ref } from '#core/kernel/field.ts';
import { listedRowOf } from '../client/testing/rows.ts';
import { IconBox } from '../icons.ts';
import { Crate } from '../testing/crate.ts';
import { crate } from '../testing/depot.ts';
import { closeScreen, type Opened, openScreen, type World } from '../testing/screen.tsx';
import EntityDialog from './EntityDialog.tsx';
import type { BelowProps, DialogExtras } from './extras.ts';

afterEach(closeScreen);

const onClose = vi.fn();
afterEach(() => onClose.mockReset());

const first = crate(1).id;

/** The crate, with a comment for fragile crates only and a customer as owner. */
const Sealed: Entity = {
  ...Crate,
  fields: {
    ...Crate.fields,
    comments: { ...Crate.fields.comments, shownWhen: { path: 'infos.fragile', is: true } },
    owner: ref('Propriétaire', 'customer', { section: 'Contenu' }),
  },
};

async function open(extras?: DialogExtras, world: World = {}): Promise<Opened> {
  const rows = [crate(1, { comments: 'Fond abîmé', infos: { fragile: true, packedOn: null } })];
  const opened = openScreen(<EntityDialog of={Sealed} id={first} page="crates" extras={extras} onClose={onClose} />, {
    rows,
    ...world,
  });
  await screen.findByRole('button', { name: /^(Enregistrer|Fermer)/ });
  return opened;
}

const save = ({ user }: Opened): Promise<void> => user.click(screen.getByRole('button', { name: /^Enregistrer/ }));

test('a field is shown while its condition holds; hidden, it keeps its value', async () => {
  const opened = await open();
  expect(screen.getByRole('textbox', { name: 'Commentaires' })).toBeTruthy();
  await opened.user.click(screen.getByRole('switch', { name: 'Fragile' }));
  expect(screen.queryByRole('textbox', { name: 'Commentaires' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Commentaires' })).toBeNull();
  await save(opened);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(opened.depot.calls('POST', '/crate').map(({ body }) => body)).toEqual([
    { id: first, version: 1, infos: { fragile: false } },
  ]);
});

test('the read-only sheet uses the same condition', async () => {
  await open(undefined, { rights: ['listCheckpoints'], rows: [crate(1, { comments: 'Fond abîmé' })] });
  expect(screen.queryByText('Fond abîmé')).toBeNull();
});

const Scale = ({ values, change }: BelowProps) => (
  <button type="button" onClick={() => change?.('weight', 12)}>
    Peser {String(values.name)}
  </button>
);

test('content below a section reads the typed values and can change them', async () => {
  const opened = await open({ below: { Général: Scale } });
  await opened.user.click(screen.getByRole('button', { name: 'Peser Caisse 001' }));
  expect((screen.getByRole('textbox', { name: 'Poids' }) as HTMLInputElement).value).toBe('12');
});

const counted: DialogExtras = {
  parts: [
    {
      key: 'count',
      label: 'Comptage',
      icon: IconBox,
      when: (row) => row.size === 1,
      Content: () => <input aria-label="Compté" />,
    },
  ],
};

test('an extra part is shown beside the record, keeps its text, and appears only where it applies', async () => {
  const opened = await open(counted);
  const parts = within(screen.getByRole('radiogroup', { name: 'Partie affichée' }));
  await opened.user.click(parts.getByText('Comptage'));
  await opened.user.type(await screen.findByRole('textbox', { name: 'Compté' }), '42');
  await opened.user.click(parts.getByText('Fiche'));
  expect(screen.queryByRole('textbox', { name: 'Compté' })).toBeNull();
  await opened.user.click(parts.getByText('Comptage'));
  expect((screen.getByRole('textbox', { name: 'Compté' }) as HTMLInputElement).value).toBe('42');
  closeScreen();
  await open(counted, { rows: [crate(1, { size: 2 })] });
  expect(screen.queryByText('Comptage')).toBeNull();
});

test('if another person saved unrelated fields, the form saves over them without a question', async () => {
  const opened = await open();
  const [row] = opened.depot.rows;
  opened.depot.rows[0] = { ...row, version: 7 } as never;
  await opened.user.click(screen.getByRole('switch', { name: 'Fragile' }));
  await save(opened);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(opened.depot.calls('POST', '/crate').map(({ body }) => body?.version)).toEqual([1, 7]);
});

test('rows with the same name have distinct subtitles in a picker', async () => {
  const opened = await open(undefined, { rights: ['listCheckpoints', 'editCheckpoint', 'listCustomers'] });
  const address = { street: '2 quai', zipcode: '13002', city: 'Marseille', country: 'FR', location: null };
  const customers = [
    listedRowOf(Customer, { name: 'Dupont', customerInfos: { customerNumberId: '411-0007' }, address }),
    listedRowOf(Customer, { name: 'Dupont' }),
  ];
  opened.depot.answerNext('POST', '/fetch/customers', { status: 200, body: { customers, filtered: 2 } });
  await opened.user.click(screen.getByRole('combobox', { name: 'Propriétaire' }));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Dupont411-0007 · 2 quai, 13002 Marseille', 'Dupont']);
});

test('a known address fills the town and the position; an unknown one keeps the typed text', async () => {
  const opened = await open();
  const known = {
    street: '12 quai des Docks',
    zipcode: '06300',
    city: 'Nice',
    country: 'FR',
    location: { latitude: 43.695, longitude: 7.28 },
  };
  opened.depot.answerNext('POST', '/fetch/addresses', { status: 200, body: { addresses: [known] } });
  const street = screen.getByRole('combobox', { name: 'Rue' }) as HTMLInputElement;
  await opened.user.clear(street);
  await opened.user.type(street, '12 quai');
  await opened.user.click(await screen.findByRole('option', { name: /12 quai des Docks/ }));
  expect(opened.depot.calls('POST', '/fetch/addresses').map(({ body }) => body)).toEqual([
    { query: '12 quai', part: 'street' },
  ]);
  const value = (name: string): string =>
    screen.getAllByLabelText<HTMLInputElement>(name).find(({ tagName }) => tagName === 'INPUT')?.value ?? '';
  expect(['Rue', 'Code postal', 'Ville', 'Latitude', 'Longitude'].map(value)).toEqual([
    '12 quai des Docks',
    '06300',
    'Nice',
    '43,695',
    '7,28',
  ]);
  await save(opened);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(opened.depot.calls('POST', '/crate')[0]?.body?.place).toEqual(known);
});

test('choosing a town keeps the street and the position', async () => {
  const place = {
    street: '2 quai du Port',
    zipcode: null,
    city: null,
    country: 'FR',
    location: { latitude: 1, longitude: 2 },
  };
  const opened = await open(undefined, { rows: [crate(1, { place })] });
  const town = {
    street: null,
    zipcode: '06300',
    city: 'Nice',
    country: 'FR',
    location: { latitude: 43.7, longitude: 7.28 },
  };
  opened.depot.answerNext('POST', '/fetch/addresses', { status: 200, body: { addresses: [town] } });
  await opened.user.type(screen.getByRole('combobox', { name: 'Ville' }), 'nic');
  await opened.user.click(await screen.findByRole('option', { name: '06300 Nice' }));
  await save(opened);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(opened.depot.calls('POST', '/crate')[0]?.body?.place).toEqual({ ...place, zipcode: '06300', city: 'Nice' });
});
