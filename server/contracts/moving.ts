// What the moves of a contract do: it leaves for signature, is sent again, withdrawn or cancelled.
import type { AgentContract, CustomerContract } from '#core/contracts/contract.ts';
import { contractMessages, contractStatus } from '#core/contracts/status.ts';
import type { ContractKind } from '#core/contracts/variables.ts';
import type { Row } from '#core/kernel/entity.ts';
import { Problem } from '#core/kernel/problem.ts';
import { linkDays, type SignatureOutcome, type SignatureStep } from '#core/signing/steps.ts';
import type { Db } from '#server/db/database.ts';
import { doerOf } from '#server/kernel/audit.ts';
import type { Call } from '#server/kernel/call.ts';
import { keepSigned } from '#server/signing/keeping.ts';
import { closeRequest, openRequest, partiesOf, requestsOf, type SignatureRequest } from '#server/signing/requests.ts';
import { digestOf } from '#server/signing/seal.ts';
import { addSteps } from '#server/signing/steps.ts';
import { takeSignatures } from '#server/subscriptions/quotas.ts';
import { type Acting, actingOf, askParties, houseOf } from './asking.ts';
import { nextReference, takeReference } from './numbering.ts';
import { drawContract } from './printing.ts';

export type ContractRow = Row<typeof AgentContract> | Row<typeof CustomerContract>;

export const partyOf = (row: ContractRow): string => ('agent' in row ? row.agent.id : row.customer.id);
export const commercialOf = (row: ContractRow): string | null =>
  'commercialContract' in row ? (row.commercialContract?.id ?? null) : null;

/** In the evidence the platform's staff are told apart from the agency, acting for somebody or not. */
export const witnessOf = ({ caller }: Pick<Acting, 'caller'>): string | null =>
  caller?.platform ? `${caller.name}, support` : doerOf({ caller });

/** Freezes what will be read: its number, its PDF, its signatories. */
export async function freeze(kind: ContractKind, row: ContractRow, acting: Acting): Promise<SignatureRequest> {
  const { db, services, agency, now, caller } = acting;
  const house = await houseOf(acting);
  const drawn = (reference: string): Promise<Buffer> => {
    const { title, content, signatures } = row;
    const paper = { kind, title, reference, party: partyOf(row), commercial: commercialOf(row), content, signatures };
    return drawContract(paper, house, { db, services, now });
  };
  // Drawn with the number that is expected, so that the counter is not locked meanwhile: no other sending waits.
  const expected = row.reference ?? (await nextReference(db, kind));
  const first = await drawn(expected);
  const reference = row.reference ?? (await takeReference(db, kind));
  const pdf = reference === expected ? first : await drawn(reference);
  await db.query({
    name: `freeze-${kind}-contract`,
    text: `update ${kind}_contract_papers set reference = $2, day_ask_signature = $3 where agency_id = app_agency() and id = $1`,
    values: [row.id, reference, now],
  });
  const documentHash = digestOf(pdf);
  const file = await keepSigned(acting, pdf, `${reference}.pdf`);
  const asked = { kind, contract: row.id, inOrder: row.signingOrder === 'ORDER', file, documentHash };
  const parties = row.signatures.map(({ id, fullname, email }) => ({ signature: id, fullname, email }));
  const request = await openRequest(db, agency, { ...asked, parties }, now);
  const detail = { sha256: documentHash, signatories: parties.length };
  await addSteps(acting, agency, request.id, [{ act: 'ASKED', who: witnessOf({ caller }), detail }]);
  return request;
}

async function send(kind: ContractKind, row: ContractRow, acting: Acting): Promise<void> {
  // G-044: what is asked by mail; signing on the spot uses up none.
  await takeSignatures(acting.db, row.signatures.filter(({ email }) => email).length);
  const request = await freeze(kind, row, acting);
  const { reference } = (
    await acting.db.query<{ reference: string }>({
      name: `reference-of-${kind}`,
      text: `select reference from ${kind}_contract_papers where agency_id = app_agency() and id = $1`,
      values: [row.id],
    })
  )[0] as { reference: string };
  const named = { kind, id: row.id, title: row.title, reference };
  await askParties(named, request, await partiesOf(acting.db, request), acting);
}

async function resend(kind: ContractKind, row: ContractRow, request: SignatureRequest, acting: Acting): Promise<void> {
  const expiresAt = new Date(acting.now.getTime() + linkDays * 86_400_000);
  await acting.db.query({
    name: 'extend-signature',
    text: 'update signature_requests set expires_at = $3 where agency_id = $1 and id = $2',
    values: [acting.agency, request.id, expiresAt],
  });
  const named = { kind, id: row.id, title: row.title, reference: row.reference };
  await askParties(named, { ...request, expiresAt }, await partiesOf(acting.db, request), acting);
}

