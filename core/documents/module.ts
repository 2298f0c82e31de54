import { module } from '../kernel/module.ts';
import * as documentCalls from './calls.ts';
import { documentEntities } from './entities.ts';
import * as sendingCalls from './sending.ts';

export const documents = module({ entities: documentEntities, calls: [documentCalls, sendingCalls] });
