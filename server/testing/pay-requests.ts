// Valid requests of the calls of pay.
import { entityNamed } from '#core/entities.ts';
import { usualMapping } from '#core/pay/mapping.ts';
import type { Line } from './requests.ts';
import type { rowOf } from './rows.ts';

export function payLines(row: typeof rowOf): Record<string, Line> {
  const ofCustomer: Line = {
    of: 'customer',
    request: async (setting) => ({
      input: { start: '2027-01-01', end: '2027-01-31', customer: await row(entityNamed('customer'), setting) },
    }),
  };
  return {
    'remove:salaryElement': {
      of: 'salaryElement',
      request: async (setting) => ({ params: { id: await row(entityNamed('salaryElement'), setting) } }),
    },
    'month:payroll': { request: () => ({ input: { month: '2027-01' } }) },
    'detail:payroll': {
      of: 'agent',
      request: async (setting) => {
        const agent = await row(entityNamed('agent'), setting);
        // He is paid once he has a contract in the month.
        await setting.world.sql(
          `insert into agent_contracts (agency_id, id, agent_id, type, start_date, hours_limit, period)
          select agency_id, gen_random_uuid(), id, 'CDI', '2026-01-01', 35, 'WEEK' from agents a
          where a.id = $1 and not exists (select from agent_contracts c where c.agency_id = a.agency_id and c.agent_id = a.id)`,
          [agent],
        );
        return { input: { month: '2027-01', agent } };
      },
    },
    'counters:payroll': { request: () => ({ input: {} }) },
    'close:payroll': {
      request: async (setting) => {
        const { world, where } = setting;
        const agency = (where === 'foreign' ? world.otherAgency : world.agency).id;
        // Closed once: a new request starts again, with somebody to pay.
        await world.sql('delete from payrolls where agency_id = $1', [agency]);
        await world.sql(
          `insert into agent_contracts (agency_id, id, agent_id, type, start_date, end_date, hours_limit, period)
          select agency_id, gen_random_uuid(), id, 'CDI', '2024-01-01', '2024-01-31', 35, 'WEEK' from agents a
          where a.agency_id = $1 and not exists (select from agent_contracts c where c.agency_id = a.agency_id and c.agent_id = a.id) order by id limit 1`,
          [agency],
        );
        return { input: { month: '2024-01', unsettled: 0 } };
      },
    },
    'statement:customer': { ...ofCustomer, status: 200 },
    'statementMail:customer': ofCustomer,
    'sendStatement:customer': {
      of: 'customer',
      request: async (setting) => {
        const { input } = await ofCustomer.request(setting);
        const { customer } = input as { customer: string };
        await setting.world.sql('update customers set email = coalesce(email, $2) where id = $1', [
          customer,
          'client@essai.example',
        ]);
        return { input };
      },
    },
    'export:payroll': { request: () => ({ input: { shortcut: 'month', month: '2026-01' } }) },
    'saveMapping:payroll': { request: () => ({ input: usualMapping }) },
  };
}
