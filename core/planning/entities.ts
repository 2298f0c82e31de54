import type { Entity } from '../kernel/entity.ts';
import { Break } from './break.ts';
import { AgentDog, Service } from './service.ts';
import { ServiceTime } from './service-time.ts';
import { Unavailability, UnavailabilityType } from './unavailability.ts';

export const planningEntities: readonly Entity[] = [
  AgentDog,
  Service,
  Break,
  ServiceTime,
  UnavailabilityType,
  Unavailability,
];
