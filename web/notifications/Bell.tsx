// The bell of the top bar: how many notifications are unread, and a panel with the latest ones.
import { ActionIcon, Popover, Skeleton, Tooltip } from '@mantine/core';
import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react';
import { unreadNotifications } from '#core/notifications/calls.ts';
import { followPush } from '#ui/client/push.ts';
import { useCall } from '#ui/client/queries.tsx';
import { plural } from '#ui/format.ts';
import { IconBell } from '#ui/icons.ts';
import { loadWithRetry } from '#ui/shell/later.ts';
import classes from './notifications.module.css';

const load = () => import('./Panel.tsx');
const Panel = lazy(() => loadWithRetry(load));

/** More does not fit. */
const most = 99;

export function Bell(): ReactElement {
  const [opened, setOpened] = useState(false);
  const unread = useCall(unreadNotifications).data?.unread ?? 0;
  // It counts what arrives: the worker need not show it on this page.
  useEffect(() => followPush(true), []);
  const ahead = (): void => void load().catch(() => undefined);
  return (
    <span className={classes.bell}>
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-end"
        width="min(26rem, 100vw - 1rem)"
        trapFocus
        returnFocus
        withinPortal={false}
        zIndex={300}
      >
        <Popover.Target>
          <Tooltip label="Notifications" disabled={opened}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label="Notifications"
              aria-haspopup="dialog"
              aria-expanded={opened}
              onPointerEnter={ahead}
              onFocus={ahead}
              onClick={() => setOpened(!opened)}
            >
              <IconBell size={20} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        </Popover.Target>
        <Popover.Dropdown p={0} aria-label="Notifications">
          {opened && (
            <Suspense fallback={<Skeleton height={120} m="sm" w="auto" role="status" aria-label="Chargement" />}>
              <Panel unread={unread} onClose={() => setOpened(false)} />
            </Suspense>
          )}
        </Popover.Dropdown>
      </Popover>
      {unread > 0 && (
        <span
          className={classes.count}
          role="status"
          aria-label={plural(unread, 'notification non lue', 'notifications non lues')}
        >
          {unread > most ? `${most}+` : unread}
        </span>
      )}
    </span>
  );
}
