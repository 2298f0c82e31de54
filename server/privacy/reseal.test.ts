import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import type { Operation } from '#core/kernel/endpoint.ts';
import { entityEndpoints } from '#core/kernel/entity-endpoints.ts';
import { openText } from '#server/kernel/sealed.ts';
import { seal, unseal } from '#server/sealing.ts';
import { world } from '#server/testing/world.ts';
import { reseal } from './reseal.ts';

const here = await world();
const call = (operation: Operation) =>
  entityEndpoints(Agent).find(({ entity }) => entity?.operation === operation) as never;

test('after a rotation everything opens only with the new secret, even after several starts', async () => {
  const { secret } = here.environment;
  const rotated = { secret: 'the secret of next year', previousSecret: secret };
  const saved = await here.as('owner').answer(call('save'), {
    mount: 'agency',
    input: { lastname: 'Faure', firstname: 'Inès', agentInfos: { socialSecurityNumber: '185057800608491' } },
  });
  const { id } = saved.body.agent;
  const user = here.people.staff.id;
  await here.sql('insert into user_second_factors (user_id, secret) values ($1, $2)', [
    user,
    seal({ secret, purpose: 'second-factor', boundTo: user }, Buffer.from('totp')),
  ]);
  const mail = randomUUID();
  await here.sql(
    `insert into platform_emails (id, recipients, pending, subject, reason, sealed) values ($1, array['a@b.fr'], '{}', 's', 'test', $2)`,
    [mail, seal({ secret, purpose: 'mail', boundTo: mail }, Buffer.from('{}'))],
  );
  expect(await reseal(here.database, { secret, previousSecret: null })).toBe(0);
  expect(await reseal(here.database, rotated)).toBe(3);
  expect(await reseal(here.database, rotated)).toBe(0);
  const alone = { secret: rotated.secret, previousSecret: null };
  const [agent] = await here.sql<{ kept: string }>('select social_security_number as kept from agents where id = $1', [
    id,
  ]);
  const place = { agency: here.agency.id, entity: 'agent', id, path: 'agentInfos.socialSecurityNumber' };
  expect(openText(alone, place, agent?.kept ?? '')).toBe('185057800608491');
  expect(() => openText({ secret, previousSecret: null }, place, agent?.kept ?? '')).toThrow();
  const [factor] = await here.sql<{ secret: Buffer }>('select secret from user_second_factors where user_id = $1', [
    user,
  ]);
  expect(
    unseal({ secret: alone.secret, purpose: 'second-factor', boundTo: user }, factor?.secret as Buffer).toString(),
  ).toBe('totp');
  // Rotate back, like an operator who changes his mind.
  expect(await reseal(here.database, { secret, previousSecret: rotated.secret })).toBe(3);
});
