import { expect, test } from 'vitest';
import { CommercialContract, CommercialExpiration } from '#core/commercial/contract.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';
import { followContracts } from './following.ts';

const here = await world();
const { as, sql, agency } = here;
const owner = as('owner');

test('a commercial contract is renewed unless it was ended, and its people are told before each due date, once', async () => {
  const customer = { id: here.people.customer.profile?.customerId as string };
  const [{ today }] = (await sql<{ today: string }>(
    `select (now() at time zone time_zone)::date::text as today from agencies where id = $1`,
    [agency.id],
  )) as [{ today: string }];
  const day = (offset: number): string =>
    new Date(Date.parse(`${today}T12:00:00Z`) + offset * 86_400_000).toISOString().slice(0, 10);
  const save = async (title: string, more: object) =>
    (
      await owner.answer(endpointOf(CommercialContract, 'save'), {
        input: { title, customer, startDate: '2020-01-01', ...more } as never,
      })
    ).body.commercialContract.id as string;
  const past = await save('Reconduit', { endDate: '2021-02-28', renewalMonths: 12, noticeMonths: 0 });
  const ended = await save('Dénoncé', { endDate: '2021-02-28', renewalMonths: 12, denouncedOn: '2020-11-01' });
  const near = await save('Bientôt', { endDate: day(20), noticeMonths: 0, alertDays: 30, billingFollowUp: true });
  const services = servicesOf(here.app);
  await followContracts(agency.id, services, new Date());
  await followContracts(agency.id, services, new Date());
  const ends = new Map(
    (await sql<{ id: string; end: string }>('select id, end_date::text as end from commercial_contracts')).map(
      (row) => [row.id, row.end],
    ),
  );
  expect(ends.get(ended)).toBe('2021-02-28');
  // Whole years, and the last day of February whatever the year.
  expect(ends.get(past)).toMatch(/-02-2[89]$/);
  expect((ends.get(past) as string) >= today).toBe(true);
  const told = await sql<{ title: string }>(
    `select distinct n.title from notifications n where n.kind = 'customerContractDue' and n.link like $1`,
    [`%${near}%`],
  );
  expect(told).toHaveLength(2);
  expect(new Set(told.map(({ title }) => title.split(' le ')[0]))).toEqual(
    new Set(['Facturation à suivre', 'Fin du contrat']),
  );
  const { body } = await owner.answer(endpointOf(CommercialExpiration, 'list'), { input: {} } as never);
  const kinds = (name: string): string[] =>
    (body.commercialExpirations as { title: string; kind: string }[])
      .filter(({ title }) => title === name)
      .map(({ kind }) => kind)
      .toSorted();
  expect([kinds('Bientôt'), kinds('Reconduit'), kinds('Dénoncé')]).toEqual([['BILLING', 'END'], ['RENEWAL'], ['END']]);
});
