import { module } from '../kernel/module.ts';
import * as safetyCalls from './calls.ts';
import { safetyEntities } from './entities.ts';
import { alarmAnswered, alarmRaised } from './notifications.ts';

export const safety = module({
  entities: safetyEntities,
  calls: [safetyCalls],
  notifications: [alarmRaised, alarmAnswered],
});
