// One instruction; opening it marks it as read.
import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import type { Row } from '#core/kernel/entity.ts';
import type { Machine } from '#core/kernel/machine.ts';
import { messages } from '#core/kernel/problem.ts';
import { listSiteInstructionReaders, markSiteInstructionRead, SiteInstruction } from '#core/sites/instruction.ts';
import { call, endpointsOf } from '#ui/client/call.ts';
import { invalidateEntity, useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { MovesMenu } from '#ui/EntityDialog/MovesMenu.tsx';
import { FileList } from '#ui/files/FilesField.tsx';
import { ReadersDialog } from '#ui/files/ReadersDialog.tsx';
import { formatMoment } from '#ui/format.ts';
import { IconChevronLeft, IconEye, IconPencil } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { StatusBadge } from '#ui/kinds.tsx';
import { may } from '#ui/may.ts';
import type { AnyRow } from '#ui/moves.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { Html } from '#ui/richtext/Html.tsx';
import classes from './instructions.module.css';

interface InstructionSheetProps {
  id: string;
  onBack(): void;
  onEdit(): void;
  /** A dialog is open in front of the drawer. */
  onAbove(above: boolean): void;
}

export function InstructionSheet({ id, onBack, onEdit, onAbove }: InstructionSheetProps): ReactNode {
  const { data, error, isFetching, refetch } = useCall(endpointsOf(SiteInstruction).read, { params: { id } });
  const row = (data as { siteInstruction: Row<typeof SiteInstruction> } | undefined)?.siteInstruction;
  const unread = row?.readAt === null;
  useEffect(() => {
    if (!unread) return;
    // Failures are silent: the reader has the instruction, and the next opening retries.
    call(markSiteInstructionRead, { params: { id } }).then(
      ({ readAt }) => (readAt === null ? undefined : invalidateEntity(SiteInstruction)),
      () => {},
    );
  }, [unread, id]);

  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.back}
        leftSection={<IconChevronLeft size={16} aria-hidden />}
        onClick={onBack}
      >
        Toutes les consignes
      </Button>
      {row ? (
        <Sheet row={row} onBack={onBack} onEdit={onEdit} onAbove={onAbove} />
      ) : error && !isFetching ? (
        <ReadFailure
          title="La consigne n'a pas pu être chargée"
          message={error.message}
          onRetry={() => void refetch()}
        />
      ) : (
        <Stack gap="sm" aria-busy role="status" aria-label="Chargement">
          <Skeleton height={24} width="60%" />
          <Skeleton height={12} width="30%" />
          <Skeleton height={180} />
        </Stack>
      )}
    </>
  );
}

type SheetProps = Pick<InstructionSheetProps, 'onBack' | 'onEdit' | 'onAbove'> & { row: Row<typeof SiteInstruction> };

function Sheet({ row, onBack, onEdit, onAbove }: SheetProps): ReactNode {
  const { zone } = useLocale();
  const session = useSession();
  const edits = may(session, SiteInstruction, 'edit');
  const [readers, setReaders] = useState(false);
  const look = (open: boolean): void => {
    setReaders(open);
    onAbove(open);
  };
  return (
    <>
      <div className={classes.sheet}>
        <Group gap="xs" align="center">
          <Title order={3} className={classes.title}>
            {row.title}
          </Title>
          {row.status !== 100 && <StatusBadge machine={SiteInstruction.machine as Machine} code={row.status} />}
        </Group>
        <Text size="sm" c="dimmed" mb="md">
          <time dateTime={row.date}>{formatMoment(row.date, zone)}</time>
          {row.readAt && ` · Lue le ${formatMoment(row.readAt, zone)}`}
        </Text>
        {row.content ? <Html value={row.content} /> : <Text c="dimmed">{messages.noDescription}</Text>}
        {row.files.length > 0 && (
          <section aria-label="Pièces jointes" className={classes.files}>
            <Title order={4} size="sm" mb={6}>
              Pièces jointes
            </Title>
            <FileList files={row.files} />
          </section>
        )}
      </div>
      {session.scope === 'agency' && (
        <footer className={classes.footer}>
          <MovesMenu of={SiteInstruction} row={row as unknown as AnyRow} onRemoved={onBack} />
          <Button variant="default" leftSection={<IconEye size={16} aria-hidden />} onClick={() => look(true)}>
            Consultations ({row.readerCount ?? 0})
          </Button>
          <span className={classes.spring} />
          {edits && (
            <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
              Modifier
            </Button>
          )}
        </footer>
      )}
      {readers && <Readers id={row.id} onClose={() => look(false)} />}
    </>
  );
}

function Readers({ id, onClose }: { id: string; onClose(): void }): ReactNode {
  const { data, error, refetch } = useCall(listSiteInstructionReaders, { params: { id } });
  const rows = data?.readers.map(({ name, type, readAt, isCurrent }) => ({
    fullname: [name, type === 'CUSTOMER' && 'client', !isCurrent && 'avant la dernière modification']
      .filter(Boolean)
      .join(', '),
    at: readAt,
  }));
  return <ReadersDialog opened rows={rows} problem={error} onRetry={() => void refetch()} onClose={onClose} />;
}
