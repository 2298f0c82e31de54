// Number of unread requests, beside the menu entry (K-017, K-021).

import type { ReactElement } from 'react';
import { requestCalls } from '#core/requests/calls.ts';
import type { RequestKind } from '#core/requests/status.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { mountFor } from '#ui/client/session-state.ts';
import { formatNumber, plural } from '#ui/format.ts';
import classes from '../notes/notes.module.css';

const badgeOf = (kind: RequestKind) => (): ReactElement | null => {
  const session = useSession();
  const { unread } = requestCalls[kind];
  const mount = mountFor(unread, session);
  const needs: unknown = unread.mounts[mount as 'agency'];
  // The menu also opens to those who only have their own requests, in which they count nothing here.
  const enabled = Array.isArray(needs) ? session.can(needs) : needs !== undefined;
  const count = useCall(unread, { mount, enabled }).data?.unread ?? 0;
  if (count === 0) return null;
  return (
    <span className={classes.badge} role="status" aria-label={plural(count, 'demande non lue', 'demandes non lues')}>
      {formatNumber(count)}
    </span>
  );
};

export const AgentUnread = badgeOf('agent');
export const CustomerUnread = badgeOf('customer');
