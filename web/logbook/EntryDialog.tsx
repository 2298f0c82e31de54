// « Nouvelle entrée », « Corriger » and « Constatation » (P-023).
import { Modal } from '@mantine/core';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import { saveEvent } from '#core/logbook/calls.ts';
import { LogEvent } from '#core/logbook/event.ts';
import { actKey, call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { useDialogSize } from '#ui/dialog.ts';
import classes from '#ui/EntityDialog/EntityDialog.module.css';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';
import { RecordForm } from '#ui/EntityDialog/RecordForm.tsx';
import type { Values } from '#ui/EntityDialog/values.ts';
import { useOwnEscape } from '#ui/files/above.ts';
import type { AnyRow } from '#ui/moves.ts';
import { CorrectionForm, EntryForm, FindingForm } from './forms.ts';
import { type Finding, type LogRow, saidBy, saidOf } from './said.ts';
import { SubTypeInput, TypeInput } from './TypeInput.tsx';

interface Props {
  /** Null: a new entry. */
  event: LogRow | null;
  /** Of an event: a correction, or a finding. */
  what?: 'correction' | 'finding';
  /** Absent: a new finding. */
  finding?: Finding | null;
  initial?: Values | undefined;
  onClose(): void;
}

const idOf = (value: unknown): { id: string } | null => {
  const { id } = (value ?? {}) as { id?: string };
  return id ? { id } : null;
};

function inputOf(draft: Values, event: LogRow | null, ids: readonly [string, string], what: Props['what']): object {
  const photos = ((draft.attachments ?? []) as { id: string }[]).map(({ id }) => ({ id }));
  if (event && what === 'finding') {
    const message = { uuid: ids[1], content: (draft.description as string | null) ?? null, attachments: photos };
    return { ...saidOf(event), eventMessages: [message] };
  }
  const { type, subType, description, createdAt, reason } = draft;
  return {
    uuid: event?.id ?? ids[0],
    site: idOf(event ? event.site : draft.site),
    service: idOf(draft.service),
    type: { id: Number(type) },
    ...{ subType: subType ?? null, description: description ?? null, createdAt },
    ...(event ? { reason } : {}),
    ...(photos.length > 0 ? { eventMessages: [{ uuid: ids[1], attachments: photos }] } : {}),
  };
}

export default function EntryDialog({ event, what = 'correction', finding, initial, onClose }: Props): ReactNode {
  // Chosen once: a retry sends the same entry.
  const [ids] = useState<[string, string]>(() => [actKey(), finding?.id ?? actKey()]);
  const of: Entity = !event ? EntryForm : what === 'finding' ? FindingForm : CorrectionForm;
  const { content, ...size } = useDialogSize();
  const mayLeave = useRef(() => Promise.resolve(true));
  const extras = useMemo(
    (): DialogExtras => ({
      inputs: { type: TypeInput, subType: SubTypeInput },
      async send(draft, _row, key) {
        const { event: saved } = await call(saveEvent, { input: inputOf(draft, event, ids, what), key });
        void invalidateEntity(LogEvent);
        return saved as unknown as AnyRow;
      },
    }),
    [event, ids, what],
  );
  const values =
    event && what === 'correction'
      ? { ...saidBy(event), type: Number(event.type.id), service: event.service, reason: null }
      : finding
        ? { description: finding.content, attachments: finding.attachments }
        : initial;
  const close = async (): Promise<void> => {
    if (await mayLeave.current()) onClose();
  };
  useOwnEscape(() => void close(), true);
  return (
    <Modal
      opened
      onClose={() => void close()}
      {...size}
      size="lg"
      closeOnEscape={false}
      closeOnClickOutside={false}
      classNames={{ content, header: classes.header, body: classes.body, title: classes.title }}
      title={!event ? 'Nouvelle entrée' : what === 'finding' ? 'Constatation' : 'Corriger la main courante'}
    >
      <RecordForm
        of={of}
        page={`logbook.${finding?.id ?? event?.id ?? 'new'}.${what}`}
        row={null}
        initial={values}
        extras={extras}
        mayLeave={mayLeave}
        onClose={onClose}
        onCancel={() => void close()}
      />
    </Modal>
  );
}
