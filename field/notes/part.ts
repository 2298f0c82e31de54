import { noteRead } from '#core/notes/note-message.ts';
import { type FieldPart, holds } from '../part.ts';
import { screen } from '../screens.ts';
import { unreadNotes } from './unread.ts';

export const notes: FieldPart = {
  name: 'notes',
  messages: [noteRead],
  pages: { notes: screen(() => import('./Notes.tsx')) },
  menu: (view) => {
    if (!holds(view, 'listOwnInformationNotes')) return [];
    const unread = unreadNotes(view).length;
    return [{ label: `Notes d’information${unread > 0 ? ` · ${unread} à lire` : ''}`, to: 'notes' }];
  },
};
