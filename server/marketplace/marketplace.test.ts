// Announcements between two agencies: what each sees, who answers, who decides.
import { beforeEach, expect, test } from 'vitest';
import { OfferAnswer } from '#core/marketplace/answer.ts';
import {
  answerOffer,
  decideAnswer,
  markOffers,
  prepareAnswer,
  readAnswers,
  unreadAnswers,
  unreadOffers,
} from '#core/marketplace/calls.ts';
import { MarketOffer } from '#core/marketplace/offer.ts';
import { ProviderOffer } from '#core/marketplace/provider.ts';
import { listNotifications } from '#core/notifications/calls.ts';
import { type Context, nobody } from '#server/db/context.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, agency, otherAgency, database } = here;
const [ours, theirs] = [as('owner'), as('foreignOwner')];
const on = { mount: 'agency' } as const;

const list = endpointOf(MarketOffer, 'list');
const save = endpointOf(MarketOffer, 'save');
const read = endpointOf(MarketOffer, 'read');
const act = endpointOf(MarketOffer, 'act');
const listAnswers = endpointOf(OfferAnswer, 'list');

/** Days from today, so that no date goes stale. */
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const authorise = (id: string, number: string | null, until: string | null = null): Promise<unknown> =>
  sql('update agencies set approval_number = $2, approval_expires_at = $3 where id = $1', [id, number, until]);
await authorise(agency.id, 'AUT-006');
await authorise(otherAgency.id, 'AUT-059');

const draft = { title: 'Renfort concert', type: 4, departments: ['06'], description: 'Deux soirées.' };
const search = { ...draft, type: 1, subcontractRank: 1, share: 'Les deux soirées, sur douze' };

// An agency publishes so many a day.
beforeEach(() => sql(`update market_offers set created_at = created_at - interval '2 days'`));

async function publish(more: object = {}, by = ours): Promise<AnyRow> {
  const { offer } = (await by.call(save, { ...on, input: { ...draft, ...more } })) as { offer: AnyRow };
  return offer;
}
const idsIn = async (by: typeof ours, filters: object = {}, more: object = {}): Promise<string[]> =>
  ((await by.call(list, { ...on, input: { filters, ...more } })) as { offers: AnyRow[] }).offers.map(({ id }) => id);
const reply = (offer: string, by = theirs, input: object = {}) =>
  by.answer(answerOffer, { ...on, params: { id: offer }, input: { message: 'Nous pouvons.', ...input } });

test('an announcement has a reference, its agency’s name and its two statuses', async () => {
  const offer = await publish();
  expect(offer).toMatchObject({ status: 100, deletion: 100, isOwn: true, answersCount: 0, answers: [] });
  expect(offer.name).toBe((await sql('select name from agencies where id = $1', [agency.id]))[0]?.name);
  expect(offer.reference).toMatch(/^ANN-\d{4}-\d{4}$/);
});

test('another agency reads what is under way, and nothing else', async () => {
  const [active, later, over] = [
    await publish(),
    await publish({ willActivate: false }),
    await publish({ startsOn: inDays(2), endsOn: inDays(9) }),
  ];
  await sql('update market_offers set starts_on = $2, ends_on = $3 where id = $1', [over.id, inDays(-9), inDays(-2)]);
  expect(await idsIn(theirs)).toContain(active.id);
  for (const { id } of [later, over]) {
    expect(await idsIn(theirs)).not.toContain(id);
    expect(await theirs.answer(read, { ...on, params: { id } })).toMatchObject({ status: 404 });
    expect(await idsIn(ours, { isOwn: true })).toContain(id);
  }
  const seen = (await theirs.call(read, { ...on, params: { id: active.id } })) as { offer: AnyRow };
  expect(seen.offer).toMatchObject({ isOwn: false, answersCount: null, newAnswers: null, answers: [] });
  expect(await idsIn(theirs, { isOwn: false })).toContain(active.id);
  expect(await idsIn(theirs, { isOwn: true })).not.toContain(active.id);
});

test('another agency neither edits nor moves it', async () => {
  const { id } = await publish();
  expect(await theirs.answer(save, { ...on, input: { id, title: 'Volé' } })).toMatchObject({ status: 404 });
  for (const type of ['deactivate', 'delete'])
    expect(await theirs.answer(act, { ...on, params: { id, type } })).toMatchObject({ status: 404 });
  expect(await sql('select title, status from market_offers where id = $1', [id])).toEqual([
    { title: 'Renfort concert', status: 100 },
  ]);
  expect(await sql(`select 1 from audit where entity_id = $1 and agency_id = $2`, [id, otherAgency.id])).toEqual([]);
});

