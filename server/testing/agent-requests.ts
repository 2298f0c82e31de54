// Valid requests of the calls about an agent's badge, sheets and equipment.
import { entityNamed } from '#core/entities.ts';
import { type Line, type Request, rowOf, type Setting } from './requests.ts';

/** Somebody with a professional card. */
async function ofAgent(setting: Setting): Promise<Request & { params: { id: string } }> {
  const id = await rowOf(entityNamed('agent'), setting);
  await setting.world.sql(`update agents set card_number = 'CAR-006-2031-05-31-20260000001' where id = $1`, [id]);
  return { params: { id } };
}

const document: Line = { of: 'agent', status: 200, request: ofAgent };
const ofOne: Line = { of: 'agent', request: ofAgent };

export const agentLines: Record<string, Line> = {
  downloadBadge: document,
  individualNumberCode: document,
  downloadInformation: document,
  downloadAgentItems: document,
  renewBadge: ofOne,
  // A code that nobody's badge bears.
  readBadgeInfos: { status: 404, request: () => ({ params: { code: 'f'.repeat(32) } }) },
  'items:agent': ofOne,
  'saveItems:agent': {
    ...ofOne,
    request: async (setting) => ({ ...(await ofAgent(setting)), input: { agentInfos: { items: [] } } }),
  },
};
