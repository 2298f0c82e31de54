// Writes the demo agencies into an unused database.

import { Readable } from 'node:stream';
import { vatNumberOf } from '#core/agencies/mentions.ts';
import { Specialty } from '#core/agencies/specialty.ts';
import { Agent } from '#core/agents/agent.ts';
import { ExpirationType } from '#core/agents/expirations.ts';
import { CatalogArticle } from '#core/billing/catalog.ts';
import { Discount } from '#core/billing/discount.ts';
import { Estimate } from '#core/billing/estimate.ts';
import { Invoice } from '#core/billing/invoice.ts';
import { PurchaseOrder } from '#core/billing/purchase-order.ts';
import { InvoiceRecurrence } from '#core/billing/recurrence.ts';
import { CommercialContract, PriceIndex } from '#core/commercial/contract.ts';
import { AgentContract, CustomerContract } from '#core/contracts/contract.ts';
import { contractEntities } from '#core/contracts/entities.ts';
import { Customer } from '#core/customers/customer.ts';
import { Document } from '#core/documents/document.ts';
import { DocumentFolder } from '#core/documents/folder.ts';
import { entityNamed } from '#core/entities.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { LogEvent } from '#core/logbook/event.ts';
import { InformationNote } from '#core/notes/note.ts';
import { SalaryElement } from '#core/pay/salary-element.ts';
import { Service } from '#core/planning/service.ts';
import { Unavailability } from '#core/planning/unavailability.ts';
import { AgencyReport } from '#core/reports/report.ts';
import { AgentRequest, CustomerRequest } from '#core/requests/request.ts';
import { RightsSet } from '#core/rights/set.ts';
import { Checkpoint } from '#core/rounds/checkpoint.ts';
import { Round } from '#core/rounds/round.ts';
import { SiteInstruction } from '#core/sites/instruction.ts';
import { Site } from '#core/sites/site.ts';
import { StockAction } from '#core/stock/action.ts';
import { StockAssignment } from '#core/stock/assignment.ts';
import { StockReference } from '#core/stock/reference.ts';
import { transferEntities } from '#core/transfer/entities.ts';
import { type DemoAgency, type DemoAgent, type DemoUser, demoPassword, demoWorld } from '#demo/index.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { FileStore } from '#server/files/store.ts';
import { type BulkRow, insertEntity } from '#server/kernel/bulk.ts';
import { alias, planOf } from '#server/kernel/plan.ts';
import { insertRows } from '#server/kernel/rows.ts';
import { sealText } from '#server/kernel/sealed.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { hashPassword } from '#server/session/password.ts';
import { insertCommercial } from './commercial.ts';
import { insertContracts } from './contracts.ts';
import { insertControl } from './control.ts';
import { insertDocuments } from './documents.ts';
import { insertEstimates } from './estimates.ts';
import { insertGuides } from './guides.ts';
import { insertInvoices } from './invoices.ts';
import { insertLogbook, type Picture } from './logbook.ts';
import { insertMails } from './mails.ts';
import { insertMarket } from './marketplace.ts';
import { insertNewcomers } from './newcomers.ts';
import { insertNotes } from './notes.ts';
import { insertOrders } from './orders.ts';
import { insertPay } from './pay.ts';
import { insertPayments } from './payments.ts';
import { insertPlanning } from './planning.ts';
import { isWomans, portrait, portraitCount } from './portraits.ts';
import { insertReports } from './reports.ts';
import { insertRequests } from './requests.ts';
import { insertExecutions, insertRounds, insertServiceRounds } from './rounds.ts';
import { insertSafety } from './safety.ts';
import { scenePictures } from './scenes.ts';
import { handCount, signature } from './signatures.ts';
import { insertStock } from './stock.ts';
import { insertSubscriptions } from './subscriptions.ts';
import { insertCustomerNotices, insertFreed } from './told.ts';
import { insertLostMonths, insertTransfers } from './transfers.ts';

/** Any fixed number: of two processes that start together, the second waits and finds the users of the first. */
const seedLock = 7_316_202;

