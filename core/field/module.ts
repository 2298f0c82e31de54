import { module } from '../kernel/module.ts';
import * as fieldCalls from './calls.ts';
import { fetchPack } from './pack.ts';

export const field = module({ calls: [fieldCalls, fetchPack] });
