import { module } from '../kernel/module.ts';
import { rightsEntities } from './entities.ts';
import * as setsCalls from './set.ts';

export const rights = module({ entities: rightsEntities, calls: [setsCalls] });
