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

/** A member of the platform's staff; to be changed: a new one. */
async function supportOf({ world, fresh }: Setting, invited = false): Promise<string> {
  if (!fresh && !invited) return world.people.support.id;
  const id = randomUUID();
  await world.sql(
    `insert into users (id, email, firstname, lastname, is_support, password_hash) values ($1, $2, 'Sam', 'Support', true, $3)`,
    [id, `${id}@plateforme.example`, invited ? null : 'x'],
  );
  return id;
}

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
  createSupportAccount: {
    request: () => ({
      input: { firstname: 'Sam', lastname: 'Support', email: `${randomUUID()}@plateforme.example`, role: 'SUPPORT' },
    }),
  },
  editSupportAccount: {
    request: async (setting) => ({ params: { id: await supportOf(setting) }, input: { role: 'ADMIN' } }),
  },
  inviteSupportAccount: { request: async (setting) => ({ params: { id: await supportOf(setting, true) } }) },
  removeSupportAccount: { request: async (setting) => ({ params: { id: await supportOf(setting) } }) },
  readPlatformTurnover: { request: () => ({ input: {} }) },
};
