import { act, screen, waitFor, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { file } from '#core/kernel/field.ts';
import { Shown } from '../kinds.tsx';
import { closeScreen, openScreen } from '../testing/screen.tsx';
import { FileSign } from './FileLink.tsx';
import { FilesHost } from './FilesHost.tsx';
import { Picture } from './Picture.tsx';
import { openPreview, previewed } from './preview.ts';
import { ReadersDialog } from './ReadersDialog.tsx';
import { formatSize } from './size.ts';
import { storedFile } from './testing/wire.ts';
import { useFileUrl } from './useFileUrl.ts';

afterEach(() => {
  previewed.set(null);
  closeScreen();
});

const answers = (reply: (path: string) => Response): void => {
  vi.stubGlobal('fetch', async (url: string) => reply(url.replace('/api', '')));
};

async function preview(...files: ReturnType<typeof storedFile>[]): Promise<HTMLElement> {
  await act(async () => openPreview(files));
  return screen.findByRole('dialog', { name: new RegExp(files[0]?.name ?? '') }, { timeout: 10_000 });
}

describe('the preview', () => {
  const [note, photo, archive] = [
    storedFile('note.txt'),
    storedFile('photo.png'),
    storedFile('tout.zip', { mimeType: 'application/zip' }),
  ];

  test('B-066: what is previewed can be mailed from there, where the screen says so', async () => {
    const { user } = openScreen(<FilesHost />);
    answers(() => new Response('Portail'));
    const mail = vi.fn();
    await act(async () => openPreview([note], 0, mail));
    await user.click(await screen.findByRole('button', { name: 'Envoyer' }, { timeout: 10_000 }));
    expect(mail).toHaveBeenCalledOnce();
    expect(previewed.get()).toBeNull();
    await preview(note);
    expect(screen.queryByRole('button', { name: 'Envoyer' })).toBeNull();
  });

  test('shows text and pictures, goes from file to file, and Escape closes it', async () => {
    const { user } = openScreen(<FilesHost />);
    answers((path) => new Response(path.endsWith('txt') ? 'Portail à 22 h' : 'png'));
    const dialog = await preview(note, photo);
    expect(await within(dialog).findByText('Portail à 22 h')).toBeDefined();
    expect(within(dialog).getByText('1 / 2')).toBeDefined();
    await user.click(within(dialog).getByRole('button', { name: 'Fichier suivant' }));
    expect(await within(dialog).findByRole('img', { name: 'photo.png' })).toBeDefined();
    await user.keyboard('{ArrowLeft}');
    expect(within(dialog).getByText('1 / 2')).toBeDefined();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('closes when the user leaves the page', async () => {
    openScreen(<FilesHost />);
    await preview(archive);
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('reports a file that browsers cannot show, and offers the download', async () => {
    openScreen(<FilesHost />);
    const dialog = await preview(archive);
    expect(within(dialog).getByText('Impossible de prévisualiser le fichier')).toBeDefined();
    expect(within(dialog).getByRole('button', { name: 'Télécharger' })).toBeDefined();
  });

  describe('in a new tab', () => {
    const tab = () => ({ opener: window as unknown, location: { replace: vi.fn() }, close: vi.fn() });
    const click = async (user: ReturnType<typeof openScreen>['user']): Promise<void> =>
      user.click(within(await preview(note)).getByRole('button', { name: 'Ouvrir dans un nouvel onglet' }));

    test('by a link that needs no token', async () => {
      const { user } = openScreen(<FilesHost />);
      const opened = tab();
      vi.stubGlobal('open', () => opened);
      const link = { url: '/agency/a/file/f?inline=1&key=k', expiresAt: '2026-01-01T00:00:00.000Z' };
      answers((path) => new Response(path.endsWith('/link') ? JSON.stringify(link) : 'Texte'));
      await click(user);
      await waitFor(() => expect(opened.location.replace).toHaveBeenCalledWith(`/api${link.url}`));
      // The new tab cannot access this page.
      expect(opened.opener).toBeNull();
    });

    test('which closes again with the reason if there is no link', async () => {
      const { user } = openScreen(<FilesHost />);
      const opened = tab();
      vi.stubGlobal('open', () => opened);
      const refused = JSON.stringify({ code: 404, message: "Impossible d'ouvrir le fichier" });
      answers((path) => (path.endsWith('/link') ? new Response(refused, { status: 404 }) : new Response('Texte')));
      await click(user);
      await waitFor(() => expect(opened.close).toHaveBeenCalled());
      expect(opened.location.replace).not.toHaveBeenCalled();
    });
  });

  test('reports a file that cannot be read, and retries', async () => {
    const { user } = openScreen(<FilesHost />);
    const refused = JSON.stringify({ code: 404, message: "Impossible d'ouvrir le fichier" });
    let gone = true;
    answers(() => (gone ? new Response(refused, { status: 404 }) : new Response('Retrouvé')));
    const dialog = await preview(note);
    expect(await within(dialog).findByText("Impossible d'ouvrir le fichier")).toBeDefined();
    gone = false;
    await user.click(within(dialog).getByRole('button', { name: 'Réessayer' }));
    expect(await within(dialog).findByText('Retrouvé')).toBeDefined();
  });

  test('takes the page of a network’s portal for no network, not for the file', async () => {
    openScreen(<FilesHost />);
    const page = { headers: { 'content-type': 'text/html; charset=utf-8' } };
    answers(() => new Response('<html>Wi-Fi de la gare</html>', page));
    const dialog = await preview(note);
    expect(await within(dialog).findByText(/vérifier votre connexion internet/)).toBeDefined();
    expect(dialog.textContent).not.toContain('Wi-Fi de la gare');
  });

  test('reads old spreadsheets in their own encoding', async () => {
    openScreen(<FilesHost />);
    answers(() => new Response(new Uint8Array([0xe9, 0x74, 0xe9])));
    expect(await within(await preview(note)).findByText('été')).toBeDefined();
  });

  test('opens from a table', async () => {
    const { user } = openScreen(
      <>
        <Shown field={file('Pièce')} value={note} />
        <FilesHost />
      </>,
    );
    answers(() => new Response('Texte'));
    await user.click(await screen.findByRole('button', { name: 'Aperçu : note.txt' }));
    expect(await screen.findByRole('dialog', { name: /note\.txt/ })).toBeDefined();
  });
});

const Shower = (): ReactNode => <output>{useFileUrl(storedFile('photo.png')) ?? 'rien'}</output>;

function Room(): ReactNode {
  const [open, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(false)}>
        Fermer
      </button>
      {open && <Shower />}
    </>
  );
}

test('an object URL is revoked when nothing shows it any more', async () => {
  const [made, revoked] = [vi.spyOn(URL, 'createObjectURL'), vi.spyOn(URL, 'revokeObjectURL')];
  made.mockReturnValue('blob:made');
  const { user } = openScreen(<Room />);
  answers(() => new Response('png'));
  expect(await screen.findByText('blob:made')).toBeDefined();
  expect(revoked).not.toHaveBeenCalled();
  await user.click(screen.getByText('Fermer'));
  expect(revoked).toHaveBeenCalledWith('blob:made');
});

test('portraits and thumbnails in lists are requested small, whatever the size of their file', async () => {
  const heavy = { ...storedFile('lourde.png'), size: 20 * 1_024 * 1_024 };
  const asked: string[] = [];
  openScreen(
    <>
      <Picture file={heavy} alt="Anne" />
      <FileSign file={{ ...heavy, url: '/agency/a/file/autre' }} />
    </>,
  );
  answers((path) => {
    asked.push(path);
    return new Response('webp');
  });
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked.every((path) => path.endsWith('?size=320'))).toBe(true);
});

describe('the readers of a document', () => {
  const nothing = (): void => {};

  test('are listed with date and time', async () => {
    const rows = [{ fullname: 'Inès Faure', at: '2026-11-05T23:30:00.000Z' }];
    openScreen(<ReadersDialog opened rows={rows} onClose={nothing} />);
    const dialog = await screen.findByRole('dialog', { name: 'Consultations du document' });
    expect(within(dialog).getByRole('row', { name: 'Inès Faure 06/11/2026 00:30' })).toBeDefined();
  });

  test('are none, loading, or not readable', async () => {
    openScreen(<ReadersDialog opened rows={[]} onClose={nothing} />);
    expect(await screen.findByText("Personne n'a encore consulté ce document.")).toBeDefined();
    closeScreen();
    openScreen(<ReadersDialog opened rows={undefined} onClose={nothing} />);
    const dialog = await screen.findByRole('dialog');
    expect(dialog.querySelector('[aria-busy]')).not.toBeNull();
    closeScreen();
    const again = vi.fn();
    const { user } = openScreen(
      <ReadersDialog opened rows={undefined} problem={new Error('Panne')} onRetry={again} onClose={nothing} />,
    );
    expect(await screen.findByText('Panne')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(again).toHaveBeenCalledOnce();
  });
});

test.each([
  [0, '0 o'],
  [1_023, '1 023 o'],
  [1_024, '1 Ko'],
  [1_300_000, '1,2 Mo'],
  [25 * 1_048_576, '25 Mo'],
  [3 * 1_073_741_824, '3 Go'],
])('%i bytes are %s', (bytes, words) => {
  expect(formatSize(bytes).replace(/[\u00a0\u202f]/g, ' ')).toBe(words);
});
