// An answered announcement keeps its terms; both end together; a board that one agency cannot fill (decision 110).
import { expect, test } from 'vitest';
import { OfferAnswer } from '#core/marketplace/answer.ts';
import { answerOffer, decideAnswer, unreadOffers } from '#core/marketplace/calls.ts';
import { MarketOffer, mostActiveOffers, mostOffersOfDay } from '#core/marketplace/offer.ts';
import { listNotifications } from '#core/notifications/calls.ts';
import { nobody } from '#server/db/context.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, agency, otherAgency, database } = here;
const [ours, theirs] = [as('owner'), as('foreignOwner')];
const on = { mount: 'agency' } as const;
const save = endpointOf(MarketOffer, 'save');
const read = endpointOf(MarketOffer, 'read');
const act = endpointOf(MarketOffer, 'act');
const list = endpointOf(MarketOffer, 'list');
const readAnswer = endpointOf(OfferAnswer, 'read');
const actAnswer = endpointOf(OfferAnswer, 'act');

/** Days from today, so that no date goes stale. */
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
await sql(`update agencies set approval_number = 'AUT-' || id, email = 'contact@vigie.test'`);

const search = {
  ...{ title: 'Renfort', type: 1, departments: ['06'], location: 'Nice', description: 'Deux soirées.' },
  ...{ subcontractRank: 1, share: 'Les soirées', startsOn: inDays(5), endsOn: inDays(7), people: 2 },
};
async function publish(more: object = {}): Promise<string> {
  const { offer } = (await ours.call(save, { ...on, input: { ...search, ...more } })) as { offer: AnyRow };
  return offer.id;
}
const reply = (id: string) => theirs.answer(answerOffer, { ...on, params: { id }, input: { message: 'Oui' } });
const answered = async (id: string): Promise<string> => (await reply(id)).body.offerAnswer.id;
const edit = (id: string, more: object) => ours.answer(save, { ...on, input: { id, ...more } });
const move = (id: string, type: string) => ours.answer(act, { ...on, params: { id, type } });
const moveAnswer = (by: typeof ours, id: string, type: string) => by.answer(actAnswer, { ...on, params: { id, type } });
const answer = async (id: string): Promise<AnyRow> =>
  ((await theirs.call(readAnswer, { ...on, params: { id } })) as { offerAnswer: AnyRow }).offerAnswer;
const told = async (by: typeof ours): Promise<string[]> => {
  await here.jobsDone();
  const { notifications } = await by.call(listNotifications, { ...on, input: {} });
  return (notifications as AnyRow[]).map(({ text }) => text as string);
};
const fresh = (): Promise<unknown> =>
  sql(`update market_offers set status = 200, created_at = created_at - interval '2 days'`);

test('what was answered is frozen, until nobody waits for it; title and contact are not', async () => {
  const id = await publish();
  expect(await edit(id, { people: 3 })).toMatchObject({ status: 200 });
  const given = await answered(id);
  for (const more of [{ subcontractRank: 2, justifiedOn: inDays(0) }, { endsOn: inDays(90) }, { description: '9 €' }])
    expect(await edit(id, more)).toMatchObject({ status: 409, body: { message: expect.stringMatching(/figées/) } });
  expect(await edit(id, { title: 'Renfort du soir', contact: { phone: '0611223344' } })).toMatchObject({ status: 200 });
  const write = (text: string) =>
    database.transaction({ ...nobody, agency: agency.id }, (db) => db.query({ text, values: [id] }));
  await expect(write('update market_offers set people = 20 where id = $1')).rejects.toMatchObject({ code: 'VF409' });
  expect(await moveAnswer(theirs, given, 'withdraw')).toMatchObject({ status: 200 });
  expect(await edit(id, { people: 5 })).toMatchObject({ status: 200 });
});

