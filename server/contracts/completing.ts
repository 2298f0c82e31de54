// A signature, and what follows: the next one is asked, or the file is sealed and everybody receives it.
import { contractMessages, contractStatus } from '#core/contracts/status.ts';
import { Problem } from '#core/kernel/problem.ts';
import { nobody } from '#server/db/context.ts';
import { contentOf } from '#server/files/store.ts';
import { doerOf, writeAudit } from '#server/kernel/audit.ts';
import { draw } from '#server/pdf/drawing.ts';
import { keepSigned } from '#server/signing/keeping.ts';
import { sealKeyOf } from '#server/signing/platform-key.ts';
import { closeRequest, partiesOf, type SignatureRequest } from '#server/signing/requests.ts';
import { digestOf, sealPdf } from '#server/signing/seal.ts';
import { addSteps } from '#server/signing/steps.ts';
import { type Acting, addressOf, askParties, houseOf, mailAll, type Named, signedMail } from './asking.ts';
import { drawSignatures, type SignedParty } from './printing.ts';
import { tellAnswer } from './telling.ts';

/** The drawing as we draw it again ourselves: what comes from outside is never put into a paper as it is. */
export async function drawnBy(drawing: string | null | undefined): Promise<Buffer | null> {
  if (!drawing) return null;
  const content = Buffer.from(drawing.slice(drawing.indexOf(',') + 1), 'base64');
  const picture = await draw('logoOf', content);
  if (!picture)
    throw new Problem('invalid', 'Dessin illisible', {
      violations: [{ path: 'drawing', message: 'Dessin illisible' }],
    });
  return picture;
}

const auditOf = ({ caller, agency, now }: Acting) => ({ caller, context: { ...nobody, agency }, now });

export async function recordSignature(
  contract: Named,
  request: SignatureRequest,
  party: { id: string; fullname: string; email: string | null },
  mark: { drawing: Buffer | null; typed: string | null; manual: boolean },
  acting: Acting,
): Promise<boolean> {
  const { db, agency, now } = acting;
  await db.query({
    name: 'record-signature',
    text: `update signature_parties set signed_at = $3, manual = $4, drawing = $5, typed = $6, code_hash = null where agency_id = $1 and id = $2`,
    values: [agency, party.id, now, mark.manual, mark.drawing, mark.typed],
  });
  const detail = {
    sha256: request.documentHash,
    ...(mark.drawing ? { drawing: digestOf(mark.drawing) } : { typed: mark.typed ?? party.fullname }),
  };
  // On the spot the agency's screen speaks for him: both are named.
  const collected = mark.manual ? { collectedBy: doerOf(acting) } : {};
  await addSteps(acting, agency, request.id, [
    { act: 'CONSENTED', party, detail: collected },
    { act: mark.manual ? 'SIGNED_HERE' : 'SIGNED', party, detail: { ...detail, ...collected } },
  ]);
  const entity = `${contract.kind}Contract`;
  const changes = { signature: { before: null, after: party.fullname } };
  await writeAudit(db, auditOf(acting), { entity, id: contract.id, action: 'signed', changes });
  const parties = await partiesOf(db, request);
  if (parties.every(({ signedAt }) => signedAt)) {
    await complete(contract, request, acting);
    return true;
  }
  // In order: the next one's turn.
  if (request.inOrder) await askParties(contract, request, parties, acting);
  await touch(contract, acting);
  return false;
}

const touch = ({ kind, id }: Named, { db, agency }: Acting): Promise<unknown> =>
  db.query({
    name: `touch-${kind}-contract`,
    text: `update ${kind}_contract_papers set version = version + 1, updated_at = now() where agency_id = $1 and id = $2`,
    values: [agency, id],
  });

interface Signed extends SignedParty, Record<string, unknown> {}

async function complete(contract: Named, request: SignatureRequest, acting: Acting): Promise<void> {
  const { db, services, agency, now } = acting;
  const document = await contentOf(services.files, request.documentHash);
  if (!document || digestOf(document) !== request.documentHash)
    throw new Problem('missing', 'Le fichier de ce contrat est introuvable : prévenez le support.');
  const signed = await db.query<Signed>({
    name: 'signed-parties',
    text: `select p.fullname, p.email, p.signed_at as "signedAt", p.manual, p.drawing, p.typed,
        s.ip, s.detail ->> 'collectedBy' as "collectedBy"
      from signature_parties p left join lateral (select s.ip, s.detail from signature_steps s where s.agency_id = p.agency_id and s.request_id = p.request_id
        and s.party_id = p.id and s.act in ('SIGNED', 'SIGNED_HERE') order by s.position desc limit 1) s on true where p.agency_id = $1 and p.request_id = $2 order by p.rank`,
    values: [agency, request.id],
  });
  const house = await houseOf(acting);
  const url = `${addressOf(acting)}/#/verification/${request.code}`;
  const head = { title: contract.title, reference: contract.reference, code: request.code };
  const appended = await drawSignatures({ ...head, documentHash: request.documentHash, url }, signed, house, now);
  const sealed = await sealPdf({
    ...{ document, appended, now, by: await sealKeyOf(services, now) },
    reason: `Signé par ${signed.map(({ fullname }) => fullname).join(', ')}`,
  });
  const hash = digestOf(sealed);
  const file = await keepSigned(acting, sealed, `${contract.reference}-signe.pdf`);
  await closeRequest(db, request, 'SIGNED', now, { file, hash });
  const detail = { before: request.documentHash, sha256: hash };
  await addSteps(acting, agency, request.id, [{ act: 'SEALED', detail }]);
  await db.query({
    name: `signed-${contract.kind}-contract`,
    text: `update ${contract.kind}_contract_papers set status = $3, signed_at = $4, version = version + 1, updated_at = now() where agency_id = $1 and id = $2`,
    values: [agency, contract.id, contractStatus.signed, now],
  });
  await writeAudit(db, auditOf(acting), {
    ...{ entity: `${contract.kind}Contract`, id: contract.id, action: 'sealed' },
    changes: { status: { before: contractStatus.awaiting, after: contractStatus.signed } },
  });
  await tellAnswer(contract, `signed ${request.id}`, 'est signé par tous', acting);
  const mails = [...new Set(signed.flatMap(({ email }) => (email ? [email] : [])))];
  if (mails.length > 0)
    await mailAll(
      mails.map((to) => signedMail(to, contract, file)),
      acting,
    );
}

export const conflict = (message: keyof typeof contractMessages): Problem =>
  new Problem('conflict', contractMessages[message]);
