// Valid requests of the calls about a person's data, and of the retention rules.
import type { Line, Setting } from './requests.ts';

/** A former agent of the setting's agency. */
async function leaver({ world, where }: Setting): Promise<{ params: { kind: string; id: string } }> {
  const { id } = where === 'foreign' ? world.otherAgency : world.agency;
  const [agent] = await world.sql<{ id: string }>(
    `insert into agents (agency_id, id, firstname, lastname, status) values ($1, gen_random_uuid(), 'Ancien', 'Agent', 300) returning id`,
    [id],
  );
  return { params: { kind: 'agent', id: agent?.id as string } };
}
const ofPerson: Line = { others: ['foreign'], request: leaver };

/** A new rule, so that the real ones stay unchanged. */
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
  // A job makes exports: none is ready.
  downloadExport: { status: 404, request: () => ({ params: { id: crypto.randomUUID() } }) },
  requestExport: ofPerson,
  listExports: ofPerson,
  previewErasure: ofPerson,
  erasePerson: {
    ...ofPerson,
    request: async (setting) => ({ ...(await leaver(setting)), input: { confirmed: true } }),
  },
  // Nobody was erased.
  readKeptRegister: { ...ofPerson, status: 404 },
  saveRetentionRule: {
    request: async (setting) => {
      const { key, version } = await rule(setting);
      return { params: { key }, input: { period: 6, version } };
    },
  },
};
