import { module } from '../kernel/module.ts';
import * as filesCalls from './files.ts';

export const files = module({ calls: [filesCalls] });
