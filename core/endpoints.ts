// Every call of the API: the special calls of the modules, then those derived from entities.
import { allEntities } from './entities.ts';
import type { Endpoint } from './kernel/endpoint.ts';
import { entityEndpoints } from './kernel/entity-endpoints.ts';
import type { Module } from './kernel/module.ts';
import * as modules from './modules.ts';

/** Static segments take precedence over parameters, whatever the order. */
export const allEndpoints: readonly Endpoint[] = [
  ...Object.values<Module>(modules).flatMap(({ calls }) => calls),
  ...allEntities.flatMap(entityEndpoints),
];
