import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { Customer } from '#core/customers/customer.ts';
import { entityNamed } from '#core/entities.ts';
import { rightSet } from '#core/grants.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { checkDraft, rowSchema } from '#core/kernel/schema.ts';
import { Service } from '#core/planning/service.ts';
import { platformRole, roleFlags } from '#core/roles.ts';
import { SiteInstruction } from '#core/sites/instruction.ts';
import { Site } from '#core/sites/site.ts';
import { type DemoAgency, demoAccounts, demoPassword, demoWorld } from '#demo/index.ts';
import { agentExtension } from '#server/agents/agents.ts';
import { customerExtension } from '#server/customers/customers.ts';
import { nobody } from '#server/db/context.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { folderStore } from '#server/files/store.ts';
import type { Call, RawJson } from '#server/kernel/call.ts';
import { sanitise } from '#server/kernel/html.ts';
import { list, read } from '#server/kernel/list.ts';
import { type Extension, type Plan, planOf } from '#server/kernel/plan.ts';
import { save } from '#server/kernel/save.ts';
import { serviceExtension } from '#server/planning/services.ts';
import { verifyPassword } from '#server/session/password.ts';
import { siteInstructionExtension } from '#server/sites/instructions.ts';
import { siteExtension } from '#server/sites/sites.ts';
import { migratedDatabase } from '#server/testing/database.ts';
import { portraitCount } from './portraits.ts';
import { seedDemo } from './seed.ts';

let database: Database;
const logged: string[] = [];
let created: boolean[];
// The demo planning depends on the time, so use one time for both sides.
const now = new Date();
const [azur, boreal] = demoWorld({ now }).agencies as [DemoAgency, DemoAgency];

const dataDir = mkdtempSync(join(tmpdir(), 'vigie-demo-'));
const store = folderStore(dataDir);

beforeAll(async () => {
  database = await openDatabase({ ownerUrl: await migratedDatabase(), secret: 'test' });
  created = await Promise.all([
    seedDemo(database, (line) => logged.push(line), { store, now }),
    seedDemo(database, (line) => logged.push(line), { store, now }),
  ]);
});
afterAll(async () => {
  rmSync(dataDir, { recursive: true, force: true });
  await database.close();
});

test('everybody with an account has a picture, complete in the store', async () => {
  const { rows } = await database.platform.query<{ hash: string }>(
    'select distinct f.hash from agents a join files f on f.agency_id = a.agency_id and f.id = a.profile_picture_id where a.user_id is not null and a.status < 300',
  );
  expect(rows.length).toBe(portraitCount);
  for (const { hash } of rows) {
    const digest = createHash('sha256');
    for await (const chunk of await store.open(hash)) digest.update(chunk as Buffer);
    expect(digest.digest('hex')).toBe(hash);
  }
});

const ask = async <R extends object>(text: string, ...values: unknown[]): Promise<R[]> =>
  (await database.platform.query(text, values)).rows as R[];
const countOf = async (table: string): Promise<number> =>
  (await ask<{ n: number }>(`select count(*) as n from ${table}`))[0]?.n ?? 0;

test('night posts have a round', async () => {
  const [row] = await ask<{ n: number; times: number }>(
    'select count(*)::integer as n, min(number_of_executions) as times from service_rounds',
  );
  expect(row?.n).toBeGreaterThan(20);
  expect(row?.times).toBe(2);
});

