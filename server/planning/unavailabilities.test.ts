import { beforeAll, describe, expect, test } from 'vitest';
import { Agency } from '#core/agencies/agency.ts';
import type { Mount } from '#core/kernel/endpoint.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { listNotifications } from '#core/notifications/calls.ts';
import { deleteUnavailability, Unavailability, UnavailabilityType, wholeDays } from '#core/planning/unavailability.ts';
import { erasePerson } from '#core/privacy/person.ts';
import { type Answer, type AnyRow, endpointOf } from '#server/testing/client.ts';
import { livingOf } from '#server/testing/living.ts';
import type { Person, PersonName } from '#server/testing/people.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';
import { servicesText } from './absence-notice.ts';

const here = await world();
const { as, agency, people, sql } = here;
const owner = as('owner');

const idOf = (who: PersonName): string => people[who].profile?.id as string;
const days = (first: string, last = first) => wholeDays(first, last, 'Europe/Paris');
const saving = (who: PersonName | Person, mount: Mount, input: object): Promise<Answer> =>
  as(who).answer(endpointOf(Unavailability, 'save'), { mount, input });
const saved = async (input: object, who: PersonName = 'owner', mount: Mount = 'agency'): Promise<AnyRow> => {
  const { status, body } = await saving(who, mount, input);
  expect([status, body.message]).toEqual([200, undefined]);
  return body.unavailability;
};
const listed = async (who: PersonName, mount: Mount, filters: object = {}): Promise<AnyRow> =>
  (await as(who).call(endpointOf(Unavailability, 'list'), { mount, input: { filters, limit: 500 } })) as AnyRow;

let types: Map<string, string>;
const draft = (first: string, last = first, agent = idOf('agent'), type = 'Maladie'): object => ({
  agent: { id: agent },
  type: { id: types.get(type) },
  ...days(first, last),
});

beforeAll(async () => {
  const { unavailabilityTypes } = (await owner.call(endpointOf(UnavailabilityType, 'list'), {
    mount: 'agency',
    input: {},
  })) as AnyRow;
  types = new Map(unavailabilityTypes.map(({ id, name }: AnyRow) => [name, id]));
});

test('reasons come from the agency’s settings, and everybody in the agency may choose them (U-009)', () => {
  expect([...types.keys()].sort()).toEqual(
    ['Congés payés', 'Maladie', 'Accident du travail', 'Formation', 'Repos', 'Absence injustifiée', 'Autre'].sort(),
  );
});

test('an agent neither sees nor takes the reason that only the agency gives; what it entered stays', async () => {
  const { unavailabilityTypes } = (await as('agent').call(endpointOf(UnavailabilityType, 'list'), {
    mount: 'agent',
    input: {},
  })) as AnyRow;
  expect(unavailabilityTypes.map(({ name }: AnyRow) => name)).not.toContain('Absence injustifiée');
  expect(unavailabilityTypes).toHaveLength(types.size - 1);
  const unjustified = { ...draft('2029-09-03'), type: { id: types.get('Absence injustifiée') } };
  expect(await saving('agent', 'agent', unjustified)).toMatchObject({
    status: 400,
    body: { violations: [{ path: 'type', message: 'Ce motif est réservé à l’agence' }] },
  });
  const entered = await saved(unjustified);
  expect(entered).toMatchObject({ type: { name: 'Absence injustifiée' } });
  const refused = { status: 409, body: { message: 'Cette absence a été saisie par votre agence' } };
  const paid = { id: entered.id, type: { id: types.get('Congés payés') } };
  for (const input of [paid, { id: entered.id, ...days('2029-09-04') }])
    expect(await saving('agent', 'agent', input)).toMatchObject(refused);
  const params = { id: entered.id };
  for (const answer of [
    await as('agent').answer(deleteUnavailability, { mount: 'agent', params }),
    await as('agent').answer(endpointOf(Unavailability, 'act'), {
      mount: 'agent',
      params: { ...params, type: 'delete' },
    }),
  ])
    expect(answer).toMatchObject(refused);
  expect(
    await sql(
      `select t.name, u.version from unavailabilities u join agency_unavailability_types t on t.id = u.type_id where u.id = $1`,
      [entered.id],
    ),
  ).toEqual([{ name: 'Absence injustifiée', version: 1 }]);
  await owner.call(deleteUnavailability, { mount: 'agency', params: { id: entered.id } });
});

