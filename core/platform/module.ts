import { module } from '../kernel/module.ts';
import * as agencyCalls from './agency-calls.ts';
import { platformEntities } from './entities.ts';
import * as visitCalls from './visits.ts';

export const platform = module({ entities: platformEntities, calls: [agencyCalls, visitCalls] });