test('notes have the recipients that the database computes, and complete files in the store', async () => {
  const strays = await ask(
    `select n.title from information_note_user_companies r join information_notes n on n.agency_id = r.agency_id and n.id = r.information_note_id
      where n.status = 100 and not exists (select from agents a where a.agency_id = r.agency_id and a.id = r.agent_id and a.status = 100 and a.type <> 'NOMINEE')`,
  );
  expect(strays).toEqual([]);
  const due = await database.transaction({ ...nobody, agency: azur.agency.id }, (db) =>
    db.query({
      text: `select n.title, m.agent from information_notes n cross join lateral app_note_members(n.id) m (agent)
        where n.status = 100 and not exists (select from information_note_user_companies r where r.information_note_id = n.id and r.agent_id = m.agent)`,
    }),
  );
  expect(due).toEqual([]);
  // A note for some sites went to exactly the agents who work there.
  for (const { agency } of [azur, boreal]) {
    const placed = await database.transaction({ ...nobody, agency: agency.id }, (db) =>
      db.query<{ sent: number; unsent: number; strangers: number }>({
        text: `select (select count(*)::integer from information_note_user_companies r where r.information_note_id = n.id) as sent,
            (select count(*)::integer from app_note_members(n.id) m (agent) where not exists (
              select from information_note_user_companies r where r.information_note_id = n.id and r.agent_id = m.agent)) as unsent,
            (select count(*)::integer from information_note_user_companies r where r.information_note_id = n.id and not exists (
              select from services s join service_agents h on h.service_id = coalesce(s.circuit_id, s.id) join information_note_sites o on o.site_id = s.site_id
              where o.information_note_id = n.id and h.agent_id = r.agent_id)) as strangers
          from information_notes n where n.recipients = 'SITES'`,
      }),
    );
    expect(placed.length).toBeGreaterThan(0);
    for (const { sent, unsent, strangers } of placed) {
      expect(sent).toBeGreaterThan(1);
      expect([unsent, strangers]).toEqual([0, 0]);
    }
  }
  const papers = await ask<{ hash: string }>(
    'select distinct f.hash from information_note_files h join files f on f.agency_id = h.agency_id and f.id = h.file_id',
  );
  expect(papers).toHaveLength(6);
  for (const { hash } of papers) {
    const digest = createHash('sha256');
    for await (const chunk of await store.open(hash)) digest.update(chunk as Buffer);
    expect(digest.digest('hex')).toBe(hash);
  }
});

const extensions: Record<string, Extension> = {
  agent: agentExtension,
  customer: customerExtension,
  site: siteExtension,
  siteInstruction: siteInstructionExtension,
  service: serviceExtension,
};
const planFor = (of: Entity): Plan => planOf(of, extensions[of.name] ?? {}, entityNamed);

/** As the agency's manager. */
async function run(
  operation: (plan: Plan, call: Call) => Promise<RawJson | undefined>,
  of: Entity,
  { agency }: DemoAgency,
  more: { input?: unknown; params?: unknown },
): Promise<Record<string, Record<string, unknown>>> {
  const context = { ...nobody, agency: agency.id };
  const asker = {
    platform: null,
    profile: { rights: new Set(rightSet('full')), isOwner: true, kind: 'AGENCY' as const },
  };
  const base = {
    caller: null,
    profile: null,
    asker,
    context,
    now: new Date(),
    services: { filesSeen: () => 'true' } as never,
    host: '*',
    source: { ip: '', userAgent: null },
    afterCommit: () => expect.fail('nothing is left to do'),
    files: () => expect.fail('no file is sent'),
  };
  const answer = await database.transaction(context, (db) =>
    operation(planFor(of), { ...base, db, params: more.params as never, input: more.input as never }),
  );
  return answer ? JSON.parse(answer.text) : {};
}

describe('the demo is written once', () => {
  test('of two concurrent starts, one writes and logs it', () => {
    expect(created.filter((wrote) => wrote)).toHaveLength(1);
    expect(logged).toHaveLength(1);
  });

  test('a later start writes nothing', async () => {
    const tables = ['users', 'agencies', 'agents', 'customers', 'contacts', 'sites', 'search', 'audit'];
    const before = await Promise.all(tables.map(countOf));
    expect(await seedDemo(database, (line) => logged.push(line))).toBe(false);
    expect(await Promise.all(tables.map(countOf))).toEqual(before);
    expect(logged).toHaveLength(1);
  });

  test('a database with a user is left alone', async () => {
    const other = await openDatabase({ ownerUrl: await migratedDatabase(), secret: 'test' });
    try {
      await other.platform.query(
        `insert into users (id, email, firstname, lastname) values ('018cc251-f400-7f32-8473-4623106f99a3', 'a@b.example', 'A', 'B')`,
      );
      expect(await seedDemo(other, () => {})).toBe(false);
      expect((await other.platform.query('select from agencies where id <> platform_agency()')).rowCount).toBe(0);
    } finally {
      await other.close();
    }
  });

  test('a failure leaves nothing', async () => {
    const other = await openDatabase({ ownerUrl: await migratedDatabase(), secret: 'test' });
    const failing: Database = {
      ...other,
      platformTransaction: (work) =>
        other.platformTransaction((db) =>
          work({
            query: (statement) => {
              if (statement.text.startsWith('insert into site_keys')) throw new Error('cut');
              return db.query(statement);
            },
          }),
        ),
    };
    try {
      await expect(seedDemo(failing, () => {})).rejects.toThrow('cut');
      expect((await other.platform.query('select from users')).rowCount).toBe(0);
      expect(await seedDemo(other, () => {})).toBe(true);
    } finally {
      await other.close();
    }
  });
});

