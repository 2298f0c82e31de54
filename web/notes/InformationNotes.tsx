// The agency's notes, with who received, read and confirmed each.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, type ReactElement, useEffect, useMemo, useState } from 'react';
import type { Endpoint } from '#core/kernel/endpoint.ts';
import { Problem } from '#core/kernel/problem.ts';
import { InformationNote, informationNoteStatus, reviseInformationNote, versionFields } from '#core/notes/note.ts';
import { inactiveStatus } from '#core/roles.ts';
import { call, endpointsOf } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';
import { IconCopy, IconEye } from '#ui/icons.ts';
import type { AnyRow } from '#ui/moves.ts';
import { notifyInfo, notifyProblem } from '#ui/notify.ts';
import { newRecord } from '#ui/shell/records.ts';
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

interface Revision {
  id: string;
  /** The text of the note, to be changed. */
  initial: Record<string, unknown>;
}

const { list, read } = endpointsOf(InformationNote) as Record<'list' | 'read', Endpoint>;

const readNote = async (id: string): Promise<AnyRow> =>
  ((await call(read, { params: { id } })) as { informationNote: AnyRow }).informationNote;

/** The id of the draft that waits to replace the note; null: none. */
async function waitingDraft(id: string): Promise<string | null> {
  const input = { filters: { status: [inactiveStatus] }, limit: 250 };
  const { informationNotes } = (await call(list, { input })) as { informationNotes: AnyRow[] };
  return informationNotes.find(({ replaces }) => (replaces as { id: string } | null)?.id === id)?.id ?? null;
}

/** Nothing is created before it is saved. */
async function saveVersion(of: string, draft: Record<string, unknown>, key: string): Promise<AnyRow> {
  const note = Object.fromEntries(versionFields.flatMap((name) => (name in draft ? [[name, draft[name]]] : [])));
  try {
    return await readNote((await call(reviseInformationNote, { params: { id: of }, input: { note }, key })).id);
  } catch (error) {
    // The form has the fields without this prefix.
    if (error instanceof Problem)
      for (const violation of error.details.violations ?? []) violation.path = violation.path.replace(/^note\./, '');
    throw error;
  }
}

export default function InformationNotes({ page, title, description, add }: ScreenProps): ReactElement {
  const go = useNavigate();
  const { open } = useSearch({ strict: false }) as { open?: string };
  const [revised, setRevised] = useState<Revision | null>(null);
  // « Ajouter » begins with an empty form again.
  useEffect(() => {
    if (open !== newRecord) setRevised(null);
  }, [open]);
  const rowActions = useMemo((): RowAction[] => {
    const show = (id: string): void => void go({ to: '.', search: { open: id } as never });
    const revise = async (id: string): Promise<void> => {
      try {
        const waiting = await waitingDraft(id);
        if (waiting !== null) return show(waiting);
        const note = await readNote(id);
        setRevised({
          id,
          initial: Object.fromEntries(
            versionFields.filter((name) => name !== 'startDate').map((name) => [name, note[name]]),
          ),
        });
        show(newRecord);
        notifyInfo('Nouvelle version : publiée, elle remplace l’ancienne et redemande confirmation');
      } catch (error) {
        notifyProblem(error);
      }
    };
    return [
      {
        key: 'revise',
        label: 'Nouvelle version',
        icon: IconCopy,
        rights: ['editInformationNote'],
        when: ({ status }) => revisable.includes(Number(status)),
        run: ({ id }) => void revise(id),
      },
    ];
  }, [go]);
  const shownExtras = useMemo(
    (): DialogExtras =>
      revised
        ? {
            ...extras,
            async send(draft, row, key) {
              if (row !== null) return null;
              const made = await saveVersion(revised.id, draft, key);
              void invalidateEntity(InformationNote);
              return made;
            },
          }
        : extras,
    [revised],
  );
  return (
    <EntityTable
      of={InformationNote}
      page={page}
      title={title}
      description={description}
      add={add}
      extras={shownExtras}
      initial={revised?.initial}
      rowActions={rowActions}
    />
  );
}
