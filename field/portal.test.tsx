// Answers that are not of the server: the page of a network's portal, the words of a gateway.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answering, begin, enrol, id, now, onPhone, taken } from './testing/phone.tsx';

onPhone();

test('a portal of the network, which answers with a page of its own, is no network: an SOS waits, and leaves after it', async () => {
  answering((request) => {
    if (request.path.endsWith('/event-pti')) return [200, { alarm: id, now: now() }];
    return request.path.endsWith('/heartbeat') ? [200, { alarms: [], now: now() }] : taken(request);
  });
  await enrol();
  const server = window.fetch;
  vi.stubGlobal('fetch', async () => new Response('<html>Wi-Fi de la gare</html>'));
  await begin();
  const sos = await screen.findByRole('button', { name: /^SOS/ });
  fireEvent.pointerDown(sos, { button: 0 });
  await screen.findByText('Votre agence n’a PAS encore reçu cette alerte.', {}, { timeout: 6_000 });
  fireEvent.pointerUp(sos);
  await userEvent.click(await screen.findByRole('button', { name: '2 éléments à transmettre' }));
  const dialog = screen.getByRole('dialog', { name: 'Transmission' });
  await waitFor(() => expect(dialog.textContent).toContain('Transmission échouée... Nouvelle tentative en attente...'));
  vi.stubGlobal('fetch', server);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Réessayer maintenant' }));
  await screen.findAllByText('Votre alerte SOS a été transmise.', {}, { timeout: 6_000 });
});

test.each([
  [400, '<html>Wi-Fi de la gare</html>'],
  [401, '<html>Wi-Fi de la gare</html>'],
  [404, ''],
  [404, '{"error":"Not found"}'],
])(
  'an answer %i « %s », which is not the server’s, refuses nothing: the event waits and nobody is asked',
  async (status, page) => {
    const calls = answering((request) => taken(request));
    await enrol();
    const server = window.fetch;
    const portal = vi.fn(async () => new Response(page, { status }));
    vi.stubGlobal('fetch', portal);
    await begin();
    await userEvent.click(await screen.findByRole('button', { name: '1 élément à transmettre' }));
    const dialog = screen.getByRole('dialog', { name: 'Transmission' });
    await waitFor(() =>
      expect(dialog.textContent).toContain('Transmission échouée... Nouvelle tentative en attente...'),
    );
    expect(screen.queryByRole('dialog', { name: 'La requête transmise semble incorrecte' })).toBeNull();
    vi.stubGlobal('fetch', server);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Réessayer maintenant' }));
    await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/sourcing/batch'))).toBe(true));
  },
);
