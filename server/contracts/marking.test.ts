// Contracts signed on paper, archived and taken back.
import { expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { contractCalls } from '#core/contracts/calls.ts';
import { AgentContract } from '#core/contracts/contract.ts';
import { type Answer, endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql } = here;
const owner = as('owner');
const calls = contractCalls.agent;
const agent = (
  await owner.answer(endpointOf(Agent, 'save'), { input: { firstname: 'Inès', lastname: 'Belkacem' } as never })
).body.agent.id as string;

const made = async (more: object = {}): Promise<string> =>
  (
    await owner.answer(endpointOf(AgentContract, 'save'), {
      input: {
        ...{ title: 'CDI', agent: { id: agent }, content: '<p>Texte</p>' },
        ...{ signatures: [{ fullname: 'Inès Belkacem', email: 'ines@agents.example' }], ...more },
      } as never,
    })
  ).body.agentContract.id;
const move = (id: string, type: string): Promise<Answer> => owner.answer(calls.act, { params: { id, type } as never });

const isSigned = async (id: string): Promise<boolean | undefined> =>
  (
    await sql<{ signed: boolean }>(
      'select contract_is_signed(status, signed_at) as signed from agent_contract_papers where id = $1',
      [id],
    )
  )[0]?.signed;

test('a contract marked as signed is signed from that moment, archived too; put back, it is not', async () => {
  const id = await made();
  await move(id, 'send');
  expect(await isSigned(id)).toBe(false);
  expect((await move(id, 'markSigned')).body.agentContract).toMatchObject({
    status: 250,
    signedAt: expect.any(String),
  });
  expect(await isSigned(id)).toBe(true);
  const kept = await made();
  await move(kept, 'send');
  await move(kept, 'markSigned');
  await move(kept, 'archive');
  expect(await isSigned(kept)).toBe(true);
  expect((await move(id, 'unsign')).body.agentContract).toMatchObject({ status: 100, signedAt: null });
  await move(id, 'archive');
  expect(await isSigned(id)).toBe(false);
});
