// Valid requests of the planning calls.
import { entityNamed } from '#core/entities.ts';
import { hoursLines } from './hours-requests.ts';
import { steppedLine } from './living-requests.ts';
import type { Line, Request, Setting } from './requests.ts';
import type { rowOf } from './rows.ts';

const period = { start: '2027-01-04', end: '2027-01-10' };

export const planningLines = (row: typeof rowOf): Record<string, Line> => {
  const service = (setting: Setting): Promise<string> => row(entityNamed('service'), setting);
  const named = (input: (id: string) => object): Line => ({
    of: 'service',
    request: async (setting): Promise<Request> => ({ input: input(await service(setting)) }),
  });
  const posted = (id: string): object => ({ services: [{ id, postTitle: 'Accueil' }] });
  const stepped = steppedLine(row);
  const leaving = (entity: string, request: (id: string) => Request): Line => ({
    of: entity,
    request: async (setting) => request(await row(entityNamed(entity), { ...setting, fresh: true })),
  });
  const left = (id: string): Request => ({ params: { id }, input: { services: 'keep' } });
  return {
    checkServices: named(posted),
    saveServices: named(posted),
    saveSeries: {
      of: 'service',
      request: async (setting) => ({
        params: { id: await service(setting) },
        input: { service: { postTitle: 'Accueil' } },
      }),
    },
    'correct:service': {
      of: 'service',
      // A separate service: a finished one can no longer be removed or unscheduled, unlike the shared one.
      request: async (setting) => {
        const id = await row(entityNamed('service'), { ...setting, fresh: true });
        await setting.world.sql('update services set status = 300 where id = $1', [id]);
        return { params: { id }, input: { reason: 'Erreur de saisie', service: { postTitle: 'Accueil' } } };
      },
    },
    'attest:service': {
      of: 'service',
      request: async (setting) => {
        const id = await row(entityNamed('service'), { ...setting, fresh: true });
        const { sql } = setting.world;
        // Nobody clocked in elsewhere at that time.
        await sql(
          `with done as (update services set status = 120 where id = $1 returning agency_id, id),
              one as (select a.agency_id, a.id from agents a join done d on d.agency_id = a.agency_id order by a.id limit 1),
              free as (delete from service_times t using one where t.agency_id = one.agency_id and t.agent_id = one.id)
            insert into service_agents (agency_id, service_id, agent_id) select d.agency_id, d.id, one.id from done d, one`,
          [id],
        );
        return { input: { reason: 'Téléphone oublié', services: [id] } };
      },
    },
    cloneServices: named((id) => ({ copies: [{ service: id, startAt: '2027-01-05T08:00:00.000Z', minutes: 60 }] })),
    undoServices: named((id) => ({ services: [{ id, before: {}, after: {} }] })),
    removeServices: named((id) => ({ services: [id] })),
    removeAgents: named((id) => ({ services: [id] })),
    moveServices: {
      of: 'service',
      request: async (setting) => ({
        params: { type: 'unschedule' },
        input: { services: [await service(setting)] },
      }),
    },
    'remove:break': {
      of: 'break',
      request: async (setting) => ({ params: { id: await row(entityNamed('break'), setting) } }),
    },
    readHolidays: { request: () => ({ params: { year: '2027' } }) },
    'publication:service': { request: () => ({ input: { period: { start: '2027-01-01', end: '2027-01-31' } } }) },
    // Nobody has just published.
    undoPublication: { status: 404, request: () => ({ params: { id: crypto.randomUUID() } }) },
    publishServices: { request: () => ({ input: { period } }) },
    'consents:service': { of: 'service', request: async (setting) => ({ params: { id: await service(setting) } }) },
    'note:service': {
      of: 'service',
      request: async (setting) => ({ params: { id: await service(setting) }, input: { content: 'Rappelé à 22 h' } }),
    },
    // Nobody is on it.
    'message:service': {
      of: 'service',
      status: 400,
      request: async (setting) => ({
        params: { id: await service(setting) },
        input: { content: 'Où êtes-vous ?', agents: ['0190163d-8694-739b-aea5-966c26f8ad90'] },
      }),
    },
    'planned:service': { request: () => ({ input: period }) },
    'planningRows:service': {
      request: () => ({ input: { ...period, services: [{ id: '0190163d-8694-739b-aea5-966c26f8ad90' }] } }),
    },
    'withAbsences:service': { request: () => ({ input: period }) },
    'agents:service': { request: () => ({ input: period }) },
    'sites:service': { request: () => ({ input: period }) },
    'missions:site': { request: () => ({ input: period }) },
    'count:service': { request: () => ({ input: {} }) },
    'rounds:service': { of: 'service', request: async (setting) => ({ params: { id: await service(setting) } }) },
    'series:service': { of: 'service', request: async (setting) => ({ params: { id: await service(setting) } }) },
    'shared:service': { of: 'service', request: async (setting) => ({ params: { id: await service(setting) } }) },
    moveCircuits: {
      of: 'service',
      request: async (setting) => ({
        params: { status: '700' },
        input: { services: [{ id: await service(setting) }] },
      }),
    },
    saveCircuit: named((id) => ({ service: { id, postTitle: 'Accueil' } })),
    moveService: stepped,
    beginService: stepped,
    updateCircuit: {
      ...stepped,
      request: async (setting) => ({ input: (await stepped.request(setting)).input }),
    },
    // An agent sees the customers of his sites.
    'pricing:customer': {
      of: 'customer',
      request: async (setting) => ({ params: { id: await row(entityNamed('customer'), setting) } }),
    },
    'people:service': { of: 'service', request: async (setting) => ({ params: { id: await service(setting) } }) },
    'stops:service': { of: 'service', request: async (setting) => ({ params: { id: await service(setting) } }) },
    'endPhoto:service': { of: 'service', request: async (setting) => ({ params: { id: await service(setting) } }) },
    'events:service': {
      of: 'service',
      request: async (setting) => ({ params: { id: await service(setting) }, input: {} }),
    },
    'coming:service': {
      request: () => ({ input: { kind: 'agent', ids: ['0190163d-8694-739b-aea5-966c26f8ad90'] } }),
    },
    freeAgent: leaving('agent', (id) => ({ input: { agent: id } })),
    'freed:service': { request: () => ({ input: { agents: ['0190163d-8694-739b-aea5-966c26f8ad90'] } }) },
    // Nobody had left.
    giveBackServices: named((id) => ({ versions: { [id]: 0 } })),
    reopenContracts: { ...leaving('agent', (id) => ({ params: { id } })), status: 409 },
    leaveAgent: leaving('agent', left),
    unplanAgent: leaving('agent', left),
    leaveSite: leaving('site', left),
    leaveCustomer: leaving('customer', left),
    'planning:service': { request: () => ({ input: period }) },
    'workingTimes:service': { request: () => ({ input: period }) },
    ...hoursLines(row),
  };
};
