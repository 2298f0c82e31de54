// Rows for the requests: a shared or a new one, in the place of the setting.
import { allEntities, entityNamed } from '#core/entities.ts';
import type { Endpoint } from '#core/kernel/endpoint.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { platformAgencyId } from '#core/kernel/platform.ts';
import { printedSql } from '#server/billing/papers.ts';
import { sealText } from '#server/kernel/sealed.ts';
import { endpointOf } from './client.ts';
import { fileOf } from './files.ts';
import { feedbackOf } from './guide-requests.ts';
import { marketAnswer, quietBoard } from './market-requests.ts';
import { agencyInvoiceOf } from './payment-requests.ts';
import { administeredOf } from './platform-requests.ts';
import { isOfPlatform } from './platform-rows.ts';
import type { Setting } from './requests.ts';
import { minimalDraft, type Refer } from './samples.ts';
import { articleOrderOf, subscriptionOf } from './subscription-requests.ts';
import type { World } from './world.ts';

/** Who saves this entity with every right, and on which path. */
export const saverOf = (of: Entity): { who: 'superAdmin' | 'owner'; mount: 'platform' | 'agency' } =>
  isOfPlatform(of) || (of.grants.list.platform && !of.grants.list.agency)
    ? { who: 'superAdmin', mount: 'platform' }
    : { who: 'owner', mount: 'agency' };

/** Entities that people save; the server writes the others. */
export const writtenEntities = allEntities.filter(({ grants }) => Object.keys(grants.create).length > 0);

const shared = new WeakMap<World, Map<string, Promise<string>>>();

/** Versions of the shared rows, which must not change: requests on them are refused or only read. */
export async function sharedVersions(world: World): Promise<{ entity: string; version: number }[]> {
  const ids = await Promise.all([...(shared.get(world)?.values() ?? [])]);
  const tables = allEntities.map(({ name, table }) => `select id, version, '${name}' entity from ${table}`);
  return world.sql(`select entity, version from (${tables.join(' union all ')}) r where id = any ($1)`, [ids]);
}

/** An existing row, for entities without a save. */
async function anyRow(of: Entity, { world, where }: Setting, condition = 'true'): Promise<string> {
  const agency = of.grants.list.platform
    ? platformAgencyId
    : (where === 'foreign' ? world.otherAgency : world.agency).id;
  const [row] = await world.sql<{ id: string }>(
    `select id from ${of.table} where agency_id = $1 and ${condition} order by id limit 1`,
    [agency],
  );
  return row?.id as string;
}