test('no agency takes the id of another’s announcement', async () => {
  const { id: newId } = await publish({ newId: uuidv7() });
  expect(await theirs.answer(save, { ...on, input: { ...draft, newId } })).toMatchObject({
    ...{ status: 409, body: { violations: [{ path: 'newId', message: 'Déjà utilisé' }] } },
  });
  expect(await sql('select agency_id from market_offers where id = $1', [newId])).toEqual([{ agency_id: agency.id }]);
});

test('filters by type, department and words find announcements of others', async () => {
  const { id } = await publish({ title: 'Gala du Négresco', type: 3, departments: ['06', '2A'] });
  expect(await idsIn(theirs, { departments: ['2A'] })).toEqual([id]);
  expect(await idsIn(theirs, { type: [3] })).toEqual([id]);
  expect(await idsIn(theirs, {}, { query: 'negresco gala' })).toEqual([id]);
  expect(await idsIn(theirs, { departments: ['59'] })).toEqual([]);
});

test('a search for a subcontractor names its rank and the part; there is no rank 3; rank 2 is justified', async () => {
  const refused = async (more: object): Promise<string[]> => {
    const { status, body } = await ours.answer(save, { ...on, input: { ...search, ...more } });
    expect(status).toBe(400);
    return body.violations.map(({ path }: { path: string }) => path);
  };
  expect(await refused({ subcontractRank: null, share: null })).toEqual(['subcontractRank', 'share']);
  expect(await refused({ subcontractRank: 3 })).toEqual(['subcontractRank']);
  expect(await refused({ subcontractRank: 2 })).toEqual(['justifiedOn']);
  expect(await publish({ ...search, subcontractRank: 2, justifiedOn: inDays(-1) })).toMatchObject({ status: 100 });
});

test('without an authorisation until the end of the mission an agency neither publishes nor answers', async () => {
  const mission = { ...search, startsOn: inDays(5), endsOn: inDays(8) };
  const { id } = await publish(mission);
  await authorise(otherAgency.id, 'AUT-059', inDays(6));
  expect(await reply(id)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/expire le .*avant la fin de la mission/) },
  });
  await authorise(otherAgency.id, null);
  expect(await reply(id)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/n’est pas renseigné/) },
  });
  expect(await theirs.answer(save, { ...on, input: mission })).toMatchObject({ status: 409 });
  const paused = await publish({ ...mission, willActivate: false }, theirs);
  expect(await theirs.answer(act, { ...on, params: { id: paused.id, type: 'activate' } })).toMatchObject({
    status: 409,
  });
  await authorise(otherAgency.id, 'AUT-059');
  expect(await reply(id)).toMatchObject({ status: 200, body: { offerAnswer: { status: 100, isOwn: true } } });
});

test('an agency answers once, never its own announcement, nor one that is not shown to it', async () => {
  const { id } = await publish();
  expect(await reply(id, ours)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/annonce de votre agence/) },
  });
  const both = await Promise.all([reply(id), reply(id)]);
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  const hidden = await publish({ willActivate: false });
  expect(await reply(hidden.id)).toMatchObject({ status: 404 });
});

test('only both agencies read an answer, and only the one of the announcement decides, once', async () => {
  const { id } = await publish(search);
  const { offerAnswer: answer } = (await reply(id, theirs, { people: 2, contact: { name: 'Zoé' } })).body;
  expect(answer).toMatchObject({ people: 2, contact: { name: 'Zoé' }, offer: { id } });
  const seen = (await ours.call(read, { ...on, params: { id } })) as { offer: AnyRow };
  expect(seen.offer).toMatchObject({ answersCount: 1, newAnswers: 1, answers: [{ id: answer.id, people: 2 }] });
  const path = { offerId: id, answerId: answer.id, status: '200' };
  const decideBy = (by: typeof ours, more: object = {}) =>
    by.answer(decideAnswer, { ...on, params: { ...path, ...more } });
  expect(await decideBy(theirs)).toMatchObject({ status: 409 });
  expect(await decideBy(ours, { offerId: answer.id })).toMatchObject({ status: 404 });
  // The authorisation that counts is the one of today.
  await authorise(otherAgency.id, 'AUT-059', inDays(-1));
  expect(await decideBy(ours)).toMatchObject({ status: 409, body: { message: expect.stringMatching(/a expiré/) } });
  await authorise(otherAgency.id, 'AUT-059');
  expect(await decideBy(ours)).toMatchObject({ status: 200, body: { offerAnswer: { status: 200 } } });
  expect(await decideBy(ours, { status: '300' })).toMatchObject({ status: 409 });
  expect(
    await sql('select subcontract_rank, share, approval_number from agency_subcontractors where agency_id = $1', [
      agency.id,
    ]),
  ).toEqual([{ subcontract_rank: 1, share: search.share, approval_number: 'AUT-059' }]);
  const given = (await theirs.call(listAnswers, { ...on, input: { filters: { isOwn: true } } })) as AnyRow;
  expect(given.offerAnswers.find((one: AnyRow) => one.id === answer.id)).toMatchObject({ status: 200 });
});

