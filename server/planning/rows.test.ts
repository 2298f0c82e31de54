// Planning rows fetched by id: the same result as the whole period, for the same callers.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { fetchCounters, fetchPlanning, moveServices, publishServices, removeServices } from '#core/planning/calls.ts';
import { fetchPlanningRows } from '#core/planning/fetch-calls.ts';
import { Site } from '#core/sites/site.ts';
import { at, plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, customer, people, sql } = here;
const { site, card, saved, guard, service, created } = await plannerOf(here);
const owner = as('owner');
const week = { start: '2027-05-03', end: '2027-05-09' };

type Who = 'agency' | 'agent' | 'customer';
const caller = { agency: 'owner', agent: 'agent', customer: 'customer' } as const;
const whole = (who: Who = 'agency') => as(caller[who]).call(fetchPlanning, { mount: who, input: week });
const rows = (services: { id: string; agents?: string[]; site?: string }[], who: Who = 'agency') =>
  as(caller[who]).call(fetchPlanningRows, { mount: who, input: { ...week, services } });
const counters = async (agent: string) =>
  (await owner.call(fetchCounters, { input: { ...week, agents: [agent] } })).workingTimes[agent];

describe('rows fetched by id', () => {
  test('equal the rows of the whole period; ids outside it are reported as gone', async () => {
    const [one, other] = [await guard(), await guard()];
    const ids = {
      kept: await created(service('2027-05-04', '08:00', '12:00', [one], { nbAgents: 2, postTitle: 'Accueil "A"' })),
      // In the days around the period, which are loaded too.
      beside: await created(service('2027-05-14', '08:00', '12:00', [one])),
      paused: await created(
        service('2027-05-05', '08:00', '18:00', [other], {
          breaks: [{ type: 0, startAt: at('2027-05-05', '12:00'), endAt: at('2027-05-05', '12:45') }],
        }),
      ),
      away: await created(service('2027-08-05', '08:00', '12:00', [other])),
      removed: await created(service('2027-05-06', '08:00', '12:00', [other])),
      archived: await created(service('2027-05-06', '13:00', '17:00')),
      unscheduled: await created(service('2027-05-06', '18:00', '20:00')),
    };
    await owner.call(removeServices, { input: { services: [ids.removed] } });
    await owner.call(moveServices, { params: { type: 'unschedule' }, input: { services: [ids.unscheduled] } });
    await sql('update services set status = 600 where id = $1', [ids.archived]);
    const all = await whole();
    const answer = await rows(Object.values(ids).map((id) => ({ id })));
    expect(answer.services).toEqual(all.services.filter(({ id }) => Object.values(ids).includes(id)));
    expect(answer.services.map(({ id }) => id).toSorted()).toEqual(
      // Totals and checks count archived work.
      [ids.kept, ids.beside, ids.paused, ids.archived, ids.unscheduled].toSorted(),
    );
    expect(answer.services.find(({ id }) => id === ids.paused)?.breaks.map(([from, to]) => to - from)).toEqual([45]);
    expect(answer.gone.toSorted()).toEqual([ids.away, ids.removed].toSorted());
    expect(answer.removed).toEqual(all.removed);
    expect(answer.sites).toEqual(all.sites.filter(({ id }) => id === site));
  });

  test('include working times only of agents whose service entered or left the loaded days', async () => {
    const [before, now, still] = [await guard(), await guard(), await guard()];
    const left = await created(service('2027-05-04', '08:00', '12:00', [before]));
    const inside = await created(service('2027-05-05', '08:00', '12:00', [still]));
    await created({
      id: left,
      startAt: at('2027-06-15', '08:00'),
      endAt: at('2027-06-15', '12:00'),
      agents: [{ id: now }],
    });
    const { workingTimes, gone } = await rows([
      { id: left, agents: [before], site },
      { id: inside, agents: [still], site },
    ]);
    expect(gone).toEqual([left]);
    expect(Object.keys(workingTimes).toSorted()).toEqual([before, now].toSorted());
    expect(workingTimes).toEqual({ [before]: await counters(before), [now]: await counters(now) });
    expect(workingTimes[now]).toMatchObject({ counters: { weekMinutes: { '2027-06-14': 240 } } });
    // It comes back: a client that had not loaded it needs its agent.
    await created({ id: left, startAt: at('2027-05-04', '08:00'), endAt: at('2027-05-04', '12:00') });
    const back = await rows([{ id: left }]);
    expect(back.workingTimes).toEqual({ [now]: await counters(now) });
    expect(back.workingTimes[now]).not.toMatchObject({ counters: { weekMinutes: { '2027-06-14': 240 } } });
  });

  test('read no working times for the stops of a tour: they are no work of their own', async () => {
    const agent = await guard();
    const [tour, stop] = [
      await created(service('2027-05-06', '20:00', '23:00', [agent])),
      await created(service('2027-05-06', '20:00', '21:00', [agent])),
    ];
    await sql('update services set is_circuit = true where id = $1', [tour]);
    await sql('update services set circuit_id = $1 where id = $2', [tour, stop]);
    const { services, gone, workingTimes } = await rows([{ id: tour, agents: [agent], site }, { id: stop }]);
    expect([services.map(({ id }) => id), gone, workingTimes]).toEqual([[tour], [stop], {}]);
  });

  test('include the row of an inactive site while it has a service, then report it gone', async () => {
    const closed: string = (await saved(Site, { name: 'Fermé', customer: { id: customer.id } })).id;
    const id = await created(service('2027-05-07', '08:00', '12:00', [], { site: { id: closed } }));
    await sql('update sites set status = 300 where id = $1', [closed]);
    const there = await rows([{ id, agents: [], site }]);
    expect([there.sites.map((one) => one.id).toSorted(), there.goneSites]).toEqual([[site, closed].toSorted(), []]);
    await created({ id, site: { id: site } });
    const gone = await rows([{ id, agents: [], site: closed }]);
    expect([gone.sites.map((one) => one.id), gone.goneSites]).toEqual([[site], [closed]]);
    expect((await whole()).sites.some((one) => one.id === closed)).toBe(false);
  });

  test.each<[Who]>([['agent'], ['customer']])(
    'show only published services on the path of the %s, like the whole period',
    async (who) => {
      const agent = people.agent.profile?.id as string;
      await saved(Agent, { id: agent, agentInfos: card() });
      const [published, draft] = [
        await created(service('2027-05-08', '08:00', '12:00', [agent])),
        await created(service('2027-05-08', '13:00', '17:00', [agent])),
      ];
      await owner.call(publishServices, { input: { services: [published] } });
      await created({ id: published, startAt: at('2027-05-08', '07:00') });
      const answer = await rows([{ id: published }, { id: draft }], who);
      expect(answer.services).toEqual((await whole(who)).services.filter(({ id }) => id === published));
      expect(answer.services).toMatchObject([
        { start: Date.parse(at('2027-05-08', '08:00')) / 60_000, staffed: false },
      ]);
      expect(answer.gone).toEqual([draft]);
      expect([answer.workingTimes, answer.removed]).toEqual([{}, []]);
      await sql('update services set status = 600 where id = $1', [published]);
      expect((await rows([{ id: published }], who)).gone).toEqual([published]);
      await sql('update services set status = 100 where id = $1', [published]);
      await owner.call(removeServices, { input: { services: [published, draft] } });
    },
  );

  test('of another agency, or unknown, are gone; a caller without the right is refused', async () => {
    const id = await created(service('2027-05-04', '14:00', '15:00'));
    const services = [{ id }, { id: randomUUID() }];
    const asked = { mount: 'agency' as const, input: { ...week, services } };
    const foreign = await as('foreignOwner').answer(fetchPlanningRows, asked);
    expect(foreign).toMatchObject({ status: 200, body: { services: [], sites: [], workingTimes: {} } });
    expect(foreign.body.gone).toEqual(services.map((one) => one.id));
    const refused = await as('powerless').answer(fetchPlanningRows, asked);
    expect(refused.status).toBe(403);
    expect(refused.body).toEqual((await as('powerless').answer(fetchPlanning, { mount: 'agency', input: week })).body);
  });
});
