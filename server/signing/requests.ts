// Requests for signature: who is asked, by which link, and what came of it. The same code for every kind of paper.
import { randomInt } from 'node:crypto';
import type { ContractKind } from '#core/contracts/variables.ts';
import { linkDays, type SignatureOutcome } from '#core/signing/steps.ts';
import type { Db } from '#server/db/database.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { hashOf, oneTimeToken } from '#server/session/tokens.ts';

export interface Party extends Record<string, unknown> {
  id: string;
  signature: string;
  rank: number;
  fullname: string;
  email: string | null;
  signedAt: Date | null;
  refusedAt: Date | null;
  toldAt: Date | null;
}

export interface SignatureRequest extends Record<string, unknown> {
  agency: string;
  id: string;
  contract: string;
  code: string;
  inOrder: boolean;
  documentHash: string;
  askedAt: Date;
  expiresAt: Date;
  outcome: SignatureOutcome | null;
  signedHash: string | null;
}

/** Without letters and digits that look alike; 80 bits. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const newCode = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')).join(
    '-',
  );

const contractColumn = (kind: ContractKind): string => `${kind}_contract_id`;

const requestSql = `r.agency_id as agency, r.id, coalesce(r.agent_contract_id, r.customer_contract_id) as contract, r.code, r.in_order as "inOrder",
  r.document_hash as "documentHash", r.asked_at as "askedAt", r.expires_at as "expiresAt", r.outcome, r.signed_hash as "signedHash"`;
const partySql = `p.id, p.signature_id as signature, p.rank, p.fullname, p.email, p.signed_at as "signedAt", p.refused_at as "refusedAt", p.told_at as "toldAt"`;

export interface Asked {
  kind: ContractKind;
  contract: string;
  inOrder: boolean;
  file: string;
  documentHash: string;
  parties: readonly { signature: string; fullname: string; email: string | null }[];
}

export async function openRequest(db: Db, agency: string, asked: Asked, now: Date): Promise<SignatureRequest> {
  const id = uuidv7(now.getTime());
  const expires = new Date(now.getTime() + linkDays * 86_400_000);
  const [made] = await db.query<SignatureRequest>({
    name: `open-${asked.kind}-signature`,
    text: `insert into signature_requests as r (agency_id, id, ${contractColumn(asked.kind)}, code, in_order, file_id, document_hash, asked_at, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${requestSql}`,
    values: [agency, id, asked.contract, newCode(), asked.inOrder, asked.file, asked.documentHash, now, expires],
  });
  await db.query({
    name: 'ask-signatories',
    text: `insert into signature_parties (agency_id, id, request_id, signature_id, rank, fullname, email)
      select $1, p.id, $2, p.signature, p.rank, p.fullname, p.email from json_to_recordset($3::json) p (id uuid, signature uuid, rank integer, fullname text, email text)`,
    values: [
      ...[agency, id],
      JSON.stringify(
        asked.parties.map(({ signature, fullname, email }, rank) => ({
          ...{ id: uuidv7(now.getTime()), signature, rank, fullname },
          email: email?.toLowerCase() ?? null,
        })),
      ),
    ],
  });
  return made as SignatureRequest;
}

export const partiesOf = (db: Db, { agency, id }: Pick<SignatureRequest, 'agency' | 'id'>): Promise<Party[]> =>
  db.query<Party>({
    name: 'signature-parties',
    text: `select ${partySql} from signature_parties p where p.agency_id = $1 and p.request_id = $2 order by p.rank for update`,
    values: [agency, id],
  });

/** The requests of these contracts, the last one first. */
export const requestsOf = (
  db: Db,
  agency: string,
  kind: ContractKind,
  contracts: readonly string[],
  { isOpen = false, lock = false } = {},
): Promise<SignatureRequest[]> =>
  db.query<SignatureRequest>({
    name: `${kind}-signatures-${isOpen}-${lock}`,
    text: `select ${requestSql} from signature_requests r where r.agency_id = $1 and r.${contractColumn(kind)} = any ($2::uuid[])
      ${isOpen ? 'and r.outcome is null' : ''} order by r.asked_at desc, r.id desc ${lock ? 'for update of r' : ''}`,
    values: [agency, contracts],
  });

export async function closeRequest(
  db: Db,
  { agency, id }: Pick<SignatureRequest, 'agency' | 'id'>,
  outcome: SignatureOutcome,
  now: Date,
  signed: { file: string; hash: string } | null = null,
): Promise<void> {
  await db.query({
    name: 'close-signature',
    text: `update signature_requests set outcome = $3, closed_at = $4, signed_file_id = $5, signed_hash = $6 where agency_id = $1 and id = $2`,
    values: [agency, id, outcome, now, signed?.file ?? null, signed?.hash ?? null],
  });
}

/** Those whose turn it is and who have not signed: in order, the first one alone. */
export const awaited = ({ inOrder }: Pick<SignatureRequest, 'inOrder'>, parties: readonly Party[]): Party[] => {
  const left = parties.filter(({ signedAt, refusedAt }) => !signedAt && !refusedAt);
  return inOrder ? left.slice(0, 1) : left;
};

/** A new link; the one before dies, and is remembered by its digest, to say so. */
export async function newLink(db: Db, agency: string, party: string, until: Date, now: Date): Promise<string> {
  const token = oneTimeToken();
  await db.query({
    name: 'new-signature-link',
    text: `update signature_parties set replaced_tokens = case when token_hash is null then replaced_tokens else (token_hash || replaced_tokens)[:20] end, token_hash = $3, token_until = $4, told_at = $5, code_hash = null, code_tries = 0, codes_of_link = 0 where agency_id = $1 and id = $2`,
    values: [agency, party, hashOf(token), until, now],
  });
  return token;
}

export interface Linked extends SignatureRequest {
  party: string;
  tokenUntil: Date;
  codeHash: string | null;
  codeUntil: Date | null;
  codeTries: number;
  codesSent: number;
  codesSince: Date | null;
  codesOfLink: number;
  openedAt: Date | null;
  file: string;
  signedFile: string | null;
}

/** The request of a link; null: no such link. Runs as the platform: the call names no agency. */
export async function linkedRequest(
  db: Db,
  kind: ContractKind,
  contract: string,
  token: string,
  lock = false,
): Promise<Linked | null> {
  const [found] = await db.query<Linked>({
    name: `linked-${kind}-signature-${lock}`,
    text: `select ${requestSql}, p.id as party, p.token_until as "tokenUntil", p.code_hash as "codeHash", p.code_until as "codeUntil", p.code_tries as "codeTries",
        p.codes_sent as "codesSent", p.codes_since as "codesSince", p.codes_of_link as "codesOfLink", p.opened_at as "openedAt", r.file_id as file, r.signed_file_id as "signedFile"
      from signature_parties p join signature_requests r on r.agency_id = p.agency_id and r.id = p.request_id
      where p.token_hash = $1 and r.${contractColumn(kind)} = $2 ${lock ? 'for update of r, p' : ''}`,
    values: [hashOf(token), contract],
  });
  return found ?? null;
}

/** The token is one that a newer link of the same signatory replaced, and his request is still open. */
export async function wasReplaced(db: Db, kind: ContractKind, contract: string, token: string): Promise<boolean> {
  const found = await db.query({
    name: `replaced-${kind}-link`,
    text: `select from signature_parties p join signature_requests r on r.agency_id = p.agency_id and r.id = p.request_id
      where p.replaced_tokens @> array[$1::text] and r.${contractColumn(kind)} = $2 and r.outcome is null`,
    values: [hashOf(token), contract],
  });
  return found.length > 0;
}
