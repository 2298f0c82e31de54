// The live stream of a session, and its presence at an open record.

import type { Other } from '#core/kernel/endpoint.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { Problem } from '#core/kernel/problem.ts';
import { longestStream, watchLive } from '#core/live/live.ts';
import { meets } from '#core/roles.ts';
import { type Call, FileReply, type Handler, handle } from '#server/kernel/call.ts';
import { readRow } from '#server/kernel/list.ts';
import { maySee, plansOf } from '#server/kernel/listing.ts';
import { type Extension, type Plan, scopeOf } from '#server/kernel/plan.ts';
import type { Presence, Watcher } from './hub.ts';

const placeOf = ({ caller, context }: Call): { agency: string; sessionId: string; userId: string } => ({
  agency: context.agency ?? '',
  sessionId: caller?.sessionId ?? '',
  userId: caller?.userId ?? '',
});

const isAnnouncedTo = (call: Call, of: Entity): boolean =>
  maySee(call, of) || meets(call.asker, of.shownTo?.[scopeOf(call)]);

/** Each row belongs to one customer. */
const isOfCustomers = ({ fields }: Entity): boolean =>
  fields.customer?.kind === 'ref' && fields.customer.target === 'customer';

/** What an agency does for its other customers, and when, is none of this one's business. */
const seesRowsOf =
  (plans: readonly Plan[], { context, services }: Call): NonNullable<Watcher['seesRows']> =>
  (entity, ids) => {
    const plan = plans.find(({ of }) => of.name === entity);
    if (!plan || !isOfCustomers(plan.of)) return undefined;
    return services.database
      .read(context, {
        text: `select 1 as one from ${plan.of.table} where agency_id = app_agency() and ($1::uuid[] is null or id = any ($1)) limit 1`,
        values: [ids],
      })
      .then((rows) => rows.length > 0);
  };

export const liveHandlers = (entities: readonly Entity[], extensions: Record<string, Extension>): Handler[] => {
  const plans = plansOf(entities, extensions);
  return [
    handle(watchLive, async (call) => {
      const content = call.services.live.open(
        {
          ...placeOf(call),
          actingFor: call.caller?.acting?.id ?? null,
          sees: new Set(plans.flatMap(({ of }) => (isAnnouncedTo(call, of) ? [of.name] : []))),
          whole: !call.context.agent && !call.context.customer,
          ...(call.context.customer ? { seesRows: seesRowsOf(plans, call) } : {}),
        },
        call.params.seconds ?? longestStream,
        call.params.age ?? Number.POSITIVE_INFINITY,
      );
      return new FileReply({ content, name: 'live', mimeType: 'text/event-stream', size: null, inline: true }) as never;
    }),
  ];
};

const support = 'Support';

/** Anybody who may read the record can announce himself there; the reply lists the other people present. */
export async function presence(plan: Plan, call: Call): Promise<{ others: Other[] }> {
  const { id } = call.params as { id: string };
  const { state } = call.input as Pick<Presence, 'state'>;
  if ((await readRow(plan, call, id)) === null) throw new Problem('missing', plan.of.missing);
  const { agency, sessionId, userId } = placeOf(call);
  const record = { agency, entity: plan.of.name, id };
  // Staff of the platform must not pass for the person they act for.
  const { acting, profiles = [], name: own = '' } = call.caller ?? {};
  const isMember = !acting && profiles.some(({ agencyId }) => agencyId === agency);
  const name = isMember ? own : support;
  call.afterCommit(() => call.services.live.announce({ ...record, session: sessionId, user: userId, name, state }));
  // Agents and customers do not see who of the agency is present.
  const { agent, customer } = call.context;
  const isShown = state !== 'gone' && !agent && !customer;
  return { others: isShown ? call.services.live.others(record, userId) : [] };
}
