import { module } from '../kernel/module.ts';
import * as preparing from './calls.ts';
import { commercialEntities } from './entities.ts';
import { customerContractDue } from './notifications.ts';
import * as revising from './revision-calls.ts';

export const commercial = module({
  entities: commercialEntities,
  calls: [preparing, revising],
  notifications: [customerContractDue],
});
