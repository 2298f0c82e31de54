// « Tutoriels de l’interface » (AB-003): screen by screen, the videos that its help shows, in their order.
import { Anchor, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { listTutorialVideos, type TutorialVideo } from '#core/guides/video-calls.ts';
import { useCall } from '#ui/client/queries.tsx';
import { plural } from '#ui/format.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import classes from './guides.module.css';
import { type Location, sorted } from './locations.ts';
import type { LocatedProps } from './Videos.tsx';

interface Shown {
  place: Location;
  videos: { id: string; title: string; position: number }[];
}

/** A screen that no longer exists keeps the label that it had. */
function byScreen(videos: readonly TutorialVideo[], locations: readonly Location[]): Shown[] {
  const found = new Map<string, Shown>();
  for (const { id, title, routes } of videos)
    for (const { route, label, position } of routes) {
      const known = locations.find((one) => one.route === route);
      const shown = found.get(route) ?? { place: { route, label: known?.label ?? label }, videos: [] };
      shown.videos.push({ id, title, position });
      found.set(route, shown);
    }
  return sorted([...found.values()].map(({ place }) => place)).map(({ route }) => {
    const shown = found.get(route) as Shown;
    return {
      ...shown,
      videos: shown.videos.toSorted(
        (one, other) => one.position - other.position || one.title.localeCompare(other.title, 'fr'),
      ),
    };
  });
}

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

export default function UiTutorials({ title, description, locations }: LocatedProps): ReactElement {
  const { data, error, refetch } = useCall(listTutorialVideos);
  const [words, setWords] = useState('');
  const screens = byScreen(data?.videos ?? [], locations);
  const shown = screens.filter(({ place }) => plain(place.label).includes(plain(words.trim())));
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      {error && !data ? (
        <ReadFailure title="Les vidéos n’ont pas pu être lues" message={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <Stack aria-busy="true" role="status" aria-label="Chargement">
          {[1, 2, 3].map((bone) => (
            <Skeleton key={bone} height={48} />
          ))}
        </Stack>
      ) : screens.length === 0 ? (
        <Text c="dimmed" py="xl">
          Aucun écran ne montre de vidéo : donnez un emplacement à une vidéo dans{' '}
          <Anchor component={Link} to="/adminCommunication/videos">
            Tutoriels vidéos
          </Anchor>
          .
        </Text>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            {`${plural(screens.length, 'écran')} sur ${locations.length} `}
            {screens.length > 1
              ? 'montrent une vidéo dans leur aide (« ? »).'
              : 'montre une vidéo dans son aide (« ? »).'}
          </Text>
          <TextInput
            label="Chercher un écran"
            value={words}
            onChange={({ currentTarget }) => setWords(currentTarget.value)}
          />
          {shown.length === 0 ? <Text c="dimmed">Aucun écran de ce nom.</Text> : null}
          <ul className={classes.list} aria-label="Écrans">
            {shown.map(({ place, videos }) => (
              <li key={place.route} className={classes.line}>
                <Text fw={600} className={classes.main ?? ''}>
                  {place.label}
                </Text>
                <ol className={`${classes.list} ${classes.main}`}>
                  {videos.map((video) => (
                    <li key={video.id}>
                      <Text size="sm">
                        {video.title}{' '}
                        <Text span c="dimmed" size="sm">
                          (position {video.position})
                        </Text>
                      </Text>
                    </li>
                  ))}
                </ol>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
