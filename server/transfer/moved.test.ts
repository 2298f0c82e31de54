// A transfer whose date moves, and people of a received list who are there already.
import { expect, test } from 'vitest';
import { giveBackServices } from '#core/planning/leaving.ts';
import { Site } from '#core/sites/site.ts';
import {
  decideTransfer,
  endTransferred,
  findKnownPeople,
  hirePeople,
  moveTransferDate,
  receivePeople,
} from '#core/transfer/calls.ts';
import { StaffTransfer } from '#core/transfer/transfer.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { monthOf } from '#server/testing/month.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, customer } = here;
const owner = as('owner');
const { site, guard, saved } = await plannerOf(here);
const { service } = monthOf(here);
const elsewhere = (await saved(Site, { name: 'Ailleurs', customer: { id: customer.id } })).id as string;

test('an earlier date asks what becomes of the services that would come after it; a later one gives back what was taken', async () => {
  const leaver = await guard();
  await service({ site, from: '2098-01-05 08:00', to: '2098-01-05 18:00', agents: [leaver], status: 300 });
  const day = (at: string): Promise<string> =>
    service({ site: elsewhere, from: `${at} 08:00`, to: `${at} 18:00`, agents: [leaver], status: 100 });
  const transfer = (
    (await owner.call(endpointOf(StaffTransfer, 'save'), {
      ...{ mount: 'agency', input: { direction: 'OUT', site: { id: site }, transferDate: '2098-10-01' } },
    })) as { staffTransfer: AnyRow }
  ).staffTransfer;
  const at = { id: transfer.id as string };
  await owner.call(decideTransfer, {
    ...{ mount: 'agency', params: at },
    input: { agent: leaver, declared: {}, decision: 'INCLUDE', reason: 'Essai' } as never,
  });
  await owner.call(endTransferred, { mount: 'agency', params: at, input: { agents: [leaver], services: 'free' } });
  const [before, after] = [await day('2098-09-10'), await day('2098-09-20')];
  const holders = async (id: string): Promise<number> =>
    (await sql('select 1 from service_agents where service_id = $1', [id])).length;
  const plain = await owner.answer(endpointOf(StaffTransfer, 'save'), {
    ...{ mount: 'agency', input: { id: at.id, transferDate: '2098-09-15' } },
  });
  expect([plain.status, plain.body.message]).toEqual([409, expect.stringContaining('Un service à venir est confié')]);
  const move = (transferDate: string, services = 'free') =>
    owner.answer(moveTransferDate, { mount: 'agency', params: at, input: { transferDate, services } as never });
  expect((await move('2098-09-15')).body).toEqual({ freed: [after], back: [] });
  expect([await holders(before), await holders(after)]).toEqual([1, 0]);
  expect(await sql('select end_date::text as "end" from agent_contracts where agent_id = $1', [leaver])).toEqual([
    { end: '2098-09-14' },
  ]);
  const later = (await move('2098-10-01')).body;
  expect(later).toMatchObject({ freed: [], back: [{ agent: { id: leaver }, freed: [after] }] });
  const { versions } = later.back[0];
  const given = await owner.answer(giveBackServices, {
    ...{ mount: 'agency', input: { agent: leaver, versions, confirmed: true } as never },
  });
  expect([given.body.services, await holders(after)]).toEqual([[after], 1]);
  // Once.
  expect((await move('2098-10-02')).body).toEqual({ freed: [], back: [] });
});

test('who is there already is named, tied to his sheet or made anew; a wrong line is told with its person', async () => {
  const won = (
    (await owner.call(endpointOf(StaffTransfer, 'save'), {
      ...{ mount: 'agency', input: { direction: 'IN', site: { id: elsewhere }, transferDate: '2026-12-01' } },
    })) as { staffTransfer: AnyRow }
  ).staffTransfer;
  const at = { id: won.id as string };
  const there = await guard({ birthDate: '1980-02-03' });
  const sheet = (
    await sql<{ firstname: string; lastname: string }>('select firstname, lastname from agents where id = $1', [there])
  )[0];
  await owner.call(receivePeople, {
    ...{ mount: 'agency', params: at },
    input: {
      people: [
        {
          lastname: sheet?.lastname.toUpperCase(),
          firstname: sheet?.firstname,
          birthDate: '1980-02-03',
          decision: 'TAKEN',
        },
        { lastname: 'Neuve', firstname: 'Ana', decision: 'TAKEN' },
      ] as never,
    },
  });
  const people = await sql<{ id: string; lastname: string }>(
    'select id, lastname from transfer_people where transfer_id = $1 order by lastname = $2',
    [at.id, 'Neuve'],
  );
  const [known, fresh] = people.map(({ id }) => id) as [string, string];
  expect((await owner.call(findKnownPeople, { mount: 'agency', params: at })).people).toMatchObject([
    { person: known, agent: { id: there }, by: 'birth' },
  ]);
  const hire = (more: object = {}) =>
    owner.answer(hirePeople, { mount: 'agency', params: at, input: { people: [fresh, known], ...more } as never });
  const count = async (): Promise<number> => (await sql('select 1 from agents')).length;
  const refused = await hire();
  expect([refused.status, refused.body.violations?.[0]?.path]).toEqual([409, 'people.1']);
  expect(refused.body.message).toContain('est déjà présent');
  expect((await hire({ known: { [known]: await guard() } })).status).toBe(409);
  const before = await count();
  // A line that the sheet of a collaborator refuses.
  await sql(`update transfer_people set birth_date = '2099-01-01' where id = $1`, [fresh]);
  const wrong = await hire({ known: { [known]: there } });
  expect([wrong.status, wrong.body.message]).toEqual([400, expect.stringContaining('Ana Neuve : ')]);
  expect(await count()).toBe(before);
  await sql(`update transfer_people set birth_date = null where id = $1`, [fresh]);
  expect((await hire({ known: { [known]: there } })).body).toEqual({ created: 1, linked: 1 });
  expect(await count()).toBe(before + 1);
  expect(await sql('select agent_id as agent from transfer_people where id = $1', [known])).toEqual([{ agent: there }]);
});
