import { module } from '../kernel/module.ts';
import { agentRequestCalls, customerRequestCalls, requestsBehind } from './calls.ts';
import { requestEntities } from './entities.ts';
import { agentAsks, customerAnswered, customerAsks, requestAnswered } from './notifications.ts';

export const requests = module({
  entities: requestEntities,
  calls: [agentRequestCalls, customerRequestCalls, { requestsBehind }],
  notifications: [agentAsks, customerAsks, requestAnswered, customerAnswered],
});