test.each([
  [0, 0, 'Aucun service n’est concerné.'],
  [1, 0, '1 service publié est concerné.'],
  [0, 2, '2 services en préparation sont concernés.'],
  [1, 1, '1 service publié et 1 en préparation sont concernés.'],
])('%i published and %i in preparation: « %s »', (published, drafts, words) => {
  expect(servicesText(published, drafts, true)).toBe(words);
});

test('the planners are told of an absence that an agent declares, with his published services in it; not of their own', async () => {
  const { site } = await plannerOf(here);
  const { service } = livingOf(here, site);
  const id = await service({ from: 60, to: 300 });
  const day = (
    await sql<{ day: string }>(
      `select (start_at at time zone 'Europe/Paris')::date::text as day from services where id = $1`,
      [id],
    )
  )[0]?.day as string;
  const told = async () => (await owner.call(listNotifications, { input: {} })).notifications;
  const made = await saved({ type: { id: types.get('Maladie') }, ...days(day) }, 'agent', 'agent');
  await saved({ id: made.id, comment: 'Fièvre' }, 'agent', 'agent');
  expect(await told()).toMatchObject([
    {
      title: 'Indisponibilité déclarée',
      text: `${people.agent.fullname} a déclaré une indisponibilité le ${frenchDay(day)}. 1 service publié est concerné.`,
      link: '/listIndispo',
    },
  ]);
  await owner.call(deleteUnavailability, { mount: 'agency', params: { id: made.id } });
  await sql('delete from published_services where id = $1', [id]);
  const again = await saved({ type: { id: types.get('Maladie') }, ...days(day) }, 'agent', 'agent');
  expect((await told())[0]).toMatchObject({ text: expect.stringContaining('1 service en préparation est concerné.') });
  // To another day, and back.
  for (const moved of ['2028-03-05', day]) await saved({ id: again.id, ...days(moved) }, 'agent', 'agent');
  expect(await told()).toHaveLength(4);
  await owner.call(deleteUnavailability, { mount: 'agency', params: { id: again.id } });
  await owner.call(deleteUnavailability, {
    mount: 'agency',
    params: { id: (await saved(draft('2028-03-01'))).id },
  });
  expect(await told()).toHaveLength(4);
  await sql('delete from services');
});

test('absences are found by their agent and their reason', async () => {
  const { id } = await saved(draft('2029-05-02'));
  const found = async (query: string): Promise<string[]> =>
    (
      (await owner.call(endpointOf(Unavailability, 'list'), { mount: 'agency', input: { query } })) as {
        unavailabilities: { id: string }[];
      }
    ).unavailabilities.map((one) => one.id);
  const [row] = await sql<{ agent: string; type: string }>(
    `select a.fullname as agent, t.name as type from unavailabilities u join agents a on a.id = u.agent_id
      join agency_unavailability_types t on t.id = u.type_id where u.id = $1`,
    [id],
  );
  expect(await found(`${row?.agent} ${row?.type}`)).toContain(id);
  expect(await found(`${row?.agent} licorne`)).toEqual([]);
  await owner.call(deleteUnavailability, { mount: 'agency', params: { id } });
});

describe('hours of each day (U-003)', () => {
  test('are counted by the agency’s clock, and again at each change', async () => {
    const made = await saved({ ...draft('2026-10-24', '2026-10-25'), comment: 'Grippe' });
    expect(made).toMatchObject({
      agentName: people.agent.fullname,
      type: { name: 'Maladie' },
      duration: { '2026-10-24': 24, '2026-10-25': 25 },
      comment: 'Grippe',
    });
    const shorter = await saved({ id: made.id, endAt: '2026-10-24T10:00:00.000Z' });
    expect(shorter.duration).toEqual({ '2026-10-24': 12 });
    const answer = await owner.call(endpointOf(Unavailability, 'history'), { params: { id: made.id } });
    const [last] = (answer as AnyRow).history;
    expect(last.changes.duration).toEqual({
      before: { '2026-10-24': 24, '2026-10-25': 25 },
      after: { '2026-10-24': 12 },
    });
  });

  test('are never taken from the request', async () => {
    const made = await saved({ ...draft('2026-09-01'), duration: { '2026-09-01': 1 } });
    expect(made.duration).toEqual({ '2026-09-01': 24 });
  });

  test('are summed over all filtered rows, not over the page', async () => {
    await saved(draft('2025-03-03', '2025-03-04', idOf('staff'), 'Formation'));
    await saved(draft('2025-03-06', '2025-03-06', idOf('staff'), 'Formation'));
    const { unavailabilities, totals, filtered } = (await owner.call(endpointOf(Unavailability, 'list'), {
      mount: 'agency',
      input: { filters: { type: [types.get('Formation')], agent: [idOf('staff')] }, limit: 1 },
    })) as AnyRow;
    expect([unavailabilities.length, filtered, totals]).toEqual([1, 2, { hours: 72, days: 3, rest: 0 }]);
  });
});

