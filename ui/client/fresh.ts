// The answer that a form starts from. A form that starts from the cache would save over newer values.
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Endpoint, Output } from '#core/kernel/endpoint.ts';
import { type Asked, queryOf } from './queries.tsx';

/** As `useCall`, but with an answer of its own: none that is older than the form, and none left for the next one. */
export function useFreshCall<E extends Endpoint>(endpoint: E, asked: Asked = {}): UseQueryResult<Output<E>, Error> {
  const form = useId();
  const query = queryOf(endpoint, asked);
  return useQuery<Output<E>, Error>({ ...query, queryKey: [...query.queryKey, form], gcTime: 0 });
}
