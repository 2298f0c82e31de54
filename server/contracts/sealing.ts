// Everybody has signed: the file is drawn, sealed, kept and sent. By a link no connection is held while it is drawn; what a
// process leaves behind, the job ends.
import * as z from 'zod';
import { contractStatus } from '#core/contracts/status.ts';
import type { ContractKind } from '#core/contracts/variables.ts';
import { Problem } from '#core/kernel/problem.ts';
import type { Db } from '#server/db/database.ts';
import { contentOf } from '#server/files/store.ts';
import { job } from '#server/jobs/registry.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import type { Services } from '#server/kernel/call.ts';
import type { House } from '#server/pdf/identity.ts';
import { keepSigned } from '#server/signing/keeping.ts';
import { sealKeyOf } from '#server/signing/platform-key.ts';
import { closeRequest, partiesOf, requestsOf, type SignatureRequest } from '#server/signing/requests.ts';
import { digestOf, sealPdf } from '#server/signing/seal.ts';
import { addSteps } from '#server/signing/steps.ts';
import { type Acting, addressOf, auditOf, houseOf, mailAll, type Named, signedMail } from './asking.ts';
import { drawSignatures, type SignedParty } from './printing.ts';
import { tellAnswer } from './telling.ts';

interface Signed extends SignedParty, Record<string, unknown> {}

interface Facts {
  contract: Named;
  request: SignatureRequest;
  signed: Signed[];
  house: House;
}

interface Sealed extends Facts {
  file: Buffer;
}

/** What the page of signatures says. */
export async function signedFacts(contract: Named, request: SignatureRequest, acting: Acting): Promise<Facts> {
  const signed = await acting.db.query<Signed>({
    name: 'signed-parties',
    text: `select p.fullname, p.email, p.signed_at as "signedAt", p.manual, p.drawing, p.typed, s.ip, s.detail ->> 'collectedBy' as "collectedBy"
      from signature_parties p left join lateral (select s.ip, s.detail from signature_steps s where s.agency_id = p.agency_id and s.request_id = p.request_id
        and s.party_id = p.id and s.act in ('SIGNED', 'SIGNED_HERE') order by s.position desc limit 1) s on true
      where p.agency_id = $1 and p.request_id = $2 order by p.rank`,
    values: [acting.agency, request.id],
  });
  return { contract, request, signed, house: await houseOf(acting) };
}

export async function sealedFile(facts: Facts, { services, host, now }: Omit<Acting, 'db'>): Promise<Sealed> {
  const { contract, request, signed, house } = facts;
  const { title, reference } = contract;
  const { code, documentHash } = request;
  const document = await contentOf(services.files, documentHash);
  if (!document || digestOf(document) !== documentHash)
    throw new Problem('missing', 'Le fichier de ce contrat est introuvable : prévenez le support.');
  const url = `${addressOf({ services, host })}/#/verification/${code}`;
  const appended = await drawSignatures({ title, reference, code, documentHash, url }, signed, house, now);
  const file = await sealPdf({
    ...{ document, appended, now, by: await sealKeyOf(services, now) },
    reason: `Signé par ${signed.map(({ fullname }) => fullname).join(', ')}`,
  });
  return { ...facts, file };
}

export async function closeSigned({ contract, request, signed, file: sealed }: Sealed, acting: Acting): Promise<void> {
  const { db, agency, now } = acting;
  const { kind, id } = contract;
  const hash = digestOf(sealed);
  const file = await keepSigned(acting, sealed, `${contract.reference}-signe.pdf`);
  await closeRequest(db, request, 'SIGNED', now, { file, hash });
  await addSteps(acting, agency, request.id, [
    { act: 'SEALED', detail: { before: request.documentHash, sha256: hash } },
  ]);
  await db.query({
    name: `signed-${kind}-contract`,
    text: `update ${kind}_contract_papers set status = $3, signed_at = $4, version = version + 1, updated_at = now() where agency_id = $1 and id = $2`,
    values: [agency, id, contractStatus.signed, now],
  });
  const changes = { status: { before: contractStatus.awaiting, after: contractStatus.signed } };
  await writeAudit(db, auditOf(acting), { entity: `${kind}Contract`, id, action: 'sealed', changes });
  await tellAnswer(contract, `signed ${request.id}`, 'est signé par tous', acting);
  const mails = [...new Set(signed.flatMap(({ email }) => (email ? [email] : [])))];
  if (mails.length > 0)
    await mailAll(
      mails.map((to) => signedMail(to, contract, file)),
      acting,
    );
}

export interface Place {
  kind: ContractKind;
  contract: string;
  agency: string;
}

/** The open request that everybody has signed; null: another process was first, or it was closed. */
async function ready({ kind, contract, agency }: Place, acting: Acting): Promise<[Named, SignatureRequest] | null> {
  const { db } = acting;
  await db.query({ text: `select set_config('app.agency', $1, true)`, values: [agency] });
  const [paper] = await db.query<{ title: string; reference: string | null }>({
    name: `sealed-${kind}-contract`,
    text: `select title, reference from ${kind}_contract_papers where agency_id = $1 and id = $2 for update`,
    values: [agency, contract],
  });
  const [request] = await requestsOf(db, agency, kind, [contract], { isOpen: true, lock: true });
  if (!paper || !request) return null;
  const parties = await partiesOf(db, request);
  return parties.every(({ signedAt }) => signedAt) ? [{ kind, id: contract, ...paper }, request] : null;
}

/** In two short transactions, with the drawing between them. */
export async function sealSigned(place: Place, services: Services, now: Date, host: string | null): Promise<void> {
  const at = { services, agency: place.agency, now, caller: null, host };
  const { database } = services;
  const facts = await database.platformTransaction(async (db: Db) => {
    const found = await ready(place, { ...at, db });
    return found && signedFacts(...found, { ...at, db });
  });
  if (!facts) return;
  const sealed = await sealedFile(facts, at);
  await database.platformTransaction(async (db: Db) => {
    const still = await ready(place, { ...at, db });
    if (still?.[1].id === facts.request.id) await closeSigned(sealed, { ...at, db });
  });
}

/** For what a process that died, or a missing certificate, left unsealed. */
export const sealContract = job(
  'sealContract',
  z.object({ kind: z.enum(['agent', 'customer']), contract: z.string(), host: z.string().nullable() }),
  { label: 'Scellement des contrats signés par tous' },
  async ({ kind, contract, host }, services, { agency }) => {
    if (agency) await sealSigned({ kind, contract, agency }, services, new Date(), host);
  },
);

/** The link's own act seals at once; the job only if it did not. */
const patience = 60_000;

export const sealLater = ({ kind, contract, agency }: Place, request: string, acting: Acting): Promise<void> =>
  acting.services.jobs.enqueue(
    sealContract,
    [{ key: request, data: { kind, contract, host: acting.host }, after: new Date(acting.now.getTime() + patience) }],
    { db: acting.db, agency },
  );
