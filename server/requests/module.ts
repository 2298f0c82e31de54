import { AgentRequest, CustomerRequest } from '#core/requests/request.ts';
import { extend, module } from '#server/kernel/module.ts';
import { behindHandler } from './became.ts';
import { receiveMessage, receiveRequest, requestHandlers } from './handlers.ts';
import { requestPeople } from './people.ts';
import { agentRequestExtension, customerRequestExtension } from './requests.ts';

export const requests = module({
  entities: [extend(AgentRequest, agentRequestExtension), extend(CustomerRequest, customerRequestExtension)],
  calls: [...requestHandlers, behindHandler],
  receivers: [receiveRequest, receiveMessage],
  people: requestPeople,
});
