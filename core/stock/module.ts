import { module } from '../kernel/module.ts';
import * as stockCalls from './calls.ts';
import { stockEntities } from './entities.ts';

export const stock = module({ entities: stockEntities, calls: [stockCalls] });
