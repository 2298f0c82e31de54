import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { AgencyContact } from '#core/agencies/contact.ts';
import { queryClient } from '#ui/client/queries.tsx';
import { type Session, sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { refusal, serve } from '#ui/client/testing/server.ts';
import { showBrand } from '#ui/client/testing/tenant.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import About from './About.tsx';
import ContactAgency from './ContactAgency.tsx';
import { keepContact } from './contact.ts';
import { OpenElsewhere } from './HomeScreen.tsx';
import MobileApp from './MobileApp.tsx';

beforeEach(startAfresh);

const props = { page: 'page', title: 'Titre', description: 'Description', add: false };
const hrefOf = (name: string): string | null => screen.getByRole('link', { name }).getAttribute('href');

test('the provider has contact links; without a contact a message is shown', async () => {
  showBrand({ name: 'Ma marque', contact: { phone: '04 93 00 00 00', email: 'aide@marque.fr' } });
  showPage(<About {...props} />);
  expect(await screen.findByText('Ma marque')).toBeTruthy();
  expect(screen.getByText('Version').nextElementSibling?.textContent).toMatch(/^\d+\.\d+\.\d+/);
  expect(hrefOf('04 93 00 00 00')).toBe('tel:0493000000');
  expect(hrefOf('aide@marque.fr')).toBe('mailto:aide@marque.fr');
  startAfresh();
  showBrand(null);
  showPage(<About {...props} />);
  expect(await screen.findByText(/Aucun contact n’est renseigné/)).toBeTruthy();
});

test('the application is in the app stores of the brand, or added to the home screen', async () => {
  const stores = { apple: 'https://apps.apple.com/x', google: 'javascript:alert(1)', apk: null };
  showBrand({ stores });
  showPage(<MobileApp {...props} />);
  const shops = within(await screen.findByRole('region', { name: 'Télécharger' })).getAllByRole('link');
  expect(shops.map((shop) => [shop.textContent, shop.getAttribute('href')])).toEqual([['App Store', stores.apple]]);
  expect(screen.queryByText('Android')).toBeNull();
  startAfresh();
  showBrand(null);
  showPage(<MobileApp {...props} />);
  expect(await screen.findByText(/n’a pas encore d’application dans les magasins/)).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Sur l’écran d’accueil du téléphone' })).toBeTruthy();
  expect(screen.getByText(/« Sur l’écran d’accueil »/)).toBeTruthy();
  expect(screen.getByText(/« Ajouter à l’écran d’accueil »/)).toBeTruthy();
});

const of = (...[shape]: Parameters<typeof someProfile>): Session =>
  sessionOf(someUser({ userCompanies: [someProfile(shape)] }), { profileId: null, agency: null });
const contact: AgencyContact = {
  name: 'Azur Sécurité',
  email: 'accueil@azur.fr',
  phone: ['04 93 00 00 01', '+33 4 93 00 00 02'],
  address: { street: '1 quai du Port', zipcode: '06300', city: 'Nice', country: 'FR', location: null },
};

test('agents and customers see the contact of their agency, each on his own path', async () => {
  for (const [session, path] of [
    [of({ rights: 'collaborator', plannable: true }), /\/agent\/[\w-]+\/contact$/],
    [of({ kind: 'CUSTOMER', rights: 'customer' }), /\/customer\/[\w-]+\/contact$/],
  ] as const) {
    startAfresh();
    const calls = serve(() => [200, { contact }]);
    showPage(<ContactAgency {...props} />, session);
    expect(await screen.findByRole('heading', { name: 'Azur Sécurité' })).toBeTruthy();
    expect(hrefOf('04 93 00 00 01')).toBe('tel:0493000001');
    expect(hrefOf('+33 4 93 00 00 02')).toBe('tel:+33493000002');
    expect(hrefOf('accueil@azur.fr')).toBe('mailto:accueil@azur.fr');
    expect(screen.getByText('06300 Nice')).toBeTruthy();
    expect(calls[0]?.path).toMatch(path);
  }
});

test('the number that was read once is there without a network', async () => {
  const session = of({ rights: 'collaborator', plannable: true });
  serve(() => [200, { contact }]);
  showPage(<div />, session);
  await keepContact(session);
  queryClient.clear();
  serve(() => Promise.reject(new TypeError('Failed to fetch')));
  showPage(<ContactAgency {...props} />, session);
  await screen.findByRole('heading', { name: 'Azur Sécurité' });
  expect(hrefOf('04 93 00 00 01')).toBe('tel:0493000001');
});

test('an agency without contact shows a message; a failed read is retried', async () => {
  let broken = true;
  const empty = {
    name: 'Azur',
    email: null,
    phone: [],
    address: { ...contact.address, street: null, zipcode: null, city: null },
  };
  serve(() => (broken ? refusal(500, 'Une erreur est survenue') : [200, { contact: empty }]));
  const user = showPage(<ContactAgency {...props} />, of({ kind: 'CUSTOMER', rights: 'customer' }));
  expect(await screen.findByText('Une erreur est survenue')).toBeTruthy();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Votre agence n’a pas encore renseigné ses coordonnées.')).toBeTruthy();
});

test('on this computer’s own address the code says that a phone cannot open it', async () => {
  showPage(<OpenElsewhere />);
  expect(window.location.hostname).toBe('localhost');
  expect(await screen.findByText(/un téléphone ne peut pas l’ouvrir/)).toBeTruthy();
});