test('an agency that is renamed is so on its announcements, answered or not, and on the answers that wait (AA-006)', async () => {
  const waits = await answered(await publish());
  const id = await publish();
  const [{ name } = { name: '' }] = await sql<{ name: string }>('select name from agencies where id = $1', [agency.id]);
  await sql(`update agencies set name = 'Ronde de nuit' where id = $1`, [agency.id]);
  const { offer } = (await theirs.call(read, { ...on, params: { id } })) as { offer: AnyRow };
  expect([offer.name, (await answer(waits)).offerAgency]).toEqual(['Ronde de nuit', 'Ronde de nuit']);
  expect(
    await sql('select 1 as one from market_offers where agency_id = $1 and name <> $2', [agency.id, 'Ronde de nuit']),
  ).toEqual([]);
  await sql('update agencies set name = $2 where id = $1', [agency.id, name]);
  await fresh();
});

test('the subcontractor is written from the terms of his answer, and then reads whom to call', async () => {
  const id = await publish();
  const given = await answered(id);
  expect(await answer(given)).toMatchObject({
    terms: { startsOn: search.startsOn, location: 'Nice', subcontractRank: 1, share: 'Les soirées', people: 2 },
    publisher: { email: null },
  });
  // Whatever becomes of the announcement, only the copy counts.
  await sql(`update market_offers set share = 'Tout', subcontract_rank = 2, justified_on = app_today() where id = $1`, [
    id,
  ]);
  const params = { offerId: id, answerId: given, status: '200' as const };
  expect(await ours.answer(decideAnswer, { ...on, params })).toMatchObject({ status: 200 });
  expect(
    await sql('select subcontract_rank, share from agency_subcontractors where agency_id = $1', [agency.id]),
  ).toEqual([{ subcontract_rank: 1, share: 'Les soirées' }]);
  expect(await answer(given)).toMatchObject({ publisher: { email: 'contact@vigie.test' } });
  // Accepted, it stays what it is; the announcement too.
  expect(await edit(id, { people: 9 })).toMatchObject({ status: 409 });
  expect(await move(id, 'delete')).toMatchObject({ status: 204 });
  expect(await answer(given)).toMatchObject({ status: 200, terms: { location: 'Nice' } });
});

test.each(['deactivate', 'delete'])('%s closes the answers that wait and tells their agencies', async (type) => {
  const title = `Fin par ${type}`;
  const id = await publish({ title });
  const given = await answered(id);
  await move(id, type);
  expect(await answer(given)).toMatchObject({ status: 500 });
  expect(await told(theirs)).toContainEqual(expect.stringMatching(`« ${title} ».*sans suite`));
  expect(await sql(`select action from audit where entity_id = $1 and action = 'closeAnswer'`, [given])).toHaveLength(
    1,
  );
  const params = { offerId: id, answerId: given, status: '200' as const };
  expect(await ours.answer(decideAnswer, { ...on, params })).toMatchObject({ status: 409 });
});

test('of a closed announcement, or of a mission that is over, nothing is accepted', async () => {
  for (const change of ['status = 200', `starts_on = app_today() - 9, ends_on = app_today() - 2`]) {
    const id = await publish();
    const given = await answered(id);
    await sql(`update market_offers set ${change} where id = $1`, [id]);
    if (change.includes('ends_on'))
      await sql(`update market_answers set offer_ends_on = app_today() - 2 where id = $1`, [given]);
    else
      await expect(
        database.transaction({ ...nobody, agency: agency.id }, (db) =>
          db.query({ text: 'update market_answers set status = 200 where id = $1', values: [given] }),
        ),
      ).rejects.toMatchObject({ code: '42501' });
    const params = { offerId: id, answerId: given, status: '200' as const };
    expect(await ours.answer(decideAnswer, { ...on, params })).toMatchObject({ status: 409 });
  }
});

test('an answer is withdrawn by its agency alone, while it waits; three answers at most', async () => {
  await fresh();
  const id = await publish({ title: 'Retraits' });
  for (let time = 0; time < 3; time += 1) {
    const given = await answered(id);
    expect(await moveAnswer(ours, given, 'withdraw')).toMatchObject({ status: 409 });
    await expect(
      database.transaction({ ...nobody, agency: agency.id }, (db) =>
        db.query({ text: 'update market_answers set status = 400 where id = $1', values: [given] }),
      ),
    ).rejects.toMatchObject({ code: '42501' });
    expect(await moveAnswer(theirs, given, 'withdraw')).toMatchObject({
      ...{ status: 200, body: { offerAnswer: { status: 400 } } },
    });
    expect(await moveAnswer(theirs, given, 'withdraw')).toMatchObject({ status: 409 });
  }
  expect(await reply(id)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/3 réponses au plus/) },
  });
  expect(await told(ours)).toContainEqual(expect.stringMatching(/retire sa réponse .*« Retraits »/));
});

