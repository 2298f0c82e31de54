// The conversation of a request: what each side wrote, in the order of writing.
import type { Side } from '#core/requests/request.ts';
import type { RequestKind } from '#core/requests/status.ts';
import { doerOf } from '#server/kernel/audit.ts';
import type { Call } from '#server/kernel/call.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';

/** One message in each of these requests, which are locked. */
export async function addMessages(
  kind: RequestKind,
  messages: readonly { request: string; content: string }[],
  side: Side,
  { db, caller, context, now }: Call,
): Promise<void> {
  const rows = messages.map((one) => ({ ...one, id: uuidv7(now.getTime()) }));
  await db.query({
    name: `add-${kind}-messages`,
    text: `insert into ${kind}_request_messages (agency_id, id, ${kind}_request_id, rank, at, author, side, content, user_id)
      select app_agency(), x.id, x.request, coalesce((select max(m.rank) + 1 from ${kind}_request_messages m
          where m.agency_id = app_agency() and m.${kind}_request_id = x.request), 0), $2, $3, $4, x.content, $5
        from jsonb_to_recordset($1::jsonb) x (id uuid, request uuid, content text)`,
    values: [JSON.stringify(rows), now, doerOf({ caller }), side, context.user],
  });
}

export const addMessage = (
  kind: RequestKind,
  request: string,
  side: Side,
  content: string,
  call: Call,
): Promise<void> => addMessages(kind, [{ request, content }], side, call);

/** When this side wrote last. The caller sees the whole agency. */
export const stampWritten = (
  kind: RequestKind,
  ids: readonly string[],
  isAgency: boolean,
  { db, now }: Call,
): Promise<unknown> =>
  db.query({
    name: `stamp-${kind}-message-${isAgency}`,
    text: `update ${kind}_requests set ${isAgency ? 'answered_at' : 'asked_at'} = $2 where agency_id = app_agency() and id = any ($1::uuid[])`,
    values: [ids, now],
  });
