// Handlers of the generic calls of every entity.

import type { Operation } from '#core/kernel/endpoint.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { entityEndpoints } from '#core/kernel/entity-endpoints.ts';
import { presence } from '#server/live/live.ts';
import type { Call, Handler } from './call.ts';
import type { Named } from './kinds.ts';
import { history, list, read } from './list.ts';
import { act } from './move.ts';
import { type Extension, type Plan, planOf } from './plan.ts';
import { save } from './save.ts';
import { reveal } from './sealed.ts';

const operations: Record<Operation, (plan: Plan, call: Call) => Promise<unknown>> = {
  list,
  read,
  save,
  act,
  history,
  presence,
  reveal,
};

export function genericHandlers(entities: readonly Entity[], extensions: Record<string, Extension>): Handler[] {
  const byName = new Map(entities.map((entity) => [entity.name, entity]));
  const named: Named = (name) => {
    const found = byName.get(name);
    if (!found) throw new Error(`no entity is named ${name}`);
    return found;
  };
  return entities.flatMap((entity) => {
    const plan = planOf(entity, extensions[entity.name] ?? {}, named);
    return entityEndpoints(entity).map((endpoint): Handler => {
      const name = endpoint.entity?.operation as Operation;
      const operation = plan.extension.operations?.[name] ?? operations[name];
      return { endpoint, work: (call) => operation(plan, call) };
    });
  });
}
