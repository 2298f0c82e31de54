import { beforeEach, describe, expect, test } from 'vitest';
import { Break } from '#core/planning/break.ts';
import { removeAgents, saveSeries, saveServices } from '#core/planning/calls.ts';
import { correctService } from '#core/planning/lifecycle-calls.ts';
import { Service } from '#core/planning/service.ts';
import { overStatuses } from '#core/planning/status.ts';
import { nobody } from '#server/db/context.ts';
import { correcting } from '#server/kernel/frozen.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { livingOf } from '#server/testing/living.ts';
import { at, plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, agency, people, sql, database } = here;
const { site, guard, created, service, read } = await plannerOf(here);
const living = livingOf(here, site);
const owner = as('owner');
const [anne, bruno] = [await guard(), await guard()];

beforeEach(() => sql('delete from services'));

const over = async (status = 300, more: object = {}): Promise<string> => {
  const id = await created(service('2026-01-12', '08:00', '16:00', [anne], { postTitle: 'Accueil', ...more }));
  await sql('update services set status = $2 where id = $1', [id, status]);
  return id;
};
const save = (input: object) => owner.answer(endpointOf(Service, 'save'), { mount: 'agency', input });
const correct = (id: string, draft: object, reason: unknown = 'Erreur de saisie') =>
  owner.answer(correctService, { params: { id }, input: { reason, service: draft } as never });
const historyOf = async (id: string): Promise<AnyRow[]> =>
  (await owner.answer(endpointOf(Service, 'history'), { mount: 'agency', params: { id } })).body.history;
const peopleOf = (row: AnyRow): string[] => (row.agents as { id: string }[]).map(({ id }) => id);

describe('a service that is over', () => {
  test.each(overStatuses)(
    'with status %i refuses a change of its plan at each field, by every save call',
    async (status) => {
      const id = await over(status);
      const breaks = [{ type: 0, startAt: at('2026-01-12', '12:00'), endAt: at('2026-01-12', '12:30') }];
      const draft = { postTitle: 'Ronde', breaks, agents: [{ id: bruno }] };
      const one = await save({ id, ...draft });
      expect(one.status).toBe(409);
      expect(one.body.violations.map(({ path }: { path: string }) => path)).toEqual(['postTitle', 'breaks', 'agents']);
      const many = await owner.answer(saveServices, { input: { services: [{ id, ...draft }], confirmed: true } });
      expect([many.status, many.body.violations[0].path]).toEqual([409, 'services.0.postTitle']);
      const series = await owner.answer(saveSeries, { params: { id }, input: { service: draft, confirmed: true } });
      expect(series.status).toBe(409);
      expect((await owner.answer(removeAgents, { input: { services: [id] } })).status).toBe(409);
      expect(await read(id)).toMatchObject({ postTitle: 'Accueil', breaks: [], agents: [{ id: anne }] });
    },
  );

  test('in a batch refuses the whole batch', async () => {
    const [id, open] = [await over(), await created(service('2026-01-13', '08:00', '16:00', [anne]))];
    const drafts = [
      { id: open, postTitle: 'Ronde' },
      { id, postTitle: 'Ronde' },
    ];
    const { status } = await owner.answer(saveServices, { input: { services: drafts, confirmed: true } });
    expect([status, (await read(open)).postTitle]).toEqual([409, null]);
  });

  test('lets its comment be edited until it is archived, and accepts its unchanged plan', async () => {
    const id = await over();
    const { agents, startAt, endAt, breaks } = await read(id);
    expect((await save({ id, agents, startAt, endAt, breaks, comment: 'Clés rendues' })).status).toBe(200);
    expect(await read(id)).toMatchObject({ comment: 'Clés rendues' });
    await sql('update services set status = 600 where id = $1', [id]);
    expect((await save({ id, comment: null })).status).toBe(409);
  });

  test('accepts time gaps until it is archived', async () => {
    const id = await over();
    const gap = {
      service: { id },
      agent: { id: anne },
      type: 1,
      startAt: at('2026-01-12', '08:00'),
      endAt: at('2026-01-12', '08:10'),
    };
    const put = () => owner.answer(endpointOf(Break, 'save'), { mount: 'agency', input: gap });
    const made = await put();
    expect(made.status).toBe(200);
    await sql('update services set status = 600 where id = $1', [id]);
    const refused = await put();
    expect([refused.status, refused.body.violations[0].path]).toEqual([409, 'service']);
    const removal = await owner.answer(endpointOf(Break, 'act'), {
      mount: 'agency',
      params: { id: made.body.break.id, type: 'delete' },
    });
    expect([removal.status, removal.body.message]).toEqual([409, expect.stringContaining('figée')]);
  });

  test('still ends by a late event of a phone, with the dog', async () => {
    const id = await living.service({ from: -3_000, to: -2_000, status: 800 });
    const [dog] = await sql<{ id: string }>(
      `insert into agent_dogs (agency_id, id, agent_id, name) values ($1, gen_random_uuid(), $2, 'Rex') returning id`,
      [agency.id, living.agent],
    );
    const body = { ...living.input(id), service: { id, dog: { id: dog?.id } } };
    const ended = await living.step(id, 300, 'agent', body);
    expect([ended.status, ended.body.service?.status]).toEqual([200, 300]);
    // A deleted dog also leaves the service: this follows from its own record.
    await sql('delete from agent_dogs where id = $1', [dog?.id]);
    expect(await sql('select dog_id from services where id = $1', [id])).toEqual([{ dog_id: null }]);
  });

  test('as a stop keeps its agents when its running circuit gets others', async () => {
    const circuit = await created(
      service('2026-01-12', '08:00', '16:00', [anne], {
        isCircuit: true,
        services: [
          { site: { id: site }, arrival: '09:00', minutes: 15 },
          { site: { id: site }, arrival: '10:00', minutes: 15 },
        ],
      }),
    );
    await sql('update services set status = 200 where id = $1', [circuit]);
    await sql(`update services set status = 300 where circuit_id = $1 and start_at = $2`, [
      circuit,
      at('2026-01-12', '09:00'),
    ]);
    const { status } = await owner.answer(saveServices, {
      input: { services: [{ id: circuit, agents: [{ id: bruno }] }], confirmed: true },
    });
    expect(status).toBe(200);
    const stops = await sql(
      `select s.status, array(select h.agent_id::text from service_agents h where h.service_id = s.id) as agents
        from services s where s.circuit_id = $1 order by s.start_at`,
      [circuit],
    );
    expect(stops).toEqual([
      { status: 300, agents: [anne] },
      { status: 100, agents: [bruno] },
    ]);
  });
});

