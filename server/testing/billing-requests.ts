// Valid requests of the calls of billing.
import { createHmac } from 'node:crypto';
import { readEventKey, signedText } from '#core/billing/transmission.ts';
import { entityNamed } from '#core/entities.ts';
import type { Line, Setting } from './requests.ts';
import { issueInvoice, mandate, referTo, type rowOf } from './rows.ts';
import { minimalDraft } from './samples.ts';

/** The day on the agency's clock: a payment is not dated before its invoice, nor after today. */
const agencyDay = async ({ world, where }: Setting): Promise<string> => {
  const { id } = where === 'foreign' ? world.otherAgency : world.agency;
  const [row] = await world.sql<{ day: string }>(
    'select (now() at time zone time_zone)::date::text as day from agencies where id = $1',
    [id],
  );
  return row?.day as string;
};

export function billingLines(row: typeof rowOf): Record<string, Line> {
  const invoice = async (setting: Setting): Promise<string> => {
    const id = await row(entityNamed('invoice'), setting);
    if (setting.fresh) await issueInvoice(id, setting);
    return id;
  };
  const typed = async (
    name: 'invoice' | 'estimate' | 'purchaseOrder',
    setting: Setting,
  ): Promise<{ input: object }> => {
    const of = entityNamed(name);
    return { input: minimalDraft(of, await referTo(of, setting)) };
  };
  return {
    listEntries: { request: () => ({ input: {} }) },
    downloadFec: { status: 200, request: () => ({}) },
    listDebitable: { request: () => ({ input: {} }) },
    createDebit: {
      of: 'invoice',
      request: async (setting) => {
        const id = await invoice(setting);
        await mandate(id, setting);
        return { input: { date: '2030-01-02', invoices: [id] } };
      },
    },
    downloadDebit: {
      of: 'directDebit',
      status: 200,
      request: async (setting) => ({ params: { id: await row(entityNamed('directDebit'), setting) } }),
    },
    listMargins: { request: () => ({ input: { start: '2026-11-01', end: '2026-11-30', by: 'customer' } }) },
    fetchSiteMargins: { request: () => ({ input: { start: '2026-11-01', end: '2026-11-30' } }) },
    fetchPublicationMargins: {
      request: () => ({ input: { period: { start: '2027-01-01', end: '2027-01-31' } } }),
    },
    listCostlyServices: {
      request: () => ({ input: { start: '2026-11-01', end: '2026-11-30', by: 'month', id: '2026-11' } }),
    },
    listTurnover: { request: () => ({ input: {} }) },
    'pay:invoice': {
      of: 'invoice',
      request: async (setting) => ({
        params: { id: await invoice(setting) },
        input: { date: await agencyDay(setting), amount: 10 },
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
      request: async (setting) => {
        const id = await row(entityNamed('estimate'), setting);
        // One that waits would be validated by it, which is a right of its own (server/billing/transforming.test.ts).
        if (setting.fresh) await setting.world.sql('update estimates set status = 200 where id = $1', [id]);
        return { params: { id }, input: {} };
      },
    },
    'print:invoice': {
      of: 'invoice',
      status: 200,
      request: async (setting) => ({ params: { id: await row(entityNamed('invoice'), setting) } }),
    },
    'print:estimate': {
      of: 'estimate',
      status: 200,
      request: async (setting) => ({ params: { id: await row(entityNamed('estimate'), setting) } }),
    },
    'letter:invoice': {
      of: 'invoice',
      request: async (setting) => ({ params: { id: await row(entityNamed('invoice'), setting) } }),
    },
    'letter:estimate': {
      of: 'estimate',
      request: async (setting) => ({ params: { id: await row(entityNamed('estimate'), setting) } }),
    },
    'reminder:invoice': {
      of: 'invoice',
      request: async (setting) => {
        const id = await row(entityNamed('invoice'), { ...setting, fresh: true });
        await issueInvoice(id, setting, `, due_date = '2020-01-01'`);
        return { params: { id } };
      },
    },
    'send:invoice': {
      of: 'invoice',
      request: async (setting) => ({ input: { ids: [await invoice(setting)], to: ['client@exemple.fr'] } }),
    },
    'list:creditNote': { request: () => ({ input: {} }) },
    'save:creditNote': {
      of: 'invoice',
      request: async (setting) => {
        const id = await row(entityNamed('invoice'), { ...setting, fresh: true });
        await setting.world.sql(`update invoices set type = 'avoir' where id = $1`, [id]);
        return { input: { id, title: 'Geste commercial' } };
      },
    },
    'send:estimate': {
      of: 'estimate',
      request: async (setting) => ({
        input: { ids: [await row(entityNamed('estimate'), setting)], to: ['client@exemple.fr'] },
      }),
    },
    'copy:invoice': {
      of: 'invoice',
      request: async (setting) => ({ params: { id: await row(entityNamed('invoice'), setting) }, input: {} }),
    },
    'copy:estimate': {
      of: 'estimate',
      request: async (setting) => ({ params: { id: await row(entityNamed('estimate'), setting) }, input: {} }),
    },
    'preview:invoice': { status: 200, request: (setting) => typed('invoice', setting) },
    'preview:estimate': { status: 200, request: (setting) => typed('estimate', setting) },
    'issue:invoice': {
      of: 'invoice',
      request: async (setting) => ({ params: { id: await row(entityNamed('invoice'), setting) }, input: {} }),
    },
    'sent:invoice': {
      of: 'invoice',
      request: async (setting) => ({ params: { id: await invoice(setting) }, input: {} }),
    },
    'sent:estimate': {
      of: 'estimate',
      request: async (setting) => ({ params: { id: await row(entityNamed('estimate'), setting) }, input: {} }),
    },
    'sent:purchaseOrder': {
      of: 'purchaseOrder',
      request: async (setting) => ({ params: { id: await row(entityNamed('purchaseOrder'), setting) }, input: {} }),
    },
    'preview:purchaseOrder': { status: 200, request: (setting) => typed('purchaseOrder', setting) },
    'print:purchaseOrder': {
      of: 'purchaseOrder',
      status: 200,
      request: async (setting) => ({ params: { id: await row(entityNamed('purchaseOrder'), setting) } }),
    },
    'copy:purchaseOrder': {
      of: 'purchaseOrder',
      request: async (setting) => ({ params: { id: await row(entityNamed('purchaseOrder'), setting) }, input: {} }),
    },
    'letter:purchaseOrder': {
      of: 'purchaseOrder',
      request: async (setting) => ({ params: { id: await row(entityNamed('purchaseOrder'), setting) } }),
    },
    'send:purchaseOrder': {
      of: 'purchaseOrder',
      request: async (setting) => ({
        input: { ids: [await row(entityNamed('purchaseOrder'), setting)], to: ['agent@exemple.fr'] },
      }),
    },
    'generated:invoiceRecurrence': {
      of: 'invoiceRecurrence',
      request: async (setting) => ({ params: { id: await row(entityNamed('invoiceRecurrence'), setting) }, input: {} }),
    },
    'remove:discount': {
      of: 'discount',
      request: async (setting) => ({ params: { id: await row(entityNamed('discount'), setting) } }),
    },
    saveCatalog: {
      request: ({ world }) => ({
        input: {
          agency: { id: world.agency.id },
          catalogArticles: [{ title: 'Ronde', description: 'De nuit', price: 21 }],
        },
      }),
    },
    verifyPayments: { request: () => ({}) },
    readEventKey: { request: () => ({}) },
    renewEventKey: { request: () => ({ input: {} }) },
    receiveInvoiceEvent: {
      request: async (setting) => {
        const { world } = setting;
        const own: Setting = { ...setting, mount: 'agency', where: 'own', fresh: true };
        const id = await row(entityNamed('invoice'), own);
        await issueInvoice(id, own);
        const [invoice] = await world.sql<{ number: string }>('select number from invoices where id = $1', [id]);
        const now = new Date().toISOString();
        const event = {
          id: `e-${id}`,
          sentAt: now,
          number: invoice?.number ?? '',
          state: 'DEPOSITED' as const,
          at: now,
        };
        const key = (await world.as('owner').answer(readEventKey, {})).body.secret;
        const signature = createHmac('sha256', key).update(signedText(event)).digest('hex');
        return { params: { agency: world.agency.id }, input: { ...event, signature } };
      },
    },
    billingDefaults: { request: () => ({}) },
    'reminds:estimate': { request: () => ({}) },
    'reminds:invoice': { request: () => ({}) },
  };
}