async function insert(of: Entity, setting: Setting): Promise<string> {
  // Saved with another record.
  if (of.name === 'agentDog') return dogOf(setting);
  if (of.name === 'serviceTime') return timesOf(setting);
  if (of.name === 'event') return eventOf(setting);
  if (of.name === 'alarm') return alarmOf(setting);
  if (of.name === 'agencyReport') return reportOf(setting);
  if (of.name === 'directDebit') return debitOf(setting);
  if (of.name === 'adminAgency') return administeredOf(setting);
  if (of.name === 'adminUser') return setting.world.people.owner.id;
  if (of.name === 'agencySubscription') return subscriptionOf(setting);
  if (of.name === 'agencyArticleOrder') return articleOrderOf(setting);
  if (of.name === 'feedback') return feedbackOf(setting);
  if (of.name === 'agencyInvoice') return agencyInvoiceOf(setting);
  if (of.name === 'offerAnswer') return (await marketAnswer(setting)).id;
  // A card number is saved only with the paper of its card.
  if (of.name === 'expirationType' && !setting.fresh) return anyRow(of, setting, 'is_card');
  // An agent may not give the agency's own reason; the ids of the list are random.
  if (['unavailabilityType', 'requestType', 'customerRequestType'].includes(of.name))
    return anyRow(of, setting, `name = 'Autre'`);
  const save = endpointOf(of, 'save') as Endpoint | undefined;
  if (!save) return anyRow(of, setting);
  // Its file is of whoever saves it.
  const { client: _client, ...unacted } = setting;
  const refer = await referTo(of, hasFile(of) ? { ...unacted, mount: 'agency', person: null } : setting);
  // Without his address nothing is billed to him.
  const more = of.name === 'customer' ? { address: { street: '1 quai des Docks', city: 'Nice' } } : {};
  const input: Record<string, unknown> = { ...minimalDraft(of, refer), ...more };
  // Its quantity is no number of pieces.
  if (of.name === 'invoice')
    input.items = (input.items as object[]).map((item) => ({ ...item, mustBeDeductedFromStock: false }));
  const { who, mount } = saverOf(of);
  const maker = setting.world.as(setting.where === 'foreign' && who === 'owner' ? 'foreignOwner' : who);
  await quietBoard(of, setting);
  const made = (await maker.call(save, { mount, input })) as Record<string, { id: string }>;
  const id = made[of.name]?.id as string;
  // What is under way is shown to every agency.
  if (of.name === 'offer' && setting.where === 'foreign')
    await setting.world.sql('update market_offers set status = 200 where id = $1', [id]);
  // A customer sees what was issued to him.
  if (of.name === 'invoice' && setting.mount === 'customer') await issueInvoice(id, setting);
  // An agent sees what was sent to him.
  if (of.name === 'purchaseOrder' && setting.mount === 'agent')
    await setting.world.sql(`update purchase_orders set sent = true, number = 'BC-' || id where id = $1`, [id]);
  // Both see what left for signature.
  if (of.name === `${setting.mount}Contract`)
    await setting.world.sql(`update ${of.table} set status = 200 where id = $1`, [id]);
  if (of.name === 'stockReference' && setting.mount === 'customer') await putOnSite(id, setting);
  if (of.name === 'document' && setting.where === 'own') await addByCaller(id, setting);
  // Decision 14: on his own path a customer user has those that he made himself.
  if (of.name === 'customerRequest' && setting.mount === 'customer')
    await setting.world.sql('update customer_requests set user_id = $2 where id = $1', [
      id,
      (setting.person ?? setting.world.people.customer).id,
    ]);
  if (of.name === 'documentFolder' && setting.where === 'own') await attachTo(id, setting);
  return id;
}

const hasFile = (of: Entity): boolean =>
  Object.values(of.fields).some(({ kind, required }) => kind === 'file' && required);

/** On his own path: a document that the caller added. For the agency, of a collaborator: who lists only these sees it too. */
async function addByCaller(id: string, { world, mount, person }: Setting): Promise<void> {
  const own = person ?? world.people[mount === 'customer' ? 'customer' : 'agent'];
  const [table, of, target] =
    mount === 'customer'
      ? ['customers', own.profile?.customerId, 'CUSTOMER']
      : ['agents', (mount === 'agent' ? own : world.people.agent).profile?.id, 'AGENT'];
  // A stranger has no row here.
  await world.sql(
    `update documents d set target = $3, ${table === 'agents' ? 'agent_id' : 'customer_id'} = o.id, user_id = $4
      from ${table} o where d.id = $1 and o.agency_id = d.agency_id and o.id = $2`,
    [id, of, target, own.id],
  );
}

/** A folder is seen with a document in it. */
async function attachTo(id: string, setting: Setting): Promise<void> {
  if (setting.mount === 'agency') return;
  const document = await rowOf(entityNamed('document'), setting);
  await setting.world.sql(
    'insert into document_attached_folders (agency_id, document_id, document_folder_id) values ($1, $2, $3)',
    [setting.world.agency.id, document, id],
  );
}

/** Numbered and frozen, as after its issue. */
export const issueInvoice = (id: string, { world }: Setting, more = ''): Promise<unknown> =>
  world.sql(
    `update invoices i set number = 'F-' || i.id, issued_at = now(), date = least(i.date, (now() at time zone g.time_zone)::date), printed = ${printedSql('invoice')}, total = 100 ${more}
      from agencies g, customers c where i.id = $1 and i.issued_at is null and g.id = i.agency_id and c.agency_id = i.agency_id and c.id = i.customer_id`,
    [id],
  );

