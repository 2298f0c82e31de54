import { module } from '../kernel/module.ts';
import * as badgeCalls from './badge.ts';
import * as directoryCalls from './directory.ts';
import { agentEntities } from './entities.ts';
import * as itemsCalls from './items.ts';
import * as plannedCalls from './planned.ts';
import * as quotaCalls from './quota.ts';
import * as registerCalls from './register.ts';
import * as remindersCalls from './reminders.ts';

export const agents = module({
  entities: agentEntities,
  calls: [badgeCalls, directoryCalls, itemsCalls, plannedCalls, quotaCalls, registerCalls, remindersCalls],
});
