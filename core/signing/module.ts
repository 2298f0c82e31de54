import { module } from '../kernel/module.ts';
import * as signingCalls from './calls.ts';

export const signing = module({ entities: [], calls: [signingCalls] });
