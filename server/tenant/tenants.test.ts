import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '#server/operations/log.ts';
import { htmlOfMarkdown } from './markdown.ts';
import { headOf, manifestOf, senderOf } from './pages.ts';
import { iconOf, typeOf } from './pictures.ts';
import { readBook } from './read.ts';
import { openTenants, type Tenants } from './tenants.ts';

const folder = await mkdtemp(join(tmpdir(), 'vigie-tenants-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const path = join(folder, 'tenants.json');
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><circle cx="2" cy="2" r="2"/></svg>';

const write = (content: unknown): Promise<void> =>
  writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
beforeEach(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
});

const lines: string[] = [];
const log = createLog('debug', (line) => void lines.push(line));
const opened = async (publicUrl = 'https://vigie.example', demo = false): Promise<Tenants> => {
  const tenants = await openTenants({ tenantsFile: path, publicUrl, demo }, log);
  tenants.close();
  return tenants;
};

describe('the file', () => {
  test('is optional: without it every host has the default brand', async () => {
    const tenants = await opened();
    expect(tenants.file()).toBeNull();
    expect(tenants.all().map(({ host }) => host)).toEqual(['*']);
    expect(tenants.of('azur.example').tenant.name).toBe('Vigie');
  });

  test('the demonstration has somebody to call, unless the file says whom', async () => {
    const contact = async () => (await opened('https://vigie.example', true)).of('vigie.example').tenant.contact;
    expect(await contact()).toEqual({ phone: expect.any(String), email: expect.any(String) });
    expect((await opened()).of('vigie.example').tenant.contact).toEqual({ phone: null, email: null });
    await write({ '*': { contact: { phone: '04 93 00 00 00' } } });
    expect(await contact()).toEqual({ phone: '04 93 00 00 00', email: null });
  });

  test.each<[object, object]>([
    [{}, { regulatoryCalculation: true, origin: 'product' }],
    [{ '*': { regulatoryCalculation: false } }, { regulatoryCalculation: false, origin: 'any' }],
    [{ '*': { regulatoryCalculation: true } }, { regulatoryCalculation: true, origin: 'any' }],
  ])('%j settles the regulatory calculation for all brands (V-021)', async (content, expected) => {
    await write(content);
    expect((await opened()).rules()).toEqual(expected);
  });

  test('a missing value of a host comes from *, then from the product; null means none', async () => {
    await write({
      '*': {
        name: 'Azur',
        accent: '#0b6b43',
        contact: { phone: '04 93 00 00 00' },
        sender: { name: 'A', address: 'a@b.fr' },
        modules: { shop: true, about: false },
      },
      'pro.example': { name: 'Azur Pro', sender: null, modules: { about: true } },
    });
    const tenants = await opened();
    const { tenant, sender, origins } = tenants.of('PRO.example.');
    expect(tenant).toMatchObject({
      name: 'Azur Pro',
      accent: '#0b6b43',
      contact: { phone: '04 93 00 00 00', email: null },
    });
    expect(tenant.modules).toMatchObject({ shop: true, about: true, referral: false });
    expect(sender).toBeNull();
    expect(origins).toMatchObject({ name: 'host', accent: 'any', logo: 'product', sender: 'host' });
    expect(origins.modules).toMatchObject({ about: 'host', shop: 'any', referral: 'product' });
    expect(tenants.of('ailleurs.example').tenant).toMatchObject({ name: 'Azur', modules: { about: false } });
  });

  test.each([
    ['{ "*": ', /^tenants\.json n’est pas du JSON valide/],
    [
      { '*': { accent: 'bleu' } },
      /^tenants\.json, « \* », champ « accent » : Couleur attendue, par exemple #1c5d99\.$/,
    ],
    [{ '*': { logo: 'absent.svg' } }, /« \* », champ « logo » : le fichier « absent\.svg » est introuvable\.$/],
    [{ '*': { logo: 'tenants.png' } }, /le fichier « tenants\.png » n’est ni une image SVG ni une image PNG\.$/],
    [{ '*': { legal: { terms: 'cgu.md' } } }, /champ « legal\.terms » : le fichier « cgu\.md » est introuvable\.$/],
  ])('%j is refused at the start', async (content, message) => {
    await writeFile(join(folder, 'tenants.png'), 'GIF89a');
    await write(content);
    await expect(readBook(path)).rejects.toThrow(message);
    await expect(readBook(path)).rejects.toMatchObject({ name: 'Refusal' });
  });

  test('a change is applied; an invalid one is logged and changes nothing; once corrected, it is applied', async () => {
    await write({ '*': { name: 'Un' } });
    const tenants = await opened();
    await write({ '*': { name: 'Deuxième' } });
    await tenants.look();
    expect(tenants.of('x').tenant.name).toBe('Deuxième');
    lines.length = 0;
    await write({ '*': { name: 'Trois', accent: 'bleu' } });
    await tenants.look();
    await tenants.look();
    expect(tenants.of('x').tenant.name).toBe('Deuxième');
    expect(tenants.problem()).toContain('champ « accent »');
    expect(lines.filter((line) => line.includes('accent'))).toHaveLength(1);
    await write({ '*': { name: 'Quatre' } });
    await tenants.look();
    expect([tenants.of('x').tenant.name, tenants.problem()]).toEqual(['Quatre', null]);
  });

  test('a file with a missing picture is applied once the picture exists', async () => {
    const tenants = await opened();
    await write({ '*': { name: 'Azur', logo: 'logo.svg' } });
    await tenants.look();
    expect(tenants.problem()).toContain('introuvable');
    await writeFile(join(folder, 'logo.svg'), svg);
    await tenants.look();
    expect([tenants.of('x').tenant.name, tenants.problem()]).toEqual(['Azur', null]);
  });

  test('a changed picture is applied, and the former one is still served', async () => {
    await writeFile(join(folder, 'logo.svg'), svg);
    await write({ '*': { name: 'Azur', logo: 'logo.svg' } });
    const tenants = await opened();
    const before = tenants.of('x').tenant.logoUrl as string;
    await writeFile(join(folder, 'logo.svg'), svg.replace('r="2"', 'r="1.5"'));
    await tenants.look();
    const after = tenants.of('x').tenant.logoUrl as string;
    expect(after).toMatch(/^\/brand\/[\w-]{20}\.svg$/);
    expect(after).not.toBe(before);
    expect([tenants.picture(before), tenants.picture(after)].every((one) => one?.type === 'image/svg+xml')).toBe(true);
  });
});

test('links use a listed host, never a host from the request', async () => {
  await write({ '*': {}, 'pro.example': { name: 'Pro' } });
  const tenants = await opened('https://vigie.example:8443');
  expect(tenants.urlOf(tenants.of('pro.example'))).toBe('https://pro.example:8443');
  expect(tenants.urlOf(tenants.of('pirate.example'))).toBe('https://vigie.example:8443');
  expect(tenants.urlOf(tenants.of(null))).toBe('https://vigie.example:8443');
});

test('mails come from the sender of the brand, or from MAIL_FROM under its name', async () => {
  await write({
    '*': {},
    'a.example': { name: 'A' },
    'b.example': { name: 'B', sender: { name: 'Bé', address: 'b@b.example' } },
  });
  const tenants = await opened();
  const from = (host: string, mailFrom: string) => senderOf(tenants.of(host), mailFrom);
  expect(from('x', 'Accueil <x@y.fr>')).toEqual({ name: 'Accueil', address: 'x@y.fr' });
  expect(from('x', 'x@y.fr')).toEqual({ name: 'Vigie', address: 'x@y.fr' });
  expect(from('a.example', 'Accueil <x@y.fr>')).toEqual({ name: 'A', address: 'x@y.fr' });
  expect(from('b.example', 'Accueil <x@y.fr>')).toEqual({ name: 'Bé', address: 'b@b.example' });
});

describe('pictures', () => {
  test('are recognised by their content, not by their name', () => {
    expect(typeOf(png)).toBe('image/png');
    expect(typeOf(Buffer.from(`<?xml version="1.0"?>\n<!-- x -->${svg}`))).toBe('image/svg+xml');
    expect(typeOf(Buffer.from('<html><svg></svg></html>'))).toBeNull();
    expect(typeOf(Buffer.from('GIF89a'))).toBeNull();
  });

  test('an icon is the default one, the initial on the accent, or the tenant’s picture', () => {
    const drawn = (name: string, accent: string): string =>
      iconOf({ name, accent, logoUrl: null }, null, false).content.toString();
    expect(drawn('Vigie', '#1c5d99')).toContain('<path');
    expect(drawn('azur', '#f2c200')).toMatch(/fill="#f2c200".*fill="#000000">A<\/text>/);
    expect(drawn('&co', '#000000')).toMatch(/fill="#ffffff">C<\/text>/);
    const own = iconOf(
      { name: 'x', accent: '#000000', logoUrl: null },
      { content: png, type: 'image/png', path: '' },
      true,
    );
    expect(own.content.toString()).toContain(`href="data:image/png;base64,${png.toString('base64')}"`);
  });

  test('the page and the manifest contain the brand, safely escaped', async () => {
    await writeFile(join(folder, 'icone.png'), png);
    await write({ '*': { name: '</script>"<b>', icon: 'icone.png' } });
    const branded = (await opened()).of('x');
    const head = headOf(branded, false);
    expect(head).not.toContain('id="demo"');
    expect(headOf(branded, true)).toContain('direction@azur.example');
    expect(head).not.toMatch(/<\/script>"|<b>/);
    expect(head).toContain(`<link rel="apple-touch-icon" href="${branded.touchIcon?.path}" />`);
    expect(head).toContain('<meta name="theme-color" content="#1c5d99" />');
    expect(manifestOf(branded)).toMatchObject({
      name: '</script>"<b>',
      theme_color: '#1c5d99',
      icons: [
        { sizes: '192x192', purpose: 'any' },
        { sizes: '192x192', purpose: 'maskable' },
        { sizes: '512x512', purpose: 'any' },
        { sizes: '512x512', purpose: 'maskable' },
      ],
    });
  });
});

test('legal texts are simple Markdown without scripts', () => {
  expect(
    htmlOfMarkdown('# Éditeur\nAzur **SAS**\r\n\r\n- un\n- [deux](https://x.fr/?a=1&b=2)\n\n1. a\n2. *b*\n\n### Fin'),
  ).toBe(
    '<h2>Éditeur</h2><p>Azur <strong>SAS</strong></p><ul><li>un</li><li><a href="https://x.fr/?a=1&amp;b=2">deux</a></li></ul><ol><li>a</li><li><em>b</em></li></ol><h3>Fin</h3>',
  );
  const hostile = htmlOfMarkdown('<img src=x onerror=alert(1)> [x](javascript:alert(1)) [y](https://a"onclick="b)');
  expect(hostile).not.toMatch(/<img|href="javascript|" ?onclick/);
});
