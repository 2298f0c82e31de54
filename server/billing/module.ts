import { Estimate } from '#core/billing/estimate.ts';
import { Invoice } from '#core/billing/invoice.ts';
import { PurchaseOrder } from '#core/billing/purchase-order.ts';
import { InvoiceRecurrence } from '#core/billing/recurrence.ts';
import { extend, module } from '#server/kernel/module.ts';
import { catalogHandlers } from './catalog.ts';
import { chainHandlers, closePaymentPeriods } from './chain.ts';
import { creditNoteHandlers } from './credit-notes.ts';
import { draftHandlers } from './drafts.ts';
import { estimateExtension } from './estimates.ts';
import { billingHandlers } from './handlers.ts';
import { invoiceExtension } from './invoices.ts';
import { sealPaper } from './issued.ts';
import { markingHandlers } from './marking.ts';
import { orderHandlers, purchaseOrderExtension } from './orders.ts';
import { billingPeople } from './people.ts';
import { billSubscriptions, recurrenceExtension, recurrenceHandlers } from './recurrences.ts';
import { mailLetter, sendingHandlers } from './sending.ts';
import { transmissionHandlers } from './transmission.ts';
import { invoiceArchives } from './zipping.ts';

export const billing = module({
  entities: [
    extend(Estimate, estimateExtension),
    extend(Invoice, invoiceExtension),
    extend(InvoiceRecurrence, recurrenceExtension),
    extend(PurchaseOrder, purchaseOrderExtension),
  ],
  calls: [
    ...billingHandlers,
    ...draftHandlers,
    ...sendingHandlers,
    ...recurrenceHandlers,
    ...orderHandlers,
    ...markingHandlers,
    ...catalogHandlers,
    ...chainHandlers,
    ...creditNoteHandlers,
    ...transmissionHandlers,
  ],
  jobs: [sealPaper, mailLetter, billSubscriptions, closePaymentPeriods],
  archives: [invoiceArchives],
  people: billingPeople,
});
