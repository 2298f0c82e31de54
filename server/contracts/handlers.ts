// The agency's calls on contracts of both kinds.
import { contractCalls } from '#core/contracts/calls.ts';
import { contractOf } from '#core/contracts/contract.ts';
import { contractMessages, contractStatus } from '#core/contracts/status.ts';
import { type ContractKind, gapsIn } from '#core/contracts/variables.ts';
import { entityNamed } from '#core/entities.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { Problem } from '#core/kernel/problem.ts';
import { meets } from '#core/roles.ts';
import { visibleTo } from '#server/files/holders.ts';
import { contentOf } from '#server/files/store.ts';
import { doerOf, writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle, RawJson } from '#server/kernel/call.ts';
import { sanitise } from '#server/kernel/html.ts';
import { readRow } from '#server/kernel/list.ts';
import { moveMany } from '#server/kernel/move.ts';
import { scopeOf } from '#server/kernel/plan.ts';
import { saveMany } from '#server/kernel/save.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { identityOf } from '#server/pdf/identity.ts';
import { fileReply } from '#server/pdf/reply.ts';
import { awaited, newLink, partiesOf, requestsOf } from '#server/signing/requests.ts';
import { addSteps, evidenceOf } from '#server/signing/steps.ts';
import { actingOf, cancelledMails, mailAll } from './asking.ts';
import { joinScan, signHere } from './here.ts';
import { type ContractRow, commercialOf, partyOf } from './moving.ts';
import { nextReference } from './numbering.ts';
import { drawContract, drawEvidence } from './printing.ts';
import { locked, missing, planFor, seen } from './rows.ts';
import { valuesOf } from './values.ts';

const answer = async (kind: ContractKind, call: Call, id: string): Promise<never> =>
  new RawJson(`{"${contractOf[kind].name}":${await readRow(planFor(kind), call, id)}}`) as never;

/** What the variables may show: what the caller may read of contracts and of the sheets of their parties. */
function shownTo(kind: ContractKind, { asker }: Call): { party: boolean; commercial: boolean } {
  const mayRead = (name: string): boolean => meets(asker, entityNamed(name).grants.read.agency);
  return { party: mayRead(contractOf[kind].name) && mayRead(kind), commercial: mayRead('commercialContract') };
}

/** What can be edited is drawn as it is now; what left for signature is read as it was stored. */
async function pdfOf(kind: ContractKind, row: ContractRow, call: Call): Promise<Buffer> {
  const { db, services, now, context } = call;
  const [request] = await requestsOf(db, context.agency as string, kind, [row.id]);
  const isDraft = row.status === contractStatus.created || row.status === contractStatus.notSigned;
  const hash = isDraft ? null : (request?.signedHash ?? request?.documentHash ?? null);
  if (hash) {
    const content = await contentOf(services.files, hash);
    if (!content) throw new Problem('missing', 'Le fichier de ce contrat est introuvable : prévenez le support.');
    return content;
  }
  const paper = { kind, title: row.title, reference: row.reference, content: row.content, signatures: row.signatures };
  // A draft could be made to print any sheet of the agency. On their own paths the parties read their own.
  const isShown = scopeOf(call) === 'agency' ? shownTo(kind, call) : { party: true, commercial: true };
  const party = isShown.party ? partyOf(row) : null;
  const commercial = isShown.commercial ? commercialOf(row) : null;
  return drawContract({ ...paper, party, commercial }, await identityOf(call), { db, services, now });
}

/** From his account: the link of his mail is replaced by one that he opens at once. */
async function claim(kind: ContractKind, call: Call): Promise<{ token: string }> {
  const { db, now, context, caller } = call;
  // Support that acts for somebody sees what he sees, and signs nothing for him.
  if (caller?.acting) throw new Problem('conflict', contractMessages.ownLink);
  const row = await seen(kind, (call.params as { id: string }).id, call);
  const agency = context.agency as string;
  const [person] = await db.query<{ email: string | null }>(
    kind === 'agent'
      ? {
          name: 'claiming-agent',
          text: 'select lower(email) as email from agents where agency_id = app_agency() and id = app_agent()',
        }
      : {
          name: 'claiming-contact',
          text: 'select lower(email) as email from contacts where agency_id = app_agency() and customer_id = app_customer() and user_id = app_user()',
        },
  );
  // What follows is the agency's: its requests and its evidence.
  await db.query({ text: `select set_config('app.agent', '', true), set_config('app.customer', '', true)` });
  await locked(kind, row.id, call);
  const [request] = await requestsOf(db, agency, kind, [row.id], { isOpen: true, lock: true });
  if (!request || request.expiresAt < now) throw new Problem('conflict', contractMessages.over);
  const parties = await partiesOf(db, request);
  // Customers write their own addresses: the one of the agency's signatory opens nothing on their path.
  const ofAgency = new Set(row.signatures.flatMap(({ id, role }) => (role === 'AGENCY' ? [id] : [])));
  const party = person?.email
    ? parties.find(({ email, signature }) => email === person.email && !ofAgency.has(signature))
    : undefined;
  if (!party) throw new Problem('missing', contractMessages.noSignature);
  if (party.signedAt) throw new Problem('conflict', contractMessages.alreadySigned);
  if (!awaited(request, parties).includes(party)) throw new Problem('conflict', contractMessages.notYet);
  const token = await newLink(db, agency, party.id, request.expiresAt, now);
  await addSteps(actingOf(call), agency, request.id, [{ act: 'CLAIMED', party, detail: { by: doerOf(call) } }]);
  return { token };
}

