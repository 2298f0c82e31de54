// Valid requests of the administration of agencies and people.
import { randomUUID } from 'node:crypto';
import type { Line, Setting } from './requests.ts';

/** To be changed: a new agency without people. */
export async function administeredOf({ world, where, fresh }: Setting): Promise<string> {
  if (!fresh) return (where === 'foreign' ? world.otherAgency : world.agency).id;
  const id = randomUUID();
  await world.sql(`insert into agencies (id, name, pending) values ($1, 'Administrée', true)`, [id]);
  return id;
}

const ofAgency: Line = {
  others: ['foreign'],
  sees: 'all',
  request: async (setting) => ({ params: { id: await administeredOf(setting) } }),
};

export const platformLines: Record<string, Line> = {
  exportAgencies: { request: () => ({ input: {} }) },
  createAgencyManager: {
    request: async (setting) => ({
      // An agency with a manager gets no second one.
      params: { id: await administeredOf({ ...setting, fresh: true }) },
      input: { firstname: 'Louise', lastname: 'Martin', email: `${randomUUID()}@agence.example` },
    }),
  },
  approveAgency: ofAgency,
  enterAgency: ofAgency,
  leaveAgency: ofAgency,
};
