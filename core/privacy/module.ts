import { module } from '../kernel/module.ts';
import * as personCalls from './person.ts';
import * as retentionCalls from './retention.ts';

export const privacy = module({ calls: [personCalls, retentionCalls] });
