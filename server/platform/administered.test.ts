import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Agency } from '#core/agencies/agency.ts';
import { createAgency } from '#core/agencies/creation.ts';
import { lockAgency } from '#core/agencies/lock.ts';
import { columnFields } from '#core/kernel/entity.ts';
import { platformAgencyId } from '#core/kernel/platform.ts';
import { AdminAgency, activeDays } from '#core/platform/agency.ts';
import { approveAgency, createAgencyManager, exportAgencies } from '#core/platform/agency-calls.ts';
import { enterAgency, leaveAgency } from '#core/platform/visits.ts';
import { listProfiles } from '#core/session/agencies.ts';
import { acceptInvitation, invite, readUser } from '#core/session/session.ts';
import { Site } from '#core/sites/site.ts';
import { endpointOf } from '#server/testing/client.ts';

import { planOffer } from '#server/testing/subscription-requests.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { agency, otherAgency, anonymous, sql } = here;
const admin = here.as('admin');
const { outbox } = here;

interface Found {
  id: string;
  name: string;
  [column: string]: unknown;
}
const list = async (input: object = {}) =>
  (await admin.call(endpointOf(AdminAgency, 'list'), { mount: 'platform', input })) as unknown as {
    adminAgencies: Found[];
    filtered: number;
  };
const rowNamed = async (name: string): Promise<Found> =>
  (await list({ query: name })).adminAgencies.find((row) => row.name === name) as Found;
const history = async (id: string) =>
  sql<{ action: string; author: string; agency_id: string }>(
    `select action, author, agency_id from audit where agency_id = $1 and entity = 'agency' order by at, id`,
    [id],
  );

describe('the list of agencies', () => {
  test('has the seventeen columns of the specification first, in its order', () => {
    const shown = columnFields(AdminAgency)
      .filter(([, { column }]) => column === 'shown')
      .map(([path]) => path);
    expect(shown).toEqual([
      ...['name', 'manager', 'status', 'errors', 'lastUseAt', 'subscription', 'quotas', 'billable', 'payment'],
      ...['expiresOn', 'lastPaymentAt', 'createdAt', 'v5PricingAt', 'department', 'country', 'freeLicences'],
      'trainingDone',
    ]);
  });

  test('shows who manages each agency, what it uses and what it pays, without the platform itself', async () => {
    await sql(
      `update agencies set agents_limit = 20, accounts_limit = null, free_accounts = 2, zipcode = '20137', country = 'FR', last_use_at = now(),
        errors = '[{"message": "Mandat refusé", "lock": false}]' where id = $1`,
      [agency.id],
    );
    await sql(
      `update agency_subscriptions set status = 100, plan_id = $2, is_free_trial_done = true, ends_on = '2031-05-31' where buyer_id = $1`,
      [agency.id, planOffer],
    );
    await sql(
      `insert into payment_methods (agency_id, id, type, provider, ref, is_default) values ($1, $2, 'sepa', 'gocardless', 'm1', true)`,
      [agency.id, randomUUID()],
    );
    const { adminAgencies, filtered } = await list();
    expect(filtered).toBe(adminAgencies.length);
    expect(adminAgencies.map(({ id }) => id)).not.toContain(platformAgencyId);
    const [counted] = await sql<{ sheets: number; accounts: number }>(
      `select count(*) filter (where status in (100, 200))::integer as sheets, count(*) filter (where status = 100)::integer as accounts
        from agents where agency_id = $1`,
      [agency.id],
    );
    expect(await rowNamed(agency.name)).toMatchObject({
      manager: 'Owner Test',
      status: 'ACTIVE',
      errors: 'Mandat refusé',
      subscription: 'Abonnement de gestion',
      subscriptionState: 'PLAN',
      quotas: `${counted?.sheets} / 20 fiches · ${counted?.accounts} comptes`,
      billable: true,
      payment: 'SEPA',
      expiresOn: '2031-05-31',
      lastPaymentAt: null,
      department: '2A',
      country: 'FR',
      freeLicences: 2,
      trainingDone: false,
      v5PricingAt: null,
    });
  });

  test(`an agency is active for ${activeDays} days after its last use; a lock and a wait say more`, async () => {
    const stateAfter = async (set: string): Promise<unknown> => {
      await sql(`update agencies set errors = '[]', pending = false, ${set} where id = $1`, [otherAgency.id]);
      return (await rowNamed(otherAgency.name)).status;
    };
    expect(await stateAfter(`last_use_at = now() - interval '13 days'`)).toBe('ACTIVE');
    expect(await stateAfter(`last_use_at = now() - interval '15 days'`)).toBe('INACTIVE');
    expect(await stateAfter('last_use_at = null')).toBe('INACTIVE');
    expect((await list({ filters: { status: ['INACTIVE'] } })).adminAgencies.map(({ id }) => id)).toContain(
      otherAgency.id,
    );
    await here.sessionOf('foreignOwner');
    expect((await rowNamed(otherAgency.name)).status).toBe('ACTIVE');
    await sql(`update agencies set pending = true where id = $1`, [otherAgency.id]);
    expect((await rowNamed(otherAgency.name)).status).toBe('PENDING');
    await sql(`update agencies set errors = '[{"message": "Impayé", "lock": true}]' where id = $1`, [otherAgency.id]);
    expect((await rowNamed(otherAgency.name)).status).toBe('LOCKED');
    await sql(`update agencies set errors = '[]', pending = false where id = $1`, [otherAgency.id]);
  });

  test.each(columnFields(AdminAgency).map(([path]) => path))('can be sorted by %s, page by page', async (orderBy) => {
    const [first, second] = [
      await list({ orderBy, limit: 1 }),
      await list({ orderBy, ascending: false, limit: 1, page: 2 }),
    ];
    expect(first.adminAgencies).toHaveLength(1);
    expect(second.filtered).toBe(first.filtered);
  });

  test('the export has every row of the filters', async () => {
    const input = { filters: { department: ['2A'] } };
    const { adminAgencies, filtered } = await admin.call(exportAgencies, { mount: 'platform', input });
    expect([adminAgencies.map(({ name }) => name), filtered]).toEqual([[agency.name], 1]);
  });

  test('is for administrators: neither support nor an agency reads it', async () => {
    for (const person of ['support', 'owner', 'agent', 'customer'] as const)
      expect(
        (await here.as(person).answer(endpointOf(AdminAgency, 'list'), { mount: 'platform', input: {} })).status,
      ).toBe(403);
  });
});

