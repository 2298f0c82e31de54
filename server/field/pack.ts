// The rows that a device takes along (core/field/pack.ts), read with the agent's rights and policies.
import { createHash } from 'node:crypto';
import { entityNamed } from '#core/entities.ts';
import { fetchPack, packDays, type Section, sections } from '#core/field/pack.ts';
import type { Output } from '#core/kernel/endpoint.ts';
import { archived, unscheduled } from '#core/planning/status.ts';
import { meets } from '#core/roles.ts';
import { SiteInstruction } from '#core/sites/instruction.ts';
import { Site } from '#core/sites/site.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { named, type Plan, planFor, planOf } from '#server/kernel/plan.ts';
import { typesOffAt } from '#server/logbook/settings.ts';
import { plan as servicePlan } from '#server/planning/services.ts';
import { reportsForPack } from '#server/reports/packing.ts';
import { roundsOfServices } from '#server/rounds/service-rounds.ts';
import { safetyOf } from '#server/safety/pack.ts';
import { siteInstructionExtension } from '#server/sites/instructions.ts';
import { siteExtension } from '#server/sites/sites.ts';

const sitePlan = planOf(Site, siteExtension, entityNamed);
const instructionPlan = planOf(SiteInstruction, siteInstructionExtension, entityNamed);

type PackCall = Call<typeof fetchPack>;
type Found = { id: string; row: unknown };

/** Whole rows as this caller sees them; none without the right to read them. */
async function rowsOf(plan: Plan, ids: readonly string[], call: PackCall): Promise<Found[]> {
  if (ids.length === 0 || !meets(call.asker, plan.of.grants.read.agent)) return [];
  const reader = planFor(plan, call).readerFor(call);
  const rows = await call.db.query<{ row: { id: string } }>(named(reader.byIds, [ids]));
  return rows.map(({ row }) => ({ id: row.id, row }));
}

/** Services of the next days, and those of yesterday that may still be ended. */
const serviceIds = async ({ db, now }: PackCall): Promise<string[]> =>
  (
    await db.query<{ id: string }>({
      name: 'pack-services',
      text: `select s.id from published_services s where s.agency_id = app_agency() and s.end_at > $1::timestamptz - interval '1 day'
        and s.start_at < $1::timestamptz + make_interval(days => $2) and s.status <> all ($3::integer[])`,
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
  };
}

const digestOf = (row: unknown): string =>
  createHash('sha1').update(JSON.stringify(row)).digest('base64url').slice(0, 16);

type Reply = Output<typeof fetchPack>;

export const packHandlers: Handler[] = [
  handle(fetchPack, async (call) => {
    const { asker, caller, db, input, now } = call;
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
    const typesOff = await typesOffAt(idsOf(pack.sites), call);
    const places = idsOf(pack.services.map(({ row }) => (row as { site: unknown }).site));
    const safety = await safetyOf(places, db);
    const reports = await reportsForPack(
      pack.services.map(({ row }) => row as never),
      call,
    );
    const person = { name: caller?.name ?? '', rights: [...(asker.profile?.rights ?? [])].toSorted() };
    return {
      now: now.toISOString(),
      changed,
      removed,
      agency: agency as Reply['agency'],
      typesOff,
      safety,
      reports,
      person,
    };
  }),
];
