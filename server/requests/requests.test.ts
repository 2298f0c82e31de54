import { beforeAll, describe, expect, test } from 'vitest';
import { downloadFile } from '#core/files/files.ts';
import type { Row } from '#core/kernel/entity.ts';
import { giveBackServices } from '#core/planning/leaving.ts';
import { deleteUnavailability, Unavailability, UnavailabilityType, wholeDays } from '#core/planning/unavailability.ts';
import { agentRequestCalls } from '#core/requests/calls.ts';
import { AgentRequest } from '#core/requests/request.ts';
import { requestMachine, requestMessages } from '#core/requests/status.ts';
import { RequestType } from '#core/requests/types.ts';
import { requestsIn } from '#server/testing/asked.ts';
import { type Answer, type AnyRow, endpointOf } from '#server/testing/client.ts';
import { pdf, uploader } from '#server/testing/files.ts';
import type { Person, PersonName } from '#server/testing/people.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { namesOf, told, mails } = requestsIn(here);
const { as, people, agency, sql } = here;
const upload = uploader(here);
type Who = PersonName | Person;
type Asked = Row<typeof AgentRequest>;

const agent = people.agent.profile?.id as string;
const colleague = await here.hire('Collègue', {
  ...{ of: 'azur', rights: ['listOwnAgentRequests', 'createOwnAgentRequest'], plannable: true },
});
const clerk = await here.hire('Accueil', { of: 'azur', rights: ['listAgentRequests', 'editAgentRequest'] });
let types: Record<string, string> = {};
let reasons: Record<string, string> = {};
beforeAll(async () => {
  [types, reasons] = [await namesOf(RequestType), await namesOf(UnavailabilityType)];
});

let serial = 0;
const asking = (draft: object, who: Who = 'agent'): Promise<Answer> => {
  serial += 1;
  const input = { requestType: { id: types.Autre }, subject: `Demande ${serial}`, ...draft };
  return as(who).answer(endpointOf(AgentRequest, 'save'), { mount: who === 'owner' ? 'agency' : 'agent', input });
};
const ask = async (draft: object = {}, who: Who = 'agent'): Promise<Asked> => {
  const { status, body } = await asking(draft, who);
  expect([status, body.message]).toEqual([200, undefined]);
  return body.agentRequest;
};
const days = (first: string, last = first) => wholeDays(first, last, 'Europe/Paris');
const leave = (first: string, last = first): object => ({
  ...{ requestType: { id: types.Congés }, reason: { id: reasons['Congés payés'] } },
  ...days(first, last),
});
const answer = (id: string, status: number, input: object = {}, who: Who = 'owner'): Promise<Answer> =>
  as(who).answer(agentRequestCalls.answer, {
    mount: 'agency',
    params: { status: String(status) },
    input: { id, ...input },
  });
const read = async (id: string, who: Who = 'owner'): Promise<Asked> =>
  ((await as(who).call(endpointOf(AgentRequest, 'read'), { params: { id } })) as AnyRow).agentRequest;
const listed = async (who: Who, filters: object = {}): Promise<string[]> =>
  (
    (await as(who).call(endpointOf(AgentRequest, 'list'), { input: { filters, limit: 500 } })) as AnyRow
  ).agentRequests.map(({ id }: AnyRow) => id);
const unread = async (who: Who): Promise<number> => (await as(who).call(agentRequestCalls.unread, {})).unread;
const absencesOf = (of = agent) =>
  sql<{ id: string; start: Date }>(
    'select id, start_at as start from unavailabilities where agent_id = $1 order by start_at',
    [of],
  );
