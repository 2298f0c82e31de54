// The first screen in one statement, under the caller's policies.
import { homeEntities, readHome } from '#core/home/home.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { can } from '#core/roles.ts';
import { type Call, type Handler, handle, RawJson } from '#server/kernel/call.ts';
import { utc } from '#server/kernel/kinds.ts';
import { listedOnly, mayList, plansOf } from '#server/kernel/listing.ts';
import { quoted, snake } from '#server/kernel/names.ts';
import { alias, type Extension, named, type Plan, planFor } from '#server/kernel/plan.ts';
import { isInvited } from '#server/rights/account-state.ts';

const recentCount = 8;
const invitationCount = 5;
/** Enough lines to find other records, even if one was edited a hundred times. */
const linesLookedAt = 200;

const countsOf = (plan: Plan): string =>
  `json_build_object('entity', ${quoted(plan.of.name)}, 'states', (select coalesce(json_agg(json_build_object('status', status, 'count', count) order by status), '[]')
    from (select ${alias}.status, count(*)::integer as count from ${plan.of.table} ${alias}${listedOnly(plan, { archived: true })} group by 1) s))`;

const nameOf = ({ of }: Plan): string =>
  `when ${quoted(of.name)} then (select ${alias}.${snake(of.title)} from ${of.table} ${alias} where ${alias}.id = l.entity_id)`;

/**
 * History belongs to the agency: on an own path it is empty. A removed or hidden record has no name. Accepting an
 * invitation does not count as a change.
 */
const recentOf = (plans: readonly Plan[]): string =>
  plans.length === 0
    ? `'[]'::json`
    : `(select coalesce(json_agg(json_build_object('entity', entity, 'id', id, 'name', name, 'action', action, 'at', ${utc('at')}) order by at desc, id), '[]')
      from (select * from (select l.entity, l.entity_id as id, l.action, l.at, case l.entity ${plans.map(nameOf).join(' ')} end as name
          from (select distinct on (entity, entity_id) entity, entity_id, action, at
            from (select entity, entity_id, action, at from audit where user_id = app_user() and action <> 'acceptInvitation'
              and entity = any (array[${plans.map(({ of }) => quoted(of.name)).join(', ')}]) order by at desc limit ${linesLookedAt}) mine
            order by entity, entity_id, at desc) l) named
        where name is not null order by at desc, id limit ${recentCount}) last)`;

const invitationsOf = (call: Call): string =>
  !can(call.asker, ['editAgentRight']) || call.context.agent || call.context.customer
    ? `'null'::json`
    : `(select json_build_object('count', coalesce(max(total), 0)::integer, 'oldest', coalesce(json_agg(json_build_object('id', id, 'fullname', fullname,
        'email', email, 'type', kind, 'invitedAt', ${utc('created_at')}) order by created_at, id), '[]'))
      from (select p.id, p.fullname, i.email, i.kind, i.created_at, count(*) over () as total from invitations i
        join user_companies p on ${isInvited('i', 'p')}
        where i.expires_at > now() and p.user_id is null
        order by i.created_at, p.id limit ${invitationCount}) waiting)`;

export const homeHandlers = (entities: readonly Entity[], extensions: Record<string, Extension>): Handler[] => {
  const all = plansOf(entities, extensions);
  const plans = homeEntities.flatMap((name) => all.filter(({ of }) => of.name === name));
  return [
    handle(readHome, async (call) => {
      const counted = plans.filter((plan) => mayList(call, plan.of)).map((plan) => planFor(plan, call));
      const text = `select json_build_object('home', json_build_object(
          'counts', json_build_array(${counted.map(countsOf).join(', ')}),
          'recent', ${recentOf(counted)},
          'invitations', ${invitationsOf(call)}))::text as reply`;
      const [row] = await call.db.query<{ reply: string }>(named(text, []));
      return new RawJson(row?.reply ?? '') as never;
    }),
  ];
};
