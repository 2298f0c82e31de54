// How this person likes the screens on this device, found again after a reload (B-073). The colour scheme is the theme's.
import type { PageConfig } from '#core/session/session.ts';
import { onRemembered, recallJson, rememberJson } from './device.ts';
import { type Store, store } from './store.ts';

/** A store that the device keeps, and that every tab shares. */
function kept<T>(key: string, initial: T): Store<T> {
  const read = (): T => recallJson<T>(key) ?? initial;
  const inner = store(read());
  onRemembered(key, () => inner.set(read()));
  return {
    ...inner,
    set: (next) => {
      rememberJson(key, next);
      inner.set(next);
    },
  };
}

export type Density = NonNullable<NonNullable<PageConfig['config']>['density']>;

/** Of tables whose own columns dialog says nothing. */
export const densitySetting = kept<Density>('density', 'normal');

/** The drawer shows icons alone. */
export const railSetting = kept('drawer.rail', false);
