import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { refusal, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { ActiveOffers } from './Offers.tsx';

beforeEach(startAfresh);

test('offers that could not be marked as read say why', async () => {
  serve(({ path }) =>
    path.endsWith('/offers/read')
      ? refusal(409, 'Annonces indisponibles')
      : path.endsWith('/offers/unread')
        ? [200, { unread: 2, offers: [] }]
        : [200, { offers: [], filtered: 0 }],
  );
  const user = showPage(<ActiveOffers page="offers" title="Annonces actives" description="" add={false} />);
  await user.click(await screen.findByRole('button', { name: 'Tout marquer comme lu' }));
  expect(await screen.findByText('Annonces indisponibles')).toBeTruthy();
});
