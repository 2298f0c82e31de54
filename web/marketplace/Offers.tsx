// « Annonces actives » of other agencies, « Mes annonces » of one's own, « Mes réponses » (3 §2).
import { Button, Group, Text } from '@mantine/core';
import { lazy, type ReactElement, useEffect } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import { OfferAnswer } from '#core/marketplace/answer.ts';
import { markOffers, unreadOffers } from '#core/marketplace/calls.ts';
import { MarketOffer } from '#core/marketplace/offer.ts';
import { useAct } from '#ui/client/act.ts';
import { call, endpointsOf } from '#ui/client/call.ts';
import { invalidateEntity, queryClient, useCall } from '#ui/client/queries.tsx';
import { refreshSession } from '#ui/client/session.ts';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';
import { EntityDialog } from '#ui/EntityDialog/index.tsx';
import { plural } from '#ui/format.ts';
import type { AnyRow } from '#ui/moves.ts';
import { notifyProblem } from '#ui/notify.ts';
import { RecordLink } from '#ui/shell/RecordLink.tsx';
import type { ScreenProps, SheetProps } from '#ui/shell/screen.ts';
import type { CardFields } from '#ui/Table/Cards.tsx';
import { type Cells, EntityTable } from '#ui/Table/EntityTable.tsx';
import classes from './marketplace.module.css';

const offerExtras: DialogExtras = { summary: lazy(() => import('./OfferSummary.tsx')) };
const answerExtras: DialogExtras = { summary: lazy(() => import('./AnswerSummary.tsx')) };

const isNew = (row: AnyRow): boolean => row.isUnread === true;

/** Not read yet: bold, after a dot. */
const OfferTitle = ({ row, value }: { row: AnyRow; value: unknown }): ReactElement => (
  <span {...(isNew(row) ? { className: classes.unread, title: 'Non lue' } : {})}>{String(value)}</span>
);
const offerCells: Cells = { title: OfferTitle };

const offerCard: CardFields = {
  ...{ title: 'title', second: ['type', 'name', 'departments'] },
  when: (row) => (isNew(row) ? 'Non lue' : ''),
};
const ownCard: CardFields = { title: 'title', second: ['type', 'departments', 'createdAt'] };
const answerCard: CardFields = { title: 'offerTitle', second: ['offerAgency', 'createdAt'] };

const ofOthers = { isOwn: false } as const;
const ofAgency = { isOwn: true } as const;

/** How many are unread, and one press to have read them all. */
function Unread(): ReactElement | null {
  const { data } = useCall(unreadOffers);
  const act = useAct(async () => {
    await call(markOffers, { mount: 'agency', input: {} }).catch(notifyProblem);
    await invalidateEntity(MarketOffer as Entity);
  });
  if (!data || data.unread === 0) return null;
  return (
    <Group gap="sm" mb="sm">
      <Text size="sm">{plural(data.unread, 'annonce non lue', 'annonces non lues')}</Text>
      <Button size="compact-sm" variant="default" loading={act.busy} onClick={() => act.run()}>
        Tout marquer comme lu
      </Button>
    </Group>
  );
}

/** AA-010: announcements concern what the agency and its people may do; after each listing both are read again. */
function useRefreshAfterListing(): void {
  useEffect(() => {
    const listing = endpointsOf(MarketOffer as Entity).list?.name;
    return queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success' || event.query.queryKey[0] !== listing) return;
      // The list stays as it was read: what could not be refreshed is read with the next one.
      refreshSession().catch(() => undefined);
    });
  }, []);
}

export function ActiveOffers(props: ScreenProps): ReactElement {
  useRefreshAfterListing();
  return (
    <EntityTable
      of={MarketOffer as Entity}
      {...props}
      always={ofOthers}
      extras={offerExtras}
      cells={offerCells}
      card={offerCard}
      above={<Unread />}
    />
  );
}

/** AA-004: what is new elsewhere, above one's own. */
function NewOffers(): ReactElement | null {
  const { data } = useCall(unreadOffers);
  const [latest] = data?.offers ?? [];
  if (!data || !latest) return null;
  return (
    <Text size="sm" mb="sm">
      {`${plural(data.unread, 'nouvelle annonce', 'nouvelles annonces')} d’autres agences, dont `}
      <RecordLink entity="offer" id={latest.id}>
        {`« ${latest.title} »`}
      </RecordLink>
    </Text>
  );
}

export function AgencyOffers(props: ScreenProps): ReactElement {
  useRefreshAfterListing();
  return (
    <EntityTable
      of={MarketOffer as Entity}
      {...props}
      always={ofAgency}
      extras={offerExtras}
      card={ownCard}
      above={<NewOffers />}
    />
  );
}

export const AgencyAnswers = (props: ScreenProps): ReactElement => (
  <EntityTable of={OfferAnswer as Entity} {...props} always={ofAgency} extras={answerExtras} card={answerCard} />
);

export const OfferSheet = (props: SheetProps): ReactElement => (
  <EntityDialog of={MarketOffer as Entity} extras={offerExtras} {...props} />
);

export const AnswerSheet = (props: SheetProps): ReactElement => (
  <EntityDialog of={OfferAnswer as Entity} extras={answerExtras} {...props} />
);
