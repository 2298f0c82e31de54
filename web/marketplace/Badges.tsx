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

const unreadOf = (count: number): string => plural(count, 'annonce non lue', 'annonces non lues');
const newOf = (count: number): string => plural(count, 'nouvelle réponse', 'nouvelles réponses');

function useAnswers(): number {
  const { can } = useSession();
  return useCall(unreadAnswers, { mount: 'agency', enabled: can(['listOfferAnswers']) }).data?.unread ?? 0;
}

function useOffers(): number {
  const { can } = useSession();
  return useCall(unreadOffers, { mount: 'agency', enabled: can(['listOffers']) }).data?.unread ?? 0;
}

/** Of the group: the drawer has no line for « Mes annonces ». */
export function NewsOfMarket(): ReactElement | null {
  const offers = useOffers();
  const answers = useAnswers();
  const label = [...(offers > 0 ? [unreadOf(offers)] : []), ...(answers > 0 ? [newOf(answers)] : [])].join(', ');
  return <Badge count={offers + answers} label={label} />;
}

/** AA-004: of « Mes annonces », new answers to one's own and new announcements of others. */
export function NewsOfOwn(): ReactElement {
  const offers = useOffers();
  const answers = useAnswers();
  return (
    <>
      <Badge count={answers} label={newOf(answers)} />
      <Badge count={offers} label={plural(offers, 'nouvelle annonce', 'nouvelles annonces')} />
    </>
  );
}

/** AA-001: of the provider's « Annonces ». */
export function NewsOfProvider(): ReactElement {
  const answers = useCall(unreadAnswers, { mount: 'platform' }).data?.unread ?? 0;
  return <Badge count={answers} label={newOf(answers)} />;
}
