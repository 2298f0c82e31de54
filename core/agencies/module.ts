import { module } from '../kernel/module.ts';
import * as contactCalls from './contact.ts';
import * as creationCalls from './creation.ts';
import { agencyEntities } from './entities.ts';
import * as lockCalls from './lock.ts';

export const agencies = module({ entities: agencyEntities, calls: [contactCalls, creationCalls, lockCalls] });