describe('two of one person', () => {
  test('never overlap, not by a minute, and the refusal names the existing one', async () => {
    await saved(draft('2026-07-06', '2026-07-10'));
    const refused = await saving('owner', 'agency', draft('2026-07-10', '2026-07-12'));
    const message = 'Déjà indisponible du 06/07/2026 00:00 au 10/07/2026 23:59 (Maladie)';
    expect(refused).toMatchObject({ status: 400, body: { message, violations: [{ path: 'startAt', message }] } });
    const minute = { ...draft('2026-07-05'), endAt: days('2026-07-06').startAt };
    expect((await saving('owner', 'agency', minute)).status).toBe(400);
    expect((await saving('owner', 'agency', draft('2026-07-11', '2026-07-12'))).status).toBe(200);
    expect((await saving('owner', 'agency', draft('2026-07-06', '2026-07-10', idOf('staff')))).status).toBe(200);
  });

  test('name the type of the existing one only to whoever may list absences', async () => {
    await saved(draft('2026-08-03', '2026-08-07'));
    const clerk = await here.hire('Sans liste', { of: 'azur', rights: ['createUnavailability', 'listAgents'] });
    const { status, body } = await here.as(clerk).answer(endpointOf(Unavailability, 'save'), {
      mount: 'agency',
      input: draft('2026-08-05', '2026-08-06') as never,
    });
    expect([status, body.message]).toEqual([400, 'Déjà indisponible du 03/08/2026 00:00 au 07/08/2026 23:59']);
  });

  test('an edit does not overlap with itself', async () => {
    const made = await saved(draft('2026-06-01', '2026-06-03'));
    expect((await saved({ id: made.id, ...days('2026-06-02', '2026-06-04') })).startAt).toBe(
      days('2026-06-02').startAt,
    );
  });

  test('saved concurrently, one is kept', async () => {
    const both = await Promise.all([1, 2].map(() => saving('owner', 'agency', draft('2026-05-04', '2026-05-05'))));
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400]);
  });
});

test('an end before the start, or years later, is refused at its field', async () => {
  const ending = (endAt: string): Promise<Answer> => saving('owner', 'agency', { ...draft('2026-08-03'), endAt });
  expect((await ending('2026-08-02T10:00:00.000Z')).body.violations).toMatchObject([{ path: 'endAt' }]);
  expect((await ending('2030-08-02T10:00:00.000Z')).body.violations).toMatchObject([{ path: 'endAt' }]);
});

