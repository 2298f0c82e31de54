import { AgencyInvoice } from '#core/payments/invoice.ts';
import { extend, module } from '#server/kernel/module.ts';
import { agreementHandlers } from './agreements.ts';
import { cancelCollection, collectPayment, followPayments } from './clock.ts';
import { dunAgencies, liftSuspension, tellAgency } from './dunning.ts';
import { readPaymentEvent, servePayments } from './events.ts';
import { paymentHandlers } from './handlers.ts';
import { agencyInvoiceExtension } from './invoicing.ts';
import { methodHandlers } from './methods.ts';
import { paymentPeople } from './people.ts';
import { settingHandlers } from './settings.ts';

export const payments = module({
  entities: [extend(AgencyInvoice, agencyInvoiceExtension)],
  calls: [...paymentHandlers, ...methodHandlers, ...agreementHandlers, ...settingHandlers],
  jobs: [collectPayment, cancelCollection, followPayments, tellAgency, liftSuspension, dunAgencies, readPaymentEvent],
  pages: servePayments,
  people: paymentPeople,
});
