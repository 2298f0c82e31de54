// What the providers tell. An event is only a reason to look: the outcome is read from the provider, so that doubled, late
// and unordered events change nothing that is not true now, and forged ones nothing at all.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { platformAgencyId } from '#core/kernel/platform.ts';
import { job } from '#server/jobs/registry.ts';
import type { Services } from '#server/kernel/call.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import type { Limits } from '#server/operations/limits.ts';
import { platformContext } from './as-platform.ts';
import { readCharge } from './charging.ts';
import { chargeSql, type KnownCharge } from './clock.ts';
import { type EventAbout, Forged, type ProviderName } from './provider.ts';
import { providersOf } from './providers.ts';
import { finishByRef, lookAtMethod } from './setups.ts';

const names: readonly ProviderName[] = ['stripe', 'gocardless'];

export const readPaymentEvent = job(
  'readPaymentEvent',
  z.object({
    provider: z.enum(['stripe', 'gocardless']),
    about: z.enum(['charge', 'setup', 'method']),
    ref: z.string().max(200),
  }),
  { label: 'Nouvelles des prestataires de paiement', wait: 30 },
  async ({ provider, about, ref }, services) => {
    if (about === 'setup') return finishByRef(services, provider, ref);
    if (about === 'method') return lookAtMethod(services, provider, ref);
    const [charge] = await services.database.read<KnownCharge>(platformContext, {
      name: 'charge-by-ref',
      text: `${chargeSql} and c.provider = $1 and c.ref = $2`,
      values: [provider, ref],
    });
    if (!charge) return;
    await readCharge(services, charge);
    // It may have ended a moment after: asked again once the attempt is over.
    if (charge.isRunning) throw new Error('the attempt still runs');
  },
);

/** Each event is taken once; the answer does not wait for the provider. */
export async function takeEvents(
  services: Services,
  provider: ProviderName,
  events: readonly EventAbout[],
): Promise<void> {
  if (events.length === 0) return;
  await services.database.transaction(platformContext, async (db) => {
    const fresh = await db.query<{ event: string }>({
      name: 'take-payment-events',
      text: `insert into payment_events (agency_id, provider, event) select app_agency(), $1, e from unnest($2::text[]) e on conflict do nothing returning event`,
      values: [provider, [...new Set(events.map(({ event }) => event))]],
    });
    const taken = new Set(fresh.map(({ event }) => event));
    await services.jobs.enqueue(
      readPaymentEvent,
      events
        .filter(({ event }) => taken.has(event))
        .map(({ event, about, ref }) => ({ key: `${provider} ${event} ${ref}`, data: { provider, about, ref } })),
      { db, agency: platformAgencyId },
    );
  });
}

const mostBytes = 1_000_000;

/** Outside the registry of calls: the format and the signature are the provider's. */
export function servePayments(app: FastifyInstance, services: Services, limits: Limits): void {
  void app.register(async (pages) => {
    pages.removeAllContentTypeParsers();
    // The signature is over the bytes.
    pages.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: mostBytes },
      async (_request: unknown, body: Buffer) => body,
    );
    for (const name of names)
      pages.post(`/payment-events/${name}`, async (request: FastifyRequest, reply: FastifyReply) => {
        limits.network(request.ip);
        const provider = providersOf(services.environment)[name];
        if (!provider || !Buffer.isBuffer(request.body)) return reply.callNotFound();
        let events: EventAbout[];
        try {
          events = provider.readEvents(request.body, request.headers, new Date());
        } catch (error) {
          if (!(error instanceof Forged)) throw error;
          // 498 is what GoCardless asks for; others take any refusal.
          return reply.status(name === 'gocardless' ? 498 : 400).send({ code: 400, message: 'Signature invalide' });
        }
        await takeEvents(services, name, events);
        return reply.status(200).send({ received: true });
      });
    // Providers come back to a plain address; the screens are behind a fragment.
    pages.get<{ Querystring: { to?: string; id?: string; setup?: string; outcome?: string } }>(
      '/payment-return',
      async ({ query }, reply) => {
        const isPaying = query.to === 'invoice' && isUuid(query.id);
        const screen = isPaying
          ? 'paymentInvoice'
          : query.to === 'subscription'
            ? 'agencySubscription'
            : 'payments/methods';
        const known = isPaying ? [`id=${query.id}`, 'returned=1'] : isUuid(query.setup) ? [`setup=${query.setup}`] : [];
        return reply.redirect(`/#/${screen}${known.length > 0 ? `?${known.join('&')}` : ''}`);
      },
    );
  });
}
