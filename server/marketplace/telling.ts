// Who is told of announcements, answers and decisions: people of another agency, so a job tells them, each agency in a
// transaction of its own.
import * as z from 'zod';
import { stateOf } from '#core/kernel/machine.ts';
import type { NotificationKind } from '#core/kernel/notification.ts';
import { answerMachine, closedAnswer } from '#core/marketplace/answer.ts';
import { departmentOf } from '#core/marketplace/departments.ts';
import { answerDecided, offerAnswered, offerPublished } from '#core/marketplace/notifications.ts';
import { activeOffer, offerTypes } from '#core/marketplace/offer.ts';
import { lockOf } from '#server/agencies/lock.ts';
import { nobody } from '#server/db/context.ts';
import { job } from '#server/jobs/registry.ts';
import type { Call, Services } from '#server/kernel/call.ts';
import { type Notice, notify } from '#server/notifications/notify.ts';

type Told = z.infer<typeof schema>['what'];

const schema = z.object({ what: z.enum(['offer', 'answer', 'decision', 'withdrawal']), id: z.uuid() });

async function tell(services: Services, agency: string, kind: NotificationKind, notice: Notice): Promise<void> {
  const context = { ...nobody, agency };
  const by = { caller: null, context, now: new Date(), services, host: null };
  await services.database.transaction(context, (db) => notify(db, kind, [notice], by));
}

interface Announced extends Record<string, unknown> {
  id: string;
  agency: string;
  title: string;
  name: string;
  type: number;
  departments: string[];
}

/** The agencies that have their seat or a site in one of its departments. */
async function agenciesNear({ agency, departments }: Announced, { database }: Services): Promise<string[]> {
  const { rows } = await database.platform.query<{ agency: string; zipcodes: string[] }>({
    name: 'market-agencies',
    text: `select g.id as agency, array_remove(array_agg(distinct z.zipcode), null) as zipcodes
      from agencies g cross join lateral (select g.zipcode union select left(s.zipcode, 5) from sites s where s.agency_id = g.id and s.status = 100) z (zipcode)
      where g.id <> $1 and ${lockOf('g')} is null group by g.id`,
    values: [agency],
  });
  return rows.flatMap((one) =>
    one.zipcodes.some((zipcode) => departments.includes(departmentOf(zipcode) ?? '')) ? [one.agency] : [],
  );
}

async function tellOffer(id: string, services: Services): Promise<void> {
  const { rows } = await services.database.platform.query<Announced>({
    name: 'market-offer-told',
    text: `select o.id, o.agency_id as agency, o.title, o.name, o.type, o.departments from market_offers o join agencies g on g.id = o.agency_id
      where o.id = $1 and o.status = ${activeOffer} and ${lockOf('g')} is null`,
    values: [id],
  });
  const [offer] = rows;
  if (!offer) return;
  for (const agency of await agenciesNear(offer, services))
    await tell(services, agency, offerPublished, {
      to: 'holders',
      event: id,
      title: 'Nouvelle annonce',
      text: `« ${offer.title} », ${offerTypes[offer.type as keyof typeof offerTypes]}, de ${offer.name}.`,
      link: `/active-offers?open=${id}`,
      action: 'Lire l’annonce',
    });
}

interface Answered extends Record<string, unknown> {
  agency: string;
  publisher: string;
  offer: string;
  title: string;
  name: string;
  publisherName: string;
  status: number;
}

async function tellAnswer(id: string, what: Exclude<Told, 'offer'>, services: Services): Promise<void> {
  const { rows } = await services.database.platform.query<Answered>({
    name: 'market-answer-told',
    text: `select agency_id as agency, publisher_id as publisher, offer_id as offer, offer_title as title, name, offer_agency as "publisherName", status
      from market_answers where id = $1`,
    values: [id],
  });
  const [answer] = rows;
  if (!answer) return;
  if (what === 'answer')
    await tell(services, answer.publisher, offerAnswered, {
      to: 'holders',
      event: id,
      title: 'Réponse à une annonce',
      text: `${answer.name} répond à votre annonce « ${answer.title} ».`,
      link: `/agency-offers?open=${answer.offer}`,
      action: 'Lire la réponse',
    });
  else if (what === 'withdrawal')
    await tell(services, answer.publisher, offerAnswered, {
      to: 'holders',
      event: `${id} withdrawn`,
      title: 'Réponse retirée',
      text: `${answer.name} retire sa réponse à votre annonce « ${answer.title} ».`,
      link: `/agency-offers?open=${answer.offer}`,
      action: 'Ouvrir l’annonce',
    });
  else
    await tell(services, answer.agency, answerDecided, {
      to: 'holders',
      event: id,
      title: `Réponse ${stateOf(answerMachine, answer.status).label.toLowerCase()}`,
      text:
        answer.status === closedAnswer
          ? `L’annonce « ${answer.title} » de ${answer.publisherName} n’est plus en cours : votre réponse est sans suite.`
          : `${answer.publisherName} a ${answer.status === 200 ? 'accepté' : 'refusé'} votre réponse à l’annonce « ${answer.title} ».`,
      link: `/agency-offers-answers?open=${id}`,
      action: 'Ouvrir ma réponse',
    });
}

export const tellOfMarket = job(
  'tellOfMarket',
  schema,
  { label: 'Annonces : prévenir les agences' },
  async ({ what, id }, services) => {
    if (what === 'offer') await tellOffer(id, services);
    else await tellAnswer(id, what, services);
  },
);

export const tellMarket = async (what: Told, rows: readonly { id: string }[], call: Call): Promise<void> => {
  if (rows.length === 0) return;
  await call.services.jobs.enqueue(
    tellOfMarket,
    rows.map(({ id }) => ({ key: `${what} ${id}`, data: { what, id } })),
    { db: call.db, agency: call.context.agency as string },
  );
};
