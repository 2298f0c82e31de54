// Reading and marking one's notifications. The live stream reads them again when one arrives.

import type { Input } from '#core/kernel/endpoint.ts';
import {
  listNotifications,
  markNotifications,
  type Notification,
  unreadNotifications,
} from '#core/notifications/calls.ts';
import { call } from '#ui/client/call.ts';
import { queryClient, queryKey } from '#ui/client/queries.tsx';
import { notifyProblem } from '#ui/notify.ts';

/** Shows the count at once, then reads the lists again. */
export async function markRead(input: Input<typeof markNotifications>): Promise<void> {
  try {
    queryClient.setQueryData(queryKey(unreadNotifications), await call(markNotifications, { input }));
    await queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => name === listNotifications.name });
  } catch (error) {
    notifyProblem(error);
  }
}

export const markAllRead = async (shown: readonly Notification[]): Promise<void> => {
  const [newest] = shown;
  if (newest) await markRead({ until: newest.id });
};

/** A disabled button would lose the focus, and Escape its panel. */
export const withoutBlur = (disabled: boolean): { 'aria-disabled': boolean; 'data-disabled'?: boolean } =>
  disabled ? { 'aria-disabled': true, 'data-disabled': true } : { 'aria-disabled': false };
