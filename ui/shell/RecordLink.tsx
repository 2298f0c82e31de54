// Link to a record: a click opens it above the current screen, and closing returns there.
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { useSession } from '../client/session.ts';
import { may } from '../may.ts';
import { newRecord, recordPlace, useRecordScreens } from './records.ts';
import { type OpenSheet, useOpenSheet } from './sheets.ts';

interface RecordLinkProps extends Omit<OpenSheet, 'id'> {
  /** Absent: a new record. */
  id?: string;
  className?: string | undefined;
  children: ReactNode;
  /** Called when it opens here, not in another tab. */
  onOpen?(): void;
}

/** Only its content, for a session that may not read it; nothing, for one that may not create it. */
export function RecordLink({ entity, id, tab, initial, className, children, onOpen }: RecordLinkProps): ReactNode {
  const session = useSession();
  const screen = useRecordScreens()?.get(entity);
  const { history } = useRouter();
  const openSheet = useOpenSheet();
  if (!screen || !may(session, screen.of, id === undefined ? 'create' : 'read'))
    return id === undefined ? null : <span className={className}>{children}</span>;
  const { to, search } = recordPlace(screen.item, id);
  const open = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen?.();
    openSheet({ entity, id: id ?? newRecord, tab, initial });
  };
  return (
    <a className={className} href={history.createHref(`${to}?open=${encodeURIComponent(search.open)}`)} onClick={open}>
      {children}
    </a>
  );
}
