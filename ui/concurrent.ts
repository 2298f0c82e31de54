const workers = 4;

/** Runs the action for each item, a few at a time; stops when aborted. */
export async function forEachConcurrent<T>(
  items: readonly T[],
  act: (item: T) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const waiting = [...items];
  const work = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined && !signal?.aborted; item = waiting.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: workers }, work));
}
