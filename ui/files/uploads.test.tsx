import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fileMessages } from '#core/files/files.ts';
import type { Field } from '#core/kernel/field.ts';
import { file, files } from '#core/kernel/field.ts';
import { connection, maintenance } from '../client/connection.ts';
import { keepTokens } from '../client/tokens.ts';
import { FieldInput } from '../kinds/inputs.tsx';
import { closeScreen, type Opened, openScreen } from '../testing/screen.tsx';
import { FilesHost } from './FilesHost.tsx';
import { refusedFiles } from './preview.ts';
import { fileOf, storedFile, watchRequests } from './testing/wire.ts';
import { readyToSave, unsent } from './unsent.ts';

afterEach(() => {
  closeScreen();
  connection.set('works');
  keepTokens(null);
  refusedFiles.set(null);
});

const papers = files('Papiers') as Field;
const logo = file('Logo', { picture: true }) as Field;

function Harness({ field, start }: { field: Field; start: unknown }): ReactNode {
  const [value, setValue] = useState(start);
  return (
    <>
      <FieldInput
        field={field}
        path="it"
        value={value}
        faults={{}}
        change={(_, next) => setValue(next)}
        leave={() => {}}
      />
      <output>{JSON.stringify(value)}</output>
      <FilesHost />
    </>
  );
}

async function opened(field: Field, start: unknown = null): Promise<Opened> {
  const screenOpened = openScreen(<Harness field={field} start={start} />);
  await screen.findByRole('group', { name: field.label });
  return screenOpened;
}

const picker = (): HTMLInputElement => document.querySelector('input[type=file]') as HTMLInputElement;
const choose = (...chosen: File[]): Promise<void> =>
  act(async () => void fireEvent.change(picker(), { target: { files: chosen } }));
const drop = (...dropped: File[]): Promise<void> =>
  act(
    async () =>
      void fireEvent.drop(document.querySelector('[data-dropzone]') as Element, {
        dataTransfer: { files: dropped, types: ['Files'] },
      }),
  );
const names = (): string[] =>
  (JSON.parse(screen.getByRole('status').textContent ?? '[]') as { name: string }[]).map(({ name }) => name);