type Previewed = {
  title?: string | null;
  content?: string | null;
  agent?: { id: string } | null;
  customer?: { id: string } | null;
  commercialContract?: { id: string } | null;
  template?: { id: string } | null;
  signatures?: { fullname?: string | null; role?: string | null }[] | null;
};

async function preview(kind: ContractKind, call: Call): Promise<Buffer> {
  const { db, services, now } = call;
  const input = call.input as Previewed;
  let content = sanitise(input.content ?? '');
  if (!content && input.template)
    content =
      (
        await db.query<{ content: string | null }>({
          name: `preview-${kind}-template`,
          text: `select content from ${kind}_contract_templates where agency_id = app_agency() and id = $1`,
          values: [input.template.id],
        })
      )[0]?.content ?? '';
  const isShown = shownTo(kind, call);
  const party = (isShown.party && (kind === 'agent' ? input.agent : input.customer)?.id) || null;
  const commercial = (isShown.commercial && input.commercialContract?.id) || null;
  return drawContract(
    {
      kind,
      title: input.title ?? null,
      reference: null,
      party,
      commercial,
      content,
      signatures: input.signatures ?? [],
    },
    await identityOf(call),
    { db, services, now, seen: visibleTo(call.asker, 'agency') },
  );
}

interface UnsignedRow extends Record<string, unknown> {
  id: string;
  title: string;
  whose: string;
  reference: string | null;
  askedAt: Date;
  days: number;
  missing: string[];
  total: number;
  delay: number;
}

const mostUnsigned = 50;

/** G-042 */
async function unsigned(kind: ContractKind, { db }: Call) {
  const of = kind === 'agent' ? 'x.fullname' : 'x.name';
  const rows = await db.query<UnsignedRow>({
    name: `unsigned-${kind}-contracts`,
    text: `select c.id, c.title, ${of} as whose, c.reference, c.day_ask_signature as "askedAt", app_today() - (c.day_ask_signature at time zone g.time_zone)::date as days,
        (select coalesce(array_agg(s.fullname order by s.rank), '{}') from ${kind}_contract_signatures s where s.agency_id = c.agency_id and s.${kind}_contract_id = c.id and s.signed_at_date is null) as missing,
        count(*) over ()::integer as total, g.${kind}_contract_reminder as delay
      from ${kind}_contract_papers c join agencies g on g.id = c.agency_id join ${kind}s x on x.agency_id = c.agency_id and x.id = c.${kind}_id
      where c.agency_id = app_agency() and c.status = 200 and (c.day_ask_signature at time zone g.time_zone)::date <= app_today() - g.${kind}_contract_reminder
      order by c.day_ask_signature, c.id limit ${mostUnsigned}`,
  });
  const [agency] = await db.query<{ delay: number }>({
    name: `${kind}-contract-delay`,
    text: `select ${kind}_contract_reminder as delay from agencies where id = app_agency()`,
  });
  return {
    contracts: rows.map(({ id, title, whose, reference, askedAt, days, missing: left }) => ({
      ...{ id, title, whose, reference, askedAt: askedAt.toISOString(), days, missing: left },
    })),
    total: rows[0]?.total ?? 0,
    delay: agency?.delay ?? 7,
  };
}

