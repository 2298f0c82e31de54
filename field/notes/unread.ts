// Which notes the person still has to read or confirm: by the pack, and by what he did since.
import { noteRead } from '#core/notes/note-message.ts';
import type { FieldView } from '../session.ts';

export type Note = FieldView['held']['informationNotes'][number];

const marked = ({ events }: FieldView): { receipt: string; acknowledged?: true }[] =>
  events.flatMap(({ type, payload }) =>
    type === noteRead.type ? [payload as { receipt: string; acknowledged?: true }] : [],
  );

export const isRead = (view: FieldView, note: Note): boolean =>
  note.readAt !== null || marked(view).some(({ receipt }) => receipt === note.receiptId);

/** Of a note that asks for it. */
export const isConfirmed = (view: FieldView, note: Note): boolean =>
  note.acknowledgedAt !== null ||
  marked(view).some(({ receipt, acknowledged }) => acknowledged && receipt === note.receiptId);

export const unreadNotes = (view: FieldView): Note[] =>
  view.held.informationNotes.filter((note) => !(note.mandatory ? isConfirmed : isRead)(view, note));
