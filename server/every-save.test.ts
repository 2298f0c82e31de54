// Every entity with a form: a row that is sent back as it was read does not change.
import { expect, test } from 'vitest';
import { endpointOf } from '#server/testing/client.ts';
import { filledIn } from '#server/testing/filled.ts';
import { saverOf, writtenEntities } from '#server/testing/rows.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const filledRow = filledIn(here);

test.each(
  writtenEntities
    .filter(({ grants: { edit, read } }) => (edit.agency && read.agency) || (edit.platform && read.platform))
    .map((of) => [of.name, of] as const),
)('%s sent back unchanged keeps its version and gets no line in the history', async (_, of) => {
  const { who, mount } = saverOf(of);
  const owner = here.as(who);
  const params = { id: await filledRow(of) };
  const before = (await owner.answer(endpointOf(of, 'read'), { mount, params })).body[of.name];
  const lines = () => here.sql('select id from audit where entity_id = $1', [params.id]);
  const known = await lines();
  const { status, body } = await owner.answer(endpointOf(of, 'save'), { mount, input: before });
  expect([status, body.message]).toEqual([200, undefined]);
  expect(body[of.name]).toEqual(before);
  expect(await lines()).toEqual(known);
});
