// Valid requests of the transfers of staff.
import { entityNamed } from '#core/entities.ts';
import type { Line, Setting } from './requests.ts';
import type { rowOf } from './rows.ts';

export function transferLines(row: typeof rowOf): Record<string, Line> {
  const won = async (setting: Setting): Promise<string> => row(entityNamed('staffTransfer'), setting);
  /** A lost site, where somebody with a contract worked. */
  const lost = async (setting: Setting): Promise<{ id: string; agent: string }> => {
    const id = await row(entityNamed('staffTransfer'), { ...setting, fresh: true });
    const agent = await row(entityNamed('agent'), { ...setting, fresh: true });
    await setting.world.sql(
      `with lost as (update staff_transfers set direction = 'OUT', transfer_date = '2026-10-01' where id = $1 returning agency_id, id),
        hired as (insert into agent_contracts (agency_id, id, agent_id, type, start_date, hours_limit, period)
          select agency_id, gen_random_uuid(), $2, 'CDI', '2024-01-01', 35, 'WEEK' from lost)
      insert into staff_transfer_agents (agency_id, staff_transfer_id, agent_id, decision, reason) select agency_id, id, $2, 'INCLUDE', 'Essai' from lost`,
      [id, agent],
    );
    return { id, agent };
  };
  const ofLost: Line = {
    of: 'staffTransfer',
    request: async (setting) => ({ params: { id: (await lost(setting)).id } }),
  };
  return {
    'judge:staffTransfer': ofLost,
    'form:staffTransfer': ofLost,
    'print:staffTransfer': { ...ofLost, status: 200 },
    'tasks:staffTransfer': {
      of: 'staffTransfer',
      request: async (setting) => ({ params: { id: await won(setting) } }),
    },
    'mark:staffTransfer': {
      of: 'staffTransfer',
      request: async (setting) => ({
        params: { id: await won({ ...setting, fresh: true }) },
        input: { code: 'notify', doneOn: '2026-01-05' },
      }),
    },
    'decide:staffTransfer': {
      of: 'staffTransfer',
      request: async (setting) => {
        const { id, agent } = await lost(setting);
        return {
          params: { id },
          input: { agent, declared: {}, decision: 'EXCLUDE', reason: 'Reste sur un autre site' },
        };
      },
    },
    'receive:staffTransfer': {
      of: 'staffTransfer',
      request: async (setting) => ({
        params: { id: await won({ ...setting, fresh: true }) },
        input: { people: [{ lastname: 'Durand', firstname: 'Léa' }] },
      }),
    },
    'hire:staffTransfer': {
      of: 'staffTransfer',
      request: async (setting) => {
        const person = await row(entityNamed('transferPerson'), { ...setting, fresh: true });
        const [taken] = await setting.world.sql<{ id: string }>(
          `update transfer_people set decision = 'TAKEN' where id = $1 returning transfer_id as id`,
          [person],
        );
        return { params: { id: taken?.id ?? '' }, input: { people: [person] } };
      },
    },
    'known:staffTransfer': {
      of: 'staffTransfer',
      request: async (setting) => ({ params: { id: await won(setting) } }),
    },
    'date:staffTransfer': {
      of: 'staffTransfer',
      request: async (setting) => ({
        params: { id: (await lost(setting)).id },
        input: { transferDate: '2026-10-08', services: 'keep' },
      }),
    },
    'leave:staffTransfer': {
      of: 'staffTransfer',
      request: async (setting) => {
        const { id, agent } = await lost(setting);
        return { params: { id }, input: { agents: [agent], services: 'keep' } };
      },
    },
  };
}
