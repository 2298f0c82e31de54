// Shared by the planning tests: a site, agents whom no rule bars, and the calls of a planner.
import { expect } from 'vitest';
import type { Specialty } from '#core/agencies/specialty.ts';
import { Agent } from '#core/agents/agent.ts';
import { type PlanningError, saveServices } from '#core/planning/calls.ts';
import { Service } from '#core/planning/service.ts';
import { Site } from '#core/sites/site.ts';
import { cardsOf } from './cards.ts';
import { type Answer, type AnyRow, endpointOf } from './client.ts';
import type { World } from './world.ts';

/** In winter time of the agency. */
export const at = (day: string, time: string): string => new Date(`${day}T${time}:00+01:00`).toISOString();

export const codesOf = (errors: readonly PlanningError[]): string[] =>
  [...new Set(errors.map(({ code }) => code))].toSorted();

/** With the default of a new agency: an expired or missing card bars from work. */
export async function plannerOf(here: World) {
  const { as, agency, customer, sql } = here;
  const owner = as('owner');
  const saved = async (of: typeof Site | typeof Agent | typeof Specialty, draft: object): Promise<AnyRow> =>
    ((await owner.call(endpointOf(of, 'save'), { mount: 'agency', input: draft })) as Record<string, AnyRow>)[
      of.name
    ] as AnyRow;
  await sql('update agencies set check_card = default where id = $1', [agency.id]);
  const site: string = (await saved(Site, { name: 'Entrepôt', customer: { id: customer.id } })).id;
  const card = await cardsOf(here);
  let serial = 0;

  const save = (input: object): Promise<Answer> => owner.answer(saveServices, { input });
  /** The papers and the contract without which the rules bar an agent. */
  const inForce = (rank?: number) => ({
    ...card(rank),
    contracts: [{ type: 'CDI', startDate: '2020-01-01', hoursLimit: 35, period: 'WEEK' }],
  });
  return {
    site,
    card,
    saved,
    save,
    read: async (id: string): Promise<AnyRow> =>
      ((await owner.call(endpointOf(Service, 'read'), { mount: 'agency', params: { id } })) as { service: AnyRow })
        .service,
    /** An agent whom no rule bars. */
    guard: async (more: object = {}): Promise<string> => {
      serial += 1;
      const { id } = await saved(Agent, {
        firstname: 'Agent',
        lastname: `Numéro ${serial}`,
        agentInfos: { ...inForce(serial), ...more },
      });
      return id;
    },
    /** No rule bars this agent from now on. */
    clear: async (id: string): Promise<void> => {
      await saved(Agent, { id, agentInfos: inForce() });
    },
    service: (day: string, from: string, to: string, agents: string[] = [], more: object = {}) => ({
      site: { id: site },
      startAt: at(day, from),
      endAt: at(day, to),
      agents: agents.map((id) => ({ id })),
      ...more,
    }),
    created: async (draft: object, input: object = { confirmed: true }): Promise<string> => {
      const { status, body } = await save({ services: [draft], ...input });
      expect(body).toMatchObject({ services: [{}] });
      expect(status).toBe(200);
      return body.services[0].id;
    },
  };
}
