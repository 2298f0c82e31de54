// The agency's notes, with who received, read and confirmed each.
import { lazy, type ReactElement } from 'react';
import { InformationNote } from '#core/notes/note.ts';
import { inactiveStatus } from '#core/roles.ts';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';
import { IconEye } from '#ui/icons.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { EntityTable } from '#ui/Table/EntityTable.tsx';

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

export default function InformationNotes({ page, title, description, add }: ScreenProps): ReactElement {
  return (
    <EntityTable of={InformationNote} page={page} title={title} description={description} add={add} extras={extras} />
  );
}
