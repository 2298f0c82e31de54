// The modal loader: shows over the page what is being prepared, without blocking the user (1 §9, AF-002).
import { store } from './client/store.ts';

/** It closes itself; the work goes on. */
export const loaderTimeout = 5_000;
/** Faster work shows no loader. */
const showDelay = 400;

/** The work in progress. */
export const loading = store<{ label: string } | null>(null);

export async function whileLoading<T>(label: string, work: Promise<T>): Promise<T> {
  const mine = { label };
  const close = (): void => {
    if (loading.get() === mine) loading.set(null);
  };
  let end: ReturnType<typeof setTimeout> | undefined;
  const begin = setTimeout(() => {
    loading.set(mine);
    end = setTimeout(close, loaderTimeout);
  }, showDelay);
  try {
    return await work;
  } finally {
    clearTimeout(begin);
    clearTimeout(end);
    close();
  }
}