describe('who asks', () => {
  test('an agent asks for himself; the planners are told; nobody else sees it', async () => {
    const made = await ask({ content: 'Une attestation, merci.' });
    expect(made).toMatchObject({ agent: { id: agent }, status: 100, nature: 'OTHER', sent: false, messages: [] });
    expect((await told(clerk))[0]).toMatchObject({
      title: 'Demande : Autre',
      link: `/demandes/${made.id}`,
      text: expect.stringContaining(people.agent.fullname),
    });
    expect(await told(colleague)).toEqual([]);
    expect(await listed('agent')).toContain(made.id);
    expect(await listed(colleague)).toEqual([]);
    for (const [endpoint, more] of [
      [endpointOf(AgentRequest, 'read'), {}],
      [agentRequestCalls.write, { input: { content: 'Moi aussi' } }],
      [agentRequestCalls.markRead, {}],
    ] as const)
      expect((await as(colleague).answer(endpoint, { params: { id: made.id }, ...more })).status).toBe(404);
    expect((await asking({ agent: { id: colleague.profile?.id } })).status).toBe(403);
    // K-024
    expect(await asking({ agent: { id: crypto.randomUUID() } }, 'owner')).toMatchObject({
      ...{ status: 400, body: { violations: [{ path: 'agent', message: 'Collaborateur introuvable' }] } },
    });
  });

  test('its attachments are for its requester and the agency', async () => {
    const file = await upload('agent', 'justificatif.pdf', pdf('Justificatif'));
    const made = await ask({ attachments: [{ id: file.id }] });
    expect(made.attachments).toMatchObject([{ id: file.id }]);
    const opens = async (who: Who) => (await as(who).answer(downloadFile, { params: { id: file.id } })).status;
    expect([await opens('agent'), await opens(clerk), await opens(colleague)]).toEqual([200, 200, 404]);
  });

  test('a leave needs its days and its reason, an advance its amount; other types carry neither', async () => {
    expect(await asking({ requestType: { id: types.Congés } })).toMatchObject({
      status: 400,
      body: { violations: [{ path: 'startAt' }, { path: 'endAt' }, { path: 'reason' }] },
    });
    expect(await asking({ requestType: { id: types.Acompte } })).toMatchObject({
      ...{ status: 400, body: { violations: [{ path: 'amount' }] } },
    });
    expect(await asking({ requestType: { id: types.Acompte }, amount: -5 })).toMatchObject({ status: 400 });
    expect(await asking({ ...leave('2029-03-05'), reason: { id: reasons['Absence injustifiée'] } })).toMatchObject({
      status: 400,
      body: { violations: [{ path: 'reason' }] },
    });
    expect(await asking({ ...leave('2029-03-05'), ...days('2029-03-06', '2029-03-05') })).toMatchObject({
      status: 400,
    });
    // What the caller says of the type counts for nothing.
    expect(await ask({ ...leave('2029-03-05'), requestType: { id: types.Autre }, nature: 'LEAVE' })).toMatchObject({
      nature: 'OTHER',
    });
    expect(await ask({ ...leave('2029-03-05'), nature: 'OTHER' })).toMatchObject({ nature: 'LEAVE' });
  });
});

