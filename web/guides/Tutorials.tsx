// « Tutoriels » of agents and agency staff: the server sends what their role and rights open (C-060).
import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReactElement } from 'react';
import { readTutorials } from '#core/guides/guide-calls.ts';
import type { TutorialCategory } from '#core/guides/tutorials.ts';
import { useCall } from '#ui/client/queries.tsx';
import { IconPlayerPlay } from '#ui/icons.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { GuideFileLink } from './GuideFileLink.tsx';
import classes from './guides.module.css';

export default function Tutorials({ title, description }: ScreenProps): ReactElement {
  const { data, error, refetch } = useCall(readTutorials);
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      {error && !data ? (
        <ReadFailure
          title="Les tutoriels n’ont pas pu être lus"
          message={error.message}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <Stack aria-busy="true" role="status" aria-label="Chargement">
          {[1, 2, 3].map((bone) => (
            <Skeleton key={bone} height={72} />
          ))}
        </Stack>
      ) : data.tutorials.length === 0 ? (
        <Text c="dimmed" py="xl">
          Aucun tutoriel pour le moment.
        </Text>
      ) : (
        <Branch categories={data.tutorials} depth={2} />
      )}
    </div>
  );
}

interface BranchProps {
  categories: readonly TutorialCategory[];
  depth: number;
}

function Branch({ categories, depth }: BranchProps): ReactElement {
  return (
    <ul className={classes.branch}>
      {categories.map(({ id, label, src, documents, children }) => (
        <li key={id} className={classes.node}>
          <Stack gap={6} align="flex-start">
            <Title order={Math.min(depth, 4) as 2 | 3 | 4} size={depth === 2 ? 'h3' : 'h5'}>
              {label}
            </Title>
            <Button
              component="a"
              href={src}
              target="_blank"
              rel="noopener noreferrer"
              variant="light"
              size="compact-md"
              leftSection={<IconPlayerPlay size={14} aria-hidden />}
              aria-label={`Voir la vidéo : ${label}`}
            >
              Voir la vidéo
            </Button>
            {documents.map((document) => (
              <Text key={document.id} size="sm">
                {document.label} : <GuideFileLink file={document.file} />
              </Text>
            ))}
          </Stack>
          {children.length > 0 ? <Branch categories={children} depth={depth + 1} /> : null}
        </li>
      ))}
    </ul>
  );
}
