// In the help of a screen: its videos, in the order of their positions (AB-024).
import { Stack, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { readScreenVideos } from '#core/guides/video-calls.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { tenant } from '#ui/client/tenant.ts';
import { truncate } from '#ui/format.ts';
import { VideoLink } from './VideoLink.tsx';

/** The videos of a route; none while the module is off or nobody's agency is chosen. */
export function useScreenVideos(route: string | undefined) {
  const { agency, asker, acting } = useSession();
  const isAsked = tenant().modules.tutorials && agency !== null && (asker.platform === null || acting);
  const { data } = useCall(readScreenVideos, { input: { route: route ?? '' }, enabled: isAsked && Boolean(route) });
  return data?.videos ?? [];
}

export const ScreenVideos = ({ videos }: { videos: ReturnType<typeof useScreenVideos> }): ReactElement => (
  <Stack gap="sm">
    {videos.map(({ id, title, description, urls }) => (
      <div key={id}>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Text size="sm" c="dimmed">
          {truncate(description, 200)}
        </Text>
        {urls.map((url, index) => (
          <div key={url}>
            <VideoLink url={url}>{urls.length > 1 ? `Voir la vidéo ${index + 1}` : 'Voir la vidéo'}</VideoLink>
          </div>
        ))}
      </div>
    ))}
  </Stack>
);
