// The alarms at the desk and on the phone: open ones, one with its log, and what somebody does about it.
import { Problem } from '#core/kernel/problem.ts';
import { can } from '#core/roles.ts';
import {
  type AlarmState,
  alarmRefusal,
  foldedLog,
  isRinging,
  mostUrgent,
  outcomesFor,
  stateAfter,
} from '#core/safety/alarm.ts';
import { Alarm } from '#core/safety/alarm-record.ts';
import {
  type AlarmDetails,
  actOnAlarm,
  fetchOpenAlarms,
  type OwnAlarm,
  readAlarm,
  savePtiEvent,
  sendHeartbeat,
} from '#core/safety/calls.ts';
import { alarmRaised } from '#core/safety/notifications.ts';
import { reportWords } from '#core/safety/report.ts';
import { fieldMessages } from '#server/field/sourcing.ts';
import { doerOf, writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import type { Extension } from '#server/kernel/extension.ts';
import { utc } from '#server/kernel/kinds.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { settleAll } from '#server/notifications/notify.ts';
import { asAgency } from '#server/planning/lifecycle-writing.ts';
import { raise } from './raising.ts';
import { tellAnswered, writeLog } from './telling.ts';
import { tourOf } from './tour.ts';

const takenBy = (t: string): string =>
  `(select l.author from alarm_log l where l.agency_id = ${t}.agency_id and l.alarm_id = ${t}.id and l.act = 'take' order by l.rank desc limit 1)`;
const placeOf = (t: string): string =>
  `case when ${t}.latitude is not null then json_build_object('latitude', ${t}.latitude, 'longitude', ${t}.longitude, 'accuracy', ${t}.accuracy) end`;

export const alarmExtension: Extension<typeof Alarm> = { computed: { takenBy, location: placeOf } };

/** Open alarms are few; the least urgent of a flood are only counted. */
const most = 100;

/** $1: may read telephones; $2: the caller's profile. */
const detailsWhere = (
  where: string,
): string => `select t.id, t.kind, t.drill, t.state, ${utc('t.at')} as "createdAt", ${utc('t.received_at')} as "receivedAt",
    json_build_object('id', a.id, 'name', a.fullname, 'phones', case when $1 then a.phone else '{}' end) as agent,
    case when v.id is not null then json_build_object('id', v.id, 'startAt', ${utc('v.start_at')}, 'endAt', ${utc('v.end_at')}, 'postTitle', v.post_title) end as service, ${tourOf('t', 'v')} as tour,
    case when s.id is not null then json_build_object('id', s.id, 'name', s.name, 'city', s.city, 'location',
      case when s.latitude is not null then json_build_object('latitude', s.latitude, 'longitude', s.longitude) end) end as site,
    case when t.latitude is not null then json_build_object('latitude', t.latitude, 'longitude', t.longitude, 'accuracy', t.accuracy, 'at', ${utc('t.located_at')}) end as location, ${takenBy('t')} as "takenBy", t.outcome,
    (select coalesce(json_agg(json_build_object('id', l.id, 'at', ${utc('l.at')}, 'act', l.act, 'who', l.author, 'content', l.content) order by l.rank), '[]')
      from alarm_log l where l.agency_id = t.agency_id and l.alarm_id = t.id) as log,
    exists (select from alarm_log l where l.agency_id = t.agency_id and l.alarm_id = t.id and (l.act = 'everyone' or l.act = 'told' and l.agent_id = $2::uuid)) as "isMine"
  from alarms t join agents a on a.agency_id = t.agency_id and a.id = t.agent_id
    left join services v on v.agency_id = t.agency_id and v.id = t.service_id left join sites s on s.agency_id = t.agency_id and s.id = t.site_id
  where t.agency_id = app_agency() and ${where} order by t.drill, t.state not in ('ASKED', 'RAISED'), array_position(array['${mostUrgent.join(`', '`)}'], t.kind), t.received_at, t.id limit ${most}`;

type DetailsRow = Omit<AlarmDetails, 'description'> & Record<string, unknown>;
const described = (row: DetailsRow): AlarmDetails =>
  ({
    ...row,
    log: foldedLog(row.log),
    description: row.kind === 'silence' ? 'Le téléphone ne donne plus de nouvelles' : reportWords[row.kind],
  }) as AlarmDetails;

const reading = ({ asker, profile }: Call): unknown[] => [
  can(asker, ['readAgentPhone']),
  profile?.kind === 'AGENCY' ? profile.id : null,
];

async function detailsOf(id: string, call: Call): Promise<AlarmDetails> {
  const [row] = isUuid(id)
    ? await call.db.query<DetailsRow>({
        name: 'alarm-details',
        text: detailsWhere('t.id = $3'),
        values: [...reading(call), id],
      })
    : [];
  if (!row) throw new Problem('missing', Alarm.missing);
  return described(row);
}

const invalid = (path: string, message: string): Problem =>
  new Problem('invalid', message, { violations: [{ path, message }] });

/** Closed ones are still told for a while: the phone says how it ended. */
const closedFor = '10 minutes';

async function ownAlarms(agent: string | null, { db, now }: Call): Promise<OwnAlarm[]> {
  return db.query<OwnAlarm & Record<string, unknown>>({
    name: 'own-alarms',
    text: `select t.id, t.kind, t.drill, t.state, ${utc('t.received_at')} as "receivedAt",
        (select l.author from alarm_log l where l.agency_id = t.agency_id and l.alarm_id = t.id and l.act in ('acknowledge', 'take', 'close') order by l.rank desc limit 1) as by
      from alarms t where t.agency_id = app_agency() and t.agent_id = $1 and t.received_at > $2::timestamptz - interval '3 days'
        and (t.state <> 'CLOSED' or t.closed_at > $2::timestamptz - interval '${closedFor}') order by t.received_at desc limit 20`,
    values: [agent, now],
  });
}

export const alarmHandlers: Handler[] = [
  handle(savePtiEvent, async (call) => {
    const { context, input, now } = call;
    const agent = context.agent ?? input.agent?.id;
    if (!agent) throw invalid('agent', 'Choisissez le collaborateur');
    const { uuid, kind, drill, service, createdAt, location, locatedAt = null } = input;
    if (context.agent === null) await refuseStranger(agent, call);
    const alarm = await raise(
      {
        ...{ uuid: uuid.toLowerCase(), kind, drill, agent, service: service.id, location: location ?? null, locatedAt },
        at: createdAt ? new Date(createdAt) : now,
      },
      call,
    );
    return { alarm, now: now.toISOString() };
  }),

  handle(sendHeartbeat, async (call) => {
    const { db, caller, context, input, now } = call;
    const heard = await db.query({
      name: 'hear-device',
      text: 'update field_devices set seen_at = greatest(seen_at, $3) where id = $1 and user_id = $2 and lost_at is null returning id',
      values: [input.device, caller?.userId, now],
    });
    if (heard.length === 0) throw new Problem('conflict', fieldMessages.unknownDevice);
    return { alarms: await asAgency(call, (whole) => ownAlarms(context.agent, whole)), now: now.toISOString() };
  }),

  handle(fetchOpenAlarms, async (call) => {
    const rows = await call.db.query<DetailsRow>({
      name: 'open-alarms',
      text: detailsWhere(`t.state <> 'CLOSED'`),
      values: reading(call),
    });
    const [open] =
      rows.length < most
        ? []
        : await call.db.query<{ count: number }>({
            name: 'count-open-alarms',
            text: `select count(*)::integer as count from alarms where agency_id = app_agency() and state <> 'CLOSED'`,
            values: [],
          });
    return { alarms: rows.map(described), more: Math.max(0, (open?.count ?? 0) - rows.length) };
  }),

  handle(readAlarm, async (call) => ({ alarm: await detailsOf(call.params.id, call) })),

  handle(actOnAlarm, async (call) => {
    const { db, params, input, now, profile, caller } = call;
    const { act, comment, outcome } = input;
    const [alarm] = isUuid(params.id)
      ? await db.query<{ state: AlarmState; drill: boolean }>({
          name: 'lock-answered-alarm',
          text: 'select state, drill from alarms where agency_id = app_agency() and id = $1 for update',
          values: [params.id],
        })
      : [];
    if (!alarm) throw new Problem('missing', Alarm.missing);
    const after = stateAfter(alarm.state, act);
    if (after === null) throw new Problem('conflict', alarmRefusal(alarm.state));
    if (act === 'close' && outcome && !outcomesFor(alarm.drill).includes(outcome))
      throw invalid('outcome', alarm.drill ? 'Un essai se clôt comme un essai' : 'Cette alerte n’est pas un essai');
    await db.query({
      name: 'answer-alarm',
      text: `update alarms set state = $2, acknowledged_at = case when $2 in ('ACKNOWLEDGED', 'TAKEN', 'CLOSED') then coalesce(acknowledged_at, $3) else acknowledged_at end,
          outcome = coalesce($4, outcome), closed_at = case when $2 = 'CLOSED' then coalesce(closed_at, $3) end, version = version + 1, updated_at = $3
        where agency_id = app_agency() and id = $1 and state <> $2`,
      values: [params.id, after, now, act === 'close' ? (outcome ?? null) : null],
    });
    const agent = profile?.kind === 'AGENCY' ? profile.id : null;
    await writeLog(
      db,
      params.id,
      [{ act, agent, author: doerOf(call), user: caller?.userId ?? null, content: comment || null }],
      call,
    );
    await writeAudit(db, call, {
      ...{ entity: Alarm.name, id: params.id, action: act },
      ...(after === alarm.state ? {} : { changes: { state: { before: alarm.state, after } } }),
    });
    // Nobody is still called to an alarm that somebody looks after.
    if (act !== 'comment') {
      await settleAll(db, alarmRaised, [params.id], now);
      if (act === 'take' || isRinging(alarm.state))
        await tellAnswered(db, params.id, act, doerOf(call) ?? 'l’agence', call);
    }
    return { alarm: await detailsOf(params.id, call) };
  }),
];

async function refuseStranger(agent: string, { db }: Call): Promise<void> {
  const found = await db.query({
    name: 'alarm-agent',
    text: 'select from agents where agency_id = app_agency() and id = $1',
    values: [agent],
  });
  if (found.length === 0) throw invalid('agent', 'Collaborateur introuvable');
}
