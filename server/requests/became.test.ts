import { beforeAll, describe, expect, test } from 'vitest';
import { deleteSalaryElement, SalaryElement } from '#core/pay/salary-element.ts';
import { deleteUnavailability, Unavailability, UnavailabilityType, wholeDays } from '#core/planning/unavailability.ts';
import { agentRequestCalls, requestsBehind } from '#core/requests/calls.ts';
import { AgentRequest } from '#core/requests/request.ts';
import { RequestType } from '#core/requests/types.ts';
import { requestsIn } from '#server/testing/asked.ts';
import { type Answer, type AnyRow, endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { namesOf, told } = requestsIn(here);
const { as, people } = here;
const asker = await here.hire('Demandeur', {
  ...{ of: 'azur', plannable: true },
  rights: ['listOwnAgentRequests', 'createOwnAgentRequest', 'listOwnUnavailabilities', 'deleteOwnUnavailability'],
});
let types: Record<string, string> = {};
let reasons: Record<string, string> = {};
beforeAll(async () => {
  [types, reasons] = [await namesOf(RequestType), await namesOf(UnavailabilityType)];
});

const days = (first: string, last = first) => wholeDays(first, last, 'Europe/Paris');
async function accepted(draft: object): Promise<AnyRow> {
  const input = { subject: 'Ma demande', ...draft };
  const asked = (await as(asker).call(endpointOf(AgentRequest, 'save'), { mount: 'agent', input })) as AnyRow;
  const { agentRequest } = (await as('owner').call(agentRequestCalls.answer, {
    ...{ mount: 'agency', params: { status: '200' }, input: { id: asked.agentRequest.id } },
  })) as AnyRow;
  return agentRequest;
}
const leave = (first: string, last = first): Promise<AnyRow> =>
  accepted({ requestType: { id: types.Congés }, reason: { id: reasons['Congés payés'] }, ...days(first, last) });
const read = async (id: string): Promise<AnyRow> =>
  ((await as('owner').call(endpointOf(AgentRequest, 'read'), { mount: 'agency', params: { id } })) as AnyRow)
    .agentRequest;
const change = (of: typeof Unavailability | typeof SalaryElement, input: object): Promise<Answer> =>
  as('owner').answer(endpointOf(of, 'save'), { mount: 'agency', input });

describe('the absence of an accepted leave', () => {
  test('that the agency changes or removes is told to the person, and the request says by whom', async () => {
    const { id, unavailability } = await leave('2029-06-04', '2029-06-08');
    expect((await change(Unavailability, { id: unavailability.id, ...days('2029-06-05', '2029-06-08') })).status).toBe(
      200,
    );
    // A comment changes nothing of what was granted.
    await change(Unavailability, { id: unavailability.id, comment: 'Vu' });
    await as('owner').call(deleteUnavailability, { mount: 'agency', params: { id: unavailability.id } });
    const { messages, status, unavailability: left } = await read(id);
    expect([status, left]).toEqual([200, null]);
    expect(messages).toMatchObject([
      {
        ...{ side: 'AGENCY', author: people.owner.fullname },
        content:
          'L’absence accordée a été modifiée : elle est maintenant du 05/06/2029 au 08/06/2029 (Congés payés). Elle était du 04/06/2029 au 08/06/2029 (Congés payés).',
      },
      {
        ...{ side: 'AGENCY', author: people.owner.fullname },
        content: 'L’absence accordée, du 05/06/2029 au 08/06/2029, a été supprimée du planning.',
      },
    ]);
    expect((await told(asker)).map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Absence supprimée', 'Absence modifiée']),
    );
    expect((await told(asker))[0]).toMatchObject({ link: `/demandes/${id}` });
  });

  test('that the person removes himself is told to the agency', async () => {
    const { id, unavailability } = await leave('2029-07-04');
    await as(asker).call(deleteUnavailability, { mount: 'agent', params: { id: unavailability.id } });
    expect((await read(id)).messages).toMatchObject([
      { side: 'REQUESTER', author: asker.fullname, content: expect.stringContaining('supprimée du planning') },
    ]);
    expect((await told('owner'))[0]).toMatchObject({ title: 'Message sur une demande', link: `/demandes/${id}` });
  });

  test('goes to nobody else, and a refusal of the request says nothing twice', async () => {
    const { id, unavailability } = await leave('2029-08-06');
    expect(
      await change(Unavailability, { id: unavailability.id, agent: { id: people.agent.profile?.id } }),
    ).toMatchObject({ status: 400, body: { violations: [{ path: 'agent' }] } });
    await as('owner').call(agentRequestCalls.answer, { mount: 'agency', params: { status: '300' }, input: { id } });
    expect(await read(id)).toMatchObject({ status: 300, messages: [], unavailability: null });
  });
});

test('the salary element of an accepted advance names its request; changed or removed, the person is told', async () => {
  const { id, salaryElement } = await accepted({ requestType: { id: types.Acompte }, amount: 300 });
  const whole = (await as('owner').call(endpointOf(SalaryElement, 'read'), {
    ...{ mount: 'agency', params: { id: salaryElement.id } },
  })) as AnyRow;
  expect(whole.salaryElement.request).toEqual({ id, subject: 'Ma demande' });
  const behind = { entity: 'salaryElement', ids: [salaryElement.id] } as const;
  expect((await as('owner').call(requestsBehind, { mount: 'agency', input: behind as never })).requests).toMatchObject([
    { id, subject: 'Ma demande' },
  ]);
  expect((await change(SalaryElement, { id: salaryElement.id, amount: 200 })).status).toBe(200);
  await as('owner').call(deleteSalaryElement, { mount: 'agency', params: { id: salaryElement.id } });
  const { messages, salaryElement: left } = await read(id);
  expect(left).toBeNull();
  expect(messages.map(({ content }: AnyRow) => content)).toEqual([
    expect.stringMatching(/a été modifié : retenue de 200,00.* Il était : retenue de 300,00/),
    expect.stringMatching(/a été supprimé : retenue de 200,00/),
  ]);
  expect((await told(asker)).map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Acompte supprimé', 'Acompte modifié']),
  );
});
