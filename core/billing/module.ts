import { module } from '../kernel/module.ts';
import * as billingCalls from './calls.ts';
import * as draftingCalls from './drafting.ts';
import { billingEntities } from './entities.ts';
import * as sendingCalls from './sending.ts';

export const billing = module({ entities: billingEntities, calls: [billingCalls, draftingCalls, sendingCalls] });