/** True if the demo was written; all or nothing if the process dies. */
export async function seedDemo(
  database: Database,
  log: (line: string) => void,
  options: { factor?: number; secret?: string; store?: FileStore; now?: Date } = {},
): Promise<boolean> {
  return database.platformTransaction(async (db) => {
    await db.query({ text: 'select pg_advisory_xact_lock($1)', values: [seedLock] });
    const [found] = await db.query<{ used: boolean }>({ text: 'select exists (select from users) as used' });
    if (found?.used) return false;
    log('Création des agences de démonstration…');
    const now = options.now ?? new Date();
    const world = demoWorld({ ...options, now });
    await insertUsers(db, [...world.platformUsers, ...world.agencies.flatMap(({ users }) => users)]);
    const faces = options.store ? await keepPortraits(options.store) : [];
    const scenes = options.store ? await keepScenes(options.store) : new Map<number, Picture>();
    const hands = options.store ? await keepHands(options.store) : [];
    for (const [rank, agency] of world.agencies.entries()) {
      await insertAgency(db, agency, options.secret ?? null, { faces, scenes, hands }, now, rank === 0);
      await insertNotes(db, agency, options.store ?? null);
      await completeRows(db, InformationNote, agency.agency.id);
      await insertFreed(db, agency, now);
      await insertCustomerNotices(db, agency, now);
      await insertPay(db, agency, now, rank === 0);
      await insertMails(db, agency, now);
      if (rank === 0) {
        await insertTransfers(db, agency, now);
        for (const entity of transferEntities) await completeRows(db, entity, agency.agency.id);
      }
      await completeRows(db, SalaryElement, agency.agency.id);
      await insertRequests(db, agency, now);
      for (const entity of [AgentRequest, CustomerRequest]) await completeRows(db, entity, agency.agency.id);
      // The papers of the first agency are real; those of the other stay drafts.
      const store = rank === 0 ? (options.store ?? null) : null;
      await insertContracts(db, agency, { store, secret: options.secret ?? null, now });
      for (const entity of contractEntities) await completeRows(db, entity, agency.agency.id);
      if (options.store) {
        await insertDocuments(db, agency, options.store, now);
        await insertControl(db, agency, now);
        for (const kept of [DocumentFolder, Document]) await completeRows(db, kept, agency.agency.id);
        for (const kept of [AgentContract, CustomerContract])
          await completeRows(db, kept as Entity, agency.agency.id, 'archived_from is not null');
      }
    }
    await insertMarket(db, world.agencies, now, (of, agency) => completeRows(db, of as Entity, agency));
    await insertPayments(db, world.agencies);
    await insertSubscriptions(db, world.agencies);
    await insertNewcomers(db, now);
    await insertGuides(db, world.agencies, options.store ?? null, now);
    return true;
  });
}

async function insertUsers(db: Db, users: DemoUser[]): Promise<void> {
  // Hash the common password once: hashing is slow by design.
  const passwordHash = await hashPassword(demoPassword);
  await insertRows(db, 'users', users, (user) => ({
    id: user.id,
    email: user.email,
    password_hash: passwordHash,
    firstname: user.firstname,
    lastname: user.lastname,
    admin: user.admin,
    is_support: user.isSupport,
    super_admin: user.superAdmin,
    first_login: user.lastLogin === null,
    created_at: user.createdAt,
  }));
}

interface Profile {
  userId: string | null;
  rights: readonly string[];
  lastLogin: string | null;
  status: number;
}

const accessOf = ({ userId, rights, lastLogin, status }: Profile): Record<string, unknown> => ({
  user_id: userId,
  rights,
  last_login: lastLogin,
  status,
});

interface Pictures {
  faces: readonly Picture[];
  /** By event type. */
  scenes: ReadonlyMap<number, Picture>;
  /** Drawn signatures. */
  hands: readonly Picture[];
}

function nextFace(turn: { faces: readonly Picture[]; given: number }): Picture {
  turn.given += 1;
  return turn.faces[turn.given % turn.faces.length] as Picture;
}

/** Stores a content before its row. */
async function keepPicture(store: FileStore, content: Buffer): Promise<Picture> {
  const arrived = await store.receive(Readable.from([content]), content.length);
  await store.keep(arrived);
  return { hash: arrived.hash, size: arrived.size };
}

async function keepPortraits(store: FileStore): Promise<Picture[]> {
  const faces: Picture[] = [];
  for (let number = 0; number < portraitCount; number += 1) faces.push(await keepPicture(store, portrait(number)));
  return faces;
}

