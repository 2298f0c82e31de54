// Messages of the agency on a phone: those that wait, and that they were read.
import type { Pack } from '#core/field/pack.ts';
import { messageRead } from '#core/notifications/read-message.ts';
import { agencyMessage } from '#core/planning/notifications.ts';
import { asSender } from '#server/field/sender.ts';
import type { Call } from '#server/kernel/call.ts';
import { receive } from '#server/kernel/field-message.ts';
import { utc } from '#server/kernel/kinds.ts';

/** Days that one is carried along unread. */
const messageDays = 7;

/** His own that he has not read, the last one first. The link names its service. */
export const unreadMessages = ({ db, now }: Pick<Call, 'db' | 'now'>): Promise<NonNullable<Pack['messages']>> =>
  db.query<NonNullable<Pack['messages']>[number] & Record<string, unknown>>({
    name: 'pack-messages',
    text: `select id, substring(link from 'service=([0-9a-fA-F-]{36})')::uuid as service, content as text, ${utc('created_at')} as at from notifications
      where agency_id = app_agency() and user_id = app_user() and kind = '${agencyMessage.name}' and read_at is null
        and created_at > $1::timestamptz - interval '${messageDays} days' order by created_at desc, id desc limit 20`,
    values: [now],
  });

/** Sent twice, or read at the desk meanwhile: it is read already. */
export const receiveMessageRead = receive(messageRead, async (event, call) => {
  await asSender(event, call, ({ db, now }) =>
    db.query({
      name: 'read-message',
      text: `update notifications set read_at = $2 where agency_id = app_agency() and user_id = app_user() and id = $1 and kind = '${agencyMessage.name}' and read_at is null`,
      values: [event.payload.notification, now],
    }),
  );
});