describe('states', () => {
  const machine = requestMachine('agent');
  const moves = { accept: 200, refuse: 300, postpone: 400 } as const;
  test.each([100, 200, 300, 400])(
    'from %i: the moves that the machine allows, by who holds the right',
    async (from) => {
      for (const [move, to] of Object.entries(moves)) {
        const { id } = await ask();
        if (from !== 100) expect((await answer(id, from)).status).toBe(200);
        const isAllowed = (machine.moves[move as keyof typeof moves].from as readonly number[]).includes(from);
        expect([move, (await answer(id, to, {}, 'powerless')).status]).toEqual([move, 403]);
        // Not even his own.
        expect(
          (await as('agent').answer(agentRequestCalls.answer, { params: { status: String(to) }, input: { id } }))
            .status,
        ).toBe(403);
        expect([move, (await answer(id, to, {}, clerk)).status]).toEqual([move, isAllowed ? 200 : 409]);
      }
    },
  );

  test('what was answered is frozen; its requester removes only what nobody answered', async () => {
    const { id, version } = await ask();
    const edit = (input: object) =>
      as('agent').answer(endpointOf(AgentRequest, 'save'), { mount: 'agent', input: { id, ...input } });
    expect((await edit({ subject: 'Autrement' })).body.agentRequest).toMatchObject({ subject: 'Autrement' });
    await answer(id, 300);
    expect((await edit({ subject: 'Encore' })).status).toBe(409);
    expect((await as('agent').answer(agentRequestCalls.remove, { params: { id } })).status).toBe(409);
    expect((await read(id)).version).toBeGreaterThan(version);
    const pending = await ask();
    expect((await as('agent').answer(agentRequestCalls.remove, { params: { id: pending.id } })).status).toBe(204);
    expect((await as('owner').answer(agentRequestCalls.remove, { mount: 'agency', params: { id } })).status).toBe(204);
    expect((await answer(id, 200)).status).toBe(404);
    expect((await answer('nonsense', 200)).status).toBe(400);
    expect((await answer(pending.id, 150)).status).toBe(400);
  });

  test('an answer tells the requester, with a mail only if asked, and says so (K-005, K-009, K-012)', async () => {
    const { id, subject } = await ask();
    const before = (await mails()).length;
    expect((await answer(id, 400, { message: 'En mai.' })).body).toMatchObject({
      sent: false,
      agentRequest: { status: 400, sent: false },
    });
    expect(await mails()).toHaveLength(before);
    expect((await told('agent'))[0]).toMatchObject({
      title: 'Demande reportée',
      text: `« ${subject} » est reportée.\nEn mai.`,
    });
    expect((await answer(id, 200, { sendMail: true })).body).toMatchObject({
      sent: true,
      agentRequest: { sent: true, answeredBy: people.owner.fullname },
    });
    expect((await mails()).at(-1)).toMatchObject({
      recipients: [people.agent.email],
      subject: `${agency.name} : réponse à « ${subject} »`,
    });
    // In the agency's own words.
    await sql(`update agencies set request_answer_subject = 'Au sujet de {titre}' where id = $1`, [agency.id]);
    await answer((await ask({ subject: 'Gants' })).id, 300, { sendMail: true });
    expect((await mails()).at(-1)?.subject).toBe('Au sujet de Gants');
    await sql('update agencies set request_answer_subject = null where id = $1', [agency.id]);
    const nobody = await ask();
    await sql('update agents set email = null where id = $1', [agent]);
    expect(await answer(nobody.id, 200, { sendMail: true })).toMatchObject({
      status: 400,
      body: { message: requestMessages.noAddress },
    });
    await sql('update agents set email = $2 where id = $1', [agent, people.agent.email]);
    expect((await read(nobody.id)).status).toBe(100);
  });
});

describe('the thread', () => {
  test('each side reads what the other wrote, and knows what it has not read (K-017)', async () => {
    await sql('delete from agent_requests');
    const { id } = await ask();
    expect([await unread(clerk), await unread('agent')]).toEqual([1, 0]);
    await as(clerk).call(agentRequestCalls.markRead, { mount: 'agency', params: { id } });
    expect([await unread(clerk), await unread('owner')]).toEqual([0, 1]);
    const { body } = await as(clerk).answer(agentRequestCalls.write, {
      mount: 'agency',
      params: { id },
      input: { content: ' Pour quand ? ' },
    });
    expect(body.agentRequest.messages).toMatchObject([
      { side: 'AGENCY', author: clerk.fullname, content: 'Pour quand ?' },
    ]);
    expect(await unread('agent')).toBe(1);
    expect((await read(id, 'agent')).isUnread).toBe(true);
    await as('agent').call(agentRequestCalls.markRead, { params: { id } });
    expect(await unread('agent')).toBe(0);
    await answer(id, 300);
    expect([await unread('agent'), await unread('owner')]).toEqual([1, 0]);
    // He still writes on what was answered.
    await as('agent').call(agentRequestCalls.write, { params: { id }, input: { content: 'Dommage' } });
    expect([await unread(clerk), await unread('owner')]).toEqual([1, 1]);
    expect((await told(clerk))[0]).toMatchObject({ title: 'Message sur une demande' });
    expect((await read(id)).messages.map(({ content }) => content)).toEqual(['Pour quand ?', 'Dommage']);
    for (const content of ['', '   ', 'x'.repeat(2_001), '\u0000'])
      expect((await as('agent').answer(agentRequestCalls.write, { params: { id }, input: { content } })).status).toBe(
        400,
      );
  });
});

test('an agent of the agency who answers sees first what there is to know', async () => {
  const answerer = await here.hire('Chef de poste', {
    ...{ of: 'azur', plannable: true, rights: ['listAgentRequests', 'editAgentRequest'] },
  });
  const { id } = await ask(leave('2029-11-05'));
  const seen = await as(answerer).call(agentRequestCalls.prepare, { mount: 'agent', params: { id } });
  expect(seen.leave).toMatchObject({ filtered: 0, existing: null });
  expect((await as('agent').answer(agentRequestCalls.prepare, { mount: 'agent', params: { id } })).status).toBe(403);
});

