// Stands in for content that has not been read: its outline while it is read, the error with a retry once that failed.
import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { ReadFailure } from './ReadFailure.tsx';

interface Props {
  of: Pick<UseQueryResult<unknown, Error>, 'error' | 'isFetching' | 'refetch'>;
  /** « Le mois n’a pas pu être lu ». */
  failure: string;
  /** For those who hear the page: « Lecture du mois ». */
  reading: string;
  height: number;
}

export const NotRead = ({ of: { error, isFetching, refetch }, failure, reading, height }: Props): ReactElement =>
  error ? (
    <ReadFailure title={failure} message={error.message} busy={isFetching} onRetry={() => void refetch()} />
  ) : (
    <Skeleton height={height} role="status" aria-label={reading} aria-busy />
  );
