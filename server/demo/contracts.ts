// Writes the contracts of a demo agency: ready templates, drafts, and contracts at each step of their signature, with real
// papers, evidence and seals.
import { contractOf } from '#core/contracts/contract.ts';
import { readyTemplates } from '#core/contracts/ready.ts';
import { contractStatus } from '#core/contracts/status.ts';
import type { ContractKind } from '#core/contracts/variables.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { linkDays, type SignatureStep } from '#core/signing/steps.ts';
import { chanceOf, idAt } from '#demo/chance.ts';
import type { DemoAgency } from '#demo/index.ts';
import { houseOf } from '#server/contracts/asking.ts';
import { drawContract, drawSignatures } from '#server/contracts/printing.ts';
import { insertReadyTemplates } from '#server/contracts/ready.ts';
import type { Db } from '#server/db/database.ts';
import type { FileStore } from '#server/files/store.ts';
import { insertEntity } from '#server/kernel/bulk.ts';
import type { Services } from '#server/kernel/call.ts';
import { sanitise } from '#server/kernel/html.ts';
import { keyDigest, makeCertificate, signingKey } from '#server/signing/certificate.ts';
import { keepSigned } from '#server/signing/keeping.ts';
import { digestOf, sealPdf } from '#server/signing/seal.ts';
import { signature } from './signatures.ts';

interface Scene {
  kind: ContractKind;
  template: string;
  status: number;
  /** Days ago it left for signature. */
  ago: number;
}

const [cdi, cdd, amendment, service] = readyTemplates.map(({ title }) => title) as [string, string, string, string];

const scenes: readonly Scene[] = [
  { kind: 'agent', template: cdi, status: contractStatus.signed, ago: 62 },
  { kind: 'agent', template: cdi, status: contractStatus.marked, ago: 45 },
  { kind: 'agent', template: cdd, status: contractStatus.cancelled, ago: 30 },
  { kind: 'agent', template: cdd, status: contractStatus.signed, ago: 24 },
  { kind: 'agent', template: amendment, status: contractStatus.notSigned, ago: 18 },
  { kind: 'agent', template: cdi, status: contractStatus.awaiting, ago: 12 },
  { kind: 'agent', template: amendment, status: contractStatus.awaiting, ago: 3 },
  { kind: 'agent', template: amendment, status: contractStatus.created, ago: 2 },
  { kind: 'agent', template: cdi, status: contractStatus.created, ago: 1 },
  { kind: 'customer', template: service, status: contractStatus.signed, ago: 90 },
  { kind: 'customer', template: service, status: contractStatus.awaiting, ago: 9 },
  { kind: 'customer', template: service, status: contractStatus.created, ago: 4 },
];

const day = 86_400_000;
/** A quarter past nine, UTC. */
const morning = 9.25 * 3_600_000;
const outcomes: Readonly<Record<number, string>> = { 150: 'REFUSED', 250: 'MARKED', 300: 'SIGNED', 600: 'CANCELLED' };
const browser = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36';
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'.split('');

interface Party {
  id: string;
  signature: string;
  fullname: string;
  email: string | null;
}

interface Placed extends Scene {
  id: string;
  request: string;
  title: string;
  reference: string | null;
  party: string;
  commercial: string | null;
  content: string;
  parties: (Party & { role: 'AGENCY' | 'PARTY' })[];
  askedAt: Date;
  hand: number;
}

interface Within {
  store: FileStore;
  secret: string;
  now: Date;
}

