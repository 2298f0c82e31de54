// Number of unread notes, beside the menu entry.
import type { ReactElement } from 'react';
import { formatNumber, plural } from '#ui/format.ts';
import classes from './notes.module.css';
import { useWaiting } from './waiting.ts';

export default function UnreadBadge(): ReactElement | null {
  const count = useWaiting().data?.waiting.unread ?? 0;
  if (count === 0) return null;
  return (
    <span className={classes.badge} role="status" aria-label={plural(count, 'note non lue', 'notes non lues')}>
      {formatNumber(count)}
    </span>
  );
}
