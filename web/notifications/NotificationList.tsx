// Notifications, newest first; opening one marks it as read.
import { Skeleton, Stack, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import type { Notification } from '#core/notifications/calls.ts';
import { formatMoment, formatRelative } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { markRead } from './marking.ts';
import classes from './notifications.module.css';

interface Props {
  /** Null: not read yet. */
  notifications: readonly Notification[] | null;
  error: Error | null;
  /** Said when there are none. */
  empty: string;
  onRetry(): void;
  onOpened?(): void;
}

export function NotificationList({ notifications, error, empty, onRetry, onOpened }: Props): ReactElement {
  const { zone } = useLocale();
  if (!notifications && error)
    return (
      <ReadFailure title="Les notifications n’ont pas pu être chargées" message={error.message} onRetry={onRetry} />
    );
  if (!notifications)
    return (
      <Stack gap="xs" p="sm" aria-busy role="status" aria-label="Chargement">
        {[1, 2, 3].map((bone) => (
          <Skeleton key={bone} height={48} />
        ))}
      </Stack>
    );
  if (notifications.length === 0)
    return (
      <Text c="dimmed" size="sm" p="md">
        {empty}
      </Text>
    );
  return (
    <ul className={classes.list}>
      {notifications.map(({ id, title, text, link, createdAt, readAt }) => (
        <li key={id}>
          <a
            className={classes.item}
            href={`#${link}`}
            data-unread={readAt === null || undefined}
            onClick={() => {
              if (readAt === null) void markRead({ ids: [id] });
              onOpened?.();
            }}
          >
            <span className={classes.title}>
              {title}
              {readAt === null && <span className={classes.unread}>Non lue</span>}
            </span>
            <span className={classes.text}>{text}</span>
            <time className={classes.date} dateTime={createdAt} title={formatMoment(createdAt, zone)}>
              {formatRelative(createdAt)}
            </time>
          </a>
        </li>
      ))}
    </ul>
  );
}
