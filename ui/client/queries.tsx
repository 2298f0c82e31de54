// The one cache of server responses.
import { QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Endpoint, Mount, Output } from '#core/kernel/endpoint.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { call, NetworkProblem } from './call.ts';
import { isCovered, type RowCache, rowsChanged } from './rows.ts';
import { mountFor, prefixIds, sessionStore } from './session-state.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 300_000,
      // Refusals are not retried; a lost connection is.
      retry: (count, error) => error instanceof NetworkProblem && count < 1,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

const noCaches: ReadonlySet<RowCache> = new Set();

export interface Asked {
  params?: Record<string, string>;
  input?: unknown;
  mount?: Mount;
}

export type QueryKey = readonly [name: string, ids: Record<string, string>, params: unknown, input: unknown];

export function queryKey(endpoint: Endpoint, { params, input, mount }: Asked = {}): QueryKey {
  const session = sessionStore.get();
  const at = mount ?? mountFor(endpoint, session);
  // Staff of the platform who chose no agency: a call that waits for one has a key too.
  const ids = at === 'agency' && !session?.agency ? {} : prefixIds(at, session);
  return [endpoint.name, ids, params ?? null, input ?? null];
}

/** Another agency: nothing of the one before stays in memory. What is shown is read again; `clear` would leave it waiting. */
export async function forgetAgency(): Promise<void> {
  queryClient.removeQueries({ type: 'inactive' });
  await queryClient.resetQueries();
}

/** What `madeOf` says of the call. */
export interface Made extends Record<string, unknown> {
  madeOf?: Endpoint['madeOf'] | undefined;
}

/** Options of a call for `useQuery`, `prefetchQuery` and `fetchQuery`. */
export function queryOf<E extends Endpoint>(
  endpoint: E,
  asked: Asked = {},
): {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<Output<E>>;
  meta: Made;
} {
  return {
    queryKey: queryKey(endpoint, asked),
    queryFn: ({ signal }) => call(endpoint, { ...asked, signal }),
    meta: { madeOf: endpoint.madeOf },
  };
}

export function useCall<E extends Endpoint>(
  endpoint: E,
  asked: Asked & { enabled?: boolean } = {},
): UseQueryResult<Output<E>, Error> {
  const { enabled = true, ...rest } = asked;
  return useQuery<Output<E>, Error, Output<E>, QueryKey>({ ...queryOf(endpoint, rest), enabled });
}

/**
 * After a save or a change of status: refetch the calls of this entity now, all others when next shown. With `ids`, screens
 * that cache rows fetch only these rows; `isShown`: they already show the change.
 */
export async function invalidateEntity(of: Entity, ids?: readonly string[], isShown = false): Promise<void> {
  const caches = ids ? rowsChanged(of.name, isShown ? [] : ids) : noCaches;
  const own = (key: readonly unknown[]): boolean => String(key[0]).endsWith(`:${of.name}`);
  const isRead = (key: readonly unknown[]): boolean => own(key) && !isCovered(key, caches);
  await Promise.all([
    queryClient.invalidateQueries({ predicate: ({ queryKey }) => isRead(queryKey) }),
    queryClient.invalidateQueries({ predicate: ({ queryKey }) => !own(queryKey), refetchType: 'none' }),
  ]);
}
