// The answer that a form starts from. A form that starts from the cache would save over newer values.
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Endpoint, Output } from '#core/kernel/endpoint.ts';
import { type Asked, type QueryKey, queryOf } from './queries.tsx';

/** As `useCall`, but reads again however young the cached answer is, and gives nothing older than the form. */
export function useFreshCall<E extends Endpoint>(endpoint: E, asked: Asked = {}): UseQueryResult<Output<E>, Error> {
  const [openedAt] = useState(Date.now);
  const reading = useQuery<Output<E>, Error, Output<E>, QueryKey>({ ...queryOf(endpoint, asked), staleTime: 0 });
  const isFresh = reading.dataUpdatedAt >= openedAt;
  return isFresh ? reading : ({ ...reading, data: undefined } as UseQueryResult<Output<E>, Error>);
}
