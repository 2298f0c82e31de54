import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { enrolDevice, sendEvent } from '#core/field/calls.ts';
import { listSiteInstructionReaders, SiteInstruction } from '#core/sites/instruction.ts';
import { Site } from '#core/sites/site.ts';
import { endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, people } = here;
const owner = as('owner');

test('a reading on a phone counts from the moment he read it: not for a text that changed meanwhile', async () => {
  const site = (
    (await owner.answer(endpointOf(Site, 'save'), { input: { name: 'Gare', customer: { id: here.customer.id } } })).body
      .site as { id: string }
  ).id;
  const draft = { title: 'Accès', content: '<p>Par le portail</p>', site: { id: site } };
  const id = (
    (await owner.answer(endpointOf(SiteInstruction, 'save'), { input: draft })).body.siteInstruction as { id: string }
  ).id;
  const readers = async () => (await owner.call(listSiteInstructionReaders, { params: { id } })).readers;
  const agent = as('staff');
  const device = randomUUID();
  let rank = 0;
  await agent.call(enrolDevice, { mount: 'agency', input: { id: device, name: 'Téléphone' } });
  const send = async (at: Date): Promise<unknown> => {
    rank += 1;
    const event = {
      uuid: randomUUID(),
      device,
      rank,
      createdAt: at.toISOString(),
      clockOffset: 0,
      service: null,
      payload: { instruction: id },
    };
    const answer = await agent.answer(sendEvent, {
      mount: 'agency',
      params: { messageType: 'instruction-read' },
      input: { event, waiting: 0 },
    });
    return answer.body.outcome;
  };
  expect(await send(new Date(Date.now() - 3_600_000))).toBe('applied');
  expect(await readers()).toMatchObject([{ id: people.staff.id, isCurrent: false }]);
  const [late, early] = [new Date(), new Date(Date.now() - 1_800_000)];
  expect([await send(late), await send(early)]).toEqual(['applied', 'applied']);
  expect(await readers()).toMatchObject([{ id: people.staff.id, isCurrent: true, readAt: late.toISOString() }]);
});