test('unread announcements are counted by person, unread answers by agency', async () => {
  const { id } = await publish();
  const before = await theirs.call(unreadOffers, on);
  expect(before.offers.map((one) => one.id)).toContain(id);
  await theirs.call(markOffers, { ...on, input: { ids: [id] } });
  expect((await theirs.call(unreadOffers, on)).unread).toBe(before.unread - 1);
  await theirs.call(markOffers, { ...on, input: {} });
  expect(await theirs.call(unreadOffers, on)).toEqual({ unread: 0, offers: [] });
  const { unread } = await ours.call(unreadAnswers, on);
  await reply(id);
  expect((await ours.call(unreadAnswers, on)).unread).toBe(unread + 1);
  expect(await theirs.answer(readAnswers, { ...on, params: { id } })).toMatchObject({ status: 404 });
  await ours.call(readAnswers, { ...on, params: { id } });
  expect((await ours.call(unreadAnswers, on)).unread).toBe(unread);
});

test('an answer that was withdrawn unread is no news once its announcement is deleted', async () => {
  const { id } = await publish();
  const { unread } = await ours.call(unreadAnswers, on);
  const { offerAnswer } = (await reply(id)).body;
  await theirs.call(endpointOf(OfferAnswer, 'act'), { ...on, params: { id: offerAnswer.id, type: 'withdraw' } });
  await ours.call(endpointOf(MarketOffer, 'act'), { ...on, params: { id, type: 'delete' } });
  expect((await ours.call(unreadAnswers, on)).unread).toBe(unread);
});

test('agencies of the department are told of it, its agency of an answer, the other of the decision', async () => {
  await sql(`update agencies set zipcode = '06000' where id = $1`, [otherAgency.id]);
  const near = await publish({ title: 'Près' });
  await publish({ title: 'Loin', departments: ['75'] });
  await here.jobsDone();
  const told = async (by: typeof ours): Promise<AnyRow[]> =>
    (await by.call(listNotifications, { ...on, input: {} })).notifications as AnyRow[];
  const texts = async (by: typeof ours) => (await told(by)).map(({ text }) => text as string);
  expect(await texts(theirs)).toContainEqual(expect.stringContaining('« Près »'));
  expect(await texts(theirs)).not.toContainEqual(expect.stringContaining('« Loin »'));
  const { offerAnswer } = (await reply(near.id)).body;
  await here.jobsDone();
  expect(await texts(ours)).toContainEqual(expect.stringContaining('répond à votre annonce « Près »'));
  await ours.call(decideAnswer, { ...on, params: { offerId: near.id, answerId: offerAnswer.id, status: '300' } });
  await here.jobsDone();
  expect(await texts(theirs)).toContainEqual(expect.stringContaining('a refusé votre réponse'));
});

test('a deleted announcement stays, with its flag, and is shown to nobody else', async () => {
  const { id } = await publish();
  await ours.call(act, { ...on, params: { id, type: 'delete' } });
  expect(await idsIn(ours)).not.toContain(id);
  expect(await idsIn(ours, { status: [400] })).toContain(id);
  expect(await theirs.answer(read, { ...on, params: { id } })).toMatchObject({ status: 404 });
  expect((await ours.call(read, { ...on, params: { id } })) as AnyRow).toMatchObject({ offer: { deletion: 400 } });
});

test('before an answer the caller reads why it would be refused', async () => {
  const { id } = await publish();
  const prepared = (by: typeof ours) => by.call(prepareAnswer, { ...on, params: { id }, input: {} });
  expect(await prepared(theirs)).toEqual({ refusal: null, availability: null });
  expect((await prepared(ours)).refusal).toMatch(/annonce de votre agence/);
});

