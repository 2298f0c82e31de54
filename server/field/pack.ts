// The rows that a device takes along (core/field/pack.ts), read with the agent's rights and policies.
import { createHash } from 'node:crypto';
import { entityNamed } from '#core/entities.ts';
import { fetchPack, packDays, type Section, sections } from '#core/field/pack.ts';
import type { Output } from '#core/kernel/endpoint.ts';
import { LogEvent } from '#core/logbook/event.ts';
import { handoverType } from '#core/logbook/types.ts';
import { InformationNote, publishedStatus } from '#core/notes/note.ts';
import { breakRunning } from '#core/planning/break.ts';
import { lifecycleEvents } from '#core/planning/lifecycle.ts';
import { archived, unscheduled } from '#core/planning/status.ts';
import { refusedReport } from '#core/reports/states.ts';
import { allRights } from '#core/rights.ts';
import { can, meets } from '#core/roles.ts';
import { SiteInstruction } from '#core/sites/instruction.ts';
import { SiteItems } from '#core/sites/items.ts';
import { Site } from '#core/sites/site.ts';
import { readDirectory } from '#server/agents/directory.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { utc } from '#server/kernel/kinds.ts';
import { named, type Plan, planFor, planOf } from '#server/kernel/plan.ts';
import { typesOffAt } from '#server/logbook/settings.ts';
import { informationNoteExtension } from '#server/notes/notes.ts';
import { unreadMessages } from '#server/notifications/reading.ts';
import { eventOrder } from '#server/planning/lifecycle-writing.ts';
import { plan as servicePlan } from '#server/planning/services.ts';
import { reportsForPack, writtenReports } from '#server/reports/packing.ts';
import { roundsOfServices } from '#server/rounds/service-rounds.ts';
import { safetyOf } from '#server/safety/pack.ts';
import { siteInstructionExtension } from '#server/sites/instructions.ts';
import { siteExtension } from '#server/sites/sites.ts';
import { refuseRevoked } from './sourcing.ts';

const sitePlan = planOf(Site, siteExtension, entityNamed);
const notePlan = planOf(InformationNote, informationNoteExtension, entityNamed);
const instructionPlan = planOf(SiteInstruction, siteInstructionExtension, entityNamed);

type Reply = Output<typeof fetchPack>;
type PackCall = Call<typeof fetchPack>;
type Found = { id: string; row: unknown };

/** Whole rows as this caller sees them; none without the right to read them. */
async function rowsOf(plan: Plan, ids: readonly string[], call: PackCall): Promise<Found[]> {
  if (ids.length === 0 || !meets(call.asker, plan.of.grants.read.agent)) return [];
  const reader = planFor(plan, call).readerFor(call);
  const rows = await call.db.query<{ row: { id: string } }>(named(reader.byIds, [ids]));
  return rows.map(({ row }) => ({ id: row.id, row }));
}

/** Services of the next days, those of yesterday that may still be ended, and those whose report he has to take up again. */
const serviceIds = async ({ db, now }: PackCall): Promise<string[]> =>
  (
    await db.query<{ id: string }>({
      name: 'pack-services',
      text: `select s.id from published_services s where s.agency_id = app_agency() and s.end_at > $1::timestamptz - interval '1 day'
          and s.start_at < $1::timestamptz + make_interval(days => $2) and s.status <> all ($3::integer[])
        union select r.service_id from agency_reports r where r.agency_id = app_agency() and r.agent_id = app_agent()
          and r.status = ${refusedReport} and r.at > $1::timestamptz - interval '31 days'`,
      values: [now, packDays, [archived, unscheduled]],
    })
  ).map(({ id }) => id);

const idsOf = (values: readonly unknown[]): string[] => [
  ...new Set(values.flatMap((value) => (value ? [(value as { id: string }).id] : []))),
];

const currentInstructions = async ({ db }: PackCall, sites: readonly string[]): Promise<string[]> =>
  (
    await db.query<{ id: string }>({
      name: 'pack-instructions',
      text: 'select id from site_instructions where site_id = any ($1::uuid[])',
      values: [sites],
    })
  ).map(({ id }) => id);

/** Notes of the last month, and older ones that he still has to confirm. */
const currentNotes = async ({ db, now }: PackCall): Promise<string[]> =>
  (
    await db.query<{ id: string }>({
      name: 'pack-notes',
      text: `select n.id from information_notes n join information_note_user_companies r on r.agency_id = n.agency_id and r.information_note_id = n.id
        where n.agency_id = app_agency() and n.status = ${publishedStatus} and r.agent_id = app_agent()
          and (n.published_at > $1::timestamptz - interval '30 days' or n.mandatory and r.acknowledged_at is null) order by n.published_at desc limit 50`,
      values: [now],
    })
  ).map(({ id }) => id);