describe('a leave', () => {
  test('is checked against the planning, then accepted with its absence and its services freed, once', async () => {
    const { site, clear } = await plannerOf(here);
    await clear(agent);
    const [service] = await sql<{ id: string }>(
      `with made as (insert into services (agency_id, id, site_id, start_at, end_at) values ($1, gen_random_uuid(), $2, '2029-06-05T08:00:00Z', '2029-06-05T16:00:00Z') returning id)
        select id from made`,
      [agency.id, site],
    );
    await sql('insert into service_agents (agency_id, service_id, agent_id) values ($1, $2, $3)', [
      agency.id,
      service?.id,
      agent,
    ]);
    const { id } = await ask(leave('2029-06-04', '2029-06-08'));
    const seen = await as('owner').call(agentRequestCalls.prepare, { params: { id } });
    expect(seen).toMatchObject({
      ...{ recipients: [people.agent.email], refusal: null, advance: null },
      leave: {
        filtered: 1,
        underWay: 0,
        absent: 0,
        existing: null,
        services: [{ id: service?.id, site: 'Entrepôt', published: false }],
      },
    });
    expect(seen.leave?.breaches.some(({ message }) => /absent|indisponible/i.test(message))).toBe(true);
    // Without the planning's rights, nothing half-done.
    expect((await answer(id, 200, {}, clerk)).status).toBe(403);
    expect((await read(id)).status).toBe(100);
    const before = (await absencesOf()).length;
    const [one, other] = await Promise.all([
      answer(id, 200, { services: 'free' }),
      answer(id, 200, { services: 'free' }),
    ]);
    expect([one.status, other.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
    const accepted = one.status === 200 ? one : other;
    expect(accepted.body).toMatchObject({
      freed: [service?.id],
      agentRequest: { unavailability: days('2029-06-04', '2029-06-08') },
    });
    expect(await absencesOf()).toHaveLength(before + 1);
    expect(await sql('select 1 from service_agents where service_id = $1', [service?.id])).toEqual([]);
    // The absence says where it comes from.
    const absence = accepted.body.agentRequest.unavailability.id;
    const whole = (await as('owner').call(endpointOf(Unavailability, 'read'), {
      mount: 'agency',
      params: { id: absence },
    })) as AnyRow;
    expect(whole.unavailability.request).toMatchObject({ id });
    // Refused after all: the absence goes, and the freed service can be given back.
    const { freed } = await as('owner').call(agentRequestCalls.prepare, { params: { id } });
    expect(freed).toMatchObject([{ id: service?.id, site: 'Entrepôt', agents: [] }]);
    const refused = (await answer(id, 300)).body;
    expect(refused).toMatchObject({ freed: [service?.id], agentRequest: { status: 300, unavailability: null } });
    const back = await as('owner').call(giveBackServices, { input: { agent, versions: refused.versions } });
    expect(back).toMatchObject({ services: [service?.id], refused: [] });
    expect(await absencesOf()).toHaveLength(before);
  });

  test('is tied to the absence that he declared himself, refused over a part of another, and leaves it when it is removed', async () => {
    const declared = (await as('agent').call(endpointOf(Unavailability, 'save'), {
      ...{ mount: 'agent', input: { type: { id: reasons['Congés payés'] }, ...days('2029-07-02', '2029-07-06') } },
    })) as AnyRow;
    const inside = await ask(leave('2029-07-03', '2029-07-04'));
    const across = await ask(leave('2029-07-05', '2029-07-09'));
    const tied = (await answer(inside.id, 200)).body.agentRequest;
    expect(tied.unavailability.id).toBe(declared.unavailability.id);
    // Shown before the answer, with its days and its type.
    const { refusal } = await as('owner').call(agentRequestCalls.prepare, { params: { id: across.id } });
    expect(refusal).toMatch(/^Déjà indisponible du 02\/07\/2029 00:00 au 06\/07\/2029 23:59 \(Congés payés\)/);
    expect(await answer(across.id, 200)).toMatchObject({ status: 409, body: { message: refusal } });
    const again = await ask(leave('2029-07-03'));
    expect(await answer(again.id, 200)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/déjà accordée/) },
    });
    await answer(inside.id, 300);
    expect((await absencesOf()).map(({ id }) => id)).toContain(declared.unavailability.id);
    await answer(inside.id, 200);
    await as('owner').call(deleteUnavailability, { mount: 'agency', params: { id: declared.unavailability.id } });
    expect(await read(inside.id)).toMatchObject({ status: 200, unavailability: null });
    // Removed: its absence stays.
    const kept = await ask(leave('2029-08-06'));
    const made = (await answer(kept.id, 200)).body.agentRequest.unavailability.id;
    await as('owner').call(agentRequestCalls.remove, { mount: 'agency', params: { id: kept.id } });
    expect((await absencesOf()).map(({ id }) => id)).toContain(made);
  });

  test('is refused over an absence of another nature, which is named', async () => {
    const [other] = Object.entries(reasons).find(([name]) => name !== 'Congés payés' && name !== 'Autre') as [
      string,
      string,
    ];
    const sick = (await as('owner').call(endpointOf(Unavailability, 'save'), {
      mount: 'agency',
      input: { agent: { id: agent }, type: { id: reasons[other] }, ...days('2029-10-01', '2029-10-05') },
    })) as AnyRow;
    const { id } = await ask(leave('2029-10-02'));
    const seen = await as('owner').call(agentRequestCalls.prepare, { params: { id } });
    expect([seen.leave?.existing?.type, seen.refusal]).toEqual([other, expect.stringContaining(`« ${other} »`)]);
    expect(await answer(id, 200)).toMatchObject({ status: 409, body: { message: seen.refusal } });
    expect(await read(id)).toMatchObject({ status: 100, unavailability: null });
    // Corrected, it carries the leave.
    await as('owner').call(endpointOf(Unavailability, 'save'), {
      mount: 'agency',
      input: { id: sick.unavailability.id, type: { id: reasons['Congés payés'] } },
    });
    expect((await answer(id, 200)).body.agentRequest.unavailability.id).toBe(sick.unavailability.id);
  });

  test('of somebody who left is not accepted, and is still refused', async () => {
    const gone = await ask(leave('2029-09-03'), colleague);
    await sql('update agents set status = 300 where id = $1', [colleague.profile?.id]);
    expect((await as('owner').call(agentRequestCalls.prepare, { params: { id: gone.id } })).refusal).toMatch(
      /est archivé/,
    );
    expect((await answer(gone.id, 200)).status).toBe(409);
    expect((await answer(gone.id, 300)).status).toBe(200);
    await sql('update agents set status = 100 where id = $1', [colleague.profile?.id]);
  });
});

