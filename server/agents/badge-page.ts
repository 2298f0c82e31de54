// The public page of a badge's code: plain HTML without scripts, session or tracking.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badgeMessages, type CardState, cardStates, initialsOf } from '#core/agents/badge.ts';
import { Problem } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import type { Services } from '#server/kernel/call.ts';
import { type Look, pageHeaders, publicPage, sendPage } from '#server/kernel/public-page.ts';
import { escaped } from '#server/mail/layout.ts';
import type { Limits } from '#server/operations/limits.ts';
import { type PublicBadge, publicBadge, publicPhoto } from './badge-facts.ts';

const signs: Record<CardState, { tone: string; sign: string; words: string }> = {
  VALID: { tone: 'good', sign: '✓', words: 'En règle' },
  EXPIRED: { tone: 'bad', sign: '✕', words: 'Pas en règle' },
  UNKNOWN: { tone: 'bad', sign: '!', words: 'Non vérifié' },
};

function sheet(look: Look, { badge, timeZone }: PublicBadge, now: Date): string {
  const { tone, sign, words } = signs[badge.state];
  const [firstname = '', ...rest] = badge.name.split(' ');
  const photo = badge.photoUrl
    ? `<img class="photo" src="${escaped(badge.photoUrl)}" alt="Photo de ${escaped(badge.name)}">`
    : `<div class="photo" aria-hidden="true">${escaped(initialsOf(firstname, rest.join(' ')))}</div>`;
  return publicPage(
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
  publicPage(
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
  app.get('/badge/:code', async (request, reply) => {
    const { name, accent } = services.tenants.of(request.hostname).tenant;
    try {
      return sendPage(reply, 200, sheet({ name, accent }, await found(request), new Date()));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const words = error.kind === 'missing' ? badgeMessages.unknown : error.message;
      return sendPage(reply, error.status, refusal({ name, accent }, words));
    }
  });

  app.get('/badge/:code/photo', async (request, reply) => {
    const photo = await publicPhoto(services.files, (await found(request)).photoHash);
    if (!photo) throw new Problem('missing', 'Photo introuvable');
    return reply.headers(pageHeaders).type('image/jpeg').send(photo);
  });
}
