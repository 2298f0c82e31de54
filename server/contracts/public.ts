// Signing by a link, without an account: read, ask for a code, sign or refuse (1 §2, §7). And the public verification.
import { randomInt } from 'node:crypto';
import { contractMessages, contractStatus } from '#core/contracts/status.ts';
import type { ContractKind } from '#core/contracts/variables.ts';
import { Problem } from '#core/kernel/problem.ts';
import {
  askSignatureCode,
  readSignature,
  readSignaturePdf,
  refuseByLink,
  signByLink,
  verifySignature,
} from '#core/signing/calls.ts';
import { codeMinutes, mostCodes, mostCodesOfLink, mostTries } from '#core/signing/steps.ts';
import { nobody } from '#server/db/context.ts';
import { contentOf } from '#server/files/store.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { fileReply } from '#server/pdf/reply.ts';
import { isSame, keyedDigest } from '#server/secret.ts';
import {
  awaited,
  closeRequest,
  type Linked,
  linkedRequest,
  type Party,
  partiesOf,
  wasReplaced,
} from '#server/signing/requests.ts';
import { addSteps, evidenceOf } from '#server/signing/steps.ts';
import { type Acting, codeMail, mailAll, type Named, refusedMails } from './asking.ts';
import { conflict, drawnBy, recordSignature } from './completing.ts';
import { type Place, sealLater, sealSigned } from './sealing.ts';
import { tellAnswer } from './telling.ts';

interface Opened {
  contract: Named & { agency: string; zone: string };
  request: Linked;
  parties: Party[];
  you: Party;
  acting: Acting;
}

const unknown = (): Problem => new Problem('missing', contractMessages.noSignature);
/** Only whoever held the link learns it. */
const replaced = (): Problem => new Problem('missing', contractMessages.replaced);

/** The contract of a link. Its row is locked first, as the agency's moves do. */
async function opened(call: Call, kind: ContractKind, id: string, token: string): Promise<Opened> {
  const { db, services, now, host, source } = call;
  const seen = isUuid(id) ? await linkedRequest(db, kind, id, token) : null;
  if (!seen) throw isUuid(id) && (await wasReplaced(db, kind, id, token)) ? replaced() : unknown();
  const { agency } = seen;
  // The rules of the agency apply: its day, its triggers.
  await db.query({ text: `select set_config('app.agency', $1, true)`, values: [agency] });
  const [paper] = await db.query<{ title: string; reference: string | null; agency: string; zone: string }>({
    name: `signed-by-link-${kind}`,
    text: `select c.title, c.reference, g.name as agency, g.time_zone as zone from ${kind}_contract_papers c join agencies g on g.id = c.agency_id where c.agency_id = $1 and c.id = $2 for update of c`,
    values: [agency, id],
  });
  const request = await linkedRequest(db, kind, id, token, true);
  if (!paper || !request) throw unknown();
  const parties = await partiesOf(db, request);
  const you = parties.find((one) => one.id === request.party) as Party;
  return {
    contract: { kind, id: request.contract, ...paper },
    ...{ request, parties, you },
    acting: { db, services, agency, now, caller: null, host, source },
  };
}

/** A cancelled, expired or withdrawn request leaves nothing to read, nor does any link after its end. */
function refuseOver({ request, you }: Opened, now: Date): void {
  const isDecided = request.outcome === 'SIGNED' || (request.outcome === 'REFUSED' && you.refusedAt !== null);
  const isOver = request.tokenUntil < now || (!isDecided && (request.outcome !== null || request.expiresAt < now));
  if (isOver) throw new Problem('missing', contractMessages.over);
}

function stateOf({ request, you, parties }: Opened): 'OPEN' | 'WAITING' | 'SIGNED' | 'REFUSED' | 'ALL_SIGNED' {
  if (request.outcome === 'SIGNED') return 'ALL_SIGNED';
  if (you.refusedAt) return 'REFUSED';
  if (you.signedAt) return 'SIGNED';
  return awaited(request, parties).includes(you) ? 'OPEN' : 'WAITING';
}

/** Who may act now. */
function refuseActing(one: Opened, now: Date): void {
  if (one.you.signedAt) throw conflict('alreadySigned');
  if (one.request.outcome === 'SIGNED') throw conflict('contractSigned');
  refuseOver(one, now);
  const state = stateOf(one);
  if (state === 'REFUSED') throw new Problem('missing', contractMessages.over);
  if (state === 'WAITING') throw conflict('notYet');
  // The evidence shows that what is answered was opened (readSignaturePdf).
  if (one.request.openedAt === null) throw conflict('unread');
}

const masked = (email: string | null): string | null => email?.replace(/^(.).*(@.*)$/, '$1•••$2') ?? null;