test('an edit of the platform is kept in both histories; the agency cannot write what is the platform’s', async () => {
  const read = (await admin.call(endpointOf(AdminAgency, 'read'), {
    mount: 'platform',
    params: { id: agency.id },
  })) as unknown as { adminAgency: Found & { version: number } };
  const saved = (await admin.call(endpointOf(AdminAgency, 'save') as never, {
    mount: 'platform',
    input: { id: agency.id, version: read.adminAgency.version, trainingDone: true, v5PricingAt: '2030-02-01' },
  })) as unknown as { adminAgency: Found };
  expect(saved.adminAgency).toMatchObject({ trainingDone: true, v5PricingAt: '2030-02-01', name: agency.name });
  expect((await history(agency.id)).at(-1)).toMatchObject({ action: 'editByPlatform', agency_id: agency.id });
  const own = { params: { id: agency.id, agencyId: agency.id }, mount: 'agency' as const };
  const { history: lines } = (await here.as('owner').call(endpointOf(Agency, 'history'), own)) as unknown as {
    history: { action: string; changes: object }[];
  };
  expect(lines[0]?.action).toBe('editByPlatform');
  for (const target of [platformAgencyId, randomUUID()])
    expect(
      (await admin.answer(endpointOf(AdminAgency, 'save') as never, { mount: 'platform', input: { id: target } }))
        .status,
    ).toBe(404);
});

