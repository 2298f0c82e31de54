import { module } from '../kernel/module.ts';
import * as emailCalls from './email.ts';
import { mailEntities } from './entities.ts';

export const mail = module({ entities: mailEntities, calls: [emailCalls] });