test('an advance becomes one salary element of an open month, and is taken back with its answer', async () => {
  const elements = () =>
    sql<{ amount: number; direction: string; date: string }>(
      'select amount, direction, date::text from salary_elements where user_company_id = $1',
      [agent],
    );
  const { id } = await ask({ requestType: { id: types.Acompte }, amount: 300 });
  const { advance } = await as('owner').call(agentRequestCalls.prepare, { params: { id } });
  expect(advance?.type?.name).toBe('Acompte');
  await sql(
    `insert into payrolls (agency_id, id, month, start_date, end_date, closed_at, unsettled, total, rules) values ($1, gen_random_uuid(), '2025-03', '2025-03-01', '2025-03-31', now(), 0, 0, '{}')`,
    [agency.id],
  );
  const on = (date: string) => ({ element: { type: { id: advance?.type?.id }, date } });
  expect(await answer(id, 200, on('2025-03-10'))).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/est close/) },
  });
  expect((await read(id)).status).toBe(100);
  expect((await answer(id, 200, on('2025-04-10'), clerk)).status).toBe(403);
  expect((await answer(id, 200, on('2025-04-10'))).body.agentRequest).toMatchObject({
    salaryElement: { date: '2025-04-10', amount: 300 },
  });
  expect((await answer(id, 200)).status).toBe(409);
  expect(await elements()).toEqual([{ amount: 300, direction: 'DEDUCTION', date: '2025-04-10' }]);
  await sql(
    `insert into payrolls (agency_id, id, month, start_date, end_date, closed_at, unsettled, total, rules) values ($1, gen_random_uuid(), '2025-04', '2025-04-01', '2025-04-30', now(), 0, 0, '{}')`,
    [agency.id],
  );
  expect(await answer(id, 300)).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/l’acompte y est retenu/) },
  });
  await sql(`delete from payrolls where month = '2025-04'`).catch(() => undefined);
});
