// The agency's notes, with who received, read and confirmed each.
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactElement, useMemo } from 'react';
import { InformationNote, informationNoteStatus, reviseInformationNote } from '#core/notes/note.ts';
import { inactiveStatus } from '#core/roles.ts';
import { actKey, call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';
import { IconCopy, IconEye } from '#ui/icons.ts';
import { notifyInfo, notifyProblem } from '#ui/notify.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { EntityTable } from '#ui/Table/EntityTable.tsx';
import type { RowAction } from '#ui/Table/RowMenu.tsx';

/** Sent, and not withdrawn. */
const revisable: readonly number[] = informationNoteStatus.moves.withdraw.from;

const extras: DialogExtras = {
  parts: [
    {
      key: 'readers',
      label: 'Lecteurs',
      icon: IconEye,
      // A draft has no recipients yet.
      when: (row) => row.status !== inactiveStatus,
      Content: lazy(() => import('./NoteReaders.tsx')),
    },
  ],
};

async function revise(id: string, show: (id: string) => void): Promise<void> {
  try {
    show((await call(reviseInformationNote, { params: { id }, key: actKey() })).id);
    notifyInfo('Nouvelle version, en brouillon : publiée, elle remplace l’ancienne et redemande confirmation');
    await invalidateEntity(InformationNote);
  } catch (error) {
    notifyProblem(error);
  }
}

export default function InformationNotes({ page, title, description, add }: ScreenProps): ReactElement {
  const go = useNavigate();
  const rowActions = useMemo(
    (): RowAction[] => [
      {
        key: 'revise',
        label: 'Nouvelle version',
        icon: IconCopy,
        rights: ['editInformationNote'],
        when: ({ status }) => revisable.includes(Number(status)),
        run: ({ id }) => void revise(id, (open) => void go({ to: '.', search: { open } as never })),
      },
    ],
    [go],
  );
  return (
    <EntityTable
      of={InformationNote}
      page={page}
      title={title}
      description={description}
      add={add}
      extras={extras}
      rowActions={rowActions}
    />
  );
}
