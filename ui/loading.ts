// The modal loader: says over the page what is being prepared, and never keeps anybody from it (1 §9, AF-002).
import { store } from './client/store.ts';

/** It closes itself; what it waited for goes on. */
export const loaderTimeout = 5_000;
/** What is there at once needs no words. */
const patience = 400;

/** What is being waited for. */
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
  }, patience);
  try {
    return await work;
  } finally {
    clearTimeout(begin);
    clearTimeout(end);
    close();
  }
}