test('the provider publishes, answers and decides on the platform’s path; agencies read it by the brand’s name', async () => {
  const admin = as('admin');
  const of = { mount: 'platform' } as const;
  const { providerOffer: offer } = (await admin.call(endpointOf(ProviderOffer, 'save'), {
    ...of,
    input: draft,
  })) as AnyRow;
  expect(offer).toMatchObject({ isOwn: true, name: 'Vigie', status: 100 });
  expect(await idsIn(ours, { isOwn: false })).toContain(offer.id);
  expect(await ours.answer(save, { ...on, input: { id: offer.id, title: 'x' } })).toMatchObject({ status: 404 });
  const { offerAnswer } = (await reply(offer.id, ours)).body;
  expect((await admin.call(unreadAnswers, of)).answers).toMatchObject([
    { id: offerAnswer.id, offer: { id: offer.id } },
  ]);
  const path = { offerId: offer.id, answerId: offerAnswer.id, status: '200' };
  expect(await as('support').answer(decideAnswer, { ...of, params: path })).toMatchObject({ status: 403 });
  expect(await admin.answer(decideAnswer, { ...of, params: path })).toMatchObject({ status: 200 });
  const { id } = await publish();
  expect(await admin.answer(answerOffer, { ...of, params: { id }, input: { message: 'Nous pouvons.' } })).toMatchObject(
    {
      ...{ status: 200, body: { offerAnswer: { isOwn: true } } },
    },
  );
  // A search between companies is not for the provider, which has no authorisation.
  expect(await admin.answer(endpointOf(ProviderOffer, 'save'), { ...of, input: search })).toMatchObject({
    status: 409,
  });
});

// The wall, in SQL, as the role of the application.
const context = (id: string, more: Partial<Context> = {}): Context => ({
  ...nobody,
  agency: id,
  user: here.people.owner.id,
  ...more,
});
const asked = (where: Context, text: string, values: unknown[]): Promise<AnyRow[]> =>
  database.read(where, { text, values });
const third = crypto.randomUUID();

test('in the database: agents, customers and strangers see nothing of it; a third agency no answer', async () => {
  await sql(`insert into agencies (id, name) values ($1, 'Tierce')`, [third]);
  const { id } = await publish();
  const { offerAnswer: answer } = (await reply(id)).body;
  const offerSeen = (where: Context) => asked(where, 'select 1 from market_offers where id = $1', [id]);
  const answerSeen = (where: Context) => asked(where, 'select 1 from market_answers where id = $1', [answer.id]);
  for (const one of [agency.id, otherAgency.id]) {
    expect(await offerSeen(context(one))).toHaveLength(1);
    expect(await answerSeen(context(one))).toHaveLength(1);
    for (const narrow of [{ agent: crypto.randomUUID() }, { customer: crypto.randomUUID() }]) {
      expect(await offerSeen(context(one, narrow))).toEqual([]);
      expect(await answerSeen(context(one, narrow))).toEqual([]);
    }
  }
  expect(await offerSeen(context(third))).toHaveLength(1);
  expect(await answerSeen(context(third))).toEqual([]);
  expect(await offerSeen(nobody)).toEqual([]);
});

test('in the database: who answered does not decide, and nobody rewrites an answer or an announcement of another', async () => {
  const { id } = await publish();
  const { offerAnswer: answer } = (await reply(id)).body;
  const writes = (where: Context, text: string, values: unknown[]): Promise<number | 'refused'> =>
    database
      .transaction(where, (db) => db.query({ text: `${text} returning 1`, values }))
      .then(
        (rows) => rows.length,
        () => 'refused' as const,
      );
  const decided = 'update market_answers set status = 200 where id = $1';
  expect(await writes(context(otherAgency.id), decided, [answer.id])).toBe('refused');
  expect(await writes(context(third), decided, [answer.id])).toBe(0);
  expect(await writes(context(agency.id), `update market_answers set message = 'x' where id = $1`, [answer.id])).toBe(
    'refused',
  );
  expect(await writes(context(otherAgency.id), `update market_offers set title = 'x' where id = $1`, [id])).toBe(0);
  const forged = `insert into market_answers (agency_id, id, offer_id, publisher_id, message) values ($1, gen_random_uuid(), $2, $3, 'x')`;
  expect(await writes(context(third), forged, [otherAgency.id, id, agency.id])).toBe('refused');
  expect(await writes(context(agency.id), forged, [agency.id, id, third])).toBe('refused');
  expect(await writes(context(agency.id), decided, [answer.id])).toBe(1);
});
