import { module } from '../kernel/module.ts';
import * as calls from './calls.ts';
import { transferEntities } from './entities.ts';
import { transferDue } from './notifications.ts';

export const transfer = module({ entities: transferEntities, calls: [calls], notifications: [transferDue] });