async function keepScenes(store: FileStore): Promise<Map<number, Picture>> {
  const kept = new Map<number, Picture>();
  for (const { type, content } of scenePictures()) kept.set(type, await keepPicture(store, content));
  return kept;
}

async function keepHands(store: FileStore): Promise<Picture[]> {
  const hands: Picture[] = [];
  for (let hand = 0; hand < handCount; hand += 1) hands.push(await keepPicture(store, signature(hand)));
  return hands;
}

/** Everybody with an account gets a picture. */
async function insertPortraits(db: Db, { agency, agents }: DemoAgency, faces: readonly Picture[]): Promise<void> {
  const owner = agents.find(({ isOwner }) => isOwner)?.userId;
  const pictured = agents.filter(({ userId, status }) => userId !== null && status < 300);
  if (faces.length === 0 || !owner) return;
  const facesOf = (woman: boolean): Picture[] => faces.filter((_, number) => isWomans(number) === woman);
  // Use the faces in turn.
  const turns = { women: { faces: facesOf(true), given: 0 }, men: { faces: facesOf(false), given: 0 } };
  const rows = pictured.map(({ id, draft, createdAt }) => ({
    id: uuidv7(Date.parse(createdAt)),
    agent: id,
    name: `${draft.firstname} ${draft.lastname}.png`,
    created_at: createdAt,
    ...nextFace(turns[draft.agentInfos?.gender === 2 ? 'women' : 'men']),
  }));
  await db.query({
    text: `with taken as (select * from json_to_recordset($3) as r (id uuid, agent uuid, name text, hash text, size bigint, created_at timestamptz)),
      kept as (insert into files (agency_id, id, name, mime_type, size, hash, uploaded_by, created_at)
        select $1, id, name, 'image/png', size, hash, $2, created_at from taken returning id)
      select count(*) from kept`,
    values: [agency.id, owner, JSON.stringify(rows)],
  });
  await db.query({
    text: `update agents a set profile_picture_id = r.id from json_to_recordset($2) as r (id uuid, agent uuid) where a.agency_id = $1 and a.id = r.agent`,
    values: [agency.id, JSON.stringify(rows)],
  });
}

/** Without a secret, sealed values are left empty. */
function secretsOf({ id, secrets }: DemoAgent, agency: string, secret: string | null): Record<string, unknown> {
  const kept = (path: string, plain: string | null): string | null =>
    secret === null || plain === null ? null : sealText({ secret }, { agency, entity: Agent.name, id, path }, plain);
  return {
    social_security_number: kept('agentInfos.socialSecurityNumber', secrets.socialSecurityNumber),
    bank_details: kept('agentInfos.bankDetails', secrets.bankDetails),
  };
}

