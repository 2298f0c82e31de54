// The services of those who leave with a lost site: freed with their contracts, kept by person, and offered back.
import type { Output } from '#core/kernel/endpoint.ts';
import { daysAfter } from '#core/planning/days.ts';
import { plannedStatuses } from '#core/planning/status.ts';
import type { moveTransferDate } from '#core/transfer/calls.ts';
import type { Db } from '#server/db/database.ts';
import type { Call } from '#server/kernel/call.ts';
import { saveMany } from '#server/kernel/save.ts';
import { comingOf } from '#server/planning/coming.ts';
import { freedOf, takeOff } from '#server/planning/leaving.ts';
import { answered, type Leaver, leaversOf } from './leavers.ts';
import { openTransfer, transferPlan } from './transfers.ts';

/** Takes them off what begins after this day, and keeps who had what. */
export async function freeAfter(
  call: Call,
  transfer: string,
  agents: readonly string[],
  after: string,
): Promise<string[]> {
  const { db, now } = call;
  const coming = await comingOf(db, { kind: 'agent', ids: agents, after }, now);
  const held = await db.query<{ service: string; agent: string }>({
    name: 'transfer-held',
    text: 'select h.service_id as service, h.agent_id as agent from service_agents h where h.agency_id = app_agency() and h.service_id = any ($1::uuid[]) and h.agent_id = any ($2::uuid[])',
    values: [coming, agents],
  });
  const { freed, versions } = await takeOff(call, agents, after);
  const kept = [...Map.groupBy(held, ({ agent }) => agent)].map(([agent, own]) => ({
    agent,
    freed: Object.fromEntries(own.flatMap(({ service }) => (versions[service] ? [[service, versions[service]]] : []))),
  }));
  // Of somebody with several contracts, beside one of them.
  await db.query({
    name: 'keep-transfer-freed',
    text: `update staff_transfer_leavers l set freed = l.freed || o.freed from json_to_recordset($2::json) o (agent uuid, freed jsonb)
      where l.agency_id = app_agency() and l.staff_transfer_id = $1 and l.agent_id = o.agent and l.contract_id =
        (select m.contract_id from staff_transfer_leavers m where m.agency_id = l.agency_id and m.staff_transfer_id = l.staff_transfer_id and m.agent_id = l.agent_id order by 1 limit 1)`,
    values: [transfer, JSON.stringify(kept)],
  });
  return freed;
}

interface Kept extends Record<string, unknown> {
  agent: Leaver;
  services: { id: string; version: number }[];
}

/** What the transfer took, and that lies before its new date again; it is then no longer kept. */
async function backBefore(db: Db, transfer: string, date: string, now: Date): Promise<Kept[]> {
  const kept = await db.query<Kept>({
    name: 'transfer-back',
    text: `select json_build_object('id', a.id, 'name', a.fullname) as agent, json_agg(json_build_object('id', s.id, 'version', f.value::integer) order by s.start_at, s.id) as services
      from staff_transfer_leavers l cross join jsonb_each_text(l.freed) f join services s on s.agency_id = l.agency_id and s.id = f.key::uuid
        join agents a on a.agency_id = l.agency_id and a.id = l.agent_id
      where l.agency_id = app_agency() and l.staff_transfer_id = $1 and s.status in (${plannedStatuses}) and s.end_at > $3
        and s.start_at < ($2::date)::timestamp at time zone app_zone()
      group by a.id, a.fullname order by a.fullname, a.id`,
    values: [transfer, date, now],
  });
  await db.query({
    name: 'forget-transfer-freed',
    text: `update staff_transfer_leavers l set freed = l.freed - $2::text[] where l.agency_id = app_agency() and l.staff_transfer_id = $1`,
    values: [transfer, kept.flatMap(({ services }) => services.map(({ id }) => id))],
  });
  return kept;
}

export async function moveDate(call: Call<typeof moveTransferDate>): Promise<Output<typeof moveTransferDate>> {
  const { db, input, now } = call;
  const whole = call as unknown as Call;
  const transfer = await openTransfer(db, call.params.id);
  const { transferDate, services, version } = input;
  answered.add(whole);
  await saveMany(
    transferPlan,
    [{ id: transfer.id, transferDate, ...(version === undefined ? {} : { version }) }],
    whole,
  );
  const isEarlier = transferDate < transfer.transferDate;
  const people = isEarlier && services === 'free' ? await leaversOf(db, [transfer.id]) : [];
  const freed =
    people.length === 0
      ? []
      : await freeAfter(
          whole,
          transfer.id,
          people.map(({ id }) => id),
          daysAfter(transferDate, -1),
        );
  const back = isEarlier ? [] : await backBefore(db, transfer.id, transferDate, now);
  return { freed, back: back.map(({ agent, services: own }) => ({ agent, ...freedOf(own) })) };
}