type Handovers = Reply['handovers'];
/** Hours that a message to the relief is of use. */
const handoverHours = 48;

/** For whoever comes next, whoever wrote it: these words alone, read for the whole agency. */
async function handoversAt(sites: readonly string[], { context, now, services }: PackCall): Promise<Handovers> {
  const rows = await services.database.read<{ site: string } & Handovers[string][number]>(
    { ...context, agent: null, customer: null },
    {
      name: 'pack-handovers',
      text: `select e.site_id as site, e.description as text, ${utc('e.at')} as at, coalesce(a.fullname, '') as author
        from logbook_events e left join agents a on a.agency_id = e.agency_id and a.id = e.agent_id
        where e.agency_id = app_agency() and e.site_id = any ($1::uuid[]) and e.type = ${handoverType} and e.state <> 'WITHDRAWN' and e.description is not null
          and e.at > $2::timestamptz - interval '${handoverHours} hours' order by e.at desc limit 100`,
      values: [sites, now],
    },
  );
  const bySite = Map.groupBy(rows, ({ site }) => site);
  return Object.fromEntries(
    [...bySite].map(([site, said]) => [site, said.map(({ text, at, author }) => ({ text, at, author }))]),
  );
}

type Entries = NonNullable<Reply['entries']>;
/** Of each service. */
const mostEntries = 10;

/** Under the agent's policy: his own, and those of his colleagues where the site opens them. */
async function entriesOf(services: readonly string[], { asker, db }: PackCall): Promise<Entries> {
  if (services.length === 0 || !meets(asker, LogEvent.grants.read.agent)) return {};
  const rows = await db.query<{ service: string } & Entries[string][number]>({
    name: 'pack-entries',
    text: `select s.id as service, e.id, e.label, e.description as text, ${utc('e.at')} as at, e.type, e.sub_type as "subType",
        coalesce(e.agent_id = app_agent(), false) as "isHis" from unnest($1::uuid[]) s (id)
      cross join lateral (select e.* from logbook_events e where e.agency_id = app_agency() and e.service_id = s.id and e.state <> 'WITHDRAWN'
        order by e.at desc, e.position desc limit ${mostEntries}) e order by e.at desc, e.position desc`,
    values: [services],
  });
  const byService = Map.groupBy(rows, ({ service }) => service);
  return Object.fromEntries([...byService].map(([of, list]) => [of, list.map(({ service: _, ...entry }) => entry)]));
}

type Items = NonNullable<Reply['items']>;

/** Under the agent's policy: a site opens its equipment to agents, or not (C-018). */
async function itemsAt(sites: readonly string[], { asker, db }: PackCall): Promise<Items> {
  if (sites.length === 0 || !meets(asker, SiteItems.grants.read.agent)) return {};
  const rows = await db.query<{ site: string } & Items[string][number]>({
    name: 'pack-items',
    text: `select site_id as site, id, name, quantity, reference, expiry::text as expiry, comment from site_items
      where agency_id = app_agency() and site_id = any ($1::uuid[]) order by site_id, rank, id`,
    values: [sites],
  });
  const bySite = Map.groupBy(rows, ({ site }) => site);
  return Object.fromEntries([...bySite].map(([site, list]) => [site, list.map(({ site: _, ...item }) => item)]));
}

/** His own, or the one of everybody. */
async function pausesOf(services: readonly string[], { db }: PackCall): Promise<NonNullable<Reply['pauses']>> {
  const rows = await db.query<{ service: string; startedAt: string; from: number }>({
    name: 'pack-pauses',
    text: `select distinct on (b.service_id) b.service_id as service, ${utc('b.real_start_at')} as "startedAt", b.paused_from as from from service_breaks b
      where b.agency_id = app_agency() and b.service_id = any ($1::uuid[]) and (b.agent_id = app_agent() or b.agent_id is null)
        and b.status = ${breakRunning} and b.paused_from is not null and b.real_start_at is not null order by b.service_id, b.agent_id nulls last, b.real_start_at desc`,
    values: [services],
  });
  return Object.fromEntries(rows.map(({ service, startedAt, from }) => [service, { startedAt, from }]));
}

/** The last one of each service, of whoever of its agents extended it. */
async function extensionsOf(services: readonly string[], { db }: PackCall): Promise<NonNullable<Reply['extensions']>> {
  const rows = await db.query<{ service: string; at: string; reason: string | null }>({
    name: 'pack-extensions',
    text: `select distinct on (e.service_id) e.service_id as service, ${utc('e.at')} as at, e.content as reason from service_events e
      where e.agency_id = app_agency() and e.service_id = any ($1::uuid[]) and e.type = ${lifecycleEvents.serviceExtension.id} and (e.agent_id = app_agent() or e.agent_id is null)
      order by e.service_id, ${eventOrder('e', 'desc')}`,
    values: [services],
  });
  return Object.fromEntries(rows.map(({ service, at, reason }) => [service, { at, reason }]));
}