describe('the database', () => {
  const write = (text: string, values: unknown[], reason?: string): Promise<unknown> =>
    database.transaction({ ...nobody, agency: agency.id, user: people.owner.id }, (db) =>
      reason === undefined ? db.query({ text, values }) : correcting(db, reason, () => db.query({ text, values })),
    );

  test.each([
    [`update services set start_at = start_at + interval '1 hour' where id = $1`],
    ['update services set post_title = null where id = $1'],
    ['delete from service_agents where service_id = $1'],
    [
      `insert into service_agents (agency_id, service_id, agent_id) select agency_id, id, '${bruno}' from services where id = $1`,
    ],
    [`update service_agents set agent_id = '${bruno}' where service_id = $1`],
  ])('refuses to write frozen values for every role, unless a correction is declared: %s', async (text) => {
    const id = await over();
    await expect(write(text, [id])).rejects.toMatchObject({ code: 'VF409' });
    await write(text, [id], 'Erreur de saisie');
    // The declaration ends with the work.
    await expect(
      write('delete from service_agents where service_id = $1 returning 1', [await over()]),
    ).rejects.toThrow();
  });

  test('allows writing the status, the real hours, the publication and the comment', async () => {
    const id = await over();
    await write(
      `update services s set status = 400, real_end_at = now(), published_at = now(), published = service_facts(s), comment = 'Clés' where id = $1`,
      [id],
    );
    expect(await read(id)).toMatchObject({ status: 400, comment: 'Clés', publication: 'PUBLISHED' });
  });
});