test('an answer and a change of its terms at the same moment: one of them is refused, or the copy is what is announced', async () => {
  for (let round = 0; round < 4; round += 1) {
    const id = await publish({ people: 2 });
    const [change, made] = await Promise.all([edit(id, { people: 7 }), reply(id)]);
    const [row] = await sql<AnyRow>(
      'select o.people, a.offer_people as copied from market_offers o join market_answers a on a.offer_id = o.id where o.id = $1',
      [id],
    );
    expect([200, 409]).toContain(change.status);
    expect(made.status).toBe(200);
    expect(row?.copied).toBe(row?.people);
  }
});

test('so many a day, so many under way, in parallel too', async () => {
  await fresh();
  const many = await Promise.all(
    Array.from({ length: mostOffersOfDay + 4 }, () => ours.answer(save, { ...on, input: { ...search, type: 4 } })),
  );
  expect(many.filter(({ status }) => status === 200)).toHaveLength(mostOffersOfDay);
  expect(many.find(({ status }) => status !== 200)).toMatchObject({
    ...{ status: 409, body: { message: expect.stringMatching(/par jour et par agence au plus/) } },
  });
  await fresh();
  await sql(
    `insert into market_offers (agency_id, id, title, type, departments, description, created_at)
      select $1, gen_random_uuid(), 'x', 4, '{06}', 'x', now() - interval '2 days' from generate_series(1, $2)`,
    [agency.id, mostActiveOffers],
  );
  const refused = { status: 409, body: { message: expect.stringMatching(/en cours par agence au plus/) } };
  expect(await ours.answer(save, { ...on, input: search })).toMatchObject(refused);
  const paused = await publish({ willActivate: false });
  expect(await move(paused, 'activate')).toMatchObject(refused);
  await fresh();
});

test('a suspended agency is not on the board and cannot be answered', async () => {
  const id = await publish({ title: 'Suspendue' });
  const seen = async (): Promise<string[]> =>
    ((await theirs.call(list, { ...on, input: {} })) as { offers: AnyRow[] }).offers.map((one) => one.id);
  expect(await seen()).toContain(id);
  const lock = (errors: object[]) =>
    sql('update agencies set errors = $2 where id = $1', [agency.id, JSON.stringify(errors)]);
  await lock([{ message: 'Abonnement expiré', lock: true }]);
  expect(await seen()).not.toContain(id);
  expect((await theirs.call(unreadOffers, on)).offers.map((one) => one.id)).not.toContain(id);
  expect(await theirs.answer(read, { ...on, params: { id } })).toMatchObject({ status: 404 });
  expect(await reply(id)).toMatchObject({ status: 404 });
  await expect(
    database.transaction({ ...nobody, agency: otherAgency.id }, (db) =>
      db.query({
        text: `insert into market_answers (agency_id, id, offer_id, publisher_id, message) values ($1, gen_random_uuid(), $2, $1, 'x')`,
        values: [otherAgency.id, id],
      }),
    ),
  ).rejects.toMatchObject({ code: '42501' });
  await lock([]);
  expect(await reply(id)).toMatchObject({ status: 200 });
});

test('rank 2 is not validated in the future, and a mission that is over is not published', async () => {
  const attempt = (more: object) => ours.answer(save, { ...on, input: { ...search, ...more } });
  expect(await attempt({ subcontractRank: 2, justifiedOn: inDays(40) })).toMatchObject({
    ...{ status: 400, body: { violations: [{ path: 'justifiedOn' }] } },
  });
  const past = { startsOn: inDays(-9), endsOn: inDays(-2) };
  const refused = { status: 409, body: { violations: [{ path: 'endsOn' }] } };
  expect(await attempt(past)).toMatchObject(refused);
  const paused = await publish({ ...past, willActivate: false });
  expect(await move(paused, 'activate')).toMatchObject(refused);
  const running = await publish();
  expect(await edit(running, past)).toMatchObject(refused);
});
