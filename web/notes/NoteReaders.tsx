// Who read a note and who did not, with a reminder button.
import { Button, SegmentedControl, Skeleton, Stack, Table, Text } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import {
  InformationNote,
  isSettled,
  listInformationNoteReaders,
  type NoteReader,
  publishedStatus,
  remindInformationNote,
} from '#core/notes/note.ts';
import { useAct } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { invalidateEntity, useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import type { PartProps } from '#ui/EntityDialog/extras.ts';
import { dash, formatMoment, plural } from '#ui/format.ts';
import { IconMail } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import type { AnyRow } from '#ui/moves.ts';
import { notifyInfo, notifyProblem, notifySuccess } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import classes from './notes.module.css';

export default function NoteReaders({ row }: PartProps): ReactElement {
  const { data, error, isFetching, refetch } = useCall(listInformationNoteReaders, { params: { id: row.id } });
  if (data) return <Readers note={row} readers={data.readers} />;
  if (error && !isFetching) {
    return (
      <div className={classes.readers}>
        <ReadFailure
          title="Les destinataires n'ont pas pu être chargés"
          message={error.message}
          onRetry={() => void refetch()}
        />
      </div>
    );
  }
  return (
    <Stack p="md" gap="xs" aria-busy role="status" aria-label="Chargement">
      {[1, 2, 3].map((bone) => (
        <Skeleton key={bone} height={32} />
      ))}
    </Stack>
  );
}

function Readers({ note, readers }: { note: AnyRow; readers: readonly NoteReader[] }): ReactElement {
  const session = useSession();
  const [late, setLate] = useState(false);
  const mandatory = note.mandatory === true;
  const waiting = readers.filter((one) => !isSettled(mandatory, one));
  const act = useAct(async () => {
    try {
      const { reminded } = await call(remindInformationNote, { params: { id: note.id }, key: actKey() });
      if (reminded > 0) notifySuccess(plural(reminded, 'personne relancée', 'personnes relancées'));
      else notifyInfo('Chacun a déjà été relancé aujourd’hui, ou ne peut pas être joint');
    } catch (error) {
      notifyProblem(error);
    }
    await invalidateEntity(InformationNote);
  });
  if (readers.length === 0) {
    return (
      <div className={classes.readers}>
        <Text c="dimmed">
          Personne n’a encore reçu cette note : elle part le jour de sa publication, et à chaque personne qui rejoint
          ses destinataires.
        </Text>
      </div>
    );
  }
  const shown = late ? waiting : readers;
  return (
    <div className={classes.readers}>
      <div className={classes.tools}>
        <SegmentedControl
          size="xs"
          aria-label="Destinataires affichés"
          value={late ? 'late' : 'all'}
          onChange={(value) => setLate(value === 'late')}
          data={[
            { value: 'all', label: `Tous (${readers.length})` },
            { value: 'late', label: `${mandatory ? 'N’ont pas confirmé' : 'N’ont pas lu'} (${waiting.length})` },
          ]}
        />
        {note.status === publishedStatus && session.can(['editInformationNote']) && (
          <Button
            className={classes.end ?? ''}
            size="xs"
            leftSection={<IconMail size={16} aria-hidden />}
            disabled={waiting.length === 0}
            loading={act.busy}
            onClick={() => act.run()}
          >
            Relancer
          </Button>
        )}
      </div>
      {shown.length === 0 ? (
        <Text c="dimmed">{mandatory ? 'Tous ont confirmé.' : 'Tous ont lu la note.'}</Text>
      ) : (
        <Table.ScrollContainer
          minWidth={mandatory ? 560 : 420}
          // Keyboard users must reach what scrolls.
          scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': 'Destinataires' } }}
        >
          <Table>
            <Table.Caption>{plural(shown.length, 'destinataire')}</Table.Caption>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Nom</Table.Th>
                <Table.Th>Lue le</Table.Th>
                {mandatory && <Table.Th>Confirmée le</Table.Th>}
                <Table.Th>Relance</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((one) => (
                <Line key={one.id} reader={one} mandatory={mandatory} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </div>
  );
}

function Line({ reader, mandatory }: { reader: NoteReader; mandatory: boolean }): ReactElement {
  const { zone } = useLocale();
  const momentText = (at: string | null): string => (at === null ? dash : formatMoment(at, zone));
  return (
    <Table.Tr>
      <Table.Td>
        {reader.fullname}
        {!reader.hasEmail && (
          <Text size="xs" c="dimmed">
            Sans adresse e-mail
          </Text>
        )}
      </Table.Td>
      <Table.Td>{momentText(reader.readAt)}</Table.Td>
      {mandatory && <Table.Td>{momentText(reader.acknowledgedAt)}</Table.Td>}
      <Table.Td>{momentText(reader.remindedAt)}</Table.Td>
    </Table.Tr>
  );
}
