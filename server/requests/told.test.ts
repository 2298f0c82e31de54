import { expect, test } from 'vitest';
import { agentRequestCalls } from '#core/requests/calls.ts';
import { AgentRequest } from '#core/requests/request.ts';
import { RequestType } from '#core/requests/types.ts';
import { requestsIn } from '#server/testing/asked.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as } = here;
const { namesOf, told } = requestsIn(here);
const types = await namesOf(RequestType);

test('whoever may ask is told of the answer, although he may not list what he asked (K-009)', async () => {
  const asker = await here.hire('Demandeur', { of: 'azur', rights: ['createOwnAgentRequest'], plannable: true });
  const { agentRequest } = (await as(asker).call(endpointOf(AgentRequest, 'save'), {
    mount: 'agent',
    input: { requestType: { id: types.Autre }, subject: 'Attestation' },
  })) as AnyRow;
  await as('owner').call(agentRequestCalls.answer, {
    ...{ mount: 'agency', params: { status: '200' } },
    input: { id: agentRequest.id },
  });
  expect((await told(asker)).map(({ text }) => text).join()).toContain('Attestation');
});

test('the list takes the types of requests by the name of the specification (K-015)', async () => {
  const listed = async (filters: object): Promise<string[]> =>
    (
      (await as('owner').call(endpointOf(AgentRequest, 'list'), { mount: 'agency', input: { filters } })) as AnyRow
    ).agentRequests.map(({ subject }: AnyRow) => subject);
  expect(await listed({ requestTypes: [types.Autre] })).toEqual(['Attestation']);
  expect(await listed({ requestTypes: [types.Congés] })).toEqual([]);
  expect(await listed({ requestTypes: [] })).toEqual(['Attestation']);
});

test('an answer mails only what the agency chose, although none of his browsers takes a push (K-005, K-006)', async () => {
  const asker = await here.hire('Prévenu', { of: 'azur', rights: ['createOwnAgentRequest'], plannable: true });
  const { agentRequest } = (await as(asker).call(endpointOf(AgentRequest, 'save'), {
    mount: 'agent',
    input: { requestType: { id: types.Autre }, subject: 'Gilet' },
  })) as AnyRow;
  const mailed = async (status: string, sendMail: boolean): Promise<string[]> => {
    await here.sql('delete from emails where $1 = any (recipients)', [asker.email]);
    await as('owner').call(agentRequestCalls.answer, {
      ...{ mount: 'agency', params: { status }, input: { id: agentRequest.id, sendMail } },
    });
    const left = await here.sql<{ reason: string }>('select reason from emails where $1 = any (recipients)', [
      asker.email,
    ]);
    return left.map(({ reason }) => reason);
  };
  expect(await mailed('400', false)).toEqual([]);
  expect(await mailed('200', true)).toEqual(['requestAnswer']);
  expect((await told(asker)).map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Demande acceptée', 'Demande reportée']),
  );
});

test('an answer that left by mail stays one, although a later one goes without', async () => {
  const asker = await here.hire('Relancé', { of: 'azur', rights: ['createOwnAgentRequest'], plannable: true });
  const { agentRequest } = (await as(asker).call(endpointOf(AgentRequest, 'save'), {
    mount: 'agent',
    input: { requestType: { id: types.Autre }, subject: 'Planning' },
  })) as AnyRow;
  const answer = (status: string, sendMail: boolean) =>
    as('owner').call(agentRequestCalls.answer, {
      ...{ mount: 'agency', params: { status }, input: { id: agentRequest.id, sendMail } },
    });
  expect(await answer('300', true)).toMatchObject({ agentRequest: { sent: true } });
  expect(await answer('200', false)).toMatchObject({ sent: false, agentRequest: { sent: true } });
});
