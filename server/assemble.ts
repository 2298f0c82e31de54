// Combines the modules.
import type { Entity } from '#core/kernel/entity.ts';
import type { Handler } from '#server/kernel/call.ts';
import { genericHandlers } from '#server/kernel/generic.ts';
import type { Brought, Module, Pages, Product } from '#server/kernel/module.ts';
import { type People, peopleOf } from '#server/privacy/held.ts';

export interface Assembled extends Product {
  handlers: Handler[];
  pages: readonly Pages[];
  people: People;
}

export function assemble(entities: readonly Entity[], modules: readonly Module[]): Assembled {
  const extended = modules.flatMap((one) => one.entities ?? []);
  const extensions = Object.fromEntries(extended.map(({ of, extension }) => [of.name, extension]));
  const receivers = new Map(modules.flatMap((one) => one.receivers ?? []).map((one) => [one.message.type, one]));
  const archives = modules.flatMap((one) => one.archives ?? []);
  const product: Product = { entities, extensions, receivers, archives, jobs: () => jobs };
  const all = <T>(brought: Brought<T> = []): readonly T[] =>
    typeof brought === 'function' ? brought(product) : brought;
  const jobs = modules.flatMap((one) => all(one.jobs));
  return {
    ...product,
    handlers: [...modules.flatMap((one) => all(one.calls)), ...genericHandlers(entities, extensions)],
    pages: modules.flatMap(({ pages }) => pages ?? []),
    people: peopleOf(
      entities,
      modules.flatMap(({ people }) => (people ? [people] : [])),
    ),
  };
}
