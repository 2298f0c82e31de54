// A note as its recipient reads it.
import { Alert, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type ReactElement, useEffect } from 'react';
import type { Row } from '#core/kernel/entity.ts';
import { Problem } from '#core/kernel/problem.ts';
import { InformationNote, markInformationNote } from '#core/notes/note.ts';
import { useAct } from '#ui/client/act.ts';
import { call, endpointsOf } from '#ui/client/call.ts';
import { invalidateEntity, useCall } from '#ui/client/queries.tsx';
import { FileList } from '#ui/files/FilesField.tsx';
import { formatMoment } from '#ui/format.ts';
import { IconCheck } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { Html } from '#ui/richtext/Html.tsx';
import classes from '../sites/instructions/instructions.module.css';

type Note = Row<typeof InformationNote>;

const mark = (id: string, input: { acknowledged?: true }) =>
  call(markInformationNote, { mount: 'agent', params: { id }, input });

export function NoteSheet({ id }: { id: string }): ReactElement {
  const { data, error, isFetching, refetch } = useCall(endpointsOf(InformationNote).read, {
    mount: 'agent',
    params: { id },
  });
  const note = (data as { informationNote: Note } | undefined)?.informationNote;
  const unread = note?.readAt === null ? note.receiptId : null;
  useEffect(() => {
    if (!unread) return;
    // Failures are silent: the reader has the note, and the next opening retries.
    mark(unread, {}).then(
      // Platform staff who act for somebody do not mark notes as read.
      ({ informationNoteUserCompany: { readAt } }) => (readAt === null ? undefined : invalidateEntity(InformationNote)),
      () => {},
    );
  }, [unread]);
  if (note) return <Sheet note={note} />;
  if (error instanceof Problem && error.kind === 'missing') {
    return (
      <Alert color="gray" role="status">
        Cette note a été retirée par l’agence
      </Alert>
    );
  }
  if (error && !isFetching) {
    return (
      <ReadFailure title="La note n'a pas pu être chargée" message={error.message} onRetry={() => void refetch()} />
    );
  }
  return (
    <Stack gap="sm" aria-busy role="status" aria-label="Chargement">
      <Skeleton height={24} width="60%" />
      <Skeleton height={12} width="30%" />
      <Skeleton height={180} />
    </Stack>
  );
}

function Sheet({ note }: { note: Note }): ReactElement {
  const { zone } = useLocale();
  const at = note.publishedAt ?? note.createdAt;
  const act = useAct(async () => {
    try {
      await mark(note.receiptId ?? '', { acknowledged: true });
      notifySuccess('Prise de connaissance enregistrée');
    } catch (error) {
      notifyProblem(error);
    }
    await invalidateEntity(InformationNote);
  });
  return (
    <>
      <div className={classes.sheet}>
        <Title order={3} className={classes.title}>
          {note.title}
        </Title>
        <Text size="sm" c="dimmed" mb="md">
          <time dateTime={at}>{formatMoment(at, zone)}</time>
          {note.readAt && ` · Lue le ${formatMoment(note.readAt, zone)}`}
        </Text>
        {note.content ? <Html value={note.content} /> : <Text c="dimmed">Aucun texte : voyez les pièces jointes.</Text>}
        {note.files.length > 0 && (
          <section aria-label="Pièces jointes" className={classes.files}>
            <Title order={4} size="sm" mb={6}>
              Pièces jointes
            </Title>
            <FileList files={note.files} />
          </section>
        )}
      </div>
      {note.mandatory && (
        <footer className={classes.footer}>
          {note.acknowledgedAt ? (
            <Text size="sm" role="status">
              Vous en avez pris connaissance le {formatMoment(note.acknowledgedAt, zone)}.
            </Text>
          ) : (
            <>
              <Text size="sm" c="dimmed" flex={1}>
                Votre agence demande que vous confirmiez cette lecture.
              </Text>
              <Button
                leftSection={<IconCheck size={16} aria-hidden />}
                loading={act.busy}
                disabled={note.receiptId === null}
                onClick={() => act.run()}
              >
                J’ai pris connaissance
              </Button>
            </>
          )}
        </footer>
      )}
    </>
  );
}