/** An order of direct debits, ready for the bank. */
async function debitOf(setting: Setting): Promise<string> {
  const { world } = setting;
  const invoice = allEntities.find(({ name }) => name === 'invoice') as Entity;
  const id = await insert(invoice, { ...setting, mount: 'agency' });
  await issueInvoice(id, setting);
  await mandate(id, setting);
  const [row] = await world.sql<{ id: string }>(
    `with made as (insert into direct_debits (agency_id, id, number, collection_date, total)
        select agency_id, gen_random_uuid(), 'PR-' || id, current_date - 1, 1 from invoices where id = $1 returning agency_id, id)
      insert into direct_debit_lines (agency_id, id, direct_debit_id, invoice_id, amount)
        select agency_id, gen_random_uuid(), id, $1, 1 from made returning direct_debit_id as id`,
    [id],
  );
  return row?.id as string;
}

/** A mandate of the invoice's customer, and what its agency needs for direct debits. */
export async function mandate(invoice: string, { world }: Setting): Promise<void> {
  const [row] = await world.sql<{ agency: string; customer: string }>(
    'select agency_id as agency, customer_id as customer from invoices where id = $1',
    [invoice],
  );
  const { agency, customer } = row as { agency: string; customer: string };
  const place = { agency, entity: 'customer', id: customer, path: 'customerInfos.debitIban' };
  await world.sql(
    `update customers set debit_iban = $2, mandate_reference = 'MDT-1', mandate_date = '2026-01-05' where id = $1`,
    [customer, sealText(world.environment, place, 'FR7630006000011234567890189')],
  );
  await world.sql(
    `update agencies set creditor_identifier = 'FR72ZZZ123456', invoice_bank_details = 'IBAN FR7630006000011234567890189' where id = $1`,
    [agency],
  );
}

/** A customer sees the references of which pieces are on his sites. */
async function putOnSite(id: string, setting: Setting): Promise<void> {
  const sites = allEntities.find(({ name }) => name === 'site') as Entity;
  const site = await rowOf(sites, { ...setting, mount: 'agency', fresh: false });
  await setting.world.sql(
    `insert into stock_assignments (agency_id, id, stock_reference_id, site_id, quantity, assignment_date)
      select agency_id, gen_random_uuid(), id, $2, 1, current_date from stock_references where id = $1`,
    [id, site],
  );
  await setting.world.sql('update stock_references set version = 1 where id = $1', [id]);
}

/** The agent record of a caller on an agent's path. */
export const ownAgent = ({ person, world }: Setting): string =>
  (person?.profile?.kind === 'AGENCY' ? person : world.people.agent).profile?.id as string;

/** Entities that an agent writes on his workplaces. */
const onHisSites: ReadonlySet<string> = new Set(['checkpoint', 'round']);

/** Entities of which each agent has his own rows on his path. */
const isOwnOn = (of: Entity, { mount, where }: Setting): boolean =>
  mount === 'agent' &&
  where === 'own' &&
  ((of.fields.agent ?? of.fields.userCompany)?.target === 'agent' || onHisSites.has(of.name));

const workplaces = new WeakMap<World, Map<string, Promise<string>>>();

/** A site where the agent has a published service. */
export function workplaceOf(setting: Setting): Promise<string> {
  const { world } = setting;
  const [agent, sites] = [ownAgent(setting), workplaces.get(world) ?? new Map<string, Promise<string>>()];
  workplaces.set(world, sites);
  const site =
    sites.get(agent) ??
    world
      .sql<{ id: string }>(
        `with place as (insert into sites (agency_id, id, customer_id, name, slug)
            values ($1, gen_random_uuid(), $2, 'Poste', gen_random_uuid()::text) returning agency_id, id),
          work as (insert into services (agency_id, id, site_id, start_at, end_at, published_at)
            select agency_id, gen_random_uuid(), id, now(), now() + interval '8 hours', now() from place returning agency_id, id),
          held as (insert into service_agents (agency_id, service_id, agent_id) select agency_id, id, $3 from work)
          select id from place`,
        [world.agency.id, world.customer.id, agent],
      )
      .then(([row]) => row?.id as string);
  sites.set(agent, site);
  return site;
}