const codeHash = (secret: string, party: string, code: string): string =>
  keyedDigest(secret, 'signature-code', `${party} ${code}`);

const invalid = (path: string, message: string): Problem =>
  new Problem('invalid', message, { violations: [{ path, message }] });

const hour = 3_600_000;

/** Whether the code is the mailed one. A wrong one counts: the caller answers it and throws nothing. */
async function isConfirmed({ request, you, acting }: Opened, code: string): Promise<boolean> {
  const { db, now, services } = acting;
  const isCurrent = request.codeUntil !== null && request.codeUntil > now && request.codeTries < mostTries;
  if (isCurrent && isSame(request.codeHash ?? '', codeHash(services.environment.secret, you.id, code))) return true;
  // The evidence never shrinks: beyond the last try nothing is written.
  if (request.codeTries >= mostTries) return false;
  await db.query({
    name: 'wrong-signature-code',
    text: 'update signature_parties set code_tries = code_tries + 1 where agency_id = $1 and id = $2',
    values: [acting.agency, you.id],
  });
  await addSteps(acting, acting.agency, request.id, [{ act: 'CODE_REFUSED', party: you }]);
  return false;
}

/** Null: a wrong code. */
async function signIn(call: Call<typeof signByLink>): Promise<{ isLast: boolean; place: Place } | null> {
  const { id, token, consent, code, drawing, typed } = call.input;
  const one = await opened(call, call.params.kind, id, token);
  refuseActing(one, call.now);
  if (!consent) throw invalid('consent', contractMessages.noConsent);
  if (!drawing && !typed) throw invalid('drawing', contractMessages.noDrawing);
  const { request, you, acting, contract } = one;
  if (!(await isConfirmed(one, code))) return null;
  // After the code: whoever has none has nothing drawn.
  const mark = { drawing: await drawnBy(drawing), typed: typed ?? null, manual: false };
  const isLast = await recordSignature(contract, request, you, mark, acting);
  const place = { kind: contract.kind, contract: contract.id, agency: acting.agency };
  if (isLast) await sealLater(place, request.id, acting);
  return { isLast, place };
}

