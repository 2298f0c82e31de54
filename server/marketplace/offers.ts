// Announcements: numbered, named after their agency, refused without a valid authorisation.
import { entityNamed } from '#core/entities.ts';
import { platformAgencyId } from '#core/kernel/platform.ts';
import { Problem } from '#core/kernel/problem.ts';
import { type answerMachine, OfferAnswer } from '#core/marketplace/answer.ts';
import { activeOffer, MarketOffer, missionOver, mostActiveOffers, mostOffersOfDay } from '#core/marketplace/offer.ts';
import { type Call, RawJson } from '#server/kernel/call.ts';
import type { Extension, Pending } from '#server/kernel/extension.ts';
import { utc } from '#server/kernel/kinds.ts';
import { readRow } from '#server/kernel/list.ts';
import { type Plan, planOf } from '#server/kernel/plan.ts';
import { ownAgency, ownRefusal } from './authorisation.ts';
import { closeAnswers, decide } from './deciding.ts';
import { tellMarket } from './telling.ts';

const isOwn = (t: string): string => `(${t}.agency_id = (select app_agency()))`;

/** Of another agency, and not read by the caller. */
export const unreadOffer = (t: string): string =>
  `(not ${isOwn(t)} and ${t}.status = ${activeOffer} and not exists (select from market_readings r
    where r.agency_id = app_agency() and r.user_id = app_user() and r.offer_id = ${t}.id))`;

const received = (t: string, more = ''): string =>
  `market_answers a where a.publisher_id = ${t}.agency_id and a.offer_id = ${t}.id${more}`;

const counted = (more: string) => (t: string) =>
  `case when ${isOwn(t)} then (select count(*)::integer from ${received(t, more)}) end`;

const answersJson = (t: string): string =>
  `case when ${isOwn(t)} then (select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, 'message', a.message, 'status', a.status,
      'people', a.people, 'approvalNumber', a.approval_number, 'approvalExpiresAt', a.approval_expires_at, 'contactName', a.contact_name,
      'contactEmail', a.contact_email, 'contactPhone', a.contact_phone, 'createdAt', ${utc('a.created_at')}, 'readAt', ${utc('a.read_at')})
      order by a.created_at, a.id), '[]') from ${received(t)}) else '[]'::json end`;

/** What an announcement would be after this save. */
const afterwards = ({ draft, current }: Pending<typeof MarketOffer>): { type: number; endsOn: string | null } => ({
  type: Number(draft.type ?? current?.type),
  endsOn: draft.endsOn === undefined ? (current?.endsOn ?? null) : draft.endsOn,
});

const willBeActive = ({ current, willActivate }: Pending<typeof MarketOffer>): boolean =>
  current === null ? willActivate !== false : current.status === activeOffer || willActivate === true;

async function numbersFor(count: number, { db }: Call): Promise<string[]> {
  const [taken] = await db.query<{ last: number; year: number }>({
    name: 'next-offer-number',
    text: `insert into counters (agency_id, name, value) values (app_agency(), 'offer', $1)
      on conflict (agency_id, name) do update set value = counters.value + $1
      returning value as last, extract(year from app_today())::integer as year`,
    values: [count],
  });
  const { last = count, year = 0 } = taken ?? {};
  return Array.from(
    { length: count },
    (_, index) => `ANN-${year}-${String(last - count + 1 + index).padStart(4, '0')}`,
  );
}

const refuse = (message: string, path = 'type'): Problem =>
  new Problem('conflict', message, { violations: [{ path, message }] });

const over = 'La mission est terminée : les autres agences ne verraient pas cette annonce';

/** A board that one agency fills is nobody's: so many under way, so many a day. Parallel saves wait for each other. */
async function refuseFlood(fresh: { made: number; activated: number }, { db, context }: Call): Promise<void> {
  if (fresh.made + fresh.activated === 0 || context.agency === platformAgencyId) return;
  await db.query({
    name: 'hold-market-board',
    text: `select pg_advisory_xact_lock(hashtextextended('market board ' || app_agency(), 0))`,
  });
  const [now] = await db.query<{ active: number; today: number }>({
    name: 'count-own-offers',
    text: `select (count(*) filter (where status = ${activeOffer} and coalesce(ends_on >= app_today(), true)))::integer as active,
        (count(*) filter (where created_at > now() - interval '1 day'))::integer as today from market_offers where agency_id = app_agency()`,
  });
  const { active = 0, today = 0 } = now ?? {};
  if (fresh.made > 0 && today + fresh.made > mostOffersOfDay)
    throw new Problem('conflict', `${mostOffersOfDay} annonces par jour et par agence au plus : réessayez demain.`);
  if (fresh.activated > 0 && active + fresh.activated > mostActiveOffers)
    throw new Problem(
      'conflict',
      `${mostActiveOffers} annonces en cours par agence au plus : désactivez celles qui ne servent plus.`,
    );
}