const closings: Readonly<Record<string, { outcome: SignatureOutcome; act: SignatureStep }>> = {
  markSigned: { outcome: 'MARKED', act: 'MARKED' },
  markUnsigned: { outcome: 'UNSIGNED', act: 'UNSIGNED' },
  cancel: { outcome: 'CANCELLED', act: 'CANCELLED' },
};

/** Decision 91: the lines are as new, the evidence of what was withdrawn stays. */
async function withdraw(kind: ContractKind, row: ContractRow, request: SignatureRequest | undefined, acting: Acting) {
  await acting.db.query({
    name: `withdraw-${kind}-signatures`,
    text: `update ${kind}_contract_signatures set signed_at_date = null, sign_manually = false, sign_invalid = false where agency_id = app_agency() and ${kind}_contract_id = $1`,
    values: [row.id],
  });
  const detail = { signed: row.signatures.filter(({ signedAtDate }) => signedAtDate).length };
  if (request)
    await addSteps(acting, acting.agency, request.id, [{ act: 'WITHDRAWN', who: witnessOf(acting), detail }]);
}

/** Signed on paper from the moment it is marked so (contract_is_signed of 0111). */
const setSigned = (kind: ContractKind, rows: readonly ContractRow[], at: Date | null, db: Db): Promise<unknown> =>
  db.query({
    name: `set-signed-${kind}-contracts`,
    text: `update ${kind}_contract_papers set signed_at = $2, scan_id = null where agency_id = app_agency() and id = any ($1::uuid[])`,
    values: [rows.map(({ id }) => id), at],
  });

/** The state before the archives; of what was archived before it was kept, the one that its signatures tell. */
export async function recallState(
  kind: ContractKind,
  move: string,
  rows: readonly ContractRow[],
  { db, context }: Call,
): Promise<void> {
  if (move !== 'reactivate') return;
  const unknown = rows.filter(({ archivedFrom, signedAt }) => archivedFrom === null && signedAt !== null);
  if (unknown.length === 0) return;
  const requests = await requestsOf(
    db,
    context.agency as string,
    kind,
    unknown.map(({ id }) => id),
  );
  for (const row of unknown) {
    const isSealed = requests.some(({ contract, outcome }) => contract === row.id && outcome === 'SIGNED');
    row.archivedFrom = isSealed ? contractStatus.signed : contractStatus.marked;
  }
  await keepState(kind, unknown, ({ archivedFrom }) => archivedFrom, db);
}

const keepState = (
  kind: ContractKind,
  rows: readonly ContractRow[],
  stateOf: (row: ContractRow) => number | null,
  db: Db,
): Promise<unknown> =>
  db.query({
    name: `keep-state-${kind}-contracts`,
    text: `update ${kind}_contract_papers c set archived_from = x.state from json_to_recordset($1::json) x (id uuid, state integer)
      where c.agency_id = app_agency() and c.id = x.id`,
    values: [JSON.stringify(rows.map((row) => ({ id: row.id, state: stateOf(row) })))],
  });

export async function followMove(
  kind: ContractKind,
  move: string,
  rows: readonly ContractRow[],
  call: Call,
): Promise<void> {
  const acting = actingOf(call);
  const { db, agency, now, caller } = acting;
  if (move === 'send') {
    for (const row of rows) await send(kind, row, acting);
    return;
  }
  if (move === 'archive') await keepState(kind, rows, ({ status }) => status, db);
  if (move === 'reactivate') await keepState(kind, rows, () => null, db);
  if (move === 'markSigned' || move === 'unsign') await setSigned(kind, rows, move === 'markSigned' ? now : null, db);
  const closing = closings[move];
  if (!closing && move !== 'resend' && move !== 'unsign') return;
  const ids = rows.map(({ id }) => id);
  const requests = await requestsOf(db, agency, kind, ids, { isOpen: move !== 'unsign', lock: true });
  for (const row of rows) {
    const request = requests.find(({ contract }) => contract === row.id);
    if (move === 'unsign') await withdraw(kind, row, request, acting);
    else if (request && move === 'resend') await resend(kind, row, request, acting);
    else if (request && closing) {
      if ((await partiesOf(db, request)).every(({ signedAt }) => signedAt))
        throw new Problem('conflict', contractMessages.sealing);
      await closeRequest(db, request, closing.outcome, now);
      await addSteps(acting, agency, request.id, [{ act: closing.act, who: witnessOf({ caller }) }]);
    }
  }
}
