// A report of a lone worker: an alarm, a line in the open one, or a return; each report once.
import { oldestEvent } from '#core/field/clock.ts';
import { mostRepeats, nameOfAlarm } from '#core/safety/alarm.ts';
import { Alarm } from '#core/safety/alarm-record.ts';
import { logTypes } from '#core/safety/log-types.ts';
import { drillMark, type ReportedKind, reportWords } from '#core/safety/report.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import type { Call } from '#server/kernel/call.ts';
import type { Arrived } from '#server/kernel/field-message.ts';
import { writeOwnEvent } from '#server/logbook/writing.ts';
import { asAgency } from '#server/planning/lifecycle-writing.ts';
import { alarmRows, tell, writeLog } from './telling.ts';

export interface Report {
  uuid: string;
  kind: ReportedKind;
  drill: boolean;
  agent: string;
  service: string;
  at: Date;
  location: Arrived['location'];
  /** When the position was measured, if it is not of the report. */
  locatedAt?: string | null;
}

/** In the place of a service that is gone, invented or somebody else's: such alarms of a person are one per kind, not a flood. */
const noService = '00000000-0000-0000-0000-000000000000';

/** The agent's own service as the caller sees it, with its site; without one the alarm is raised anyway. */
async function placeOf({ agent, service }: Report, { db }: Call): Promise<{ service: string; site: string | null }> {
  const [found] = await db.query<{ service: string; site: string | null }>({
    name: 'alarm-place',
    text: `select v.id as service, v.site_id as site from seen_services v where v.agency_id = app_agency() and v.id = $1
      and exists (select from seen_service_agents a where a.agency_id = v.agency_id and a.service_id = v.id and a.agent_id = $2)`,
    values: [service, agent],
  });
  return found ?? { service: noService, site: null };
}

/** The alarm that this report, or the one before it, raised. */
async function knownBy(db: Db, uuid: string): Promise<string | null> {
  const [known] = await db.query<{ id: string }>({
    name: 'known-report',
    text: 'select alarm_id as id from alarm_log where agency_id = app_agency() and id = $1',
    values: [uuid],
  });
  return known?.id ?? null;
}

const openOne = async (db: Db, { agent, service, drill }: Report, kind: string): Promise<string | null> =>
  (
    await db.query<{ id: string }>({
      name: 'open-alarm',
      text: `select id from alarms where agency_id = app_agency() and agent_id = $1 and service_id = $2 and kind = $3 and drill = $4 and state <> 'CLOSED'`,
      values: [agent, service, kind, drill],
    })
  )[0]?.id ?? null;

/** Lines of an open alarm; nobody falls so often. The report beyond is in the alarm already. */
const mostLines = 1_000;

/** The open alarm of this kind that has all the lines it may have. */
async function floodedBy(db: Db, report: Report): Promise<string | null> {
  const open = await openOne(db, report, report.kind === 'return' ? 'perimeter' : report.kind);
  return open && (await linesOf(db, open, mostLines)) >= mostLines ? open : null;
}

async function linesOf(db: Db, alarm: string, most: number): Promise<number> {
  const [found] = await db.query<{ lines: number }>({
    name: 'alarm-lines',
    text: `select count(*)::integer as lines from (select from alarm_log where agency_id = app_agency() and alarm_id = $1 and act in ('again', 'returned') limit $2) l`,
    values: [alarm, most],
  });
  return found?.lines ?? 0;
}

/** The telephone's clock may be ahead. */
const measuredAt = (at: string, now: Date): Date => new Date(Math.min(Date.parse(at), now.getTime()));

/** Answers the id of the alarm; null: a return after which nothing is open. */
export async function raise(reported: Report, call: Call): Promise<string | null> {
  const { site, ...own } = await placeOf(reported, call);
  const report = { ...reported, ...own };
  return asAgency(call, async (whole) => {
    const { db, now } = whole;
    // Of two reports at once the second finds the alarm of the first.
    await db.query({
      name: 'lock-alarm',
      text: `select pg_advisory_xact_lock(hashtextextended('alarm ' || $1 || $2, 0))`,
      values: [report.agent, report.service],
    });
    const known = await knownBy(db, report.uuid);
    if (known) return known;
    const flooded = await floodedBy(db, report);
    if (flooded) return flooded;
    const { uuid, kind, drill, agent, service, location } = report;
    const locatedAt = location && report.locatedAt ? measuredAt(report.locatedAt, now) : null;
    // The phone's clock may be ahead, or wrong by years: then the alarm is of now.
    const isWrong = report.at > now || report.at.getTime() < now.getTime() - oldestEvent;
    const at = isWrong ? now : report.at;
    if (site)
      await writeOwnEvent(
        {
          ...{
            id: uuid,
            type: logTypes[kind],
            subType: drill ? drillMark : null,
            site,
            service,
            at,
            location: locatedAt ? null : location,
          },
          description: drill ? `${drillMark} : ${reportWords[kind]}` : reportWords[kind],
          // The chain of answers is told.
          isQuiet: true,
        },
        whole,
        { agent },
      );
    if (kind === 'return') {
      const left = await openOne(db, report, 'perimeter');
      if (left) await addLine(left, uuid, 'returned', whole);
      return left;
    }
    const [made] = await db.query<{ id: string }>({
      name: 'raise-alarm',
      text: `insert into alarms (agency_id, id, kind, drill, label, state, agent_id, service_id, site_id, at, received_at, latitude, longitude, accuracy, located_at)
        values (app_agency(), $1, $2, $3, $4, 'RAISED', $5, $6, $7, $8, $9, $10, $11, $12, $13)
        on conflict (agency_id, agent_id, service_id, kind, drill) where state <> 'CLOSED' do nothing returning id`,
      values: [
        ...[uuid, kind, drill, nameOfAlarm(kind, drill), agent, service, site, at, now],
        ...[location?.latitude ?? null, location?.longitude ?? null, location?.accuracy ?? null, locatedAt],
      ],
    });
    if (!made) {
      const open = await openOne(db, report, kind);
      if (open) await addLine(open, uuid, 'again', whole);
      return open;
    }
    await writeLog(db, uuid, [{ id: uuid, act: 'raised', content: reportWords[kind] }], whole);
    await writeAudit(db, call, { entity: Alarm.name, id: uuid, action: 'raise' });
    const [row] = await alarmRows(db, 't.id = $2', [call.context.agency, uuid]);
    if (row) await tell(db, row, 0, whole);
    return uuid;
  });
}

/** The audit line also refreshes open screens. */
async function addLine(alarm: string, id: string, act: 'again' | 'returned', call: Call): Promise<void> {
  await writeLog(call.db, alarm, [{ id, act }], call);
  // The line itself stays: it tells this report from the next. A flood does not fill the history.
  if ((await linesOf(call.db, alarm, mostRepeats + 1)) <= mostRepeats)
    await writeAudit(call.db, call, { entity: Alarm.name, id: alarm, action: 'reportAgain' });
}
