// Answering announcements, reading and counting.
import pg from 'pg';
import type { Row } from '#core/kernel/entity.ts';
import { Problem } from '#core/kernel/problem.ts';
import { mostAnswers } from '#core/marketplace/answer.ts';
import {
  answerOffer,
  decideAnswer,
  markOffers,
  prepareAnswer,
  readAnswers,
  unreadAnswers,
  unreadOffers,
} from '#core/marketplace/calls.ts';
import { offerAnswered, offerPublished } from '#core/marketplace/notifications.ts';
import { activeOffer, type MarketOffer } from '#core/marketplace/offer.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle, RawJson } from '#server/kernel/call.ts';
import { readRow } from '#server/kernel/list.ts';
import { readWhole } from '#server/kernel/save.ts';
import { isUuid, uuidv7 } from '#server/kernel/uuid.ts';
import { settleOwn } from '#server/notifications/notify.ts';
import { type OwnAgency, ownAgency, ownRefusal } from './authorisation.ts';
import { availabilityFor } from './availability.ts';
import { decide } from './deciding.ts';
import { answerPlan, offerPlan, unreadOffer } from './offers.ts';
import { tellMarket } from './telling.ts';

const own = 'C’est une annonce de votre agence : vous ne pouvez pas y répondre.';
const twice = 'Votre agence a déjà répondu à cette annonce.';
const tooOften = `${mostAnswers} réponses au plus à une même annonce, retraits compris.`;

const isRefusedByPolicy = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '42501';

async function seen(id: string, { db }: Pick<Call, 'db'>): Promise<Row<typeof MarketOffer>> {
  const row = isUuid(id) ? (await readWhole(offerPlan(), db, [id])).get(id.toLowerCase()) : undefined;
  if (!row) throw new Problem('missing', offerPlan().of.missing);
  return row;
}

/** Why no answer is possible, in words, in the order that a person mends them. */
async function answerRefusal(offer: Row<typeof MarketOffer>, agency: OwnAgency, db: Db): Promise<string | null> {
  if (offer.isOwn) return own;
  if (offer.answered !== null) return twice;
  const [given] = await db.query<{ count: number }>({
    name: 'answers-given',
    text: 'select count(*)::integer as count from market_answers where agency_id = app_agency() and offer_id = $1',
    values: [offer.id],
  });
  if ((given?.count ?? 0) >= mostAnswers) return tooOften;
  return ownRefusal(agency, { type: Number(offer.type), endsOn: offer.endsOn });
}

const replied = async (id: string, call: Call): Promise<never> =>
  new RawJson(`{"offerAnswer":${await readRow(answerPlan(), call, id)}}`) as never;

/** What the reader has seen is no news any more. Support acting for somebody does not read for him. */
async function mark(ids: readonly string[] | null, call: Call): Promise<void> {
  const { db, caller, now } = call;
  if (!caller || caller.acting) return;
  await db.query({
    name: `mark-offers${ids ? '' : '-all'}`,
    text: `insert into market_readings (agency_id, user_id, offer_id, read_at)
      select app_agency(), app_user(), t.id, $1 from market_offers t where ${unreadOffer('t')}${ids ? ' and t.id = any ($2::uuid[])' : ''}
      on conflict do nothing`,
    values: ids ? [now, ids] : [now],
  });
  for (const id of ids ?? []) await settleOwn(db, offerPublished, id.toLowerCase(), now);
}

export const marketplaceHandlers: Handler[] = [
  handle(answerOffer, async (call) => {
    const { db, input, now } = call;
    const offer = await seen(call.params.id, call);
    const agency = await ownAgency(db);
    const refused = await answerRefusal(offer, agency, db);
    if (refused) throw new Problem('conflict', refused);
    const id = uuidv7(now.getTime());
    const { name, email, phone } = input.contact ?? {};
    const answered = db.query({
      name: 'answer-offer',
      // Two people of one agency may answer at once.
      text: `insert into market_answers (agency_id, id, offer_id, name, siret, approval_number, approval_expires_at, message, people, contact_name, contact_email, contact_phone, created_at, publisher_id)
        select app_agency(), $1, $2, g.name, g.siret, g.approval_number, g.approval_expires_at, $3, $4, $5, $6, $7, $8, app_agency() from agencies g where g.id = app_agency()
        on conflict (agency_id, offer_id) where status < 400 do nothing returning id`,
      values: [id, offer.id, input.message, input.people ?? null, name || null, email || null, phone || null, now],
    });
    const made = await answered.catch((error: unknown) => {
      // Withdrawn since it was read: the trigger finds it no more.
      throw isRefusedByPolicy(error) ? new Problem('missing', offerPlan().of.missing) : error;
    });
    if (made.length === 0) throw new Problem('conflict', twice);
    await writeAudit(db, call as never, { entity: 'offerAnswer', id, action: 'answerOffer' });
    await mark([offer.id], call as never);
    await tellMarket('answer', [{ id }], call as never);
    return replied(id, call as never);
  }),

  handle(decideAnswer, async (call) => {
    const { offerId, answerId, status } = call.params;
    await decide(answerPlan(), answerId, status === '200' ? 'accept' : 'refuse', call as never, offerId);
    return replied(answerId, call as never);
  }),

  handle(prepareAnswer, async (call) => {
    const offer = await seen(call.params.id, call);
    const agency = await ownAgency(call.db);
    return {
      refusal: await answerRefusal(offer, agency, call.db),
      availability: offer.isOwn
        ? null
        : await availabilityFor(offer, call.input.specialty ?? null, agency.today, call as never),
    };
  }),

  handle(unreadOffers, async ({ db }) => {
    const rows = await db.query<{ id: string; title: string; count: number }>({
      name: 'unread-offers',
      text: `select t.id, t.title, count(*) over ()::integer as count from market_offers t
        where t.status = ${activeOffer} and ${unreadOffer('t')} order by t.created_at desc, t.id limit 100`,
    });
    return { unread: rows[0]?.count ?? 0, offers: rows.map(({ id, title }) => ({ id, title })) };
  }),

  handle(markOffers, async (call) => {
    await mark(call.input.ids ?? null, call as never);
  }),

  handle(unreadAnswers, async ({ db }) => {
    const rows = await db.query<{ id: string; offer: string; title: string; count: number }>({
      name: 'unread-answers',
      text: `select a.id, a.offer_id as offer, a.offer_title as title, count(*) over ()::integer as count from market_answers a
        where a.publisher_id = app_agency() and a.read_at is null order by a.created_at desc, a.id limit 100`,
    });
    return {
      unread: rows[0]?.count ?? 0,
      answers: rows.map(({ id, offer, title }) => ({ id, offer: { id: offer, title } })),
    };
  }),

  handle(readAnswers, async (call) => {
    const { db, now, caller } = call;
    const offer = await seen(call.params.id, call);
    if (!offer.isOwn) throw new Problem('missing', offerPlan().of.missing);
    if (!caller || caller.acting) return;
    const read = await db.query<{ id: string }>({
      name: 'read-answers',
      text: `update market_answers set read_at = $2 where publisher_id = app_agency() and offer_id = $1 and read_at is null returning id`,
      values: [offer.id, now],
    });
    for (const { id } of read) await settleOwn(db, offerAnswered, id, now);
  }),
];
