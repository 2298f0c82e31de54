// « Notifications »: the whole list, and how the user wants to be told.
import { Button, SegmentedControl, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactElement, useId, useState } from 'react';
import type { Output } from '#core/kernel/endpoint.ts';
import { listNotifications, unreadNotifications } from '#core/notifications/calls.ts';
import { useAct } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { queryKey, useCall } from '#ui/client/queries.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { markAllRead, withoutBlur } from './marking.ts';
import { NotificationList } from './NotificationList.tsx';
import classes from './notifications.module.css';
import { Preferences } from './Preferences.tsx';
import { ThisDevice } from './ThisDevice.tsx';

type Page = Output<typeof listNotifications>;

export default function Notifications({ title, description }: ScreenProps): ReactElement {
  const [only, setOnly] = useState<'all' | 'unread'>('all');
  const id = useId();
  const filter = only === 'unread' ? { unread: true } : {};
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    // The number of pages keeps it apart from the panel's list.
    queryKey: queryKey(listNotifications, { input: { ...filter, pages: true } }),
    queryFn: ({ pageParam, signal }) =>
      call(listNotifications, { input: { ...filter, ...(pageParam ? { before: pageParam } : {}) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ notifications, more }: Page) => (more ? (notifications.at(-1)?.id ?? null) : null),
  });
  const unread = useCall(unreadNotifications).data?.unread ?? 0;
  const shown = data?.pages.flatMap(({ notifications }) => notifications) ?? null;
  const act = useAct(() => markAllRead(shown ?? []));
  return (
    <>
      <PageHeader title={title} description={description} />
      <div className={classes.page}>
        <section aria-label="Notifications reçues">
          <div className={classes.tools}>
            <SegmentedControl
              size="xs"
              aria-label="Notifications affichées"
              value={only}
              onChange={(value) => setOnly(value as typeof only)}
              data={[
                { value: 'all', label: 'Toutes' },
                { value: 'unread', label: 'Non lues' },
              ]}
            />
            <Button size="xs" variant="default" {...withoutBlur(unread === 0 || !shown)} onClick={() => act.run()}>
              Tout marquer comme lu
            </Button>
          </div>
          <div className={classes.card}>
            <NotificationList
              notifications={shown}
              error={isFetching ? null : error}
              empty={only === 'unread' ? 'Vous avez tout lu.' : 'Aucune notification pour le moment.'}
              onRetry={() => void refetch()}
            />
          </div>
          {hasNextPage && (
            <Button mt="sm" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Afficher la suite
            </Button>
          )}
        </section>
        <section aria-labelledby={id}>
          <Title order={2} id={id} mb="xs">
            Comment être prévenu
          </Title>
          <ThisDevice />
          <Preferences />
        </section>
      </div>
    </>
  );
}
