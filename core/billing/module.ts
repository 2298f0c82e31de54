import { module } from '../kernel/module.ts';
import * as billingCalls from './calls.ts';
import * as catalogCalls from './catalog-calls.ts';
import * as chainCalls from './chain.ts';
import * as creditNoteCalls from './credit-note-calls.ts';
import * as draftingCalls from './drafting.ts';
import { billingEntities } from './entities.ts';
import * as markingCalls from './marking.ts';
import * as orderCalls from './order-calls.ts';
import * as recurrenceCalls from './recurrence-calls.ts';
import * as sendingCalls from './sending.ts';
import * as transmissionCalls from './transmission.ts';

export const billing = module({
  entities: billingEntities,
  calls: [
    billingCalls,
    draftingCalls,
    sendingCalls,
    recurrenceCalls,
    orderCalls,
    markingCalls,
    catalogCalls,
    chainCalls,
    creditNoteCalls,
    transmissionCalls,
  ],
});
