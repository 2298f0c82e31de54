import type { Entity } from '../kernel/entity.ts';
import { AgentRequest, CustomerRequest } from './request.ts';
import { CustomerRequestType, RequestType } from './types.ts';

export const requestEntities: readonly Entity[] = [AgentRequest, CustomerRequest, RequestType, CustomerRequestType];
