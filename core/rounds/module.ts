import { module } from '../kernel/module.ts';
import * as checkpointCalls from './checkpoint.ts';
import { roundEntities } from './entities.ts';
import * as roundCalls from './round.ts';
import * as serviceRoundCalls from './service-round.ts';

export const rounds = module({ entities: roundEntities, calls: [checkpointCalls, roundCalls, serviceRoundCalls] });
