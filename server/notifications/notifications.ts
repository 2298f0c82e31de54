// The calls on one's own notifications. The policies of the table show each user his own rows only.
import type { NotificationKind } from '#core/kernel/notification.ts';
import { messages, Problem } from '#core/kernel/problem.ts';
import { allNotificationKinds } from '#core/notification-kinds.ts';
import {
  listNotificationPreferences,
  listNotifications,
  markNotifications,
  type Notification,
  type NotificationPreference,
  pageOfNotifications,
  saveNotificationPreference,
  unreadNotifications,
} from '#core/notifications/calls.ts';
import { can } from '#core/roles.ts';
import type { Db } from '#server/db/database.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { utc } from '#server/kernel/kinds.ts';

async function unreadOf(db: Db): Promise<{ unread: number }> {
  const [row] = await db.query<{ unread: number }>({
    name: 'unread-notifications',
    text: 'select count(*)::integer as unread from notifications where agency_id = app_agency() and user_id = app_user() and read_at is null and not quiet',
  });
  return { unread: row?.unread ?? 0 };
}

/** Platform staff receive none, neither as themselves nor for the person they act for. */
const kindsOf = ({ asker, caller, profile, context, services, host }: Call): readonly NotificationKind[] => {
  if (!profile || caller?.acting) return [];
  const { modules } = services.tenants.of(host).tenant;
  return allNotificationKinds.filter(
    ({ rights, module, toCustomers = false }) =>
      toCustomers === (context.customer !== null) && (module === undefined || modules[module]) && can(asker, rights),
  );
};

export const notificationHandlers: Handler[] = [
  handle(listNotifications, async ({ db, input }) => {
    const rows = await db.query<Notification & Record<string, unknown>>({
      name: 'notifications',
      text: `select id, kind, title, content as text, link, ${utc('created_at')} as "createdAt", ${utc('read_at')} as "readAt" from notifications
        where agency_id = app_agency() and user_id = app_user() and not quiet and ($1::uuid is null or id < $1) and (not $2 or read_at is null)
        order by id desc limit $3`,
      values: [input.before ?? null, input.unread ?? false, pageOfNotifications + 1],
    });
    return { notifications: rows.slice(0, pageOfNotifications), more: rows.length > pageOfNotifications };
  }),

  handle(unreadNotifications, ({ db }) => unreadOf(db)),

  handle(markNotifications, async ({ db, input, now }) => {
    await db.query({
      name: 'mark-notifications',
      text: `update notifications set read_at = $3 where agency_id = app_agency() and user_id = app_user() and read_at is null
        and (id = any ($1::uuid[]) or id <= $2::uuid)`,
      values: ['ids' in input ? input.ids : [], 'until' in input ? input.until : null, now],
    });
    return unreadOf(db);
  }),

  handle(listNotificationPreferences, async (call) => {
    const chosen = await call.db.query<Pick<NotificationPreference, 'kind' | 'channels'>>({
      name: 'notification-preferences',
      text: 'select kind, channels from notification_preferences where agency_id = app_agency() and user_id = app_user()',
    });
    const byKind = new Map(chosen.map(({ kind, channels }) => [kind, channels]));
    return {
      preferences: kindsOf(call).map(({ name, label, channels }) => ({
        kind: name,
        label,
        channels: byKind.get(name) ?? [...channels],
      })),
    };
  }),

  handle(saveNotificationPreference, async (call) => {
    const { db, params, input, profile } = call;
    if (!profile) throw new Problem('forbidden', messages.notYours);
    const kind = allNotificationKinds.find(({ name }) => name === params.kind);
    if (!kind) throw new Problem('missing', 'Sorte de notification inconnue');
    const chosen = [...new Set(input.channels)];
    await db.query({
      name: 'choose-channels',
      text: `insert into notification_preferences (agency_id, user_id, kind, channels) values (app_agency(), app_user(), $1, $2)
        on conflict (agency_id, user_id, kind) do update set channels = excluded.channels`,
      values: [kind.name, chosen],
    });
    return { preference: { kind: kind.name, label: kind.label, channels: chosen } };
  }),
];
