import { expect, test } from 'vitest';
import { readAgencyContact } from '#core/agencies/contact.ts';
import { world } from '#server/testing/world.ts';

const { as, agency, otherAgency, sql } = await world();

test('everybody of an agency reads its contact data, and only of that agency', async () => {
  await sql(
    `update agencies set email = 'accueil@azur.example', phone = '{"04 93 00 00 01","04 93 00 00 02"}', street = '1 quai', zipcode = '06000', city = 'Nice',
      latitude = 43.7, longitude = 7.26 where id = $1`,
    [agency.id],
  );
  const contact = {
    name: 'Azur Sécurité',
    email: 'accueil@azur.example',
    phone: ['04 93 00 00 01', '04 93 00 00 02'],
    address: {
      street: '1 quai',
      zipcode: '06000',
      city: 'Nice',
      country: 'FR',
      location: { latitude: 43.7, longitude: 7.26 },
    },
  };
  for (const [person, mount] of [
    ['staff', 'agency'],
    ['agent', 'agent'],
    ['customer', 'customer'],
  ] as const)
    expect(await as(person).call(readAgencyContact, { mount })).toEqual({ contact });
  expect(await as('foreignOwner').call(readAgencyContact, { mount: 'agency' })).toMatchObject({
    contact: { name: otherAgency.name, phone: [], email: null, address: { location: null } },
  });
});
