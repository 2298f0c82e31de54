import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { uploadFile } from '../files/upload.ts';
import { closeScreen, type Opened, openScreen } from '../testing/screen.tsx';
import { addressOf } from './LinkEditor.tsx';
import RichTextEditor from './RichTextEditor.tsx';

vi.mock('../files/upload.ts', async (original) => ({ ...(await original<object>()), uploadFile: vi.fn() }));
const upload = vi.mocked(uploadFile);

const file = '01900000-0000-7000-8000-000000000001';
const changes: string[] = [];
let put: (value: string) => void = () => {};

interface More {
  max?: number;
  error?: string;
  pictures?: boolean;
}

function Form({ start, max, error, pictures = true }: More & { start: string }): ReactNode {
  const [value, setValue] = useState(start);
  put = setValue;
  const change = (html: string): void => {
    changes.push(html);
    setValue(html);
  };
  return (
    <RichTextEditor
      label="Consigne"
      required
      error={error}
      path="content"
      value={value}
      max={max}
      pictures={pictures}
      onChange={change}
      onBlur={() => {}}
    />
  );
}

async function open(start: string, more: More = {}): Promise<Opened & { text: HTMLElement }> {
  const opened = openScreen(<Form start={start} {...more} />);
  return { ...opened, text: await screen.findByRole('textbox', { name: 'Consigne' }) };
}

const button = (name: string): HTMLElement => screen.getByRole('button', { name });

beforeEach(() => {
  changes.length = 0;
  upload.mockReset();
  vi.stubGlobal('createImageBitmap', async () => ({ width: 600, height: 400, close: () => {} }));
});
afterEach(closeScreen);

const photo = (name = 'plan.png', type = 'image/png'): File => new File(['x'], name, { type });
const choose = (...files: File[]): void => {
  fireEvent.change(screen.getByLabelText('Choisir des images'), { target: { files } });
};

test('plain text opens as lines, and opening it changes nothing', async () => {
  const { text } = await open('Portail\nAlarme');
  expect(text.innerHTML).toBe('<p>Portail</p><p>Alarme</p>');
  expect(changes).toEqual([]);
});

test('it has a label, a required mark, its error and its path', async () => {
  const { text } = await open('<p>x</p>', { error: 'Obligatoire' });
  expect(text.getAttribute('aria-multiline')).toBe('true');
  await waitFor(() => expect(text.getAttribute('aria-invalid')).toBe('true'));
  expect(text.getAttribute('aria-required')).toBe('true');
  expect(document.getElementById(text.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Obligatoire');
  expect(text.matches('[data-path="content"][tabindex]')).toBe(true);
});

test('undo restores the exact text', async () => {
  const start = '<p>a<br />b</p>';
  const { user } = await open(start);
  await user.click(button('Titre'));
  expect(changes.at(-1)).toBe('<h2>a<br>b</h2>');
  expect(button('Titre').getAttribute('aria-pressed')).toBe('true');
  await user.click(button('Annuler la frappe'));
  expect(changes.at(-1)).toBe(start);
});

test('a text set from outside is shown and does not count as a change', async () => {
  const { text } = await open('<p>x</p>');
  act(() => put('<p>Reprise</p>'));
  await waitFor(() => expect(text.innerHTML).toBe('<p>Reprise</p>'));
  act(() => put(''));
  await waitFor(() => expect(text.textContent).toBe(''));
  expect(changes).toEqual([]);
});

test('the toolbar is one Tab stop, with arrow keys between its buttons', async () => {
  const { user } = await open('<p>x</p>');
  const toolbar = screen.getByRole('toolbar', { name: 'Mise en forme : Consigne' });
  expect(
    within(toolbar)
      .getAllByRole('button')
      .filter(({ tabIndex }) => tabIndex === 0),
  ).toEqual([button('Gras')]);
  act(() => button('Gras').focus());
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(button('Italique'));
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(document.activeElement).toBe(button('Rétablir la frappe'));
  await user.keyboard('{Home}');
  expect(document.activeElement).toBe(button('Gras'));
});

test('the counter appears near the limit and shows when it is exceeded', async () => {
  const { user } = await open(`<p>${'x'.repeat(20)}</p>`, { max: 30 });
  expect(screen.queryByRole('status')).toBeNull();
  await user.click(button('Titre'));
  expect(screen.getByRole('status').textContent).toBe('29 / 30 caractères');
  await user.click(button('Liste à puces'));
  expect(screen.getByRole('status').textContent).toBe('Maximum 30 caractères');
});

test('a picture is uploaded as a file and inserted by its id', async () => {
  upload.mockResolvedValue({ id: file } as never);
  await open('<p>x</p>');
  choose(photo());
  await waitFor(() => expect(changes.at(-1)).toContain('data-file'));
  expect(changes[0]).toMatch(/<img data-pending="[^"]+" alt="plan">/);
  expect(changes.at(-1)).toBe(`<p>x</p><img data-file="${file}" alt="plan" width="600" height="400"><p></p>`);
  expect(upload).toHaveBeenCalledTimes(1);
});

test('a failed picture is reported, kept, retried, or removed', async () => {
  upload.mockRejectedValueOnce(new Error('Panne')).mockResolvedValueOnce({ id: file } as never);
  const { user, text } = await open('<p>x</p>');
  choose(photo());
  await waitFor(() => expect(screen.getAllByText('Echec du téléchargement...').length).toBeGreaterThan(1));
  expect(changes.at(-1)).toContain('data-pending');
  await user.click(within(text).getByRole('button', { name: 'Réessayer' }));
  await waitFor(() => expect(changes.at(-1)).toContain(`data-file="${file}"`));
  upload.mockRejectedValueOnce(new Error('Panne'));
  choose(photo('autre.png'));
  await user.click(await within(text).findByRole('button', { name: 'Retirer' }));
  expect(changes.at(-1)).not.toContain('data-pending');
});

test('a file that is not a picture is refused and not sent', async () => {
  await open('<p>x</p>');
  choose(photo('note.pdf', 'application/pdf'));
  await screen.findByText('Le fichier est invalide');
  expect(upload).not.toHaveBeenCalled();
  expect(changes).toEqual([]);
});

test('where a text has no files, no picture is offered or pasted', async () => {
  const { text } = await open('<p>x</p>', { pictures: false });
  expect(screen.queryByRole('button', { name: 'Image' })).toBeNull();
  fireEvent.paste(text, { clipboardData: { files: [photo()], types: ['Files'], items: [], getData: () => '' } });
  await screen.findByText('Ce texte ne prend pas d’images.');
  expect(upload).not.toHaveBeenCalled();
  expect(changes).toEqual([]);
});

test('external pictures are not accepted', async () => {
  const { text } = await open('<p>x</p><img src="https://mal.example/x.png"><img src="data:image/png;base64,AA">');
  expect(text.querySelector('img')).toBeNull();
});

test.each([
  ['vigie.example/aide', 'https://vigie.example/aide'],
  ['https://vigie.example', 'https://vigie.example'],
  ['contact@vigie.example', 'mailto:contact@vigie.example'],
  ['04 65 71 00 02', 'tel:0465710002'],
  ['javascript:alert(1)', null],
  ['deux mots', null],
  ['', null],
])('« %s » leads to %s', (typed, address) => {
  expect(addressOf(typed)).toBe(address);
});
