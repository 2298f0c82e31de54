import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseMapTiles, listTenants } from '#core/tenant/tenants.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { policyFor } from '#server/kernel/headers.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { app, environment, people, outbox, sql } = here;
const beside = (name: string): string => join(environment.dataDir, name);
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const tenants = servicesOf(app).tenants;

await writeFile(beside('logo.png'), png);
await writeFile(beside('mentions.md'), '# Éditeur\nAzur SAS <script>alert(1)</script>');
await writeFile(
  environment.tenantsFile,
  JSON.stringify({
    'pro.example': {
      name: 'Azur Pro',
      accent: '#0b6b43',
      logo: 'logo.png',
      sender: { name: 'Azur Pro', address: 'contact@pro.example' },
      legal: { mentions: 'mentions.md' },
    },
  }),
);
await tenants.look();

const get = (url: string, host: string) => app.inject({ method: 'GET', url, headers: { host } });

test('each host has its manifest, its icon and its legal texts', async () => {
  const of = async (host: string): Promise<{ name: string; icons: { src: string }[] }> =>
    (await get('/manifest.webmanifest', host)).json();
  const [pro, other] = [await of('pro.example:443'), await of('vigie.example')];
  expect([pro.name, other.name]).toEqual(['Azur Pro', 'Vigie']);
  expect(pro.icons[0]?.src).not.toBe(other.icons[0]?.src);
  expect((await get('/favicon.ico', 'pro.example')).headers.location).toBe(pro.icons[0]?.src);

  const icons = await Promise.all(['pro.example', 'vigie.example'].map((host) => get('/icon.png', host)));
  for (const { headers, rawPayload } of icons) {
    expect(headers['content-type']).toBe('image/png');
    expect(rawPayload.subarray(1, 4).toString()).toBe('PNG');
  }
  expect(icons[0]?.rawPayload.equals(icons[1]?.rawPayload as Buffer)).toBe(false);

  expect((await get('/api/openapi.json', 'pro.example')).json()).toMatchObject({ info: { title: 'Azur Pro' } });

  const text = await get('/api/legal/mentions', 'pro.example');
  expect(text.json()).toEqual({
    title: 'Mentions légales',
    html: '<h2>Éditeur</h2><p>Azur SAS &lt;script&gt;alert(1)&lt;/script&gt;</p>',
  });
  expect((await get('/api/legal/mentions', 'vigie.example')).statusCode).toBe(404);
  expect((await get('/api/legal/privacy', 'pro.example')).json()).toMatchObject({
    message: 'Ce texte n’est pas publié.',
  });
  expect((await get('/api/legal/secret', 'pro.example')).statusCode).toBe(400);
});

test('a picture is cached forever, and runs no scripts when opened directly', async () => {
  const path = tenants.of('pro.example').tenant.logoUrl as string;
  const { statusCode, headers, rawPayload } = await get(path, 'vigie.example');
  expect(statusCode).toBe(200);
  expect(rawPayload.equals(png)).toBe(true);
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  for (const wrong of ['/brand/nothing.svg', '/brand/..%2Fsecret', '/brand/tenants.json'])
    expect((await get(wrong, 'pro.example')).statusCode, wrong).toBe(404);
});

test('the mail for a forgotten password has the brand of the called host, even with a forged host', async () => {
  const { email } = people.staff;
  const ask = async (host: string, count: number) => {
    await sql(`update user_tokens set created_at = created_at - interval '2 minutes'`);
    await app.inject({ method: 'POST', url: '/api/user/forgot-password', headers: { host }, payload: { email } });
    return outbox.lastTo(email, count);
  };
  const pro = await ask('pro.example', 1);
  expect(pro.subject).toBe('Azur Pro : choisissez un nouveau mot de passe');
  expect(pro.from).toEqual({ name: 'Azur Pro', address: 'contact@pro.example' });
  expect(pro.text).toMatch(/https:\/\/pro\.example\/#\/mot-de-passe\//);
  expect(pro.html).toContain('background:#0b6b43;color:#ffffff');
  expect(pro.html).toContain('<img src="cid:logo"');
  expect(pro.attachments).toMatchObject([{ mimeType: 'image/png', contentId: '<logo>' }]);

  const forged = await ask('pirate.example', 2);
  expect(forged.subject).toBe('Vigie : choisissez un nouveau mot de passe');
  expect(forged.from?.address).toBe('ne-pas-repondre@vigie.example');
  expect(forged.text).toMatch(/https:\/\/vigie\.example\/#\/mot-de-passe\//);
  expect(forged.text).not.toContain('pirate');
  expect(forged.attachments).toEqual([]);
});

test('only super-admins see every host and the origin of its values', async () => {
  const { tenants: all, file, problem } = await here.as('superAdmin').call(listTenants);
  expect(all.map(({ host, name, url }) => [host, name, url])).toEqual([
    ['*', 'Vigie', 'https://vigie.example'],
    ['pro.example', 'Azur Pro', 'https://pro.example'],
  ]);
  expect(all[1]?.origins).toMatchObject({ name: 'host', contact: 'product', modules: { shop: 'product' } });
  expect([file?.name, problem]).toEqual(['tenants.json', null]);
  expect((await here.as('admin').answer(listTenants)).status).toBe(403);
});

test.each([
  ['/sites', 'text/html', 302, '/#/sites'],
  ['/adminPlanning/sites?x=1', 'text/html,*/*', 302, '/#/adminPlanning/sites'],
  ['/sites', 'application/json', 404, undefined],
  ['/api/nothing', 'text/html', 404, undefined],
  ['/assets/nothing.js', 'text/html', 404, undefined],
  ['/%3Cb%3E', 'text/html', 404, undefined],
])('the address %s, asked as %s, answers %i', async (url, accept, status, location) => {
  const answer = await here.anonymous.inject({ method: 'GET', url, headers: { accept } });
  expect([answer.status, answer.headers.location]).toEqual([status, location]);
});

test('the super-admin chooses map tiles in one click: the file, the policy of the pages and the audit have them; null removes them', async () => {
  const before = JSON.parse(await readFile(environment.tenantsFile, 'utf8'));
  const choose = (provider: 'ign' | 'osmFrance' | null, host = 'pro.example') =>
    here.as('superAdmin').call(chooseMapTiles, { input: { host, provider } });
  // The page itself needs built screens, which this test does without.
  const policy = () => policyFor(environment.publicUrl, tenants.of('pro.example').tenant.mapTiles);
  expect(policy()).not.toContain('data.geopf.fr');
  expect(await choose('ign')).toMatchObject({ mapTiles: { attribution: '© IGN – Géoplateforme' } });
  expect(policy()).toContain("img-src 'self' data: blob: https://data.geopf.fr;");
  const written = JSON.parse(await readFile(environment.tenantsFile, 'utf8'));
  expect(written['pro.example']).toEqual({
    ...before['pro.example'],
    mapTiles: expect.objectContaining({ url: expect.stringContaining('{z}') }),
  });
  expect(await sql(`select action from platform_audit where entity = 'tenant'`)).toEqual([
    { action: 'chooseMapTiles' },
  ]);
  await choose(null);
  expect(policy()).not.toContain('data.geopf.fr');
  await expect(choose('ign', 'ailleurs.example')).rejects.toThrow('Hôte introuvable');
});
