import { module } from '../kernel/module.ts';
import * as liveCalls from './live.ts';

export const live = module({ calls: [liveCalls] });
