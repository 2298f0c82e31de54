// Screens that are not in the first file of the application. They are loaded as soon as the home is shown, so that the
// service worker has them before the network goes.
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { store } from '#ui/client/store.ts';

// biome-ignore lint/suspicious/noExplicitAny: each screen has its own properties.
type Loaded = Promise<{ default: ComponentType<any> }>;

/** Files that must be here before the network goes. */
export function filesAhead() {
  const loaders: (() => Promise<unknown>)[] = [];
  /** Everything is on this device. */
  const isComplete = store(false);
  const load = async (): Promise<void> => {
    if (isComplete.get()) return;
    // Each by itself: a file that is missing must not keep the others away, least of all the alarm.
    const loaded = await Promise.allSettled(loaders.map((one) => one()));
    const failed = loaded.find(({ status }) => status === 'rejected');
    if (failed) throw new Error('a screen is missing', { cause: failed });
    isComplete.set(true);
  };
  return { add: (one: () => Promise<unknown>): unknown => loaders.push(one), load, isComplete };
}

const ahead = filesAhead();
export const { isComplete } = ahead;
export const loadScreens = ahead.load;

/** As `lazy`, and loaded ahead. */
export function screen<L extends () => Loaded>(load: L): LazyExoticComponent<Awaited<ReturnType<L>>['default']> {
  ahead.add(load);
  return lazy(load);
}

/** A file that a screen needs besides its code. */
export const alsoNeeds = (load: () => Promise<unknown>): void => void ahead.add(load);

const again = 15_000;

/** Tried until it succeeds; returns how to stop. */
export function loadAhead(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const attempt = (): void => {
    void loadScreens().catch(() => {
      timer = setTimeout(attempt, again);
    });
  };
  timer = setTimeout(attempt, 300);
  return () => clearTimeout(timer);
}