describe('a correction', () => {
  test('writes frozen values, with reason and author in the history, and is visible at once', async () => {
    const id = await over(300);
    await sql('update services s set published_at = now(), published = service_facts(s) where id = $1', [id]);
    const { status, body } = await correct(
      id,
      { agents: [{ id: bruno }], endAt: at('2026-01-12', '17:00') },
      ' Remplacé le matin même ',
    );
    expect(status).toBe(200);
    expect(body.service).toMatchObject({ id, status: 300, publication: 'PUBLISHED', endAt: at('2026-01-12', '17:00') });
    expect(peopleOf(body.service)).toEqual([bruno]);
    const [line] = await historyOf(id);
    expect(line).toMatchObject({ action: 'correct', reason: 'Remplacé le matin même' });
    expect(Object.keys(line?.changes as object).toSorted()).toEqual(expect.arrayContaining(['agents', 'endAt']));
  });

  test('needs a reason, a change, and a finished service', async () => {
    const id = await over();
    for (const reason of [undefined, '', '   ', 'x'.repeat(501)]) {
      const input = { ...(reason === undefined ? {} : { reason }), service: { postTitle: 'Ronde' } };
      const refused = await owner.answer(correctService, { params: { id }, input: input as never });
      expect([refused.status, refused.body.violations?.[0]?.path]).toEqual([400, 'reason']);
    }
    expect((await correct(id, {})).status).toBe(400);
    const open = await created(service('2026-01-14', '08:00', '16:00', [anne]));
    expect((await correct(open, { postTitle: 'Ronde' })).status).toBe(409);
    expect((await correct(id, { endAt: at('2026-01-12', '07:00') })).status).toBe(400);
    expect((await correct(id, { version: 1, postTitle: 'Ronde' })).status).toBe(200);
    expect((await correct(id, { version: 1, postTitle: 'Filtrage' })).status).toBe(409);
  });

  test('skips the planning rules: it records what happened', async () => {
    const id = await over();
    await created(service('2026-01-12', '08:00', '16:00', [bruno]));
    expect((await correct(id, { agents: [{ id: bruno }] })).status).toBe(200);
  });

  test('of a circuit also changes the agents of its finished stops', async () => {
    const circuit = await created(
      service('2026-01-12', '08:00', '16:00', [anne], {
        isCircuit: true,
        services: [{ site: { id: site }, arrival: '09:00', minutes: 15 }],
      }),
    );
    await sql('update services set status = 300, real_start_at = start_at where id = $1 or circuit_id = $1', [circuit]);
    expect((await correct(circuit, { agents: [{ id: bruno }] })).status).toBe(200);
    expect(
      await sql(
        'select h.agent_id from service_agents h join services s on s.id = h.service_id where s.circuit_id = $1',
        [circuit],
      ),
    ).toEqual([{ agent_id: bruno }]);
  });

  test.each([300, 600])(
    'of a circuit with status %i gives its new stops its state and removes the others',
    async (status) => {
      const stop = (arrival: string) => ({ site: { id: site }, arrival, minutes: 15 });
      const circuit = await created(
        service('2026-01-12', '08:00', '16:00', [anne], { isCircuit: true, services: [stop('09:00'), stop('10:00')] }),
      );
      await sql(
        'update services s set published_at = now(), published = service_facts(s) where id = $1 or circuit_id = $1',
        [circuit],
      );
      await sql('update services set status = $2, real_start_at = start_at where id = $1 or circuit_id = $1', [
        circuit,
        status,
      ]);
      const [kept, gone] = (await read(circuit)).services;
      const draft = { services: [{ ...kept, arrival: '09:30' }, stop('11:00')] };
      expect((await correct(circuit, draft, 'Étape oubliée')).status).toBe(200);
      const stops = await sql<{ id: string }>(
        `select id, status, publication, to_char(start_at at time zone 'Europe/Paris', 'HH24:MI') as start,
        (select count(*)::integer from published_services p where p.id = s.id and p.start_at = s.start_at and not p.removed) as seen
        from services s where circuit_id = $1 order by start_at`,
        [circuit],
      );
      const same = { status, publication: 'PUBLISHED', seen: 1 };
      expect(stops).toEqual([
        { id: kept.id, start: '09:30', ...same },
        { id: expect.any(String), start: '11:00', ...same },
      ]);
      expect(await sql('select 1 from published_services where id = $1', [gone.id])).toEqual([]);
      const noted = await sql(
        `select entity_id as id, action, reason from audit where entity_id = any ($1) and reason is not null order by action`,
        [[kept.id, gone.id, stops[1]?.id]],
      );
      expect(noted).toEqual([
        { id: kept.id, action: 'correct', reason: 'Étape oubliée' },
        { id: stops[1]?.id, action: 'create', reason: 'Étape oubliée' },
        { id: gone.id, action: 'delete', reason: 'Étape oubliée' },
      ]);
    },
  );

  test('changes hours neither into the future nor by more than seven days, and the end stays after the start', async () => {
    const id = await over();
    const inHours = (count: number): string => new Date(Date.now() + count * 3_600_000).toISOString();
    const far = 'À 7 jours au plus du 12/01/2026 08:00';
    for (const [draft, path, message] of [
      [{ startAt: inHours(16), endAt: inHours(24) }, 'service.startAt', expect.stringContaining('maintenant')],
      [{ startAt: at('2026-01-04', '08:00'), endAt: at('2026-01-05', '08:00') }, 'service.startAt', far],
      [{ startAt: at('2025-01-12', '08:00'), endAt: at('2025-01-12', '16:00') }, 'service.startAt', far],
      [{ endAt: at('2026-01-12', '07:00') }, 'service.endAt', expect.stringContaining('supérieure')],
    ] as const)
      expect(await correct(id, draft)).toMatchObject({
        status: 400,
        body: { violations: expect.arrayContaining([{ path, message }]) },
      });
    expect((await correct(id, { startAt: at('2026-01-06', '08:00'), endAt: at('2026-01-06', '16:00') })).status).toBe(
      200,
    );
  });

  test('also works on an archived service', async () => {
    const id = await over(600);
    expect((await correct(id, { comment: 'Clés rendues' })).status).toBe(200);
    expect(await read(id)).toMatchObject({ status: 600, comment: 'Clés rendues' });
  });
});
