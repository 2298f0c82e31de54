// Who is told of an alarm, one after the other, and the line of each in its log.
import * as z from 'zod';
import { channels, unreachedReasons } from '#core/kernel/notification.ts';
import { type AlarmKind, type AlarmState, type Link, type LogAct, nameOfAlarm, tellingAt } from '#core/safety/alarm.ts';
import { Alarm } from '#core/safety/alarm-record.ts';
import { alarmAnswered, alarmRaised } from '#core/safety/notifications.ts';
import { drillMark } from '#core/safety/report.ts';
import { type Tour, tourWords } from '#core/safety/tour.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import { job } from '#server/jobs/registry.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import type { Services } from '#server/kernel/call.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { notify, reachOf, type Teller } from '#server/notifications/notify.ts';
import { tourOf } from './tour.ts';

export interface AlarmRow extends Record<string, unknown> {
  id: string;
  kind: AlarmKind;
  drill: boolean;
  state: AlarmState;
  agent: string;
  agentName: string;
  site: string | null;
  /** Then the site is the one that the tour leaves from. */
  tour: Tour | null;
  /** « le 17/11/2026 à 03:12 », by the agency's clock. */
  moment: string;
}

/** A call, or a job. */
export interface By extends Teller {
  services: Teller['services'] & Pick<Services, 'jobs'>;
}

export interface LogLine {
  /** Absent: a new one. */
  id?: string;
  act: LogAct;
  agent?: string | null;
  author?: string | null;
  user?: string | null;
  content?: string | null;
}

export async function writeLog(
  db: Db,
  alarm: string,
  lines: readonly LogLine[],
  by: Pick<By, 'context' | 'now'>,
): Promise<void> {
  await db.query({
    name: 'write-alarm-log',
    text: `insert into alarm_log (agency_id, alarm_id, at, id, act, agent_id, author, user_id, content)
      select $1, $2, $3, x.id, x.act, x.agent, coalesce(x.author, (select a.fullname from agents a where a.agency_id = $1 and a.id = x.agent)), x."user", x.content
      from json_to_recordset($4) as x (id uuid, act text, agent uuid, author text, "user" uuid, content text)`,
    values: [
      by.context.agency,
      alarm,
      by.now,
      JSON.stringify(lines.map((line) => ({ ...line, id: line.id ?? uuidv7() }))),
    ],
  });
}

/** With what a notice says of it. `where`: on `t`; $1 is the agency. */
export const alarmRows = (db: Db, where: string, values: readonly unknown[]): Promise<AlarmRow[]> =>
  db.query<AlarmRow>({
    text: `select t.id, t.kind, t.drill, t.state, t.agent_id as agent, a.fullname as "agentName", s.name as site, ${tourOf('t', 'v')} as tour,
        to_char(t.received_at at time zone g.time_zone, '"le" DD/MM/YYYY "à" HH24:MI') as moment
      from alarms t join agencies g on g.id = t.agency_id join agents a on a.agency_id = t.agency_id and a.id = t.agent_id
        left join sites s on s.agency_id = t.agency_id and s.id = t.site_id left join services v on v.agency_id = t.agency_id and v.id = t.service_id
      where t.agency_id = $1 and ${where}`,
    values: [...values],
  });

const chainOf = (db: Db, agency: string | null): Promise<(Link & Record<string, unknown>)[]> =>
  db.query({
    name: 'alarm-chain',
    text: 'select agent_id as agent, delay from agency_alarm_chain where agency_id = $1 order by rank, id',
    values: [agency],
  });

function noticeOf({ id, kind, drill, state, agentName, site, tour, moment }: AlarmRow, step: number) {
  const isAsked = state === 'ASKED';
  const name = nameOfAlarm(kind, drill);
  return {
    event: `${id} ${state} ${step}`,
    // Read on a locked screen: who, and where.
    title: `${isAsked ? 'Sans nouvelles' : `${drill ? `${drillMark} · ` : ''}Alarme PTI`} : ${[agentName, tour ? 'en tournée' : site].filter(Boolean).join(', ')}`,
    text: [
      ...(drill ? [`${drillMark} : ceci est un exercice.`] : []),
      isAsked
        ? `Le téléphone de ${agentName} ne répond plus ${moment}. Appelez.`
        : `${name} de ${agentName}, ${moment}.`,
      ...(tour ? [`${tourWords(tour)}.`] : site ? [`Site : ${site}.`] : []),
    ].join('\n'),
    link: `/alarms?open=${id}`,
    action: 'Ouvrir l’alerte',
  };
}

