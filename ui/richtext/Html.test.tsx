import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { closeScreen, openScreen } from '../testing/screen.tsx';
import { Html } from './Html.tsx';

afterEach(closeScreen);

const file = '01900000-0000-7000-8000-000000000001';
const asked: string[] = [];
const open = (value: string): void => {
  openScreen(<Html value={value} />);
  asked.length = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return new Response('png');
  });
};

test('titles, lists, quotes and links are drawn; a link opens in a new tab without referrer', async () => {
  open(
    '<h2>Ronde</h2><ol start="3"><li><p>Portail</p></li></ol><p>Voir <a href="https://vigie.example">la page</a></p>',
  );
  expect((await screen.findByRole('heading', { name: 'Ronde', level: 2 })).tagName).toBe('H2');
  expect(screen.getByRole('list').getAttribute('start')).toBe('3');
  const link = screen.getByRole('link', { name: 'la page' });
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
});

test("a picture is fetched with the reader's token, in its reserved space", async () => {
  open(`<p>Plan</p><img data-file="${file}" alt="Plan du site" width="300" height="200" />`);
  const picture = await screen.findByRole('img', { name: 'Plan du site' });
  expect(asked).toEqual([expect.stringMatching(new RegExp(`/agency/[^/]+/file/${file}\\?size=1500$`))]);
  expect(picture.getAttribute('src')).toMatch(/^blob:/);
  expect(picture.style.aspectRatio).toBe('300 / 200');
});

test('a picture that cannot be read shows an error', async () => {
  open(`<img data-file="${file}" alt="Plan" />`);
  vi.stubGlobal('fetch', async () => new Response('{"code":404,"message":"x"}', { status: 404 }));
  await screen.findByText("Impossible d'ouvrir le fichier");
});

test('any other element is not drawn', async () => {
  open(
    '<p onclick="x()" style="color:red" class="y">Bon<script>alert(1)</script><b>jour</b></p><img src="https://mal.example/x.png"><object data="https://mal.example"></object><a href="javascript:x()">ici</a>',
  );
  const text = (await screen.findByText(/Bon/)).closest('div') as HTMLElement;
  expect(text.querySelector('script, object, img, a, [onclick], [style], [class="y"]')).toBeNull();
  expect(text.textContent).toContain('jour');
  expect(text.textContent).toContain('ici');
  await waitFor(() => expect(asked).toEqual([]));
});

test('plain text keeps its lines', async () => {
  open('Portail\n2 < 3');
  await screen.findByText('Portail');
  expect(screen.getByText('2 < 3').tagName).toBe('P');
});