describe('files that are chosen', () => {
  test('are uploaded at once, show their progress, and keep the order of choice', async () => {
    const sent = watchRequests();
    await opened(papers, [storedFile('avant.txt')]);
    await choose(fileOf('un.pdf'), fileOf('deux.txt'));
    expect(sent.map(({ name }) => name)).toEqual(['un.pdf', 'deux.txt']);
    sent[0]?.progress(0.42);
    expect(screen.getByText('42 %')).toBeDefined();
    expect(screen.getByRole('progressbar', { name: 'Envoi de un.pdf' }).getAttribute('aria-valuenow')).toBe('42');
    await sent[1]?.arrive();
    await sent[0]?.arrive();
    expect(names()).toEqual(['avant.txt', 'un.pdf', 'deux.txt']);
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  test('may be dropped', async () => {
    const sent = watchRequests();
    await opened(papers);
    await drop(fileOf('un.pdf'));
    await sent[0]?.arrive();
    expect(names()).toEqual(['un.pdf']);
  });

  test('of a forbidden type open a dialog with their names and the allowed types; the others are uploaded', async () => {
    const sent = watchRequests();
    const { user } = await opened(papers);
    await choose(fileOf('setup.exe'), fileOf('page.html'), fileOf('bon.pdf'));
    const dialog = await screen.findByRole('dialog', { name: 'Format de fichier non autorisé' });
    expect(dialog.textContent).toContain('setup.exe');
    expect(dialog.textContent).toContain('Extensions refusées : .exe, .html');
    expect(dialog.textContent).toContain('Formats autorisés : .pdf, .jpg');
    expect(sent.map(({ name }) => name)).toEqual(['bon.pdf']);
    await user.click(within(dialog).getByText('Fermer'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('whose content the server refuses open the same dialog and are removed', async () => {
    const sent = watchRequests();
    await opened(papers);
    await choose(fileOf('faux.pdf'));
    await sent[0]?.answer(400, {
      code: 400,
      message: fileMessages.refusedTitle,
      violations: [{ path: 'faux.pdf', message: fileMessages.invalid }],
    });
    const dialog = await screen.findByRole('dialog', { name: fileMessages.refusedTitle });
    expect(within(dialog).getByText('Le fichier est invalide')).toBeDefined();
    expect(within(dialog).getByText('faux.pdf')).toBeDefined();
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(unsent.get()).toEqual({ sending: 0, failed: 0 });
  });

  test.each([
    ['with a virus', 400, fileMessages.infected, { violations: [{ path: 'a.pdf', message: fileMessages.infected }] }],
    ['that could not be scanned', 409, fileMessages.notScanned, {}],
  ])('%s show the message beside their name', async (_, status, message, more) => {
    const sent = watchRequests();
    await opened(papers);
    await choose(fileOf('a.pdf'));
    await sent[0]?.answer(status, { code: status, message, ...more });
    expect(await screen.findByText(message)).toBeDefined();
    expect(screen.getByText('a.pdf')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('that meet maintenance put the application in maintenance', async () => {
    const sent = watchRequests();
    await opened(papers);
    await choose(fileOf('a.pdf'));
    await sent[0]?.answer(503, { code: 503, message: 'Retour à 14 h' });
    await waitFor(() => expect(maintenance.get()).toBe('Retour à 14 h'));
    maintenance.set(null);
  });

  test('of more than 25 Mo in all are not uploaded, and the exact message is shown', async () => {
    const sent = watchRequests();
    await opened(papers);
    await choose(fileOf('a.pdf', 13 * 1_048_576), fileOf('b.pdf', 12.1 * 1_048_576));
    expect(
      await screen.findByText(
        'La taille de vos fichiers excèdent la taille maximale autorisée (25 Mo), essayez de les importer individuellement ou de réduire leur taille.',
      ),
    ).toBeDefined();
    expect(sent).toEqual([]);
    await choose(fileOf('a.pdf', 13 * 1_048_576), fileOf('b.pdf', 12 * 1_048_576));
    expect(sent).toHaveLength(2);
  });

  test.each([
    ['no content', papers, fileOf('vide.txt', 0)],
    ['another type than a picture', logo, fileOf('contrat.pdf')],
  ])('with %s are reported as invalid', async (_, field, chosen) => {
    const sent = watchRequests();
    await opened(field);
    await choose(chosen);
    const alert = (await screen.findByText(chosen.name)).closest<HTMLElement>('[role="alert"]');
    expect(within(alert as HTMLElement).getByText('Le fichier est invalide')).toBeDefined();
    expect(sent).toEqual([]);
  });

  test('are cancelled by « Annuler »', async () => {
    const sent = watchRequests();
    const { user } = await opened(papers);
    await choose(fileOf('un.pdf'));
    await user.click(screen.getByRole('button', { name: "Annuler l'envoi de un.pdf" }));
    expect(sent[0]?.aborted).toBe(true);
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(unsent.get()).toEqual({ sending: 0, failed: 0 });
  });

  test('that fail because of the network are retried by hand', async () => {
    const sent = watchRequests();
    const { user } = await opened(papers);
    await choose(fileOf('un.pdf'));
    await sent[0]?.lose();
    expect(screen.getByRole('alert').textContent).toBe('Echec du téléchargement...');
    await user.click(screen.getByRole('button', { name: 'Réessayer : un.pdf' }));
    await sent[1]?.arrive();
    expect(names()).toEqual(['un.pdf']);
  });

  test('that fail because of the network are retried when it is back', async () => {
    const sent = watchRequests();
    await opened(papers);
    await choose(fileOf('un.pdf'));
    await sent[0]?.lose();
    await act(async () => connection.set('restored'));
    await sent[1]?.arrive();
    expect(names()).toEqual(['un.pdf']);
  });

  test('that the portal of a network answers with its own page have failed, and are retried', async () => {
    const sent = watchRequests();
    const { user } = await opened(papers);
    await choose(fileOf('un.pdf'));
    await sent[0]?.answer(200, '<html>Wi-Fi de la gare</html>');
    expect(screen.getByRole('alert').textContent).toBe('Echec du téléchargement...');
    await user.click(screen.getByRole('button', { name: 'Réessayer : un.pdf' }));
    await sent[1]?.arrive();
    expect(names()).toEqual(['un.pdf']);
  });

  test('are sent again with a new token if theirs has expired', async () => {
    const sent = watchRequests();
    await opened(papers);
    keepTokens({ token: 'old', refresh_token: 'r' });
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ token: 'new', refresh_token: 'r2' })));
    await choose(fileOf('un.pdf'));
    await sent[0]?.answer(401, { code: 401, message: 'Expired JWT Token' });
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent.map(({ token }) => token)).toEqual(['old', 'new']);
    await sent[1]?.arrive();
    expect(names()).toEqual(['un.pdf']);
  });

  test('show their progress on hover', async () => {
    watchRequests();
    const { user } = await opened(papers);
    await choose(fileOf('un.pdf'));
    await user.hover(screen.getByText('un.pdf'));
    expect((await screen.findByRole('tooltip')).textContent).toBe("Le fichier n'est pas encore téléchargé");
  });
});

describe('a save', () => {
  test('waits for running uploads', async () => {
    const sent = watchRequests();
    await opened(papers);
    await choose(fileOf('un.pdf'));
    const results: boolean[] = [];
    void readyToSave().then((ready) => results.push(ready));
    await act(async () => {});
    expect(results).toEqual([]);
    await sent[0]?.arrive();
    expect(results).toEqual([true]);
  });

  test('is refused while an upload has failed', async () => {
    const sent = watchRequests();
    await opened(papers);
    await choose(fileOf('un.pdf'));
    await sent[0]?.lose();
    expect(await readyToSave()).toBe(false);
    expect(await screen.findByText("Le fichier n'est pas encore téléchargé")).toBeDefined();
  });

  test('ignores the files of a closed form', async () => {
    const sent = watchRequests();
    await opened(papers);
    await choose(fileOf('un.pdf'));
    closeScreen();
    expect(sent[0]?.aborted).toBe(true);
    expect(await readyToSave()).toBe(true);
  });
});

describe('a picture', () => {
  test('is shown in its square, replaced and removed', async () => {
    const sent = watchRequests();
    vi.stubGlobal('fetch', async () => new Response('content'));
    const { user } = await opened(logo, storedFile('ancien.png'));
    const tile = (await screen.findByRole('button', { name: 'Aperçu : Logo' })).firstElementChild as HTMLElement;
    expect(tile.style.getPropertyValue('--picture-size')).toBe('150px');
    await choose(fileOf('nouveau.png'));
    expect(screen.getByRole('img', { name: 'nouveau.png' })).toBeDefined();
    await sent[0]?.arrive();
    expect(screen.getByRole('status').textContent).toContain('"nouveau.png"');
    await user.click(screen.getByRole('button', { name: "Retirer l'image" }));
    expect(screen.getByRole('status').textContent).toBe('null');
  });

  test('chosen during the upload of another replaces it', async () => {
    const sent = watchRequests();
    await opened(logo);
    await choose(fileOf('un.png'));
    await choose(fileOf('deux.png'));
    expect(sent[0]?.aborted).toBe(true);
    await sent[1]?.arrive();
    expect(screen.getByRole('status').textContent).toContain('"deux.png"');
  });
});