async function dogOf(setting: Setting): Promise<string> {
  const agents = allEntities.find(({ name }) => name === 'agent') as Entity;
  const agent = await rowOf(agents, { ...setting, mount: 'agency' });
  const [dog] = await setting.world.sql<{ id: string }>(
    `insert into agent_dogs (agency_id, id, agent_id, name) select agency_id, gen_random_uuid(), id, 'Rex' from agents where id = $1 returning id`,
    [agent],
  );
  return dog?.id as string;
}

/** An entry of the daily log, of the agent on his path, on a site that shows it to its customer. */
async function eventOf(setting: Setting): Promise<string> {
  const sites = allEntities.find(({ name }) => name === 'site') as Entity;
  const site = await rowOf(sites, { ...setting, mount: 'agency', fresh: false });
  const agent = setting.mount === 'agent' && setting.where === 'own' ? ownAgent(setting) : null;
  const content = { type: 30, category: 'incident', label: 'Intrusion', at: new Date(), customerShow: true };
  await setting.world.sql(`update sites set rights_customer = rights_customer || '{readDailyLogs}' where id = $1`, [
    site,
  ]);
  const [event] = await setting.world.sql<{ id: string }>(
    `insert into logbook_entries (agency_id, id, site_id, kind, event_id, agent_id, author, content)
      select agency_id, u, id, 'entry', u, $2, 'A B', $3 from sites, gen_random_uuid() u where id = $1 returning id`,
    [site, agent, content],
  );
  return event?.id as string;
}

/** An open alarm of an agent; of a service that is gone. */
async function alarmOf(setting: Setting): Promise<string> {
  const agents = allEntities.find(({ name }) => name === 'agent') as Entity;
  const agent = await rowOf(agents, { ...setting, mount: 'agency', fresh: false });
  const [alarm] = await setting.world.sql<{ id: string }>(
    `insert into alarms (agency_id, id, kind, label, state, agent_id, service_id, at, received_at)
      select agency_id, gen_random_uuid(), 'sos', 'Alerte SOS', 'RAISED', id, gen_random_uuid(), now(), now() from agents where id = $1 returning id`,
    [agent],
  );
  return alarm?.id as string;
}

/** A report of an intervention: of the agent on his path a draft; approved for a customer. */
async function reportOf(setting: Setting): Promise<string> {
  const named = (name: string): Entity => allEntities.find((of) => of.name === name) as Entity;
  const service = await rowOf(named('service'), { ...setting, mount: 'agency', fresh: true });
  const agent = setting.mount === 'agent' && setting.where === 'own' ? ownAgent(setting) : null;
  const [report] = await setting.world.sql<{ id: string }>(
    `with changed as (update services set activity_type = 2 where id = $1 returning agency_id, id, site_id)
      insert into agency_reports (agency_id, id, reference, type, template, site_id, service_id, agent_id, at, status)
      select agency_id, gen_random_uuid(), 'RI-1', 'intervention', 'STANDARD', site_id, id, $2, now(), $3 from changed returning id`,
    // Shared rows are only read; the customer sees approved reports.
    [service, agent, setting.fresh && setting.mount !== 'customer' ? 100 : 300],
  );
  await setting.world.sql(
    `insert into contacts (agency_id, id, customer_id, firstname, lastname, email, send_customer_intervention_report)
      select s.agency_id, gen_random_uuid(), s.customer_id, 'A', 'B', 'recoit@example.fr', true from services v join sites s on s.agency_id = v.agency_id and s.id = v.site_id where v.id = $1`,
    [service],
  );
  return report?.id as string;
}

