// Which entities the caller may list or read, for calls over several entities.
import type { Entity } from '#core/kernel/entity.ts';
import { meets } from '#core/roles.ts';
import type { Call } from './call.ts';
import { type Extension, type Plan, planOf, scopeOf, unarchived } from './plan.ts';

export function plansOf(entities: readonly Entity[], extensions: Record<string, Extension>): Plan[] {
  const byName = new Map(entities.map((entity) => [entity.name, entity]));
  return entities.map((entity) =>
    planOf(entity, extensions[entity.name] ?? {}, (name) => {
      const found = byName.get(name);
      if (!found) throw new Error(`no entity is named ${name}`);
      return found;
    }),
  );
}

type Who = Pick<Call, 'asker' | 'context'>;

export const mayList = (call: Who, of: Entity): boolean => meets(call.asker, of.grants.list[scopeOf(call)]);

/** The list or a single record: settings have no list. */
export const maySee = (call: Who, of: Entity): boolean =>
  mayList(call, of) || meets(call.asker, of.grants.read[scopeOf(call)]);

/** The condition for the rows that the list shows; removed rows are left out, archived ones unless asked. */
export function listedOnly(plan: Plan, { archived = false } = {}): string {
  const { always, unlessStatus } = plan.extension;
  const conditions = [always, unlessStatus, archived ? undefined : unarchived(plan)].filter((one) => one !== undefined);
  return conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
}