function placed({ agency, agents, customers, commercial }: DemoAgency, now: Date): Placed[] {
  const boss = agents.find(({ isOwner }) => isOwner);
  const people = agents.filter(
    (one) => one.status === 100 && !one.isOwner && (one.draft.agentInfos?.type ?? 'EMPLOYEE') === 'EMPLOYEE',
  );
  const companies = commercial.contracts.map(({ id, draft }) => ({
    commercial: id,
    customer: customers.find((one) => one.id === draft.customer?.id),
  }));
  const counts = { agent: 0, customer: 0 };
  const numbers = new Map<string, number>();
  return scenes.flatMap((scene, rank): Placed[] => {
    const place = counts[scene.kind];
    counts[scene.kind] += 1;
    const chance = chanceOf(23, 'contract', agency.id, rank);
    const next = (): string => idAt(chance.integer(0, 1_000_000), chance);
    const person = people[place];
    const company = companies[place];
    const party = scene.kind === 'agent' ? person?.id : company?.customer?.id;
    if (!party || !boss) return [];
    const contact = company?.customer?.draft.userCompanies?.find(({ email }) => email);
    const other =
      scene.kind === 'agent'
        ? { fullname: `${person?.draft.firstname} ${person?.draft.lastname}`, email: person?.draft.email ?? null }
        : {
            fullname: contact ? `${contact.firstname} ${contact.lastname}` : String(company?.customer?.draft.name),
            email: contact?.email ?? company?.customer?.draft.email ?? null,
          };
    const askedAt = new Date((Math.floor(now.getTime() / day) - scene.ago) * day + morning);
    const series = `${scene.kind === 'agent' ? 'CC' : 'CL'}${askedAt.getUTCFullYear()}`;
    if (scene.status !== contractStatus.created) numbers.set(series, (numbers.get(series) ?? 0) + 1);
    const owner = { fullname: `${boss.draft.firstname} ${boss.draft.lastname}`, email: boss.draft.email ?? null };
    return [
      {
        ...{ ...scene, id: next(), request: next(), party, askedAt, hand: rank },
        title: scene.template,
        reference:
          scene.status === contractStatus.created ? null : `${series}-${String(numbers.get(series)).padStart(4, '0')}`,
        commercial: scene.kind === 'customer' ? (company?.commercial ?? null) : null,
        content: sanitise(readyTemplates.find(({ title }) => title === scene.template)?.content ?? ''),
        parties: [
          { id: next(), signature: next(), ...owner, role: 'AGENCY' },
          { id: next(), signature: next(), ...other, role: 'PARTY' },
        ],
      },
    ];
  });
}

export async function insertContracts(
  db: Db,
  world: DemoAgency,
  { store, secret, now }: { store: FileStore | null; secret: string | null; now: Date },
): Promise<void> {
  const agency = world.agency.id;
  const chance = chanceOf(23, 'contractTemplates', agency);
  const templates = await insertReadyTemplates(db, agency, new Date(world.agency.createdAt), (_, rank) =>
    idAt(rank, chance),
  );
  // G-038: who signs for the agency.
  await db.query({
    text: `insert into contract_signature_templates (agency_id, id, fullname, email, use_as_default, created_at, owner_id)
      select a.agency_id, $2, a.fullname, a.email, true, $3, a.user_id from agents a join agencies g on g.id = a.agency_id and g.manager_id = a.user_id where g.id = $1`,
    values: [agency, idAt(99, chance), new Date(world.agency.createdAt)],
  });
  const all = placed(world, now);
  for (const kind of ['agent', 'customer'] as const)
    await insertEntity(db, {
      ...{ of: contractOf[kind] as Entity, agency },
      rows: all
        .filter((one) => one.kind === kind)
        .map((one) => ({
          ...{
            id: one.id,
            createdAt: new Date(one.askedAt.getTime() - day / 4).toISOString(),
            columns: { status: 100 },
          },
          draft: {
            ...{ title: one.title, [kind]: { id: one.party }, content: one.content, signingOrder: 'ORDER' },
            template: { id: templates.get(one.template) as string },
            ...(one.commercial ? { commercialContract: { id: one.commercial } } : {}),
            signatures: one.parties.map(({ signature: id, fullname, email, role }) => ({ id, fullname, email, role })),
          },
        })),
    });
  if (!store || !secret) return;
  for (const one of all) if (one.reference) await play(db, agency, one, { store, secret, now });
  await db.query({
    text: `insert into contract_counters (agency_id, kind, year, last)
      select $1, k.kind, substr(k.reference, 3, 4)::integer, count(*) from (select 'agent' as kind, reference from agent_contract_papers where agency_id = $1
        union all select 'customer', reference from customer_contract_papers where agency_id = $1) k where k.reference is not null group by 2, 3`,
    values: [agency],
  });
}

