// The evidence of signatures: appended in the transaction of the act, chained by the database.
import { type SignatureStep, type StepLine, signatureSteps } from '#core/signing/steps.ts';
import type { Db } from '#server/db/database.ts';
import type { Call } from '#server/kernel/call.ts';
import { utc } from '#server/kernel/kinds.ts';

export interface Step {
  act: SignatureStep;
  party?: { id: string; fullname: string; email: string | null };
  /** Somebody of the agency. */
  who?: string | null;
  detail?: Record<string, unknown>;
}

const longestBrowser = 400;

/** One by one, in order: each is chained to the one before. */
export async function addSteps(
  { db, source }: { db: Db; source?: Call['source'] },
  agency: string,
  request: string,
  steps: readonly Step[],
): Promise<void> {
  for (const { act, party, who, detail = {} } of steps)
    await db.query({
      name: 'add-signature-step',
      text: `insert into signature_steps (agency_id, request_id, act, party_id, who, email, ip, browser, detail) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      values: [
        ...[agency, request, act, party?.id ?? null, who ?? party?.fullname ?? null, party?.email ?? null],
        ...[source?.ip ?? null, source?.userAgent?.slice(0, longestBrowser) ?? null, JSON.stringify(detail)],
      ],
    });
}

export interface Evidence {
  steps: StepLine[];
  /** Every hash follows from the one before. */
  intact: boolean;
}

type Row = StepLine & { holds: boolean } & Record<string, unknown>;

export async function evidenceOf(db: Db, agency: string, requests: readonly string[]): Promise<Evidence> {
  const rows = await db.query<Row>({
    name: 'signature-evidence',
    text: `select s.position, ${utc('s.at')} as at, s.act, s.who, s.email, s.ip, s.browser, s.detail, encode(s.hash, 'hex') as hash,
        s.hash = sha256(coalesce(lag(s.hash) over chain, sha256(uuid_send(s.request_id))) || signature_facts(s)) and s.position = row_number() over chain as holds
      from signature_steps s where s.agency_id = $1 and s.request_id = any ($2::uuid[])
      window chain as (partition by s.request_id order by s.position) order by array_position($2::uuid[], s.request_id), s.position`,
    values: [agency, requests],
  });
  return {
    steps: rows.map(({ holds: _, ...step }) => step),
    intact: rows.length > 0 && rows.every(({ holds }) => holds),
  };
}

export const stepLabel = (act: SignatureStep): string => signatureSteps[act];
