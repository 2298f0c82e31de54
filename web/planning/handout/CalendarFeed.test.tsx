import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { refusal, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '#web/testing/page.tsx';
import { CalendarFeed } from './CalendarFeed.tsx';

beforeEach(startAfresh);

const agent = '01900000-0000-7000-8000-00000000000b';
const kept = { createdAt: '2026-11-15T09:00:00.000Z', author: 'Camille Roux' };
const url = 'https://vigie.example/api/calendar/secret/planning.ics';

function answering(calendar: typeof kept | null): ReturnType<typeof serve> {
  let now = calendar;
  return serve(({ method }) => {
    if (method === 'POST') {
      now = kept;
      return [200, { calendar: { ...kept, url } }];
    }
    if (method === 'DELETE') {
      now = null;
      return [204];
    }
    return [200, { calendar: now }];
  });
}

test('the address is created and shown once; later only its existence is shown', async () => {
  const calls = answering(null);
  const user = showPage(<CalendarFeed agent={agent} mount="agency" />);
  expect(await screen.findByText('Aucune adresse n’a été créée.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Créer l’adresse' }));
  const field = await screen.findByRole('textbox', { name: /Adresse à coller/ });
  expect((field as HTMLInputElement).value).toBe(url);
  expect(await screen.findByText(/Adresse créée le 15\/11\/2026.* par Camille Roux/)).toBeTruthy();
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('without a clipboard the address is selected, and the page says why', async () => {
  answering(null);
  const user = showPage(<CalendarFeed agent={agent} mount="agency" />);
  await user.click(await screen.findByRole('button', { name: 'Créer l’adresse' }));
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /Adresse à coller/ });
  // As outside secure pages.
  vi.stubGlobal('navigator', { clipboard: undefined });
  await user.click(screen.getByRole('button', { name: 'Copier' }));
  expect(await screen.findByText(/le texte est sélectionné/)).toBeTruthy();
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, url.length]);
});

test('replacing or removing the address asks first', async () => {
  const calls = answering(kept);
  const user = showPage(<CalendarFeed agent={agent} mount="agency" />);
  await user.click(await screen.findByRole('button', { name: 'Créer une nouvelle adresse' }));
  await user.click(await screen.findByRole('button', { name: 'Annuler' }));
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Supprimer l’adresse' }));
  await user.click(await screen.findByRole('button', { name: 'Supprimer' }));
  expect(await screen.findByText('Adresse supprimée')).toBeTruthy();
  await waitFor(() => expect(screen.getByText('Aucune adresse n’a été créée.')).toBeTruthy());
  expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('a failure is shown and can be retried', async () => {
  let fails = true;
  serve(() => (fails ? refusal(500, 'En panne') : [200, { calendar: null }]));
  const user = showPage(<CalendarFeed agent={agent} mount="agency" />);
  expect(await screen.findByText('En panne')).toBeTruthy();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Aucune adresse n’a été créée.')).toBeTruthy();
});