describe('on his own path an agent', () => {
  test('writes, sees, changes and removes his own', async () => {
    const { agent: _, ...own } = draft('2026-12-21', '2026-12-24') as AnyRow;
    const made = await saved(own, 'agent', 'agent');
    expect(made.agent).toEqual({ id: idOf('agent'), name: people.agent.fullname });
    const edited = await saved({ id: made.id, comment: 'En famille' }, 'agent', 'agent');
    expect(edited.comment).toBe('En famille');
    const { unavailabilities } = await listed('agent', 'agent');
    expect(unavailabilities.map(({ id }: AnyRow) => id)).toContain(made.id);
    const removed = await as('agent').answer(deleteUnavailability, { mount: 'agent', params: { id: made.id } });
    expect(removed.status).toBe(204);
    expect(await sql('select 1 from unavailabilities where id = $1', [made.id])).toEqual([]);
  });

  test('cannot write for another agent, in any way (U-008)', async () => {
    const forbidden = {
      status: 403,
      body: { violations: [{ path: 'agent', message: 'Vous ne pouvez saisir que vos propres indisponibilités' }] },
    };
    expect(await saving('agent', 'agent', draft('2027-01-04', '2027-01-04', idOf('staff')))).toMatchObject(forbidden);
    const own = await saved(draft('2027-01-05'), 'agent', 'agent');
    expect(await saving('agent', 'agent', { id: own.id, agent: { id: idOf('staff') } })).toMatchObject(forbidden);
    expect((await saving('agent', 'agent', { ...draft('2027-01-08'), agent: 'moi' })).status).toBe(400);
    expect((await saving('agent', 'agent', { id: own.id, agent: null })).status).toBe(400);
    const withoutAgent = await saved({ ...draft('2027-01-08'), agent: null }, 'agent', 'agent');
    expect(withoutAgent.agent.id).toBe(idOf('agent'));
  });

  test('neither sees nor removes those of other agents, and cannot use the agency’s path', async () => {
    const other = await saved(draft('2027-02-01', '2027-02-01', idOf('staff')));
    const { unavailabilities } = await listed('agent', 'agent');
    expect(new Set(unavailabilities.map(({ agent }: AnyRow) => agent.id))).toEqual(new Set([idOf('agent')]));
    const params = { id: other.id };
    expect((await as('agent').answer(endpointOf(Unavailability, 'read'), { mount: 'agent', params })).status).toBe(404);
    expect((await as('agent').answer(deleteUnavailability, { mount: 'agent', params })).status).toBe(404);
    expect(await as('agent').answer(deleteUnavailability, { mount: 'agency', params })).toMatchObject({
      status: 403,
      body: { right: 'deleteUnavailability' },
    });
    expect(await saving('agent', 'agency', draft('2027-02-03'))).toMatchObject({
      status: 403,
      body: { right: 'createUnavailability' },
    });
  });

  test('without the right is refused, and the right is named (U-007)', async () => {
    const person = await here.hire('sans-absence', {
      of: 'azur',
      rights: ['listOwnUnavailabilities'],
      plannable: true,
    });
    const { agent: _, ...own } = draft('2027-03-01') as AnyRow;
    expect(await saving(person, 'agent', own)).toMatchObject({
      status: 403,
      body: { right: 'createOwnUnavailability' },
    });
  });
});

test('a used reason cannot be removed, but may no longer be offered', async () => {
  await saved(draft('2027-04-01', '2027-04-01', idOf('agent'), 'Repos'));
  const read = async (): Promise<AnyRow> =>
    ((await owner.call(endpointOf(Agency, 'read'), { params: { id: agency.id } })) as AnyRow).agency;
  const { unavailabilityTypes } = await read();
  const change = (lines: AnyRow[]): Promise<Answer> =>
    owner.answer(endpointOf(Agency, 'save'), { input: { id: agency.id, unavailabilityTypes: lines } });
  const without = await change(unavailabilityTypes.filter(({ name }: AnyRow) => name !== 'Repos'));
  expect(without).toMatchObject({ status: 409 });
  const hidden = await change(
    unavailabilityTypes.map((line: AnyRow) => (line.name === 'Repos' ? { ...line, enabled: false } : line)),
  );
  expect(hidden.status).toBe(200);
  const { unavailabilityTypes: offered } = (await owner.call(endpointOf(UnavailabilityType, 'list'), {
    mount: 'agency',
    input: { filters: UnavailabilityType.offered?.usual ?? {} },
  })) as AnyRow;
  expect(offered.map(({ name }: AnyRow) => name)).not.toContain('Repos');
});

test('an erasure keeps the days and removes the texts', async () => {
  const he = await here.hire('malade', { of: 'azur', rights: [], plannable: true });
  const id = he.profile?.id as string;
  const made = await saved({ ...draft('2025-05-05', '2025-05-06', id), comment: 'Opération du genou' });
  await saved({ id: made.id, comment: 'Genou opéré' });
  await sql('update agents set status = 300 where id = $1', [id]);
  const erased = await owner.answer(erasePerson, { params: { kind: 'agent', id }, input: { confirmed: true } });
  expect(erased.status).toBe(200);
  const [row] = await sql('select agent_id, comment from unavailabilities where id = $1', [made.id]);
  expect(row).toEqual({ agent_id: id, comment: null });
  const audited = JSON.stringify(await sql('select changes from audit where entity_id = $1', [made.id]));
  expect(audited).toContain('startAt');
  expect(audited).not.toMatch(/[Gg]enou/);
});
