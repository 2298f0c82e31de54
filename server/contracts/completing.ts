// A signature, and what follows: the next one is asked, or the file is sealed (sealing.ts).
import { contractMessages } from '#core/contracts/status.ts';
import { Problem } from '#core/kernel/problem.ts';
import { doerOf, writeAudit } from '#server/kernel/audit.ts';
import { draw } from '#server/pdf/drawing.ts';
import { partiesOf, type SignatureRequest } from '#server/signing/requests.ts';
import { digestOf } from '#server/signing/seal.ts';
import { addSteps } from '#server/signing/steps.ts';
import { type Acting, askParties, auditOf, type Named } from './asking.ts';
import { closeSigned, sealedFile, signedFacts } from './sealing.ts';

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
    // On the spot in the act's transaction; by a link after it, so that nobody waits for a drawing (sealing.ts).
    if (mark.manual) await closeSigned(await sealedFile(await signedFacts(contract, request, acting), acting), acting);
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

export const conflict = (message: keyof typeof contractMessages): Problem =>
  new Problem('conflict', contractMessages[message]);
