// Whose act an event is. On his own path the caller sends it; what the desk applies of the kept ones stays his act.
import { Problem } from '#core/kernel/problem.ts';
import type { Call } from '#server/kernel/call.ts';
import type { Arrived } from '#server/kernel/field-message.ts';

/**
 * Readings and messages carry the name of their person: the work runs as the sender of the event, who sees what its caller
 * sees. The desk has decided, so that the rights of the sender are not asked for again. A failure rolls back the
 * transaction, which also undoes set_config(…, true).
 */
export async function asSender<T>(
  { agent }: Pick<Arrived, 'agent'>,
  call: Call,
  work: (call: Call) => Promise<T>,
): Promise<T> {
  const { caller, context, db } = call;
  if (agent === null || context.agent !== null || caller === null) return work(call);
  const [sender] = await db.query<{ user: string | null; name: string; plannable: boolean }>({
    name: 'sender-of-event',
    text: `select user_id as "user", fullname as name, plannable from agents where agency_id = app_agency() and id = $1`,
    values: [agent],
  });
  if (!sender?.user) throw new Problem('conflict', 'Cette personne n’a plus de compte : classez son événement.');
  const { user, name, plannable } = sender;
  const be = (id: string | null) =>
    db.query({ name: 'be-user', text: `select set_config('app.user', $1, true)`, values: [id ?? ''] });
  await be(user);
  const done = await work({
    ...call,
    caller: { ...caller, userId: user, name, platform: null, acting: null, profiles: [] },
    context: { ...context, user },
    profile: {
      ...{ id: agent, kind: 'AGENCY', agencyId: context.agency as string, customerId: null },
      ...{ rights: new Set(), isOwner: false, plannable, locked: null },
    },
  });
  await be(context.user);
  return done;
}
