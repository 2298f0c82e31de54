// « Documents utiles »: what the platform makes available to agencies (AB-030).
import { Skeleton, Stack, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { readUsefulDocs } from '#core/guides/guide-calls.ts';
import { useCall } from '#ui/client/queries.tsx';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { Html } from '#ui/richtext/Html.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { Section } from '../account/Section.tsx';
import { GuideFileLink } from './GuideFileLink.tsx';
import classes from './guides.module.css';

export default function UsefulDocs({ title, description }: ScreenProps): ReactElement {
  const { data, error, refetch } = useCall(readUsefulDocs);
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      {error && !data ? (
        <ReadFailure
          title="Les documents n’ont pas pu être lus"
          message={error.message}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <Stack aria-busy="true" role="status" aria-label="Chargement">
          {[1, 2].map((bone) => (
            <Skeleton key={bone} height={120} />
          ))}
        </Stack>
      ) : data.usefulDocs.length === 0 ? (
        <Text c="dimmed" py="xl">
          Aucun document pour le moment.
        </Text>
      ) : (
        data.usefulDocs.map((doc) => (
          <Section key={doc.id} title={doc.title}>
            <Stack gap="xs">
              {doc.content ? <Html value={doc.content} /> : null}
              {doc.files.map(({ id, label, file }) => (
                <Text key={id} size="sm">
                  {label} : <GuideFileLink file={file} />
                </Text>
              ))}
            </Stack>
          </Section>
        ))
      )}
    </div>
  );
}
