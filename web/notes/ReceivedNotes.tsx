// « Mes notes d'information »: the notes sent to this agent, newest first; opening a note marks it as read.
import { Drawer, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Row } from '#core/kernel/entity.ts';
import { textOfHtml } from '#core/kernel/html.ts';
import { InformationNote } from '#core/notes/note.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useStore } from '#ui/client/store.ts';
import { previewed } from '#ui/files/preview.ts';
import { formatMoment, formatRelative, truncate } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import listClasses from '../sites/instructions/instructions.module.css';
import { NoteSheet } from './NoteSheet.tsx';
import classes from './notes.module.css';

type Listed = Pick<
  Row<typeof InformationNote>,
  'id' | 'title' | 'content' | 'publishedAt' | 'createdAt' | 'readAt' | 'acknowledgedAt' | 'mandatory'
>;

/** Far more than anybody has open at once: the list has no pages. */
const most = 200;

export default function ReceivedNotes({ title, description }: ScreenProps): ReactElement {
  const search = useSearch({ strict: false }) as { note?: unknown };
  const note = typeof search.note === 'string' && search.note !== '' ? search.note : null;
  const go = useNavigate();
  // The address contains the note: a mail can link to it, Back closes it.
  const show = (id: string | null): void => void go({ to: '.', search: (id ? { note: id } : {}) as never });
  const phone = useMediaQuery('(max-width: 48em)') ?? false;
  const preview = useStore(previewed);
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      <List onRead={show} />
      <Drawer
        opened={note !== null}
        onClose={() => show(null)}
        position="right"
        size={phone ? '100%' : 600}
        title="Note d'information"
        closeButtonProps={{ 'aria-label': 'Fermer' }}
        closeOnEscape={preview === null}
        classNames={{ content: listClasses.content, body: listClasses.body }}
      >
        {note !== null && <NoteSheet key={note} id={note} />}
      </Drawer>
    </div>
  );
}

function List({ onRead }: { onRead(id: string): void }): ReactElement {
  const { data, error, isFetching, refetch } = useCall(endpointsOf(InformationNote).list, {
    mount: 'agent',
    input: { orderBy: 'publishedAt', ascending: false, limit: most },
  });
  const rows = (data as { informationNotes: Listed[] } | undefined)?.informationNotes;
  if (error && !rows) {
    return (
      <ReadFailure
        title="Les notes n'ont pas pu être chargées"
        message={error.message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!rows) {
    return (
      <Stack gap="xs" aria-busy role="status" aria-label="Chargement">
        {[1, 2, 3].map((bone) => (
          <Skeleton key={bone} height={86} />
        ))}
      </Stack>
    );
  }
  if (rows.length === 0)
    return <Text c="dimmed">Aucune note pour le moment. Celles que votre agence vous adresse apparaîtront ici.</Text>;
  return (
    <ul className={listClasses.list}>
      {rows.map((row) => (
        <Item key={row.id} row={row} onRead={() => onRead(row.id)} />
      ))}
    </ul>
  );
}

function Item({ row, onRead }: { row: Listed; onRead(): void }): ReactElement {
  const { zone } = useLocale();
  const unread = row.readAt === null;
  const toConfirm = row.mandatory && row.acknowledgedAt === null;
  const at = row.publishedAt ?? row.createdAt;
  const words = truncate(textOfHtml(row.content ?? ''));
  return (
    <li>
      <UnstyledButton className={listClasses.item} data-unread={unread || undefined} onClick={onRead}>
        <span className={listClasses.itemTitle}>{row.title}</span>
        {(unread || toConfirm) && <span className={listClasses.unread}>{toConfirm ? 'À confirmer' : 'Non lue'}</span>}
        <time className={listClasses.date} dateTime={at} title={formatRelative(at)}>
          {formatMoment(at, zone)}
        </time>
        {words !== '' && <span className={listClasses.words}>{words}</span>}
      </UnstyledButton>
    </li>
  );
}
