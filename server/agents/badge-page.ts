// The public page of a badge's code: plain HTML without scripts, session or tracking.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { badgeMessages, type CardState, cardStates, initialsOf } from '#core/agents/badge.ts';
import { Problem } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { inkOn } from '#core/tenant/colour.ts';
import type { Services } from '#server/kernel/call.ts';
import { escaped } from '#server/mail/layout.ts';
import type { Limits } from '#server/operations/limits.ts';
import { type PublicBadge, photoOf, publicBadge } from './badge-facts.ts';

const policy =
  "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const headers = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'no-store',
};

const signs: Record<CardState, { tone: string; sign: string; words: string }> = {
  VALID: { tone: 'good', sign: '✓', words: 'En règle' },
  EXPIRED: { tone: 'bad', sign: '✕', words: 'Pas en règle' },
  UNKNOWN: { tone: 'bad', sign: '!', words: 'Non vérifié' },
};

const style = `:root{color-scheme:light dark;--ground:#f2f4f6;--sheet:#fff;--ink:#1d2730;--quiet:#55606a;--line:#d9dfe4;--good:#12632f;--good-ground:#dff3e6;--bad:#9b1c1c;--bad-ground:#fbe3e3}
@media (prefers-color-scheme:dark){:root{--ground:#14191e;--sheet:#1f262d;--ink:#e8ecef;--quiet:#a9b4bd;--line:#39434c;--good:#8fe0ae;--good-ground:#143423;--bad:#ffb3b3;--bad-ground:#451c1c}}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:17px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif}
header{padding:14px 20px;font-weight:700}main{width:min(420px,calc(100% - 24px));margin:24px auto;padding:24px;background:var(--sheet);border-radius:12px;border:1px solid var(--line);text-align:center}
.photo{width:150px;height:187px;margin:0 auto 16px;border-radius:8px;object-fit:cover;display:block;background:var(--line)}div.photo{display:grid;place-items:center;font-size:48px;font-weight:600;color:var(--quiet)}
h1{font-size:24px;margin:0 0 4px}p{margin:0}.state{margin:20px 0;padding:12px;border-radius:8px;font-size:20px;font-weight:700}.state small{display:block;font-size:15px;font-weight:400}
.good{background:var(--good-ground);color:var(--good)}.bad{background:var(--bad-ground);color:var(--bad)}
dl{margin:0;text-align:left}dt{color:var(--quiet);font-size:14px}dd{margin:0 0 12px;font-weight:600;overflow-wrap:anywhere}footer{color:var(--quiet);font-size:14px}`;

interface Look {
  name: string;
  accent: string;
}

const page = ({ name, accent }: Look, title: string, body: string): string => `<!doctype html>
<html lang="fr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)}</title><style>${style}header{background:${accent};color:${inkOn(accent)}}</style></head>
<body><header>${escaped(name)}</header><main>${body}</main></body>
</html>
`;

function sheet(look: Look, { badge, timeZone }: PublicBadge, now: Date): string {
  const { tone, sign, words } = signs[badge.state];
  const [firstname = '', ...rest] = badge.name.split(' ');
  const photo = badge.photoUrl
    ? `<img class="photo" src="${escaped(badge.photoUrl)}" alt="Photo de ${escaped(badge.name)}">`
    : `<div class="photo" aria-hidden="true">${escaped(initialsOf(firstname, rest.join(' ')))}</div>`;
  return page(
    look,
    `Badge de ${badge.name}`,
    `${photo}<h1>${escaped(badge.name)}</h1><p>${escaped(badge.agency)}</p>
<p class="state ${tone}"><span aria-hidden="true">${sign}</span> ${words}<small>${cardStates[badge.state]}</small></p>
<dl><dt>Carte professionnelle</dt><dd>${escaped(badge.cardNumber ?? 'Non renseignée')}</dd>
<dt>Valable jusqu’au</dt><dd>${badge.cardExpiresAt ? frenchDay(badge.cardExpiresAt) : 'Non confirmé'}</dd></dl>
<footer>Vérifié à l’instant, ${escaped(now.toLocaleString('fr-FR', { timeZone, dateStyle: 'short', timeStyle: 'short' }))}.</footer>`,
  );
}

const refusal = (look: Look, words: string): string =>
  page(
    look,
    'Badge',
    `<h1>Badge non reconnu</h1><p class="state bad">${escaped(words)}</p><footer>Le code a pu être renouvelé, ou la personne avoir quitté son agence.</footer>`,
  );

export function serveBadgePages(app: FastifyInstance, services: Services, limits: Limits): void {
  const found = (request: FastifyRequest): Promise<PublicBadge> => {
    limits.network(request.ip);
    const { code } = request.params as { code: string };
    return services.database.platformTransaction((db) => publicBadge(db, code));
  };
  const html = (reply: FastifyReply, status: number, text: string): FastifyReply =>
    reply.status(status).headers(headers).type('text/html; charset=utf-8').send(text);

  app.get('/badge/:code', async (request, reply) => {
    const { name, accent } = services.tenants.of(request.hostname).tenant;
    try {
      return html(reply, 200, sheet({ name, accent }, await found(request), new Date()));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const words = error.kind === 'missing' ? badgeMessages.unknown : error.message;
      return html(reply, error.status, refusal({ name, accent }, words));
    }
  });

  app.get('/badge/:code/photo', async (request, reply) => {
    const photo = await photoOf(services.files, (await found(request)).photoHash);
    if (!photo) throw new Problem('missing', 'Photo introuvable');
    return reply.headers(headers).type('image/jpeg').send(photo);
  });
}