/** Times of an agent on a new service, waiting for a decision. */
async function timesOf(setting: Setting): Promise<string> {
  const named = (name: string): Entity => allEntities.find((of) => of.name === name) as Entity;
  const service = await rowOf(named('service'), { ...setting, mount: 'agency', fresh: true });
  const agent = await rowOf(named('agent'), { ...setting, mount: 'agency', fresh: false });
  const [times] = await setting.world.sql<{ id: string }>(
    `insert into service_times (agency_id, service_id, agent_id, state, started_at, ended_at, status)
      select agency_id, id, $2, 300, start_at, end_at, 200 from services where id = $1 returning id`,
    [service, agent],
  );
  return times?.id as string;
}

/** Customers do not see every row of these. */
const ofOneReader: ReadonlySet<string> = new Set(['document', 'documentFolder', 'customerRequest']);
const shownByMount: ReadonlySet<string> = new Set([
  'invoice',
  'stockReference',
  'purchaseOrder',
  'customerContract',
  'agentContract',
]);

/** The id of a row in the place of the setting. */
export async function rowOf(of: Entity, setting: Setting): Promise<string> {
  const { world, mount, person, where, fresh } = setting;
  // On its own path, a profile is the only row.
  if (where === 'own' && mount === 'customer' && of.name === 'customer')
    return person?.profile?.customerId ?? world.customer.id;
  if (where === 'own' && mount === 'agent' && of.name === 'agent')
    return person?.profile?.id ?? (world.people.agent.profile?.id as string);
  // There is only one, and nobody creates another.
  if (of.name === 'agency') return (where === 'foreign' ? world.otherAgency : world.agency).id;
  // Each person has his own.
  if (fresh || (mount !== 'agency' && ofOneReader.has(of.name))) return insert(of, setting);
  const rows = shared.get(world) ?? new Map<string, Promise<string>>();
  shared.set(world, rows);
  const key = `${of.name} ${where} ${isOwnOn(of, setting) ? ownAgent(setting) : ''}${shownByMount.has(of.name) ? mount : ''}`;
  const row = rows.get(key) ?? insert(of, setting);
  rows.set(key, row);
  return row;
}

/** A gap needs a service and one of its agents: this service has the longest duration. */
async function openFor(service: string, agent: string, { sql }: World): Promise<void> {
  await sql(
    `update services set start_at = '2026-10-25Z', end_at = timestamptz '2026-10-25Z' + interval '72 hours' where id = $1`,
    [service],
  );
  await sql(
    `insert into service_agents (agency_id, service_id, agent_id) select agency_id, id, $2 from services where id = $1 on conflict do nothing`,
    [service, agent],
  );
}

/** References of a draft point to the same place as its row; a site's customer decides who sees the site. */
export async function referTo(of: Entity, setting: Setting): Promise<Refer> {
  const ids = new Map<string, string>();
  const { where, world } = setting;
  if (where === 'own') ids.set('customer', world.customer.id);
  if (isOwnOn(of, setting)) {
    ids.set('agent', ownAgent(setting));
    if (onHisSites.has(of.name)) ids.set('site', await workplaceOf(setting));
  }
  if (hasFile(of)) ids.set('file', (await fileOf({ ...setting, where: where === 'foreign' ? where : 'own' })).id);
  // A record that refers to one of its own kind may also refer to none.
  const targets = new Set(
    [of.fields, ...Object.values(of.fields).flatMap(({ kind, fields }) => (kind === 'lines' && fields ? [fields] : []))]
      .flatMap((fields) => Object.values(fields))
      .flatMap((field) =>
        field.target && field.target !== of.name && field.kind === 'ref' && field.written === 'form'
          ? [field.target]
          : [],
      ),
  );
  for (const target of targets) {
    const entity = allEntities.find(({ name }) => name === target) as Entity;
    // Its quantity changes with what refers to it; a draft becomes the model of one subscription.
    const fresh = target === 'stockReference' || of.name === 'invoiceRecurrence';
    if (!ids.has(target)) ids.set(target, await rowOf(entity, { ...setting, mount: 'agency', fresh }));
  }
  if (of.name === 'break') await openFor(ids.get('service') as string, ids.get('agent') as string, world);
  return (target) => ids.get(target) as string;
}
