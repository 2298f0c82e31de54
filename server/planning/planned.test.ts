// One rule for planned hours (core/planning/planned.ts): what the screens and the paper are given equals « Heures ».
import { expect, test } from 'vitest';
import { inHours } from '#core/kernel/duration.ts';
import { Break } from '#core/planning/break.ts';
import { fetchPlanning, publishServices } from '#core/planning/calls.ts';
import { agentsHours, sitesHours } from '#core/planning/hours-calls.ts';
import { plannedMinutes, postMinutes } from '#core/planning/planned.ts';
import { endpointOf } from '#server/testing/client.ts';
import { openPdf } from '#server/testing/pdf.ts';
import { at, plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, agency, app, people, sql } = here;
const owner = as('owner');
const { site, guard, save, service, clear } = await plannerOf(here);
const me = people.agent.profile?.id as string;
await clear(me);
const other = await guard();
const [week, monday] = [{ start: '2027-11-08', end: '2027-11-14' }, '2027-11-08'];

const paper = async (by: 'agents' | 'sites', only: object): Promise<string> => {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/agency/${agency.id}/planning/${by}/pdf`,
    headers: { authorization: `Bearer ${(await here.sessionOf('owner')).token}` },
    payload: { ...week, ...only, drafts: true },
  });
  return (await openPdf(answer.rawPayload)).text;
};

test('a person’s own planned break is deducted once from the grid, his planning, the site, the paper and « Heures »', async () => {
  const shared = [{ type: 0, startAt: at(monday, '12:00'), endAt: at(monday, '12:30') }];
  const saved = await save({
    confirmed: true,
    services: [
      service(monday, '08:00', '18:00', [me, other], { nbAgents: 3, breaks: shared }),
      service('2027-11-10', '08:00', '18:00', [me]),
    ],
  });
  const [first] = saved.body.services as { id: string }[];
  const own = (agent: string, from: string, to: string, more: object = {}) =>
    owner.call(endpointOf(Break, 'save'), {
      mount: 'agency',
      input: {
        agent: { id: agent },
        service: { id: first?.id },
        startAt: at(monday, from),
        endAt: at(monday, to),
        ...more,
      },
    });
  // It overlaps the break of everybody; the lateness is no break; the last two were only recorded in the field.
  await own(me, '12:15', '13:15', { type: 0 });
  await own(other, '08:00', '08:20', { type: 1 });
  await sql(
    `insert into service_breaks (agency_id, id, service_id, agent_id, type, start_at, end_at, unplanned, copy_of, status, real_start_at, real_end_at)
     select b.agency_id, gen_random_uuid(), b.service_id, $2, 0, b.start_at + m.late, b.end_at + m.late, m.unplanned, case when not m.unplanned then b.id end, 300, b.start_at + m.late, b.end_at + m.late
     from service_breaks b cross join (values (interval '0', false), (interval '3 hours', true)) m (late, unplanned) where b.service_id = $1 and b.agent_id is null`,
    [first?.id, other],
  );
  await owner.call(publishServices, { input: { period: week } });

  const mine = 600 - 75 + 600;
  const theirs = 570;
  const { hours } = await owner.call(agentsHours, { input: week });
  const planned = new Map(hours.map(({ id, planned: minutes }) => [id, minutes]));
  expect([planned.get(me), planned.get(other)]).toEqual([mine, theirs]);

  const { services } = await owner.call(fetchPlanning, { mount: 'agency', input: week });
  const inGrid = (agent: string): number =>
    services.reduce((sum, row) => (row.agents.includes(agent) ? sum + plannedMinutes(row, agent) : sum), 0);
  expect([inGrid(me), inGrid(other)]).toEqual([mine, theirs]);

  const published = await as('agent').call(fetchPlanning, { mount: 'agent', input: week });
  expect(published.services.reduce((sum, row) => sum + plannedMinutes(row, me), 0)).toBe(mine);

  const { hours: sites } = await owner.call(sitesHours, { mount: 'agency', input: week });
  const place = sites.find(({ id }) => id === site);
  // « Heures » counts people only; the grid also the post that is still open.
  const posts = services.reduce((sum, row) => sum + postMinutes(row), 0);
  expect([place?.planned, posts]).toEqual([mine + theirs, mine + theirs + 570]);

  expect(await paper('agents', { agents: [me] })).toContain(`Total de la période (2 services) ${inHours(mine)}`);
  expect(await paper('agents', { agents: [other] })).toContain(`Total de la période (1 service) ${inHours(theirs)}`);
  expect(await paper('agents', { agents: [other] })).not.toContain('12:15 –');
  expect(await paper('sites', { sites: [site] })).toContain(`Total de la période (2 services) ${inHours(posts)}`);
});
