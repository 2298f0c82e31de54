import { expect, test } from 'vitest';
import { SiteInstruction } from '#core/sites/instruction.ts';
import { Site } from '#core/sites/site.ts';
import { endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, customer, outbox, people } = here;
const owner = as('owner');

const newSite = async (name: string): Promise<{ id: string }> => {
  const input = { name, customer: { id: customer.id }, notifySiteInstructionCustomers: true };
  return (await owner.answer(endpointOf(Site, 'save'), { mount: 'agency', input })).body.site;
};
const save = async (input: object): Promise<string> =>
  (await owner.answer(endpointOf(SiteInstruction, 'save'), { mount: 'agency', input })).body.siteInstruction.id;
const told = async (): Promise<(string | undefined)[]> => {
  await here.jobsDone();
  return (await outbox.to(people.customer.email)).map(({ subject }) => subject);
};

test('I-019: who reads an instruction that is given to another site, or comes out of the archives, is told once each', async () => {
  const [quay, dock] = [await newSite('Quai'), await newSite('Dock')];
  const id = await save({ site: { id: quay.id }, title: 'Ronde', content: '<p>Fermer</p>' });
  const act = (type: string) =>
    owner.call(endpointOf(SiteInstruction, 'act'), { mount: 'agency', params: { id, type } });
  const news = (site: string): string => `Azur Sécurité : nouvelle consigne pour ${site}`;
  expect(await told()).toEqual([news('Quai')]);
  await save({ id, site: { id: dock.id } });
  expect(await told()).toEqual([news('Quai'), news('Dock')]);
  await act('archive');
  await act('reactivate');
  expect(await told()).toEqual([news('Quai'), news('Dock'), news('Dock')]);
  await act('archive');
  await save({ id, site: { id: quay.id }, content: '<p>Ouvrir</p>', willActivate: true });
  expect((await told()).slice(3)).toEqual([news('Quai')]);
});
