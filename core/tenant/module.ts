import { module } from '../kernel/module.ts';
import * as tenantsCalls from './tenants.ts';

export const tenant = module({ calls: [tenantsCalls] });