describe('a new agency', () => {
  const person = () => ({ firstname: 'Louise', lastname: 'Martin', email: `${randomUUID()}@agence.example` });
  const accept = async (email: string) => {
    const mail = await outbox.lastTo(email);
    const token = /#\/invitation\/([\w-]+)/.exec(`${mail.text} ${mail.html}`)?.[1] as string;
    return anonymous.call(acceptInvitation, { params: { token }, input: { password: 'Chemin-de-ronde-42' } });
  };

  test('starts with its types; its administrator is invited by mail, and manages it once he accepts', async () => {
    const manager = person();
    const name = `Agence ${randomUUID()}`;
    const { agency: made } = await admin.call(createAgency, { input: { name, manager } });
    const [types] = await sql<{ count: number }>(
      'select count(*)::integer as count from agency_request_types where agency_id = $1',
      [made.id],
    );
    expect(types?.count).toBeGreaterThan(0);
    expect(await rowNamed(name)).toMatchObject({
      manager: 'Louise Martin (invitation envoyée)',
      status: 'INACTIVE',
      quotas: '1 fiche · 1 compte',
    });
    const tokens = await accept(manager.email);
    const { user } = await anonymous.with(tokens.token).call(readUser);
    expect(user.userCompanies[0]).toMatchObject({ isOwner: true, company: { id: made.id } });
    expect(await rowNamed(name)).toMatchObject({ manager: 'Louise Martin', status: 'ACTIVE' });
  });

  test('an invitation of its administrator that expired is said to have; one whose address was corrected is none', async () => {
    const name = `Agence ${randomUUID()}`;
    const { agency: made } = await admin.call(createAgency, { input: { name, manager: person() } });
    await sql('update invitations set expires_at = now() where agency_id = $1', [made.id]);
    expect(await rowNamed(name)).toMatchObject({ manager: 'Louise Martin (invitation expirée)' });
    await sql('update agents set email = $2 where agency_id = $1', [made.id, person().email]);
    expect(await rowNamed(name)).toMatchObject({ manager: null });
  });

  test('its creation, the invitation of its administrator and its lock are in both histories', async () => {
    const input = { name: `Agence ${randomUUID()}`, manager: person() };
    const { id } = (await admin.call(createAgency, { input })).agency;
    await admin.call(lockAgency, { params: { id }, input: { message: 'Impayé' } });
    for (const entity of ['adminAgency', 'agency'])
      expect(
        await sql(
          `select action, reason, author is not null as named, agency_id = $1 as own from audit where entity = $2 and entity_id = $1 order by at, id`,
          [id, entity],
        ),
        entity,
      ).toEqual([
        { action: 'create', reason: null, named: true, own: entity === 'agency' },
        { action: 'createManager', reason: null, named: true, own: entity === 'agency' },
        { action: 'lock', reason: 'Impayé', named: true, own: entity === 'agency' },
      ]);
  });

  test('is not handed on by another address in the record of who was asked', async () => {
    const name = `Agence ${randomUUID()}`;
    const { agency: made } = await admin.call(createAgency, { input: { name } });
    const { manager } = await admin.call(createAgencyManager, { params: { id: made.id }, input: person() });
    const other = person().email;
    await sql('update agents set email = $2 where id = $1', [manager.id, other]);
    await here
      .as('support')
      .call(invite, { params: { id: manager.id, agencyId: made.id }, mount: 'agency', input: undefined as never });
    const tokens = await accept(other);
    expect((await anonymous.with(tokens.token).call(readUser)).user.userCompanies[0]?.isOwner).toBe(false);
  });

  test('without an administrator gets one later; a second one is refused; a repeated invitation still names him', async () => {
    const name = `Agence ${randomUUID()}`;
    const { agency: made } = await admin.call(createAgency, { input: { name } });
    expect((await rowNamed(name)).manager).toBeNull();
    const [first, second] = [person(), person()];
    const params = { id: made.id };
    await admin.call(createAgencyManager, { params, input: first });
    const { manager } = await admin.call(createAgencyManager, { params, input: second });
    await here
      .as('support')
      .call(invite, { params: { id: manager.id, agencyId: made.id }, mount: 'agency', input: undefined as never });
    await outbox.lastTo(second.email, 2);
    await accept(second.email);
    expect((await rowNamed(name)).manager).toBe('Louise Martin');
    const refused = await admin.answer(createAgencyManager, { params, input: person() });
    expect([refused.status, refused.body.message]).toEqual([409, 'Cette agence a déjà un administrateur.']);
    // The first one is a collaborator only.
    const tokens = await accept(first.email);
    expect((await anonymous.with(tokens.token).call(readUser)).user.userCompanies[0]?.isOwner).toBe(false);
  });

  test('a repeated creation answers the same agency, and another agency’s id is refused', async () => {
    const input = { id: randomUUID(), name: `Agence ${randomUUID()}` };
    const { agency: one } = await admin.call(createAgency, { input });
    const { agency: again } = await admin.call(createAgency, { input });
    expect(again.id).toBe(one.id);
    expect((await list({ query: input.name })).filtered).toBe(1);
    const twice = { id: randomUUID(), name: `Agence ${randomUUID()}` };
    const both = await Promise.all([1, 2].map(() => admin.answer(createAgency, { input: twice })));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    for (const id of [agency.id, platformAgencyId])
      expect((await admin.answer(createAgency, { input: { id, name: input.name } })).status).toBe(409);
  });

  test('nothing is half-written when the administrator’s address is wrong', async () => {
    const name = `Agence ${randomUUID()}`;
    const input = { name, manager: { ...person(), email: 'pas une adresse' } };
    expect((await admin.answer(createAgency, { input })).status).toBe(400);
    expect((await list({ query: name })).filtered).toBe(0);
  });
});