/**
 * Tells the person at this step of the chain, or the next who can be reached. The job of the next step is enqueued in the
 * same transaction; an answer before it makes it do nothing.
 */
export async function tell(db: Db, alarm: AlarmRow, from: number, by: By): Promise<void> {
  const { agency } = by.context;
  const chain = await chainOf(db, agency);
  const lines: LogLine[] = [];
  let step = from;
  for (let telling = tellingAt(chain, step); telling; telling = tellingAt(chain, step)) {
    step += 1;
    const notice = noticeOf(alarm, step);
    if (telling.to === 'everyone') {
      const { told } = await notify(db, alarmRaised, [{ to: 'holders', ...notice }], by);
      lines.push({ act: 'everyone', content: told === 0 ? 'Personne n’a pu être prévenu' : null });
      break;
    }
    const { agent } = telling.to;
    const reach = (await reachOf(db, alarmRaised, [agent], by)).get(agent);
    if (!reach || reach.why !== null) {
      lines.push({ act: 'untold', agent, content: reach?.why ? unreachedReasons[reach.why] : null });
      continue;
    }
    await notify(db, alarmRaised, [{ to: { agents: [agent] }, ...notice }], by);
    lines.push({ act: 'told', agent, content: reach.channels.map((one) => channels[one]).join(', ') });
    // Nobody is alarmed yet: « Sans nouvelles » waits for the clock.
    if (alarm.state !== 'ASKED' && telling.wait !== null)
      await by.services.jobs.enqueue(
        escalateAlarm,
        [
          {
            key: `${alarm.id} ${step}`,
            data: { alarm: alarm.id, step },
            after: new Date(by.now.getTime() + telling.wait * 60_000),
          },
        ],
        { db, agency },
      );
    break;
  }
  await writeLog(db, alarm.id, lines, by);
  await db.query({
    name: 'alarm-step',
    text: 'update alarms set step = $3, version = version + 1, updated_at = $4 where agency_id = $1 and id = $2',
    values: [agency, alarm.id, step, by.now],
  });
}

const answerWords = { acknowledge: 'Vue par', take: 'Prise en charge par', close: 'Close par' } as const;

/** To who was told of it, except who answers. */
export async function tellAnswered(
  db: Db,
  id: string,
  act: keyof typeof answerWords,
  who: string,
  by: By,
): Promise<void> {
  const { agency } = by.context;
  const [alarm] = await alarmRows(db, 't.id = $2', [agency, id]);
  if (!alarm) return;
  const told = await db.query<{ agent: string | null }>({
    name: 'told-of-alarm',
    text: `select case when act = 'told' then agent_id end as agent from alarm_log where agency_id = $1 and alarm_id = $2 and act in ('told', 'everyone')`,
    values: [agency, id],
  });
  const agents = told.flatMap(({ agent }) => agent ?? []);
  const { event: _, action: __, ...notice } = noticeOf(alarm, 0);
  await notify(
    db,
    alarmAnswered,
    [
      {
        ...notice,
        to: told.some(({ agent }) => agent === null) ? 'holders' : { agents },
        event: `${id} ${act} ${uuidv7()}`,
        text: `${answerWords[act]} ${who}.`,
        // The mail of the alarm leads to its state.
        mail: null,
      },
    ],
    by,
  );
}

/** Nobody answered: the next person. A second run finds another step. */
export async function escalate(
  agency: string,
  { alarm, step }: { alarm: string; step: number },
  services: Services,
  now: Date,
): Promise<void> {
  const context = { ...nobody, agency };
  await services.database.transaction(context, async (db) => {
    const [row] = await alarmRows(db, `t.id = $2 and t.state = 'RAISED' and t.step = $3 for update of t`, [
      agency,
      alarm,
      step,
    ]);
    if (!row) return;
    const by = { caller: null, context, host: null, now, services };
    await tell(db, row, step, by);
    await writeAudit(db, by, { entity: Alarm.name, id: alarm, action: 'escalate' });
  });
}

export const escalateAlarm = job(
  'escalateAlarm',
  z.object({ alarm: z.uuid(), step: z.int() }),
  { label: 'Alertes sans réponse : personne suivante', wait: 10, longestWait: 60 },
  async (data, services, { agency }) => {
    if (agency) await escalate(agency, data, services, new Date());
  },
);
