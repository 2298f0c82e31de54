// Unread announcements and new answers, beside their menu entries (AA-003, AA-004, C-053).
import type { ReactElement } from 'react';
import { unreadAnswers, unreadOffers } from '#core/marketplace/calls.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { formatNumber, plural } from '#ui/format.ts';
import classes from '../notes/notes.module.css';

const Badge = ({ count, label }: { count: number; label: string }): ReactElement | null =>
  count === 0 ? null : (
    <span className={classes.badge} role="status" aria-label={label}>
      {formatNumber(count)}
    </span>
  );

export function UnreadOffers(): ReactElement | null {
  const { can } = useSession();
  const count = useCall(unreadOffers, { enabled: can(['listOffers']) }).data?.unread ?? 0;
  return <Badge count={count} label={plural(count, 'annonce non lue', 'annonces non lues')} />;
}

export function NewAnswers(): ReactElement | null {
  const { can } = useSession();
  const count = useCall(unreadAnswers, { enabled: can(['listOfferAnswers']) }).data?.unread ?? 0;
  return <Badge count={count} label={plural(count, 'nouvelle réponse', 'nouvelles réponses')} />;
}
