const workers = 4;

/** Does the same with each, a few at a time; stops taking new ones once told to. */
export async function eachAtOnce<T>(
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
