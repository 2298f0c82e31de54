// Every call of the API: those that entities declare by themselves, then the special ones.
import { allEntities } from './entities.ts';
import { type Endpoint, entityEndpoints } from './kernel/endpoint.ts';
import * as session from './session/session.ts';

const isEndpoint = (value: unknown): value is Endpoint => typeof value === 'object' && value !== null && 'mounts' in value;

/** Static segments win over parameters, whatever the order. */
export const allEndpoints: readonly Endpoint[] = [...Object.values<unknown>(session).filter(isEndpoint), ...allEntities.flatMap(entityEndpoints)];