async function play(db: Db, agency: string, one: Placed, { store, secret, now }: Within): Promise<void> {
  const services = { files: store, database: {} } as unknown as Services;
  const inAgency = (id: string): Promise<unknown> =>
    db.query({ text: `select set_config('app.agency', $1, true)`, values: [id] });
  await db.query({
    text: `update ${one.kind}_contract_papers set reference = $3, day_ask_signature = $4 where agency_id = $1 and id = $2`,
    values: [agency, one.id, one.reference, one.askedAt],
  });
  // The words of the paper are read as the agency.
  await inAgency(agency);
  const house = await houseOf({ db, services, agency });
  const pdf = await drawContract({ ...one, signatures: one.parties }, house, { db, services, now: one.askedAt });
  await inAgency('');
  const documentHash = digestOf(pdf);
  const file = await keepSigned({ db, services, agency }, pdf, `${one.reference}.pdf`);
  const chance = chanceOf(23, 'code', one.id);
  const code = Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => chance.pick(letters)).join('')).join(
    '-',
  );
  await db.query({
    text: `insert into signature_requests (agency_id, id, ${one.kind}_contract_id, code, in_order, file_id, document_hash, asked_at, expires_at)
      values ($1, $2, $3, $4, true, $5, $6, $7, $8)`,
    values: [
      ...[agency, one.request, one.id, code, file, documentHash, one.askedAt],
      new Date(one.askedAt.getTime() + linkDays * day),
    ],
  });
  const [boss, other] = one.parties as unknown as [Party, Party];
  for (const [rank, party] of [boss, other].entries())
    await db.query({
      text: `insert into signature_parties (agency_id, id, request_id, signature_id, rank, fullname, email, told_at) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      values: [agency, party.id, one.request, party.signature, rank, party.fullname, party.email, one.askedAt],
    });
  let clock = one.askedAt.getTime();
  const step = async (act: SignatureStep, party: Party | null, minutes: number, detail: object = {}): Promise<Date> => {
    clock = Math.min(clock + minutes * 60_000, now.getTime());
    await db.query({
      text: `insert into signature_steps (agency_id, request_id, at, act, party_id, who, email, ip, browser, detail) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      values: [
        ...[agency, one.request, new Date(clock), act, party?.id ?? null, party?.fullname ?? boss.fullname],
        ...[party?.email ?? null, party ? '192.0.2.41' : '192.0.2.10', party ? browser : null, JSON.stringify(detail)],
      ],
    });
    return new Date(clock);
  };
  const sign = async (party: Party, hand: number): Promise<{ at: Date; drawing: Buffer }> => {
    await step('SENT', party, 1);
    await step('OPENED', party, 95, { sha256: documentHash });
    await step('CODE', party, 4);
    await step('CONSENTED', party, 1);
    const drawing = signature(hand);
    const at = await step('SIGNED', party, 0, { sha256: documentHash, drawing: digestOf(drawing) });
    await db.query({
      text: `update signature_parties set opened_at = $3, signed_at = $3, drawing = $4 where agency_id = $1 and id = $2`,
      values: [agency, party.id, at, drawing],
    });
    return { at, drawing };
  };
  await step('ASKED', null, 0, { sha256: documentHash, signatories: 2 });
  const first = await sign(boss, one.hand);
  let signed: { file: string; hash: string } | null = null;
  if (one.status === contractStatus.signed) {
    const second = await sign(other, one.hand + 1);
    const shown = [
      { ...boss, ...first },
      { ...other, ...second },
    ].map(({ fullname, email, at, drawing }) => ({
      ...{ fullname, email, signedAt: at, manual: false, drawing, typed: null, ip: '192.0.2.41' },
    }));
    const head = { title: one.title, reference: one.reference, code, documentHash, url: `#/verification/${code}` };
    const appended = await drawSignatures(head, shown, house, second.at);
    const key = signingKey(secret);
    const { der, until } = makeCertificate(key, 'Vigie, cachet électronique', now);
    const [kept] = await db.query<{ certificate: Buffer }>({
      text: `insert into signing_certificates as c (key_digest, certificate, expires_at) values ($1, $2, $3)
        on conflict (key_digest) do update set certificate = c.certificate returning certificate`,
      values: [keyDigest(key), der, until],
    });
    const by = { key: key.export({ type: 'pkcs8', format: 'pem' }) as string, certificate: kept?.certificate ?? der };
    const reason = `Signé par ${boss.fullname}, ${other.fullname}`;
    const sealed = await sealPdf({ document: pdf, appended, reason, by, now: second.at });
    const hash = digestOf(sealed);
    signed = { hash, file: await keepSigned({ db, services, agency }, sealed, `${one.reference}-signe.pdf`) };
    await step('SEALED', null, 0, { before: documentHash, sha256: hash });
  } else await step('SENT', other, 1);
  if (one.status === contractStatus.notSigned) {
    const reason = 'La durée du travail n’est pas celle dont nous avions convenu.';
    const at = await step('REFUSED', other, 300, { reason });
    await db.query({
      text: 'update signature_parties set refused_at = $3, refusal = $4 where agency_id = $1 and id = $2',
      values: [agency, other.id, at, reason],
    });
  }
  if (one.status === contractStatus.marked) await step('MARKED', null, 3_000);
  if (one.status === contractStatus.cancelled) await step('CANCELLED', null, 3_000);
  const outcome = outcomes[one.status];
  const closedAt = new Date(clock);
  if (outcome)
    await db.query({
      text: 'update signature_requests set outcome = $3, closed_at = $4, signed_file_id = $5, signed_hash = $6 where agency_id = $1 and id = $2',
      values: [agency, one.request, outcome, closedAt, signed?.file ?? null, signed?.hash ?? null],
    });
  await db.query({
    text: `update ${one.kind}_contract_papers set status = $3, signed_at = $4 where agency_id = $1 and id = $2`,
    values: [agency, one.id, one.status, signed || one.status === contractStatus.marked ? closedAt : null],
  });
}
