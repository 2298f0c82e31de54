import { screen, waitFor, within } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { cityNotFound, type KnownAddress } from '#core/addresses/addresses.ts';
import { SiteItems } from '#core/sites/items.ts';
import { type Session, sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { idOf, rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, serve } from '#ui/client/testing/server.ts';
import type { AnyRow } from '#ui/moves.ts';
import { owner, showPage, startAfresh } from '../testing/page.tsx';
import Equipment from './Equipment.tsx';
import { SiteMap } from './SiteMap.tsx';

beforeEach(startAfresh);

const id = idOf(1);
const reader = (): Session =>
  sessionOf(someUser({ userCompanies: [someProfile({ rights: ['listSites', 'listSiteItems'] })] }), {
    ...{ profileId: null, agency: null },
  });
const radio = { name: 'Radio', quantity: 3, reference: 'R-7', expiry: '2027-05-31', comment: null, position: 0 };

/** `items`: the equipment that the server has. */
function openEquipment(items: readonly object[], session: Session) {
  const calls = serve(({ path }): Reply => {
    if (path.endsWith(`/site/${id}/presence`))
      return [200, { others: [{ id: idOf(7), name: 'Ada Roux', editing: true }] }];
    return [200, { site: rowOf(SiteItems, { id, name: 'Dépôt', items }) }];
  });
  const onClose = vi.fn();
  const mayLeave = { current: () => Promise.resolve(true) };
  const part = <Equipment row={{ id, version: 1 } as AnyRow} page="sites" mayLeave={mayLeave} onClose={onClose} />;
  return { user: showPage(part, session), calls, onClose };
}

test('whoever may only list the equipment of a site reads it, with its reference and its expiry', async () => {
  openEquipment([radio], reader());
  const list = await screen.findByRole('list', { name: 'Matériel' });
  expect(list.textContent).toBe('Radio × 3R-7 · expire le 31/05/2027');
  expect(screen.getByText('Lecture seule')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Enregistrer|Ajouter/ })).toBeNull();
});

test('a site without equipment says so', async () => {
  openEquipment([], reader());
  expect(await screen.findByText('Aucun matériel n’est enregistré sur ce site.')).toBeTruthy();
});

test('equipment is saved as one list in its order, once each line has a name', async () => {
  const { user, calls, onClose } = openEquipment([radio], owner());
  await user.click(await screen.findByRole('button', { name: 'Ajouter : Élément' }));
  const second = within(screen.getByRole('group', { name: 'Élément 2' }));
  const saved = () => calls.filter(({ method, path }) => method === 'POST' && path.endsWith(`/site/${id}/items`));
  await user.click(screen.getByRole('button', { name: /^Enregistrer/ }));
  expect(await second.findByText('Obligatoire')).toBeTruthy();
  expect(saved()).toEqual([]);
  await user.type(second.getByRole('textbox', { name: 'Désignation' }), 'Extincteur');
  await user.click(screen.getByRole('button', { name: 'Monter Élément 2' }));
  await user.click(screen.getByRole('button', { name: /^Enregistrer/ }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const [{ body } = { body: null }] = saved();
  expect(body).toMatchObject({
    items: [
      { name: 'Extincteur', quantity: 1 },
      { name: 'Radio', quantity: 3 },
    ],
  });
});

test('who changes the equipment is told of a colleague at the same site', async () => {
  const { calls } = openEquipment([radio], owner());
  expect(await screen.findByText('Ada Roux modifie cette fiche')).toBeTruthy();
  expect(calls.filter(({ path }) => path.endsWith('/presence')).length).toBeGreaterThan(0);
});

const nice: KnownAddress = { street: null, zipcode: '06000', city: 'Nice', country: 'FR', location: null };

function Typed(): ReactElement {
  const [values, setValues] = useState<Record<string, unknown>>({
    address: { street: '2 quai', city: null, location: { latitude: 43.7, longitude: 7.25 } },
    radius: 100,
  });
  return (
    <>
      <p>
        {Object.values(values.address as object)
          .filter((part) => typeof part === 'string')
          .join(', ')}
      </p>
      <SiteMap section="Adresse" values={values} change={(path, value) => setValues({ ...values, [path]: value })} />
    </>
  );
}

test('the town of a position is that of the nearest known address, or the message says that there is none', async () => {
  let found: readonly KnownAddress[] = [];
  const calls = serve(({ path }): Reply => {
    if (path.endsWith('/fetch/addresses')) return [200, { addresses: found }];
    return [200, { positions: [], centre: { latitude: 43.7, longitude: 7.25 } }];
  });
  const user = showPage(<Typed />);
  await user.click(await screen.findByRole('button', { name: 'Retrouver la ville' }));
  expect(await screen.findByText(cityNotFound)).toBeTruthy();
  expect(calls.find(({ path }) => path.endsWith('/fetch/addresses'))?.body).toEqual({
    near: { latitude: 43.7, longitude: 7.25 },
  });
  found = [nice];
  await user.click(screen.getByRole('button', { name: 'Retrouver la ville' }));
  expect(await screen.findByText('2 quai, Nice, 06000, FR')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Retrouver la ville' })).toBeNull();
});
