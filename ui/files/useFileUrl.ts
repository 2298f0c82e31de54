// The content of a file as an object URL, revoked when nothing shows it.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PictureSize } from '#core/files/files.ts';
import { fetchContent } from './upload.ts';

export interface FileContent {
  /** Null while loading. */
  url: string | null;
  content: Blob | null;
  problem: Error | null;
  retry(): void;
}

const addressOf = ({ url }: { url: string }, size: PictureSize | undefined): string =>
  size ? `${url}?size=${size}` : url;

interface Shown {
  url: string;
  awaited?: true | undefined;
}

/** Milliseconds, while a photo is still on its phone. */
const awaitedEvery = 20_000;

/** Null: nothing to show yet. `size`: request a picture no larger than shown. */
export function useFileContent(file: Shown | null, size?: PictureSize): FileContent {
  const address = file && addressOf(file, size);
  const { data, error, refetch } = useQuery({
    queryKey: ['fileContent', address],
    queryFn: ({ signal }) => fetchContent(address ?? '', signal),
    enabled: address !== null,
    // The content at a URL never changes; thumbnails are kept in memory for a short time.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
    refetchInterval: ({ state }) => (file?.awaited && !state.data ? awaitedEvery : false),
  });
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [data]);
  return { url, content: data ?? null, problem: error, retry: () => void refetch() };
}

export const useFileUrl = (file: Shown | null, size?: PictureSize): string | null => useFileContent(file, size).url;
