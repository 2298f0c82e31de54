// Loads and removes the sample data of an agency: each in one transaction, each once.
import { Agent } from '#core/agents/agent.ts';
import { refusedSheet } from '#core/agents/quota.ts';
import { Customer } from '#core/customers/customer.ts';
import { entityNamed } from '#core/entities.ts';
import { wallClock } from '#core/kernel/clock.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { Problem } from '#core/kernel/problem.ts';
import { daysAfter } from '#core/planning/days.ts';
import { Service } from '#core/planning/service.ts';
import { inactiveStatus } from '#core/roles.ts';
import { sampleMessages } from '#core/signup/first-steps.ts';
import { type SampleRow, sampleSet } from '#core/signup/samples.ts';
import { Site } from '#core/sites/site.ts';
import { agentExtension } from '#server/agents/agents.ts';
import { holdQuota, pricingOf } from '#server/agents/quota.ts';
import { customerExtension } from '#server/customers/customers.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudits } from '#server/kernel/audit.ts';
import { insertEntity } from '#server/kernel/bulk.ts';
import type { Call } from '#server/kernel/call.ts';
import { correcting } from '#server/kernel/frozen.ts';
import { alias, type Plan, planOf } from '#server/kernel/plan.ts';
import { type Columns, insertRows } from '#server/kernel/rows.ts';
import { putWords } from '#server/kernel/save.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { plan as servicePlan } from '#server/planning/services.ts';
import { rightsOfNewAgent } from '#server/rights/new-agent.ts';
import { siteExtension } from '#server/sites/sites.ts';
import { keptWith, type SampleKind, sampleKinds, usesOfSamples } from './uses.ts';

const plans: Readonly<Record<SampleKind, Plan>> = {
  agent: planOf(Agent, agentExtension, entityNamed) as unknown as Plan,
  customer: planOf(Customer, customerExtension, entityNamed) as unknown as Plan,
  site: planOf(Site, siteExtension, entityNamed) as unknown as Plan,
  service: servicePlan as unknown as Plan,
};

/** Loading and removing wait for each other. */
const hold = (db: Db): Promise<unknown> =>
  db.query({
    name: 'hold-samples',
    text: `select pg_advisory_xact_lock(hashtextextended('samples ' || app_agency(), 0))`,
  });

/** The people of the samples have no licence, but they are sheets: a quota that has no room refuses them. */
async function refuseBeyondQuota(db: Db, sheets: number): Promise<void> {
  await holdQuota(db);
  const pricing = await pricingOf(db);
  const { agents, accounts } = pricing.countAgents;
  const refused = refusedSheet({
    ...pricing,
    countAgents: { agents: agents + sheets - 1, accounts },
    remainingSheets: null,
  });
  if (refused !== null) throw new Problem('conflict', refused);
}

interface Standing extends Record<string, unknown> {
  loaded: boolean;
  busy: boolean;
  zone: string;
  card: string | null;
}

const standingOf = async (db: Db): Promise<Standing> => {
  const [row] = await db.query<Standing>({
    name: 'standing-of-samples',
    text: `select exists (select from sample_rows where agency_id = app_agency()) as loaded,
        exists (select from services where agency_id = app_agency()) as busy, time_zone as zone,
        (select t.id from expiration_types t where t.agency_id = app_agency() and t.is_card limit 1) as card from agencies where id = app_agency()`,
  });
  return row as Standing;
};

/** Loaded already: nothing to do. */
export async function loadAll(call: Call): Promise<void> {
  const { db, now } = call;
  await hold(db);
  const { loaded, busy, zone, card } = await standingOf(db);
  if (loaded) return;
  if (busy) throw new Problem('conflict', sampleMessages.busy);
  const set = sampleSet(daysAfter(wallClock(now, zone).day, 1), zone, card, () => uuidv7(now.getTime()));
  await refuseBeyondQuota(db, set.agents.length);
  const rights = await rightsOfNewAgent(db);
  const status = (of: Entity): Columns => (of.machine ? { status: of.machine.initial } : {});
  const parts: [SampleKind, Entity, SampleRow[], (row: SampleRow) => Columns][] = [
    ['agent', Agent, set.agents, () => ({ status: inactiveStatus, rights })],
    ['customer', Customer, set.customers, () => status(Customer)],
    ['site', Site, set.sites, () => status(Site)],
    // A number of their own: the series of the agency begins with its own services.
    ['service', Service, set.services, ({ name }) => ({ ...status(Service), reference: name })],
  ];
  const agency = call.context.agency as string;
  for (const [kind, of, rows, columnsOf] of parts) {
    await insertEntity(db, {
      ...{ of, agency },
      rows: rows.map((row) => ({
        id: row.id,
        createdAt: now.toISOString(),
        draft: row.draft,
        columns: columnsOf(row),
      })),
    });
    await insertRows(db, 'sample_rows', rows, ({ id, name }) => ({ agency_id: agency, entity: kind, id, name }));
    const ids = rows.map(({ id }) => id);
    await putWords(plans[kind], db, `${alias}.id = any ($1::uuid[])`, ids);
    await writeAudits(
      db,
      call,
      ids.map((id) => ({ entity: of.name, id, action: 'loadSamples' })),
    );
  }
}

/** All of them, or all but those that the user's own records need. */
export async function removeAll(call: Call, keepUsed: boolean): Promise<void> {
  const { db } = call;
  await hold(db);
  const rows = await db.query<{ entity: SampleKind; id: string }>({
    name: 'sample-rows',
    text: 'select entity, id from sample_rows where agency_id = app_agency()',
  });
  if (rows.length === 0) return;
  const used = await usesOfSamples(db);
  if (used.length > 0 && !keepUsed) {
    const named = [...new Map(used.map(({ name, by }) => [`${name} ${by}`, { name, by }])).values()];
    throw new Problem('conflict', sampleMessages.used, { used: named });
  }
  const kept = used.length > 0 ? await keptWith(db, used) : new Set<string>();
  await correcting(db, 'samples', async () => {
    for (const kind of sampleKinds) {
      const ids = rows.filter(({ entity, id }) => entity === kind && !kept.has(id)).map(({ id }) => id);
      const { of, indexes } = plans[kind];
      await db.query({
        name: `remove-samples-${kind}`,
        text: `delete from ${of.table} where agency_id = app_agency() and id = any ($1::uuid[])`,
        values: [ids],
      });
      // Nobody is told of a sample: a published one leaves no removal to publish (decision 113).
      if (kind === 'service')
        await db.query({
          name: 'remove-published-samples',
          text: 'delete from published_services where agency_id = app_agency() and id = any ($1::uuid[])',
          values: [ids],
        });
      for (const { name } of indexes)
        await db.query({
          name: `drop-sample-words-${name}`,
          text: 'select search_drop($1, one) from unnest($2::uuid[]) one',
          values: [name, ids],
        });
      await writeAudits(
        db,
        call,
        ids.map((id) => ({ entity: of.name, id, action: 'removeSamples' })),
      );
    }
  });
  await db.query({ name: 'forget-samples', text: 'delete from sample_rows where agency_id = app_agency()' });
}