const handlersOf = (kind: ContractKind): Handler[] => {
  const calls = contractCalls[kind];
  const of: Entity = contractOf[kind];
  return [
    handle(calls.preview, async (call) =>
      fileReply(await preview(kind, call as never), 'apercu.pdf', 'application/pdf'),
    ),
    handle(calls.print, async (call) => {
      const row = await seen(kind, call.params.id, call as never);
      const name = `${row.reference ?? row.title}${row.status === contractStatus.signed ? '-signe' : ''}.pdf`;
      return fileReply(await pdfOf(kind, row, call as never), name, 'application/pdf');
    }),
    handle(calls.steps, async (call) => {
      const row = await seen(kind, call.params.id, call as never);
      const agency = call.context.agency as string;
      const requests = await requestsOf(call.db, agency, kind, [row.id]);
      const [last] = requests;
      const { steps, intact } = await evidenceOf(call.db, agency, requests.map(({ id }) => id).toReversed());
      return {
        ...{ steps, intact, code: last?.code ?? null, documentHash: last?.documentHash ?? null },
        signedHash: last?.signedHash ?? null,
        expiresAt: last && last.outcome === null ? last.expiresAt.toISOString() : null,
      };
    }),
    handle(calls.evidence, async (call) => {
      const row = await seen(kind, call.params.id, call as never);
      const agency = call.context.agency as string;
      const requests = await requestsOf(call.db, agency, kind, [row.id]);
      const [last] = requests;
      if (!last) throw new Problem('conflict', 'Ce contrat n’est pas encore parti en signature.');
      const evidence = await evidenceOf(call.db, agency, requests.map(({ id }) => id).toReversed());
      const { code, documentHash, signedHash } = last;
      const facts = { title: row.title, reference: row.reference, code, documentHash, signedHash, ...evidence };
      const pdf = await drawEvidence(facts, await identityOf(call as never), call.now);
      return fileReply(pdf, `${row.reference ?? 'contrat'}-preuve.pdf`, 'application/pdf');
    }),
    handle(calls.gaps, async (call) => {
      const row = await seen(kind, call.params.id, call as never);
      const { title, content } = row;
      // Its number comes with the sending.
      const reference = row.reference ?? (await nextReference(call.db, kind));
      const paper = { kind, title, reference, party: partyOf(row), commercial: commercialOf(row) };
      return gapsIn(kind, content ?? '', await valuesOf(call.db, paper));
    }),
    handle(calls.duplicate, async (call) => {
      const row = await locked(kind, call.params.id, call as never);
      const { title, template, signingOrder, content, signatures } = row;
      const party = 'agent' in row ? { agent: { id: row.agent.id } } : { customer: { id: row.customer.id } };
      const commercial = commercialOf(row);
      const draft = {
        ...{ title: `${title.slice(0, 192)} - Copie`, template, signingOrder, content, ...party },
        ...(commercial ? { commercialContract: { id: commercial } } : {}),
        signatures: signatures.map(({ fullname, email, role }) => ({ fullname, email, role })),
      };
      const [saved] = await saveMany(planFor(kind), [draft as never], call as never);
      return answer(kind, call as never, String(saved?.after.id));
    }),
    handle(calls.claim, (call) => claim(kind, call as never)),
    handle(calls.sign, async (call) => answer(kind, call as never, await signHere(kind, call as never))),
    handle(calls.joinScan, async (call) => answer(kind, call as never, await joinScan(kind, call as never))),
    handle(calls.act, async (call) => {
      const { id, type } = call.params;
      if (!isUuid(id)) throw missing();
      await moveMany(planFor(kind), [id], type, call as never);
      return answer(kind, call as never, id);
    }),
    handle(calls.remove, async (call) => {
      if (!isUuid(call.params.id)) throw missing();
      await moveMany(planFor(kind), [call.params.id], 'delete', call as never);
    }),
    handle(calls.notifyCancelled, async (call) => {
      const row = await locked(kind, call.params.id, call as never);
      if (row.status !== contractStatus.cancelled) throw new Problem('conflict', 'Ce contrat n’est pas annulé.');
      const acting = actingOf(call as never);
      const [request] = await requestsOf(call.db, acting.agency, kind, [row.id]);
      if (!request) return { told: 0 };
      const named = { kind, id: row.id, title: row.title, reference: row.reference };
      const told = (await partiesOf(call.db, request)).filter(({ toldAt }) => toldAt);
      const mails = await cancelledMails(named, told, acting);
      if (mails.length > 0) await mailAll(mails, acting);
      const changes = { recipients: { before: null, after: mails.length } };
      await writeAudit(call.db, call as never, { entity: of.name, id: row.id, action: 'tellCancelled', changes });
      return { told: mails.length };
    }),
    handle(calls.unsigned, (call) => unsigned(kind, call as never)),
  ];
};

export const contractHandlers: Handler[] = [...handlersOf('agent'), ...handlersOf('customer')];
