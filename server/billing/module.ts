import { Estimate } from '#core/billing/estimate.ts';
import { Invoice } from '#core/billing/invoice.ts';
import { extend, module } from '#server/kernel/module.ts';
import { draftHandlers } from './drafts.ts';
import { estimateExtension } from './estimates.ts';
import { billingHandlers } from './handlers.ts';
import { invoiceExtension } from './invoices.ts';
import { sealPaper } from './issued.ts';
import { billingPeople } from './people.ts';
import { mailLetter, sendingHandlers } from './sending.ts';

export const billing = module({
  entities: [extend(Estimate, estimateExtension), extend(Invoice, invoiceExtension)],
  calls: [...billingHandlers, ...draftHandlers, ...sendingHandlers],
  jobs: [sealPaper, mailLetter],
  people: billingPeople,
});
