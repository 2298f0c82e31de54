// The public pages of a host: the page with its brand, its manifest, its pictures.
import type { FastifyInstance } from 'fastify';
import { Problem } from '#core/kernel/problem.ts';
import { listTenants, readLegalText } from '#core/tenant/tenants.ts';
import { defaultTenant, legalTexts } from '#core/tenant.ts';
import { offeredAccounts } from '#server/demo/accounts.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import { addressIn } from '#server/mail/mime.ts';
import { pngOf } from './png.ts';
import type { Branded } from './read.ts';
import type { Tenants } from './tenants.ts';

const attribute = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);

const dataScript = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

/** Replaces the comment in app/index.html. `demo`: the sign-in page offers the demo accounts. */
export function headOf({ tenant, icon, touchIcon }: Branded, demo: boolean): string {
  return [
    `<title>${attribute(tenant.name)}</title>`,
    `<meta name="application-name" content="${attribute(tenant.name)}" />`,
    `<meta name="theme-color" content="${tenant.accent}" />`,
    `<link rel="icon" href="${icon.path}" type="${icon.type}" />`,
    ...(touchIcon ? [`<link rel="apple-touch-icon" href="${touchIcon.path}" />`] : []),
    '<link rel="manifest" href="/manifest.webmanifest" />',
    dataScript('tenant', tenant),
    ...(demo ? [dataScript('demo', offeredAccounts)] : []),
  ].join('\n    ');
}

/** Phones show about twelve letters under an icon. */
const shortName = (name: string): string => (name.length <= 12 ? name : (name.split(/\s+/)[0] ?? name).slice(0, 12));

export const manifestOf = ({ tenant, icon, maskable }: Branded): object => ({
  id: '/',
  name: tenant.name,
  short_name: shortName(tenant.name),
  lang: 'fr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: tenant.accent,
  background_color: '#ffffff',
  icons: ['192x192', '512x512'].flatMap((sizes) => [
    { src: icon.path, sizes, type: icon.type, purpose: 'any' },
    { src: maskable.path, sizes, type: maskable.type, purpose: 'maskable' },
  ]),
});

export function servePictures(app: FastifyInstance, tenants: Tenants, headers: Record<string, string>): void {
  app.get('/manifest.webmanifest', async (request, reply) =>
    reply
      .headers({ ...headers, 'cache-control': 'no-cache', vary: 'host' })
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(manifestOf(tenants.of(request.hostname)))),
  );
  // Browsers request it by default.
  app.get('/favicon.ico', async (request, reply) => reply.redirect(tenants.of(request.hostname).icon.path, 302));
  // Notifications do not show SVG.
  app.get('/icon.png', async (request, reply) =>
    reply
      .headers({ ...headers, 'cache-control': 'public, max-age=3600', vary: 'host' })
      .type('image/png')
      .send(await pngOf(tenants.of(request.hostname))),
  );
  app.get('/brand/:name', async (request, reply) => {
    const { name } = request.params as { name: string };
    const found = tenants.picture(`/brand/${name}`);
    if (!found) throw new Problem('missing', 'Image introuvable');
    return reply
      .headers({
        ...headers,
        // An SVG opened directly must not run scripts or load anything.
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
        'cache-control': 'public, max-age=31536000, immutable',
      })
      .type(found.type)
      .send(found.content);
  });
}

export const tenantHandlers: Handler[] = [
  handle(listTenants, async ({ services: { tenants, environment } }) => ({
    tenants: tenants.all().map((branded) => {
      const { host, tenant, icon, origins } = branded;
      return {
        ...tenant,
        host,
        url: tenants.urlOf(branded),
        legal: [...tenant.legal],
        iconUrl: icon.path,
        sender: senderOf(branded, environment.mailFrom),
        origins,
      };
    }),
    file: (() => {
      const file = tenants.file();
      return file && { name: file.name, readAt: file.readAt.toISOString() };
    })(),
    rules: tenants.rules(),
    problem: tenants.problem(),
  })),

  handle(readLegalText, async ({ services, host, params: { text } }) => {
    const html = services.tenants.of(host).legal[text];
    if (html === undefined) throw new Problem('missing', 'Ce texte n’est pas publié.');
    return { title: legalTexts[text], html };
  }),
];

/** The sender of the brand, or MAIL_FROM with the brand's name. */
export function senderOf({ sender, tenant }: Branded, mailFrom: string): { name: string; address: string } {
  if (sender) return sender;
  const [named] = mailFrom.split('<');
  const house = tenant.name === defaultTenant.name;
  return { name: (house && mailFrom.includes('<') ? named?.trim() : '') || tenant.name, address: addressIn(mailFrom) };
}
