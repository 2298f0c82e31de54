// How an answer ends: decided by the agency of the announcement, withdrawn by its own, or closed with the announcement.
import type { Row } from '#core/kernel/entity.ts';
import { refusal } from '#core/kernel/machine.ts';
import { Problem } from '#core/kernel/problem.ts';
import { answerMachine, closedAnswer, type OfferAnswer, waitingAnswer } from '#core/marketplace/answer.ts';
import { unauthorised } from '#core/marketplace/authorisation.ts';
import { activeOffer, isSubcontracting, missionOver, searchesSubcontractor } from '#core/marketplace/offer.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit, writeAudits } from '#server/kernel/audit.ts';
import type { Call } from '#server/kernel/call.ts';
import type { Plan } from '#server/kernel/plan.ts';
import { readWhole } from '#server/kernel/save.ts';
import { isUuid, uuidv7 } from '#server/kernel/uuid.ts';
import { ownAgency, ownRefusal } from './authorisation.ts';
import { tellMarket } from './telling.ts';

const closed = 'Cette annonce n’est plus en cours : aucune réponse ne s’accepte.';
const over = 'La mission est terminée : cette réponse ne s’accepte plus.';

/** Locked, if it is one that the caller's agency received or gave. */
async function locked(
  plan: Plan<typeof OfferAnswer>,
  id: string,
  db: Db,
): Promise<Row<typeof OfferAnswer> | undefined> {
  if (!isUuid(id)) return undefined;
  await db.query({
    name: 'lock-market-answer',
    text: 'select 1 from market_answers where id = $1 and app_agency() in (publisher_id, agency_id) for update',
    values: [id],
  });
  return (await readWhole(plan, db, [id])).get(id.toLowerCase());
}

/** The announcement is under way, and both companies may work until the end of the mission that was answered (L612-9). */
async function refuseAcceptance(
  { offer, offerType, terms, ...answer }: Row<typeof OfferAnswer>,
  db: Db,
): Promise<void> {
  const [announced] = await db.query<{ status: number }>({
    name: 'market-announced',
    text: 'select status from market_offers where agency_id = app_agency() and id = $1',
    values: [offer?.id],
  });
  if (announced?.status !== activeOffer) throw new Problem('conflict', closed);
  const agency = await ownAgency(db);
  const { endsOn } = terms;
  if (missionOver(endsOn, agency.today)) throw new Problem('conflict', over);
  const type = Number(offerType);
  if (!isSubcontracting(type) || !agency.french) return;
  const refused =
    ownRefusal(agency, { type, endsOn }) ??
    unauthorised(answer, { today: agency.today, until: endsOn, party: 'other' });
  if (refused) throw new Problem('conflict', refused);
}

/**
 * The accepted company is one of the agency's subcontractors from now on, by the terms that it answered, for the file of the
 * CNAPS; a known one stays.
 */
async function register(answer: string, call: Call): Promise<void> {
  const { db, context, now } = call;
  const added = await db.query<{ name: string }>({
    name: 'register-subcontractor',
    text: `insert into agency_subcontractors (agency_id, id, rank, name, siret, approval_number, expires_at, subcontract_rank, share, justified_on)
      select a.publisher_id, $2, (select coalesce(max(s.rank) + 1, 0) from agency_subcontractors s where s.agency_id = a.publisher_id), a.name, a.siret,
        a.approval_number, a.approval_expires_at, a.subcontract_rank, a.share, a.justified_on from market_answers a
      where a.id = $1 and a.publisher_id = app_agency() and not exists (select from agency_subcontractors s where s.agency_id = a.publisher_id
        and (search_words_of(s.name) = search_words_of(a.name) or regexp_replace(s.siret, '[^0-9]', '', 'g') = regexp_replace(a.siret, '[^0-9]', '', 'g')))
      returning name`,
    values: [answer, uuidv7(now.getTime())],
  });
  const [company] = added;
  if (!company) return;
  // An open form of the settings would remove the line that it does not know.
  await db.query({
    name: 'settings-changed',
    text: 'update agencies set version = version + 1 where id = app_agency()',
  });
  const changes = { subcontractors: { before: null, after: company.name } };
  await writeAudit(db, call, { entity: 'agency', id: context.agency as string, action: 'addSubcontractor', changes });
}

export async function decide(
  plan: Plan<typeof OfferAnswer>,
  id: string,
  move: keyof typeof answerMachine.moves,
  call: Call,
  offer: string | null = null,
): Promise<void> {
  const { db, now } = call;
  const row = await locked(plan, id, db);
  if (!row || (offer !== null && row.offer?.id !== offer.toLowerCase())) throw new Problem('missing', plan.of.missing);
  const refused = refusal(answerMachine, move, row);
  if (refused) throw new Problem('conflict', refused);
  if (move === 'accept') await refuseAcceptance(row, db);
  const { to } = answerMachine.moves[move];
  await db.query({
    name: 'decide-market-answer',
    text: `update market_answers set status = $2, decided_at = $3, read_at = case when publisher_id = app_agency() then coalesce(read_at, $3) else read_at end,
        version = version + 1, updated_at = now() where id = $1`,
    values: [row.id, to, now],
  });
  const changes = { status: { before: row.status, after: to } };
  await writeAudit(db, call, { entity: plan.of.name, id: row.id, action: move, changes });
  if (move === 'accept' && Number(row.offerType) === searchesSubcontractor) await register(row.id, call);
  await tellMarket(move === 'withdraw' ? 'withdrawal' : 'decision', [row], call);
}

/** A closed announcement takes nobody any more: who waits is told so. */
export async function closeAnswers(offers: readonly string[], call: Call): Promise<void> {
  const { db, now } = call;
  const ended = await db.query<{ id: string }>({
    name: 'close-market-answers',
    text: `update market_answers set status = ${closedAnswer}, decided_at = $2, read_at = coalesce(read_at, $2), version = version + 1, updated_at = now()
      where publisher_id = app_agency() and offer_id = any ($1::uuid[]) and status = ${waitingAnswer} returning id`,
    values: [offers, now],
  });
  // One that was withdrawn before it was read is no news of a closed announcement.
  await db.query({
    name: 'read-closed-market-answers',
    text: 'update market_answers set read_at = $2 where publisher_id = app_agency() and offer_id = any ($1::uuid[]) and read_at is null',
    values: [offers, now],
  });
  const changes = { status: { before: waitingAnswer, after: closedAnswer } };
  await writeAudits(
    db,
    call,
    ended.map(({ id }) => ({ entity: 'offerAnswer', id, action: 'closeAnswer', changes })),
  );
  await tellMarket('decision', ended, call);
}
