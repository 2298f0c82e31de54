import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fileMessages } from '#core/files/files.ts';
import { Problem, tooLongBody } from '#core/kernel/problem.ts';
import { NetworkProblem } from './client/call.ts';
import { cleaned, notifyProblem, notifySuccess, notifyWarning } from './notify.ts';

let shown: { id?: string; title?: string; message: unknown; autoClose: number }[] = [];
beforeEach(() => {
  shown = [];
  vi.spyOn(notifications, 'show').mockImplementation((one) => String(shown.push(one as never)));
});
afterEach(() => void vi.restoreAllMocks());

describe('a message', () => {
  test('lasts two and a half seconds', () => {
    notifySuccess('Fait');
    expect(shown).toMatchObject([{ message: 'Fait', autoClose: 2_500 }]);
  });

  test('with an offer and no undo stays long enough to be taken', () => {
    notifySuccess('3 services sont à pourvoir', { offer: { label: 'Publier…', act: () => undefined } });
    expect(shown).toMatchObject([{ autoClose: 8_000 }]);
    notifySuccess('Remplacé', { lasts: 'answered', offer: { label: 'Prévenir…', act: () => undefined } });
    expect(shown[1]).toMatchObject({ autoClose: false });
    expect(renderToStaticMarkup(<MantineProvider>{shown[0]?.message as ReactNode}</MantineProvider>)).toContain(
      'Publier…',
    );
  });

  test.each([
    [new Problem('conflict', 'Ce service est terminé'), 'Action refusée'],
    [new Problem('invalid', 'Ce service est terminé'), 'Action refusée'],
    [new Problem('forbidden', 'Ce service est terminé'), 'Action non autorisée'],
    [new Problem('missing', 'Ce service est terminé'), 'Action impossible'],
    [new Problem('tooLarge', tooLongBody), 'Action refusée', tooLongBody],
    [new Problem('tooMany', 'Ce service est terminé'), 'Trop de demandes'],
    [new Error('Ce service est terminé'), 'Une erreur est survenue'],
  ])('about %s has the title « %s » and the reason', (error, title, message = 'Ce service est terminé') => {
    notifyProblem(error);
    expect(shown).toMatchObject([{ title, message, autoClose: expect.any(Number) }]);
  });

  test.each(['Erreur: fichiers volumineux.', '', 'Request Entity Too Large'])(
    'about a large upload (« %s ») shows the limit for seven and a half seconds',
    (text) => {
      notifyProblem(new Problem('tooLarge', text));
      expect(shown).toMatchObject([
        { title: 'Erreur: fichiers volumineux.', message: fileMessages.tooLarge, autoClose: 7_500 },
      ]);
    },
  );

  test('that warns is not repeated while it is shown, unless its subject is another one', () => {
    notifyWarning('Ce service est terminé');
    notifyWarning('Ce service est terminé');
    notifyWarning('Ce service est terminé', 'S000001');
    // Mantine shows one message per id.
    expect(new Set(shown.map(({ id }) => id)).size).toBe(2);
  });

  test('is not shown for maintenance, which has its own screen, or for an aborted call', () => {
    notifyProblem(new Problem('maintenance', 'Retour à 14 h'));
    notifyProblem(new DOMException('Annulé', 'AbortError'));
    expect(shown).toEqual([]);
  });
});

test.each([
  [new NetworkProblem(), 'Erreur réseau: Veuillez vérifier votre connexion internet'],
  [new Error('Error: Client introuvable'), 'Client introuvable'],
  [new Error('<html><h1>Passerelle</h1> en   panne</html>'), 'Passerelle en panne'],
  [new Error('Panne\n    at f (a.js:1:2)'), 'Panne'],
  [new TypeError("Cannot read properties of undefined (reading 'x')"), 'Une erreur est survenue'],
  [new Error('Uncaught TypeError: '), 'Une erreur est survenue'],
  [undefined, 'Une erreur est survenue'],
])('%s reads « %s »', (error, read) => {
  expect(cleaned(error)).toBe(read);
});