export const offerExtension: Extension<typeof MarketOffer> = {
  searchesRows: true,
  computed: {
    deletion: (t) => `(case when ${t}.status = 400 then 400 else 100 end)`,
    isOwn,
    isUnread: unreadOffer,
    isBound: (t) => `(${isOwn(t)} and exists (select from ${received(t, ' and a.status in (100, 200)')}))`,
    answered: (t) =>
      `(select a.status from market_answers a where a.agency_id = (select app_agency()) and a.offer_id = ${t}.id and a.status < 400)`,
    answersCount: counted(''),
    newAnswers: counted(' and a.read_at is null'),
    answers: answersJson,
  },
  async beforeSave(rows, call) {
    const agency = await ownAgency(call.db);
    for (const row of rows) {
      if (!willBeActive(row)) continue;
      const { type, endsOn } = afterwards(row);
      const refusal = ownRefusal(agency, { type, endsOn });
      if (refusal) throw refuse(refusal);
      // One that is over may still be corrected.
      const { current } = row;
      const isNews = current?.status !== activeOffer || current.endsOn !== endsOn;
      if (isNews && missionOver(endsOn, agency.today)) throw refuse(over, 'endsOn');
    }
    const created = rows.filter(({ current }) => current === null);
    const activated = rows.filter((row) => willBeActive(row) && row.current?.status !== activeOffer);
    await refuseFlood({ made: created.length, activated: activated.length }, call);
    if (created.length === 0) return;
    const numbers = await numbersFor(created.length, call);
    const { tenants } = call.services;
    const isProvider = call.context.agency === platformAgencyId;
    for (const [index, { draft }] of created.entries()) {
      draft.name = isProvider ? tenants.of(call.host).tenant.name : agency.name;
      draft.reference = numbers[index] as string;
    }
  },
  async afterSave(rows, call) {
    const fresh = rows.flatMap(({ after, before }) => (before === null && after.status === activeOffer ? [after] : []));
    await tellMarket('offer', fresh, call);
  },
  async beforeMove(move, rows, call) {
    if (move !== 'activate') return;
    const agency = await ownAgency(call.db);
    for (const { type, endsOn } of rows) {
      const refusal = ownRefusal(agency, { type: Number(type), endsOn });
      if (refusal) throw refuse(refusal);
      if (missionOver(endsOn, agency.today)) throw refuse(over, 'endsOn');
    }
    await refuseFlood({ made: 0, activated: rows.length }, call);
  },
  async afterMove(move, rows, call) {
    if (move === 'activate') await tellMarket('offer', rows, call);
    else
      await closeAnswers(
        rows.map(({ id }) => id),
        call,
      );
  },
};

export const answerExtension: Extension<typeof OfferAnswer> = {
  searchesRows: true,
  computed: {
    isOwn,
    isUnread: (t) => `(not ${isOwn(t)} and ${t}.read_at is null)`,
    offer: (t) => `json_build_object('id', ${t}.offer_id, 'title', ${t}.offer_title)`,
  },
  operations: {
    // The row is of the other agency: the generic move would not write it.
    async act(plan, call) {
      const { id, type } = call.params as { id: string; type: keyof typeof answerMachine.moves };
      await decide(plan as unknown as Plan<typeof OfferAnswer>, id, type, call);
      return new RawJson(`{"${plan.of.name}":${await readRow(plan, call, id)}}`);
    },
  },
};

let plan: Plan<typeof OfferAnswer> | null = null;
export const answerPlan = (): Plan<typeof OfferAnswer> => {
  plan ??= planOf(OfferAnswer, answerExtension, entityNamed);
  return plan;
};
let offers: Plan<typeof MarketOffer> | null = null;
export const offerPlan = (): Plan<typeof MarketOffer> => {
  offers ??= planOf(MarketOffer, offerExtension, entityNamed);
  return offers;
};
