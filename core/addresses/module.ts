import { module } from '../kernel/module.ts';
import * as addressesCalls from './addresses.ts';

export const addresses = module({ calls: [addressesCalls] });