test('support enters an agency and leaves it: the owner reads it in the history of the agency', async () => {
  const before = (await history(agency.id)).length;
  const params = { id: agency.id };
  expect(await here.as('support').call(enterAgency, { params })).toEqual({
    agency: {
      ...{ id: agency.id, name: agency.name, simplifiedStock: true },
      ...{ currency: 'EUR', timeZone: 'Europe/Paris', country: 'FR', holidayLocale: 'FR' },
    },
  });
  await here.as('support').call(leaveAgency, { params });
  const lines = (await history(agency.id)).slice(before);
  expect(lines.map(({ action, author }) => [action, author])).toEqual([
    ['enterAgency', 'Support Test'],
    ['leaveAgency', 'Support Test'],
  ]);
  for (const id of [platformAgencyId, randomUUID(), 'x'])
    expect((await here.as('support').answer(enterAgency, { params: { id } })).status).toBe(404);
  expect((await here.as('owner').answer(enterAgency, { params })).status).toBe(403);
});

test('support that reads an agency without entering it is named in its history, once until it leaves', async () => {
  const before = (await history(agency.id)).length;
  const params = { id: agency.id };
  const read = () =>
    here
      .as('support')
      .answer(endpointOf(Site, 'list'), { mount: 'agency', params: { agencyId: agency.id }, input: {} });
  for (const one of await Promise.all([read(), read(), read()])) expect(one.status).toBe(200);
  await read();
  const since = async () => (await history(agency.id)).slice(before).map(({ action, author }) => [action, author]);
  const entered = ['enterAgency', 'Support Test'];
  expect(await since()).toEqual([entered]);
  await here.as('support').call(leaveAgency, { params });
  await read();
  expect(await since()).toEqual([entered, ['leaveAgency', 'Support Test'], entered]);
});

test('a profile without rights in an agency does not limit support there', async () => {
  await sql(
    `insert into agents (agency_id, id, firstname, lastname, email, user_id) values ($1, $2, 'Sam', 'Support', 'sam@azur.example', $3)`,
    [agency.id, randomUUID(), here.people.support.id],
  );
  const sites = await here
    .as('support')
    .answer(endpointOf(Site, 'list'), { mount: 'agency', params: { agencyId: agency.id }, input: {} });
  expect(sites.status).toBe(200);
});

test('support that lists the people of an agency is named in its history too', async () => {
  const params = { id: agency.id };
  await here.as('support').call(leaveAgency, { params });
  const before = (await history(agency.id)).length;
  await here.as('support').call(listProfiles, { params, input: {} });
  await here.as('support').call(listProfiles, { params: { id: agency.id.toUpperCase() }, input: {} });
  const lines = (await history(agency.id)).slice(before);
  expect(lines.map(({ action, author }) => [action, author])).toEqual([['enterAgency', 'Support Test']]);
});

test('an accepted agency no longer waits; a repeated approval changes nothing', async () => {
  const id = randomUUID();
  await sql(`insert into agencies (id, name, pending) values ($1, 'En attente', true)`, [id]);
  for (const _ of [1, 2])
    expect((await admin.call(approveAgency, { params: { id } })).agency).toMatchObject({ pending: false });
  expect((await history(id)).map(({ action }) => action)).toEqual(['approveAgency']);
});
