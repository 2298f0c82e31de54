// Credit notes by their own type in the generic calls of commercial documents (X-038, decision 31): the rows are invoices.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { listInputOf } from '../kernel/query.ts';
import { listedSchema, rowSchema, saveSchema } from '../kernel/schema.ts';
import { Invoice } from './invoice.ts';

export const listCreditNotes = endpoint({
  name: 'list:creditNote',
  method: 'POST',
  path: '/fetch/creditNotes',
  mounts: { agency: ['listInvoices'], customer: ['listInvoices'] },
  summary: 'Lister les avoirs, parmi les factures',
  input: listInputOf(Invoice.pageSize),
  output: z.looseObject({ invoices: z.array(listedSchema(Invoice)), filtered: z.int() }),
  reads: true,
});

export const saveCreditNote = endpoint({
  name: 'save:creditNote',
  method: 'POST',
  path: '/creditNote',
  mounts: { agency: { create: ['createInvoice'], edit: ['editInvoice'] } },
  summary: 'Créer ou modifier un avoir',
  input: saveSchema(Invoice),
  output: z.strictObject({ invoice: rowSchema(Invoice) }),
});

/** The French names of the types, which the same calls accept. */
export const typeAliases = {
  devis: 'estimate',
  facture: 'invoice',
  avoir: 'creditNote',
  agentPurchaseOrder: 'purchaseOrder',
} as const;

/** `/fetch/{type}s`, `/{type}` and `/{type}/send` under any prefix, by a French name. */
const aliased = new RegExp(
  `^((?:/api)?/agency/[^/?]+(?:/(?:agent|customer)/[^/?]+)?)/(fetch/)?(${Object.keys(typeAliases).join('|')}|creditNote)(s?)(/send)?(?=$|\\?)`,
);

/** The address as the calls declare it. « devis » is its own plural; credit notes are sent as the invoices they are. */
export const billingPath = (url: string): string =>
  url.replace(aliased, (all, prefix: string, fetch = '', name: string, plural = '', send = '') => {
    const isList = fetch !== '';
    if (isList ? send !== '' || (plural === '' && name !== 'devis') : plural !== '') return all;
    const type = typeAliases[name as keyof typeof typeAliases] ?? name;
    return `${prefix}/${fetch}${send && type === 'creditNote' ? 'invoice' : type}${isList ? 's' : ''}${send}`;
  });
