import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { refusal, serve } from '#ui/client/testing/server.ts';
import { showBrand } from '#ui/client/testing/tenant.ts';
import { PublicFrame } from '../session/PublicFrame.tsx';
import { showPage, startAfresh } from '../testing/page.tsx';
import LegalText from './LegalText.tsx';

beforeEach(startAfresh);

test('a text that cannot be read is retried, and its content is drawn, never executed', async () => {
  let works = false;
  serve(() =>
    works
      ? [200, { title: 'Mentions légales', html: '<h2>Éditeur</h2><p>Azur<script>alert(1)</script></p>' }]
      : refusal(404, 'Ce texte n’est pas publié.'),
  );
  const user = showPage(<LegalText token="mentions" />);
  expect(await screen.findByText('Ce texte n’est pas publié.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Mentions légales' })).toBeTruthy();
  works = true;
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByRole('heading', { name: 'Éditeur' })).toBeTruthy();
  expect(document.querySelector('main script')).toBeNull();
});

test('the footer of public pages links to the brand’s texts, if it publishes any', async () => {
  showBrand({ legal: ['mentions', 'terms'] });
  showPage(<PublicFrame title="Connexion" />);
  await screen.findByRole('heading', { name: 'Connexion' });
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Mentions légales', '#/textes-legaux/mentions'],
    ['Conditions générales d’utilisation', '#/textes-legaux/terms'],
  ]);
  startAfresh();
  showBrand(null);
  showPage(<PublicFrame title="Connexion" />);
  await screen.findByRole('heading', { name: 'Connexion' });
  expect(screen.queryByRole('navigation', { name: 'Textes légaux' })).toBeNull();
});
