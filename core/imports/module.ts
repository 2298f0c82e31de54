import { module } from '../kernel/module.ts';
import { importEndpoints } from './imports.ts';

export const imports = module({ calls: importEndpoints });