/** A telephone that waits for a decision reads it within these days. */
const settledDays = 7;

const settledOf = ({ db, now }: PackCall): Promise<NonNullable<Reply['settled']>> =>
  db.query<NonNullable<Reply['settled']>[number] & Record<string, unknown>>({
    name: 'pack-settled',
    text: `select id as uuid, settlement as how from field_events where agency_id = app_agency() and agent_id = app_agent() and outcome = 'kept'
      and settled_at > $1::timestamptz - interval '${settledDays} days' order by settled_at desc limit 100`,
    values: [now],
  });

async function packOf(call: PackCall): Promise<Record<Section, Found[]>> {
  const services = await rowsOf(servicePlan as unknown as Plan, await serviceIds(call), call);
  const siteIds = idsOf(services.map(({ row }) => (row as { site: unknown }).site));
  const sites = await rowsOf(sitePlan as unknown as Plan, siteIds, call);
  const instructions = await currentInstructions(call, idsOf(sites));
  const rounds = await roundsOfServices(
    call.db,
    services.map(({ id }) => id),
  );
  return {
    services,
    sites,
    siteInstructions: await rowsOf(instructionPlan as unknown as Plan, instructions, call),
    serviceRounds: rounds.map((row) => ({ id: row.uuid, row })),
    informationNotes: await rowsOf(notePlan as unknown as Plan, await currentNotes(call), call),
    people: can(call.asker, ['readAgentDirectory'])
      ? (await readDirectory(call)).map((row) => ({ id: row.id, row }))
      : [],
    agencyReports: (await writtenReports(idsOf(services), call)).map((row) => ({ id: row.id, row })),
  };
}

/** A device that reads is heard, once a minute at most. Beside the read, which writes nothing. */
const hearDevice = (device: string, { context, caller, now, services }: PackCall): Promise<unknown> =>
  services.database.transaction(context, (db) =>
    db.query({
      name: 'hear-reader',
      text: `update field_devices set seen_at = $3 where id = $1 and user_id = $2 and lost_at is null and seen_at < $3::timestamptz - interval '1 minute'`,
      values: [device, caller?.userId, now],
    }),
  );

const digestOf = (row: unknown): string =>
  createHash('sha1').update(JSON.stringify(row)).digest('base64url').slice(0, 16);

export const packHandlers: Handler[] = [
  handle(fetchPack, async (call) => {
    const { asker, caller, db, input, now } = call;
    if (input.device) {
      await refuseRevoked(input.device, call);
      await hearDevice(input.device, call);
    }
    const pack = await packOf(call);
    const [changed, removed] = [{} as Reply['changed'], {} as Reply['removed']];
    for (const name of sections) {
      const held = new Map(Object.entries(input.known?.[name] ?? {}).map(([id, digest]) => [id.toLowerCase(), digest]));
      const rows = pack[name].map((found) => ({ ...found, digest: digestOf(found.row) }));
      changed[name] = rows.filter(({ id, digest }) => held.get(id) !== digest);
      const current = new Set(rows.map(({ id }) => id));
      removed[name] = [...held.keys()].filter((id) => !current.has(id));
    }
    const [agency] = await db.query<Reply['agency']>({
      name: 'pack-agency',
      text: `select name, time_zone as "timeZone", phone[1] as phone, late_margin as "lateMargin", unplanned_services as unplanned,
        json_build_object('service', service_end_photo, 'circuit', circuit_end_photo) as "endPhoto", confirm_instructions as "confirmInstructions" from agencies where id = app_agency()`,
    });
    const handovers = await handoversAt(idsOf(pack.sites), call);
    const items = await itemsAt(idsOf(pack.sites), call);
    const typesOff = await typesOffAt(idsOf(pack.sites), call);
    const places = idsOf(pack.services.map(({ row }) => (row as { site: unknown }).site));
    const safety = await safetyOf(places, db);
    const reports = await reportsForPack(
      pack.services.map(({ row }) => row as never),
      call,
    );
    const person = {
      name: caller?.name ?? '',
      rights: allRights.flatMap(({ key }) => (can(asker, [key]) ? [key] : [])).toSorted(),
    };
    return {
      now: now.toISOString(),
      changed,
      removed,
      agency: agency as Reply['agency'],
      handovers,
      entries: await entriesOf(idsOf(pack.services), call),
      items,
      pauses: await pausesOf(idsOf(pack.services), call),
      extensions: await extensionsOf(idsOf(pack.services), call),
      messages: await unreadMessages(call),
      settled: await settledOf(call),
      typesOff,
      safety,
      reports,
      person,
    };
  }),
];