export const publicHandlers: Handler[] = [
  handle(readSignature, async (call) => {
    const { kind, id, token } = call.params;
    const one = await opened(call, kind, id, token);
    refuseOver(one, call.now);
    const { contract, request, parties, you } = one;
    return {
      contract: {
        ...{ title: contract.title, reference: contract.reference, agency: contract.agency, zone: contract.zone },
        state: stateOf(one),
        expiresAt: request.expiresAt.toISOString(),
        documentHash: request.documentHash,
        signatories: parties.map((party) => ({
          ...{ fullname: party.fullname, email: masked(party.email), isYou: party.id === you.id },
          signedAt: party.signedAt?.toISOString() ?? null,
        })),
        code: request.outcome === 'SIGNED' ? request.code : null,
      },
    };
  }),

  handle(readSignaturePdf, async (call) => {
    const { kind, id, token } = call.params;
    const one = await opened(call, kind, id, token);
    refuseOver(one, call.now);
    const { request, contract, you, acting } = one;
    const content = await contentOf(call.services.files, request.signedHash ?? request.documentHash);
    if (!content) throw unknown();
    if (!request.openedAt && request.outcome === null) {
      await call.db.query({
        name: 'signature-opened',
        text: 'update signature_parties set opened_at = $3 where agency_id = $1 and id = $2',
        values: [acting.agency, you.id, call.now],
      });
      const detail = { sha256: request.documentHash };
      await addSteps(acting, acting.agency, request.id, [{ act: 'OPENED', party: you, detail }]);
    }
    return fileReply(content, `${contract.reference ?? 'contrat'}.pdf`, 'application/pdf');
  }),

  handle(askSignatureCode, async (call) => {
    const { id, token } = call.input;
    const one = await opened(call, call.params.kind, id, token);
    refuseActing(one, call.now);
    const { request, you, acting, contract } = one;
    const { db, now, services } = call;
    const isFresh = !request.codesSince || now.getTime() - request.codesSince.getTime() > hour;
    if (!isFresh && request.codesSent >= mostCodes)
      throw new Problem('tooMany', contractMessages.tooManyCodes, { retryAfter: 3_600 });
    if (request.codesOfLink >= mostCodesOfLink) throw conflict('noMoreCodes');
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    await db.query({
      name: 'new-signature-code',
      text: `update signature_parties set code_hash = $3, code_until = $4, code_tries = 0, codes_sent = $5, codes_since = $6, codes_of_link = codes_of_link + 1 where agency_id = $1 and id = $2`,
      values: [
        ...[acting.agency, you.id, codeHash(services.environment.secret, you.id, code)],
        ...[new Date(now.getTime() + codeMinutes * 60_000), isFresh ? 1 : request.codesSent + 1],
        isFresh ? now : request.codesSince,
      ],
    });
    await addSteps(acting, acting.agency, request.id, [{ act: 'CODE', party: you }]);
    await mailAll([codeMail(you.email as string, contract.title, code)], acting);
    return { email: masked(you.email) ?? '', minutes: codeMinutes };
  }),

  handle(signByLink, async (call) => {
    const { services, now, host } = call;
    // In a transaction of its own, the call's is never begun: no connection waits while the signed file is drawn.
    const done = await services.database.platformTransaction((db) => signIn({ ...call, db }));
    if (!done) return { signed: false, allSigned: false };
    // The signature stands; what fails here, the job does again.
    if (done.isLast)
      await sealSigned(done.place, services, now, host).catch((error: unknown) =>
        services.log.failed('sealing', error, { contract: done.place.contract }),
      );
    return { signed: true, allSigned: done.isLast };
  }),

  handle(refuseByLink, async (call) => {
    const { id, token, reason, code } = call.input;
    const one = await opened(call, call.params.kind, id, token);
    refuseActing(one, call.now);
    if (!(await isConfirmed(one, code))) return { refused: false };
    const { request, you, acting, contract } = one;
    const { db, now } = call;
    await db.query({
      name: 'refuse-signature',
      text: 'update signature_parties set refused_at = $3, refusal = $4, code_hash = null where agency_id = $1 and id = $2',
      values: [acting.agency, you.id, now, reason],
    });
    await addSteps(acting, acting.agency, request.id, [{ act: 'REFUSED', party: you, detail: { reason } }]);
    await closeRequest(db, request, 'REFUSED', now);
    await db.query({
      name: `refused-${contract.kind}-contract`,
      text: `update ${contract.kind}_contract_papers set status = $3, version = version + 1, updated_at = now() where agency_id = $1 and id = $2`,
      values: [acting.agency, contract.id, contractStatus.notSigned],
    });
    await tellAnswer(contract, `refused ${request.id}`, `est refusé par ${you.fullname}`, acting, `Motif : ${reason}`);
    const told = one.parties.filter(({ id: party, toldAt }) => party !== you.id && toldAt);
    const mails = refusedMails(contract, you.fullname, told);
    if (mails.length > 0) await mailAll(mails, acting);
    await writeAudit(
      db,
      { caller: null, context: { ...nobody, agency: acting.agency }, now },
      {
        ...{ entity: `${contract.kind}Contract`, id: contract.id, action: 'refused', reason },
        changes: { status: { before: contractStatus.awaiting, after: contractStatus.notSigned } },
      },
    );
    return { refused: true };
  }),

  handle(verifySignature, async ({ db, input }) => {
    const [found] = await db.query<Found>({
      name: `verify-signature-${input.sha256 ? 'file' : 'code'}`,
      text: `select r.agency_id as "agencyId", r.id, r.code, g.name as agency, g.time_zone as zone, coalesce(a.reference, c.reference) as reference, coalesce(a.title, c.title) as title,
          r.closed_at as "signedAt", r.signed_hash as "signedHash", r.document_hash as "documentHash",
          (select array_agg(p.fullname order by p.rank) from signature_parties p where p.agency_id = r.agency_id and p.request_id = r.id) as names
        from signature_requests r join agencies g on g.id = r.agency_id
          left join agent_contract_papers a on a.agency_id = r.agency_id and a.id = r.agent_contract_id
          left join customer_contract_papers c on c.agency_id = r.agency_id and c.id = r.customer_contract_id
        where ${input.sha256 ? '(r.signed_hash = $1 or r.document_hash = $1)' : 'r.code = $1'} and r.outcome = 'SIGNED' limit 1`,
      values: [input.sha256 ?? (input.code ?? '').toUpperCase()],
    });
    if (!found) return { result: 'UNKNOWN' as const, document: null };
    const { intact } = await evidenceOf(db, found.agencyId, [found.id]);
    const hasFile = Boolean(input.sha256);
    return {
      result: !hasFile || input.sha256 === found.signedHash ? ('SIGNED' as const) : ('READ' as const),
      document: {
        ...{ code: found.code, agency: found.agency, zone: found.zone, reference: found.reference },
        ...{ sha256: found.signedHash, intact },
        signedAt: found.signedAt.toISOString(),
        signatories: found.names.length,
        names: hasFile ? found.names : null,
        title: hasFile ? found.title : null,
      },
    };
  }),
];

interface Found extends Record<string, unknown> {
  agencyId: string;
  id: string;
  code: string;
  agency: string;
  zone: string;
  reference: string | null;
  title: string;
  signedAt: Date;
  signedHash: string;
  documentHash: string;
  names: string[];
}
