// The server's own watch (decision 92): a lone worker's phone that falls silent first asks for a call, then raises the
// alarm. One statement for all agencies and phones, every minute.

import { clockSet } from '#core/field/clock-message.ts';
import { extended, running } from '#core/planning/status.ts';
import { silenceGrace } from '#core/safety/alarm.ts';
import { Alarm } from '#core/safety/alarm-record.ts';
import { ptiMessage } from '#core/safety/messages.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import { byClock, job } from '#server/jobs/registry.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import type { Services } from '#server/kernel/call.ts';
import { alarmRows, type By, type LogLine, tell, writeLog } from './telling.ts';

/** Not in a break, not before the start and not after the end. A stop has the people of its circuit. */
const working = `${running}, ${extended}`;

/** Minutes: a phone that began the service was heard about when it began. */
const enrolledBefore = 15;

/** Written by themselves, on whichever device. */
const unattended = [clockSet, ptiMessage].map(({ type }) => `'${type}'`).join(', ');

/**
 * Of the devices of a person at work that took part, the one that he had last in hand: enrolled, or used for an act. That
 * another one of his is heard, at home or in a car, says nothing of him; nor does a revocation.
 */
const inHand = `select f.seen_at from field_devices f
    left join lateral (select least(e.at, e.received_at) as at from field_events e where e.agency_id = f.agency_id and e.device_id = f.id and e.type not in (${unattended})
      order by e.rank desc limit 1) e on e.at >= t.started_at - interval '${enrolledBefore} minutes'
  where f.agency_id = t.agency_id and f.agent_id = t.agent_id and coalesce(f.lost_at > t.started_at, true) and f.seen_at >= t.started_at - interval '${enrolledBefore} minutes'
  order by greatest(e.at, case when f.enrolled_at > t.started_at then f.enrolled_at end) desc nulls last, f.seen_at desc limit 1`;

/** Whoever closed « Sans nouvelles » knows how he is: the delay begins again. */
const settledAt = `select max(a.closed_at) from alarms a where a.agency_id = t.agency_id and a.agent_id = t.agent_id and a.service_id = s.id
    and a.at >= t.started_at and a.kind = 'silence' and a.outcome <> 'HEARD'`;

/** People at work on a protected site whose phone took part, with the last time that they were heard. */
const watched = `select s.agency_id, s.id as service_id, t.service_id as lived_id, s.site_id, t.agent_id,
    greatest(t.started_at, d.seen_at, (select max(e.at) from service_events e where e.agency_id = s.agency_id and e.service_id = t.service_id and e.agent_id = t.agent_id), (${settledAt})) as heard_at,
    case when i.weak_network then greatest(i.silence_delay, g.silence_delay) else g.silence_delay end as delay
  from agencies g join sites i on i.agency_id = g.id and i.lone_worker
    join services s on s.agency_id = i.agency_id and s.site_id = i.id and s.status in (${working}) and not s.is_circuit
    join service_times t on t.agency_id = s.agency_id and t.service_id = coalesce(s.circuit_id, s.id) and t.state in (${working})
    join lateral (${inHand}) d on true
  where g.lone_worker`;

/** The last position that the phone gave for this service, of its steps, its rounds and its entries; never one of a break. `w`: who is watched. */
const lastPlace = `select p.* from (
    select e.at, e.latitude, e.longitude, e.accuracy from service_events e where e.agency_id = w.agency_id and e.service_id in (w.service_id, w.lived_id) and e.agent_id = w.agent_id
    union all select e.at, e.latitude, e.longitude, e.accuracy from round_executions x join round_events e on e.agency_id = x.agency_id and e.execution_id = x.id
      where x.agency_id = w.agency_id and x.service_id in (w.service_id, w.lived_id) and e.agent_id = w.agent_id
    union all select v.at, e.latitude, e.longitude, e.accuracy from logbook_events v join logbook_entries e on e.agency_id = v.agency_id and e.id = v.id
      where v.agency_id = w.agency_id and v.service_id in (w.service_id, w.lived_id) and v.agent_id = w.agent_id) p
  where p.latitude is not null and not exists (select from service_breaks b where b.agency_id = w.agency_id and b.service_id in (w.service_id, w.lived_id)
    and (b.agent_id is null or b.agent_id = w.agent_id) and b.real_start_at <= p.at and coalesce(b.real_end_at > p.at, true))
  order by p.at desc limit 1`;

type Change = {
  agency: string;
  id: string;
  became: 'ASKED' | 'RAISED' | 'HEARD' | 'ENDED' | 'BACK' | 'AGAIN';
} & Record<string, unknown>;

