import { module } from '../kernel/module.ts';
import { customerEntities } from './entities.ts';
import * as pricingCalls from './pricing.ts';

export const customers = module({ entities: customerEntities, calls: [pricingCalls] });
