import { module } from '../kernel/module.ts';
import { paymentEntities } from './entities.ts';
import * as invoiceCalls from './invoice-calls.ts';
import * as methodCalls from './method-calls.ts';
import * as paymentCalls from './payment-calls.ts';

export const payments = module({ entities: paymentEntities, calls: [invoiceCalls, methodCalls, paymentCalls] });
