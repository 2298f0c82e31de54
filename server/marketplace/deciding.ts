// The decision of the announcement's agency on an answer; it is final.
import type { Row } from '#core/kernel/entity.ts';
import { refusal } from '#core/kernel/machine.ts';
import { Problem } from '#core/kernel/problem.ts';
import { answerMachine, type OfferAnswer } from '#core/marketplace/answer.ts';
import { unauthorised } from '#core/marketplace/authorisation.ts';
import { isSubcontracting, searchesSubcontractor } from '#core/marketplace/offer.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import type { Call } from '#server/kernel/call.ts';
import type { Plan } from '#server/kernel/plan.ts';
import { readWhole } from '#server/kernel/save.ts';
import { isUuid, uuidv7 } from '#server/kernel/uuid.ts';
import { ownAgency, ownRefusal } from './authorisation.ts';
import { tellMarket } from './telling.ts';

/** Locked, if it is one that the caller's agency received. */
async function locked(
  plan: Plan<typeof OfferAnswer>,
  id: string,
  db: Db,
): Promise<Row<typeof OfferAnswer> | undefined> {
  if (!isUuid(id)) return undefined;
  await db.query({
    name: 'lock-market-answer',
    text: 'select 1 from market_answers where id = $1 and publisher_id = app_agency() for update',
    values: [id],
  });
  return (await readWhole(plan, db, [id])).get(id.toLowerCase());
}

/** Both companies must be allowed to work until the end of the mission (L612-9). */
async function refuseUnauthorised({ offer, offerType, ...answer }: Row<typeof OfferAnswer>, db: Db): Promise<void> {
  const type = Number(offerType);
  if (!isSubcontracting(type)) return;
  const agency = await ownAgency(db);
  if (!agency.french) return;
  const [announced] = await db.query<{ endsOn: string | null }>({
    name: 'market-mission-end',
    text: 'select ends_on::text as "endsOn" from market_offers where agency_id = app_agency() and id = $1',
    values: [offer?.id],
  });
  const until = announced?.endsOn ?? null;
  const refused =
    ownRefusal(agency, { type, endsOn: until }) ?? unauthorised(answer, { today: agency.today, until, party: 'other' });
  if (refused) throw new Problem('conflict', refused);
}

/** The accepted company is one of the agency's subcontractors from now on, for the file of the CNAPS; a known one stays. */
async function register(answer: string, call: Call): Promise<void> {
  const { db, context, now } = call;
  const added = await db.query<{ name: string }>({
    name: 'register-subcontractor',
    text: `insert into agency_subcontractors (agency_id, id, rank, name, siret, approval_number, expires_at, subcontract_rank, share, justified_on)
      select a.publisher_id, $2, (select coalesce(max(s.rank) + 1, 0) from agency_subcontractors s where s.agency_id = a.publisher_id), a.name, a.siret,
        a.approval_number, a.approval_expires_at, o.subcontract_rank, o.share, o.justified_on
      from market_answers a join market_offers o on o.agency_id = a.publisher_id and o.id = a.offer_id
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
  move: 'accept' | 'refuse',
  call: Call,
  offer: string | null = null,
): Promise<void> {
  const { db, now } = call;
  const row = await locked(plan, id, db);
  if (!row || (offer !== null && row.offer?.id !== offer.toLowerCase())) throw new Problem('missing', plan.of.missing);
  const refused = refusal(answerMachine, move, row);
  if (refused) throw new Problem('conflict', refused);
  if (move === 'accept') await refuseUnauthorised(row, db);
  const { to } = answerMachine.moves[move];
  await db.query({
    name: 'decide-market-answer',
    text: `update market_answers set status = $2, decided_at = $3, read_at = coalesce(read_at, $3), version = version + 1, updated_at = now()
      where id = $1 and publisher_id = app_agency()`,
    values: [row.id, to, now],
  });
  const changes = { status: { before: row.status, after: to } };
  await writeAudit(db, call, { entity: plan.of.name, id: row.id, action: move, changes });
  if (move === 'accept' && Number(row.offerType) === searchesSubcontractor) await register(row.id, call);
  await tellMarket('decision', [row], call);
}
