// Valid requests of the calls about a person's data, and of the retention rules.
import { Agent } from '#core/agents/agent.ts';
import { type Line, rowOf, type Setting } from './requests.ts';

/** Somebody of the agency who has left it. */
const leaver = async (setting: Setting): Promise<{ params: { kind: string; id: string } }> => {
  const id = await rowOf(Agent, { ...setting, mount: 'agency' });
  if (setting.fresh) await setting.world.sql('update agents set status = 300 where id = $1', [id]);
  return { params: { kind: 'agent', id } };
};
const ofPerson: Line = { others: ['foreign'], request: leaver };

/** A rule of nobody's, so that none of the others has moved on. */
async function rule({ world }: Setting): Promise<{ key: string; version: number }> {
  const key = crypto.randomUUID();
  await world.sql(
    `insert into retention_rules (key, rank, label, fate, counted_from, unit, period, shortest, longest, legal_basis, source)
      values ($1, 0, 'Essai', 'delete', '', 'day', 5, 1, 9, '', '')`,
    [key],
  );
  return { key, version: 1 };
}

export const privacyLines: Record<string, Line> = {
  requestOwnExport: { request: () => ({}) },
  listOwnExports: { request: () => ({}) },
  // Made by a job: none is ready.
  downloadExport: { status: 404, request: () => ({ params: { id: crypto.randomUUID() } }) },
  requestExport: ofPerson,
  listExports: ofPerson,
  previewErasure: ofPerson,
  erasePerson: {
    ...ofPerson,
    request: async (setting) => ({ ...(await leaver({ ...setting, fresh: true })), input: { confirmed: true } }),
  },
  // Nobody was erased.
  readKeptRegister: { ...ofPerson, status: 404 },
  listRetentionRules: { request: () => ({}) },
  saveRetentionRule: {
    request: async (setting) => {
      const { key, version } = await rule(setting);
      return { params: { key }, input: { period: 6, version } };
    },
  },
};
