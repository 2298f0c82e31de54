import { module } from '../kernel/module.ts';
import * as searchCalls from './search.ts';

export const search = module({ calls: [searchCalls] });
