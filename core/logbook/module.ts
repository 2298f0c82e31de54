import { module } from '../kernel/module.ts';
import * as logbookCalls from './calls.ts';
import { logbookEntities } from './entities.ts';
import { eventLogged, siteEventLogged } from './notifications.ts';

export const logbook = module({
  entities: logbookEntities,
  calls: [logbookCalls],
  notifications: [eventLogged, siteEventLogged],
});
