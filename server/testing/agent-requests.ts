// Valid requests of the calls about an agent's badge, sheets and equipment.
import { entityNamed } from '#core/entities.ts';
import type { Entity } from '#core/kernel/entity.ts';
import type { Line, Request, Setting } from './requests.ts';

export function agentLines(rowOf: (of: Entity, setting: Setting) => Promise<string>): Record<string, Line> {
  /** An agent with a professional card. */
  const ofAgent = async (setting: Setting): Promise<Request> => {
    const id = await rowOf(entityNamed('agent'), setting);
    await setting.world.sql(`update agents set card_number = 'CAR-006-2031-05-31-20260000001' where id = $1`, [id]);
    return { params: { id } };
  };
  const document: Line = { of: 'agent', status: 200, request: ofAgent };
  const ofOne: Line = { of: 'agent', request: ofAgent };
  return {
    downloadBadge: document,
    individualNumberCode: document,
    downloadInformation: document,
    downloadAgentItems: document,
    renewBadge: ofOne,
    countAgentServices: ofOne,
    'barred:site': ofOne,
    // An unknown code.
    readBadgeInfos: { status: 404, request: () => ({ params: { code: 'f'.repeat(32) } }) },
    'items:agent': ofOne,
    'saveItems:agent': {
      ...ofOne,
      request: async (setting) => ({ ...(await ofAgent(setting)), input: { agentInfos: { items: [] } } }),
    },
    exportAgents: { request: () => ({ input: {} }) },
    readControl: { request: () => ({ input: { start: '2026-03-01', end: '2026-03-31' } }) },
    downloadControl: { status: 200, request: () => ({ query: { start: '2026-03-01', end: '2026-03-31' } }) },
    downloadRegister: { status: 200, request: () => ({}) },
  };
}