describe('the demo is complete', () => {
  test('every customer, site, agent and contact exists', async () => {
    const counts = await ask<Record<string, unknown>>(
      `select g.name, (select count(*) from customers c where c.agency_id = g.id) as customers, (select count(*) from sites s where s.agency_id = g.id) as sites,
        (select count(*) from agents a where a.agency_id = g.id and a.plannable) as agents, (select count(*) from contacts c where c.agency_id = g.id) as contacts
      from agencies g where g.id = any ($1) order by g.name`,
      [azur.agency.id, boreal.agency.id],
    );
    const contactsOf = ({ customers }: DemoAgency) => customers.flatMap(({ contacts }) => contacts).length;
    expect(counts).toEqual([
      { name: 'Azur Sécurité', customers: 25, sites: 80, agents: 60, contacts: contactsOf(azur) },
      { name: 'Boréal Protection', customers: 8, sites: 20, agents: 15, contacts: contactsOf(boreal) },
    ]);
  });

  test.each([
    ['agents', Agent, (agency: DemoAgency) => agency.agents],
    ['customers', Customer, (agency: DemoAgency) => agency.customers],
    ['sites', Site, (agency: DemoAgency) => agency.sites],
    ['instructions', SiteInstruction, (agency: DemoAgency) => agency.instructions],
    // One in twenty: there are many similar ones.
    ['services', Service, (agency: DemoAgency) => wholeServices(agency).filter((_, rank) => rank % 20 === 0)],
  ])('%s are read back as generated', async (_, of: Entity, rowsOf) => {
    for (const agency of [azur, boreal]) {
      for (const { id, status, draft } of rowsOf(agency)) {
        const row = (await run(read, of, agency, { params: { id } }))[of.name] as Record<string, unknown>;
        expect(rowSchema(of).safeParse(row).error).toBeUndefined();
        expect(row.status).toBe(status);
        // A form that sends an unchanged row sends the draft.
        const { id: _id, version: _version, ...form } = row;
        const checked = checkDraft(of, form, null);
        expect(checked).toMatchObject({ ok: true, draft: comparable(draft) });
      }
    }
  });

  test('services, stops, breaks and absences exist, and the next service gets the next number', async () => {
    const [row] = await ask(
      `select (select count(*) from services s where s.agency_id = $1 and s.id = any ($2) and s.circuit_id is null) as services,
        (select count(*) from services s where s.agency_id = $1 and s.circuit_id is not null) as stops,
        (select count(*) from service_stops s where s.agency_id = $1) as lines, (select count(*) from service_breaks b where b.agency_id = $1) as breaks,
        (select count(*) from unavailabilities u where u.agency_id = $1) as unavailabilities,
        (select value from counters c where c.agency_id = $1 and c.name = 'service') =
          (select count(*) from services s where s.agency_id = $1) as "isNext"`,
      azur.agency.id,
      azur.planning.services.map(({ id }) => id),
    );
    const { services, breaks, unavailabilities } = azur.planning;
    const stops = services.length - wholeServices(azur).length;
    expect(row).toEqual({
      ...{ services: wholeServices(azur).length, stops, lines: stops, isNext: true },
      ...{ breaks: breaks.length, unavailabilities: unavailabilities.length },
    });
  });

  test('some people were replaced at short notice, and their substitutes agreed', async () => {
    const text = `select count(*) as replaced, count(c.id) as agreed from audit h left join service_consents c on c.agency_id = h.agency_id and c.service_id = h.entity_id where h.agency_id = $1 and h.entity = 'service' and h.action = 'edit' and jsonb_array_length(h.changes->'agents'->'after') > 0`;
    const [row] = await ask<{ replaced: number; agreed: number }>(text, azur.agency.id);
    expect([row?.replaced, Number(row?.agreed) > 0]).toEqual([row?.agreed, true]);
  });

  test('published services differ from planned ones only where they changed since', async () => {
    const { services } = await run(list, Service, azur, {
      input: { filters: { publication: ['CHANGED'] }, limit: 100 },
    });
    const changed = azur.planning.services.filter(({ lastPublished }) => lastPublished !== null).map(({ id }) => id);
    expect((services as unknown as { id: string }[]).map(({ id }) => id).sort()).toEqual(changed.sort());
  });

  test('instructions are already sanitised', () => {
    for (const { instructions } of [azur, boreal])
      for (const { draft } of instructions) expect(sanitise(draft.content ?? '')).toBe(draft.content);
  });

  test('saving an unchanged site keeps its search words', async () => {
    const site = azur.sites[0];
    const words = () => ask(`select words from search where entity = 'site' and id = $1`, site?.id);
    const before = await words();
    expect(before).toHaveLength(1);
    await run(save, Site, azur, { input: { id: site?.id, name: site?.draft.name } });
    expect(await words()).toEqual(before);
  });

  test('a site is found by its name, its town, and not from the other agency', async () => {
    const found = async (query: string, agency: DemoAgency): Promise<unknown[]> => {
      const answer = await run(list, Site, agency, { input: { query } });
      return (answer.sites as unknown as { name: string }[]).map(({ name }) => name);
    };
    expect(await found('micocouliers', azur)).toEqual(['Centre commercial Les Micocouliers']);
    expect(await found('hotel MIRAMARINE menton', azur)).toEqual(['Hôtel Miramarine Menton']);
    expect(await found('micocouliers', boreal)).toEqual([]);
    expect(await found('dunkerque', boreal)).toContain('Médiathèque des Hollandais');
  });

  test('every record has an author', async () => {
    const [line] = await ask<{ author: string; action: string }>(
      `select author, action from audit where entity = 'site' and entity_id = $1 and action = 'create'`,
      azur.sites[3]?.id,
    );
    expect(line).toEqual({ author: 'Hélène Marchand', action: 'create' });
  });

  test('the next customer gets the next number', async () => {
    const { customer } = await run(save, Customer, azur, { input: { name: 'Nouveau client' } });
    expect(customer?.customerInfos).toMatchObject({ customerNumberId: '411-0026' });
  });
});

