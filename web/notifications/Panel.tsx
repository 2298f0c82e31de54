// The latest notifications, under the bell.
import { Button, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { listNotifications } from '#core/notifications/calls.ts';
import { useAct } from '#ui/client/act.ts';
import { useCall } from '#ui/client/queries.tsx';
import { markAllRead, withoutBlur } from './marking.ts';
import { NotificationList } from './NotificationList.tsx';
import classes from './notifications.module.css';

interface Props {
  unread: number;
  onClose(): void;
}

export default function Panel({ unread, onClose }: Props): ReactElement {
  const { data, error, isFetching, refetch } = useCall(listNotifications, { input: {} });
  const shown = data?.notifications ?? null;
  const act = useAct(() => markAllRead(shown ?? []));
  return (
    <div className={classes.panel}>
      <header className={classes.head}>
        <Title order={2} size="sm">
          Notifications
        </Title>
        <Button size="compact-sm" variant="subtle" {...withoutBlur(unread === 0 || !shown)} onClick={() => act.run()}>
          Tout marquer comme lu
        </Button>
      </header>
      <div className={classes.scroll}>
        <NotificationList
          notifications={shown}
          error={isFetching ? null : error}
          empty="Aucune notification pour le moment."
          onRetry={() => void refetch()}
          onOpened={onClose}
        />
      </div>
      <footer className={classes.foot}>
        <Button component={Link} to="/notifications" size="compact-sm" variant="subtle" onClick={onClose}>
          Tout voir et choisir comment être prévenu
        </Button>
      </footer>
    </div>
  );
}