async function insertAgency(
  db: Db,
  world: DemoAgency,
  secret: string | null,
  { faces, scenes, hands }: Pictures,
  now: Date,
  losesSite: boolean,
): Promise<void> {
  const { agency, specialties, expirationTypes, agents, customers, sites, instructions } = world;
  const owner = agents.find(({ isOwner }) => isOwner);
  const { street, zipcode, city, country, location } = agency.address;
  await db.query({
    text: `insert into agencies (id, name, manager_id, email, phone, siret, approval_number, street, zipcode, city, country, latitude, longitude, created_at, planning_regulation, check_break, legal_status, capital_amount, rcs_name, vat_number, invoice_bank_details)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)`,
    values: [
      agency.id,
      agency.name,
      owner?.userId ?? null,
      agency.email,
      agency.phone,
      agency.siret,
      agency.approvalNumber,
      street,
      zipcode,
      city,
      country,
      location?.latitude ?? null,
      location?.longitude ?? null,
      agency.createdAt,
      agency.planning.regulation,
      agency.planning.breakLevel,
      agency.legal.form,
      agency.legal.capital,
      agency.legal.rcs,
      vatNumberOf(agency.siret),
      `Paiement par virement bancaire\nIBAN ${agency.legal.iban}`,
    ],
  });
  await db.query({
    text: `insert into counters (agency_id, name, value) values ($1, 'customer', $2)`,
    values: [agency.id, customers.length],
  });
  const contacts = new Map(customers.flatMap((customer) => customer.contacts.map((contact) => [contact.id, contact])));
  const withStatus = (row: { id: string; createdAt: string; draft: object; status: number }): BulkRow => ({
    ...row,
    columns: { status: row.status },
  });
  await insertEntity(db, {
    of: Specialty,
    agency: agency.id,
    rows: specialties.map((row) => ({ ...row, columns: {} })),
  });
  await insertEntity(db, {
    of: RightsSet,
    agency: agency.id,
    rows: world.rightsSets.map((row) => ({ ...row, columns: { status: RightsSet.machine?.initial } })),
  });
  await db.query({
    text: `update expiration_types t set id = d.id from json_to_recordset($2) as d (id uuid, name text) where t.agency_id = $1 and t.name = d.name`,
    values: [agency.id, JSON.stringify(expirationTypes)],
  });
  await db.query({
    text: `delete from search where agency_id = $1 and entity = '${ExpirationType.name}'`,
    values: [agency.id],
  });
  await insertEntity(db, {
    of: Agent,
    agency: agency.id,
    rows: agents.map((row) => ({ ...row, columns: { ...accessOf(row), ...secretsOf(row, agency.id, secret) } })),
  });
  await insertPortraits(db, world, faces);
  await insertEntity(db, {
    of: Customer,
    agency: agency.id,
    rows: customers.map(withStatus),
    lineColumns: (path, id) => {
      const contact = path === 'userCompanies' ? contacts.get(id) : undefined;
      return contact ? accessOf(contact) : {};
    },
  });
  await insertEntity(db, { of: Site, agency: agency.id, rows: sites.map(withStatus) });
  await insertEntity(db, {
    of: SiteInstruction,
    agency: agency.id,
    rows: instructions.map((row) => ({ ...row, columns: { status: row.status, changed_at: row.createdAt } })),
  });
  await insertRounds(db, world);
  await insertPlanning(db, world);
  if (losesSite) await insertLostMonths(db, world, now);
  await insertServiceRounds(db, world);
  await insertExecutions(db, world);
  await insertStock(db, world);
  await insertOrders(db, world);
  await insertCommercial(db, world);
  await insertInvoices(db, world, secret, now);
  await insertEstimates(db, world);
  for (const entity of [
    CommercialContract,
    PriceIndex,
    Specialty,
    RightsSet,
    ExpirationType,
    Agent,
    Customer,
    Site,
    SiteInstruction,
    Checkpoint,
    Round,
    Unavailability,
    StockReference,
    StockAssignment,
    StockAction,
    PurchaseOrder,
    Invoice,
    Estimate,
    CatalogArticle,
    Discount,
    InvoiceRecurrence,
  ])
    await completeRows(db, entity, agency.id);
  // Stops are found by their circuit.
  await completeRows(db, Service, agency.id, 'circuit_id is null');
  await insertLogbook(db, world, scenes);
  await insertSafety(db, world);
  await putSearch(db, LogEvent, agency.id, 'true');
  await insertReports(db, world, hands);
  await putSearch(db, AgencyReport, agency.id, 'true');
}

/** Writes what the generic save adds to a row: search words and the audit line of its creation by the manager. */
async function completeRows(db: Db, of: Entity, agency: string, only = 'true'): Promise<void> {
  await putSearch(db, of, agency, only);
  await db.query({
    text: `insert into audit (agency_id, id, at, user_id, author, entity, entity_id, action)
      select r.agency_id, r.id, r.created_at, u.id, u.firstname || ' ' || u.lastname, '${of.name}', r.id, 'create'
      from ${of.table} r join agencies a on a.id = r.agency_id join users u on u.id = a.manager_id where r.agency_id = $1 and ${only}`,
    values: [agency],
  });
}

async function putSearch(db: Db, of: Entity, agency: string, only: string): Promise<void> {
  for (const { name, words } of planOf(of, {}, entityNamed).indexes)
    await db.query({
      text: `insert into search (agency_id, entity, id, words)
        select ${alias}.agency_id, '${name}', ${alias}.id, search_words_of(${words})
        from ${of.table} ${alias} where ${alias}.agency_id = $1 and ${only}`,
      values: [agency],
    });
}
