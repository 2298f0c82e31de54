import { module } from '../kernel/module.ts';
import * as reportCalls from './calls.ts';
import { reportEntities } from './entities.ts';
import { reportRefused, reportSubmitted } from './notifications.ts';

export const reports = module({
  entities: reportEntities,
  calls: [reportCalls],
  notifications: [reportSubmitted, reportRefused],
});
