import { expect, test } from 'vitest';
import { everythingIn } from './aims.ts';
import { world } from './world.ts';

const here = await world();

test.each([
  ['a new row', `insert into specialties (agency_id, id, name) values ($1, gen_random_uuid(), 'Essai')`],
  ['a changed row', `update specialties set name = 'Autre essai' where agency_id = $1 and name = 'Essai'`],
  ['a row written again without a change', `update specialties set name = name where agency_id = $1`],
  [
    'a row replaced',
    `with old as (delete from specialties where agency_id = $1 and name = 'Autre essai' returning *)
    insert into specialties (agency_id, id, name) select agency_id, gen_random_uuid(), name from old`,
  ],
  ['a removed row', `delete from specialties where agency_id = $1 and name = 'Autre essai'`],
])('%s is seen', async (_, text) => {
  const before = await everythingIn(here);
  expect(await everythingIn(here)).toEqual(before);
  await here.sql(text, [here.agency.id]);
  const after = await everythingIn(here);
  expect(after.specialties).not.toBe(before.specialties);
});