describe('the demo accounts', () => {
  test.each(demoAccounts)('%s signs in with the demo password', async (email) => {
    const [user] = await ask<{ password_hash: string }>('select password_hash from users where email = $1', email);
    expect(await verifyPassword(user?.password_hash ?? null, demoPassword)).toBe(true);
  });

  test('have their roles', async () => {
    const rows = await ask<{
      account: string;
      super_admin: boolean;
      admin: boolean;
      is_support: boolean;
      id: string | null;
      kind: 'AGENCY' | 'CUSTOMER';
      agency_id: string;
      agency_name: string;
      customer_id: string | null;
      rights: never[];
      is_owner: boolean;
      plannable: boolean;
    }>(
      `select u.email as account, u.super_admin, u.admin, u.is_support, p.* from users u left join user_companies p on p.user_id = u.id where u.email = any ($1)`,
      demoAccounts.map(([email]) => email),
    );
    const roles = Object.fromEntries(
      rows.map((row) => {
        const platform = platformRole({ superAdmin: row.super_admin, admin: row.admin, isSupport: row.is_support });
        if (row.id === null) return [row.account, platform];
        const flags = roleFlags({
          id: row.id,
          kind: row.kind,
          agencyId: row.agency_id,
          customerId: row.customer_id,
          rights: new Set(row.rights),
          isOwner: row.is_owner,
          plannable: row.plannable,
          locked: null,
        });
        return [
          row.account,
          [row.agency_name, ...Object.entries(flags).flatMap(([flag, held]) => (held ? [flag] : []))],
        ];
      }),
    );
    expect(roles).toEqual({
      'admin@vigie.example': 'superAdmin',
      'support@vigie.example': 'support',
      'direction@azur.example': ['Azur Sécurité', 'isAgencyOwner', 'isStaff', 'isStaffNonAgent'],
      'planning@azur.example': ['Azur Sécurité', 'isStaff', 'isStaffNonAgent'],
      'agent@azur.example': ['Azur Sécurité', 'isAgent'],
      'client@azur.example': ['Azur Sécurité', 'isCustomer'],
      'direction@boreal.example': ['Boréal Protection', 'isAgencyOwner', 'isStaff', 'isStaffNonAgent'],
    });
    expect(rows).toHaveLength(7);
  });
});

const wholeServices = ({ planning }: DemoAgency) => planning.services.filter(({ circuitId }) => circuitId === null);

/** References are a set: the reader decides on their order. */
function comparable(draft: object): object {
  return Object.fromEntries(
    Object.entries(draft).map(([key, value]) => [
      key,
      key === 'specialties' || key === 'agents'
        ? expect.toSatisfy(sameIds(value as { id: string }[]))
        : key === 'customerInfos' || key === 'agentInfos'
          ? comparable(value as object)
          : value,
    ]),
  );
}

const sameIds =
  (wanted: { id: string }[]) =>
  (found: { id: string }[]): boolean =>
    JSON.stringify(found.map(({ id }) => id).sort()) === JSON.stringify(wanted.map(({ id }) => id).sort());
