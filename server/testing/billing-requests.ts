// Valid requests of the calls of billing.
import { entityNamed } from '#core/entities.ts';
import type { Line, Setting } from './requests.ts';
import type { rowOf } from './rows.ts';

export const issueInvoice = (id: string, { world }: Setting, more = ''): Promise<unknown> =>
  world.sql(
    `update invoices set number = 'F-' || id, issued_at = now(), printed = '{}', total = 100 ${more} where id = $1 and issued_at is null`,
    [id],
  );

export function billingLines(row: typeof rowOf): Record<string, Line> {
  const invoice = async (setting: Setting): Promise<string> => {
    const id = await row(entityNamed('invoice'), setting);
    if (setting.fresh) await issueInvoice(id, setting);
    return id;
  };
  return {
    'pay:invoice': {
      of: 'invoice',
      request: async (setting) => ({
        params: { id: await invoice(setting) },
        input: { date: '2026-11-17', amount: 10 },
      }),
    },
    'reverse:invoice': {
      of: 'invoice',
      request: async (setting) => {
        const id = await invoice(setting);
        const [payment] = await setting.world.sql<{ id: string }>(
          `insert into invoice_payments (agency_id, id, invoice_id, date, amount) select agency_id, gen_random_uuid(), id, '2026-11-17', 10
            from invoices where id = $1 returning id`,
          [id],
        );
        return { params: { id, payment: payment?.id as string }, input: { reason: 'Chèque sans provision' } };
      },
    },
    'credit:invoice': {
      of: 'invoice',
      request: async (setting) => ({ params: { id: await invoice(setting) }, input: {} }),
    },
    'invoice:estimate': {
      of: 'estimate',
      request: async (setting) => ({ params: { id: await row(entityNamed('estimate'), setting) }, input: {} }),
    },
    'print:invoice': {
      of: 'invoice',
      request: async (setting) => {
        const id = await row(entityNamed('invoice'), setting);
        // A customer sees what was issued to him.
        if (setting.mount === 'customer') await issueInvoice(id, setting);
        return { params: { id } };
      },
    },
    'print:estimate': {
      of: 'estimate',
      request: async (setting) => ({ params: { id: await row(entityNamed('estimate'), setting) } }),
    },
    billingDefaults: { request: () => ({}) },
    'reminds:estimate': { request: () => ({}) },
    'reminds:invoice': { request: () => ({}) },
  };
}
