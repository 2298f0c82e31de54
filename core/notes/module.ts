import { module } from '../kernel/module.ts';
import { noteEntities } from './entities.ts';
import * as noteCalls from './note.ts';
import { noteReceived } from './notifications.ts';

export const notes = module({ entities: noteEntities, calls: [noteCalls], notifications: [noteReceived] });