/**
 * The label is that of `nameOfAlarm`. Whoever is heard again needs no call; whoever went home or pauses is not watched.
 * Once somebody is alarmed, only a person closes it: that the phone is heard, or silent again, is a line of its log.
 */
const watch = `with watched as (${watched}),
  asked as (insert into alarms (agency_id, id, kind, label, state, agent_id, service_id, site_id, at, received_at, latitude, longitude, accuracy, located_at)
    select w.agency_id, gen_random_uuid(), 'silence', 'Sans nouvelles', 'ASKED', w.agent_id, w.service_id, w.site_id, w.heard_at, $1, p.latitude, p.longitude, p.accuracy, p.at
    from watched w left join lateral (${lastPlace}) p on true
    where w.heard_at < $1::timestamptz - make_interval(mins => w.delay)
    on conflict (agency_id, agent_id, service_id, kind, drill) where state <> 'CLOSED' do nothing returning agency_id, id),
  settled as (select a.agency_id, a.id, case when w.agent_id is null then 'ENDED' when w.heard_at > a.received_at then 'HEARD'
      when a.received_at <= $1::timestamptz - interval '${silenceGrace} minutes' then 'RAISED' end as became
    from alarms a left join watched w on w.agency_id = a.agency_id and w.agent_id = a.agent_id and w.service_id = a.service_id
    where a.kind = 'silence' and a.state = 'ASKED' for update of a skip locked),
  moved as (update alarms a set state = case s.became when 'RAISED' then 'RAISED' else 'CLOSED' end,
      outcome = case s.became when 'HEARD' then 'HEARD' when 'ENDED' then 'SETTLED' end,
      closed_at = case when s.became <> 'RAISED' then $1::timestamptz end, version = a.version + 1, updated_at = $1
    from settled s where s.became is not null and a.agency_id = s.agency_id and a.id = s.id returning a.agency_id, a.id, s.became),
  followed as (select a.agency_id, a.id, case when l.act <> 'heard' and w.heard_at > l.at then 'BACK'
      when l.act = 'heard' and w.heard_at < $1::timestamptz - make_interval(mins => w.delay) then 'AGAIN' end as became
    from alarms a join watched w on w.agency_id = a.agency_id and w.agent_id = a.agent_id and w.service_id = a.service_id
      join lateral (select l.act, l.at from alarm_log l where l.agency_id = a.agency_id and l.alarm_id = a.id and l.act in ('asked', 'raised', 'again', 'heard') order by l.rank desc limit 1) l on true
    where a.kind = 'silence' and a.state in ('RAISED', 'ACKNOWLEDGED', 'TAKEN') for update of a skip locked)
  select agency_id as agency, id, 'ASKED' as became from asked union all select agency_id, id, became from moved
    union all select agency_id, id, became from followed where became is not null`;

const lines: Record<Change['became'], LogLine> = {
  ASKED: { act: 'asked' },
  RAISED: { act: 'raised', content: 'Personne n’a répondu : l’alerte est donnée' },
  HEARD: { act: 'heard' },
  ENDED: { act: 'close', content: 'Le service est terminé ou en pause' },
  BACK: { act: 'heard' },
  AGAIN: { act: 'again', content: 'Le téléphone ne donne de nouveau plus de nouvelles' },
};
const actions = {
  ...{ ASKED: 'askCall', RAISED: 'raise', HEARD: 'close', ENDED: 'close' },
  ...{ BACK: 'hearAgain', AGAIN: 'reportAgain' },
} as const;

async function note(db: Db, { id, became }: Change, by: By): Promise<void> {
  await writeLog(db, id, [lines[became]], by);
  await writeAudit(db, by, { entity: Alarm.name, id, action: actions[became] });
  const [row] =
    became === 'ASKED' || became === 'RAISED' ? await alarmRows(db, 't.id = $2', [by.context.agency, id]) : [];
  if (row) await tell(db, row, 0, by);
}

export async function watchSilence(services: Services, now: Date): Promise<void> {
  await services.database.platformTransaction(async (db) => {
    const changes = await db.query<Change>({ name: 'watch-silence', text: watch, values: [now] });
    for (const change of changes)
      await note(db, change, {
        caller: null,
        context: { ...nobody, agency: change.agency },
        host: null,
        now,
        services,
      });
  });
}

export const watchLoneWorkers = job(
  'watchLoneWorkers',
  byClock,
  // No retry: the next minute looks again.
  { label: 'Téléphones de travailleurs isolés sans nouvelles', retries: 0, cron: { at: '* * * * *', of: 'platform' } },
  (_, services) => watchSilence(services, new Date()),
);
