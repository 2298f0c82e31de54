import { module } from '../kernel/module.ts';
import * as preparing from './calls.ts';

export const commercial = module({ calls: [preparing] });
