// Display settings of this device, restored after a reload (B-073). The colour scheme belongs to the theme.
import type { PageConfig } from '#core/session/session.ts';
import { onRemembered, recallJson, rememberJson } from './device.ts';
import { type Store, store } from './store.ts';

/** A store saved on the device and shared by all tabs. */
function storedSetting<T>(key: string, initial: T): Store<T> {
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

/** For tables whose own columns dialog sets no density. */
export const densitySetting = storedSetting<Density>('density', 'normal');

/** The drawer shows icons only. */
export const railSetting = storedSetting('drawer.rail', false);

/** The supervision rings for a new late service. */
export const alarmSetting = storedSetting('supervision.alarm', false);
