import { module } from '../kernel/module.ts';
import * as calls from './calls.ts';

export const notifications = module({ calls: [calls] });
