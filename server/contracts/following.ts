// By the clock: signatories who keep an agency waiting are reminded, requests that nobody signed in time expire.
import { contractStatus } from '#core/contracts/status.ts';
import type { ContractKind } from '#core/contracts/variables.ts';
import { isLocked } from '#server/agencies/lock.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import { byClock, job } from '#server/jobs/registry.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import type { Services } from '#server/kernel/call.ts';
import { awaited, closeRequest, partiesOf, requestsOf } from '#server/signing/requests.ts';
import { addSteps } from '#server/signing/steps.ts';
import { type Acting, askParties } from './asking.ts';
import { partyStays } from './contracts.ts';
import { tellAnswer } from './telling.ts';

interface Waiting extends Record<string, unknown> {
  id: string;
  title: string;
  reference: string | null;
  delay: number;
}

/** Open requests that are over, or whose last letter is older than the agency's delay: none for somebody who left. */
const dueSql = (kind: ContractKind): string => `select c.id, c.title, c.reference, g.${kind}_contract_reminder as delay
  from ${kind}_contract_papers c join agencies g on g.id = c.agency_id
  where c.agency_id = app_agency() and c.status = ${contractStatus.awaiting} and exists (select from signature_requests r
    join signature_parties p on p.agency_id = r.agency_id and p.request_id = r.id
    where r.agency_id = c.agency_id and r.${kind}_contract_id = c.id and r.outcome is null and p.signed_at is null
      and (r.expires_at < $1 or (p.told_at <= $1::timestamptz - make_interval(days => g.${kind}_contract_reminder) and ${partyStays(kind, 'c')})))
  order by c.day_ask_signature, c.id`;

const day = 86_400_000;

async function follow(kind: ContractKind, contract: Waiting, acting: Acting): Promise<void> {
  const { db, agency, now } = acting;
  // The row first, as the agency's moves and the links do.
  const [still] = await db.query<{ id: string }>({
    name: `follow-${kind}-contract`,
    text: `select id from ${kind}_contract_papers where agency_id = app_agency() and id = $1 and status = ${contractStatus.awaiting} for update`,
    values: [contract.id],
  });
  const [request] = await requestsOf(db, agency, kind, [contract.id], { isOpen: true, lock: true });
  if (!still || !request) return;
  const by = { caller: null, context: { ...nobody, agency }, now };
  const entity = `${kind}Contract`;
  if (request.expiresAt < now) {
    await closeRequest(db, request, 'EXPIRED', now);
    await addSteps(acting, agency, request.id, [{ act: 'EXPIRED' }]);
    await db.query({
      name: `expired-${kind}-contract`,
      text: `update ${kind}_contract_papers set status = $2, version = version + 1, updated_at = now() where agency_id = app_agency() and id = $1`,
      values: [contract.id, contractStatus.notSigned],
    });
    const changes = { status: { before: contractStatus.awaiting, after: contractStatus.notSigned } };
    await writeAudit(db, by, { entity, id: contract.id, action: 'expired', changes });
    await tellAnswer({ kind, ...contract }, `expired ${request.id}`, 'n’a pas été signé dans le délai', acting);
    return;
  }
  const parties = await partiesOf(db, request);
  const since = now.getTime() - contract.delay * day;
  const isDue = awaited(request, parties).some(({ toldAt }) => toldAt !== null && toldAt.getTime() <= since);
  if (!isDue) return;
  const told = await askParties({ kind, ...contract }, request, parties, acting, true);
  const changes = { recipients: { before: null, after: told } };
  if (told > 0) await writeAudit(db, by, { entity, id: contract.id, action: 'remindSignature', changes });
}

export async function followSignatures(agency: string, services: Services, now: Date): Promise<void> {
  const { database, log } = services;
  const context = { ...nobody, agency };
  const due = (kind: ContractKind) => (db: Db) =>
    db.query<Waiting>({ name: `due-${kind}-signatures`, text: dueSql(kind), values: [now] });
  const failed: unknown[] = [];
  for (const kind of ['agent', 'customer'] as const) {
    const waiting = await database.transaction(context, async (db) =>
      (await isLocked(db, agency)) ? [] : due(kind)(db),
    );
    // Each in a transaction of its own: one that fails keeps no other waiting.
    for (const contract of waiting)
      await database
        .transaction(context, (db) => follow(kind, contract, { db, services, agency, now, caller: null, host: null }))
        .catch((error: unknown) => {
          log.failed('signature not followed', error, { agency, contract: contract.id });
          failed.push(error);
        });
  }
  // Tried again by the queue; who was reminded is not reminded twice.
  if (failed.length > 0) throw failed[0];
}

export const remindSignatories = job(
  'remindSignatories',
  byClock,
  { label: 'Relances et expirations des signatures', cron: { at: '0 8 * * *', of: 'agencies' } },
  async (_, services, { agency }) => {
    if (agency) await followSignatures(agency, services, new Date());
  },
);
