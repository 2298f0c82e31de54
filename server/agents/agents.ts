// Agents: ownership, default rights, generated numbers, computed fields, and the account of an agent who leaves.
import type { Agent } from '#core/agents/agent.ts';
import { undatedCard } from '#core/agents/card.ts';
import { begunContract } from '#core/agents/contracts.ts';
import { isInRegister } from '#core/agents/register.ts';
import type { Row } from '#core/kernel/entity.ts';
import { isIndelible } from '#core/kernel/indelible.ts';
import { Problem } from '#core/kernel/problem.ts';
import { inactiveStatus } from '#core/roles.ts';
import type { Db } from '#server/db/database.ts';
import type { Call } from '#server/kernel/call.ts';
import type { Extension, Pending } from '#server/kernel/extension.ts';
import { type Numbering, nextNumbers } from '#server/kernel/next-numbers.ts';
import { agencyToday } from '#server/kernel/today.ts';
import { refuseUnanswered } from '#server/planning/coming.ts';
import { refuseErased } from '#server/privacy/erased.ts';
import { accountState } from '#server/rights/account-state.ts';
import { permitNewAddresses, permitOnOwner } from '#server/rights/handing-on.ts';
import { rightsOfNewAgent } from '#server/rights/new-agent.ts';
import { anomaliesOf } from './anomalies.ts';
import { activeContractOf, expiryStateOf, monthlyHours, overlaps, today } from './contracts.ts';
import { plannedHours } from './planned.ts';
import { checkMoved, takeSheets } from './quota.ts';

const contractJson = `json_build_object('id', c.id, 'name', c.name, 'type', c.type, 'startDate', c.start_date::text, 'endDate', c.end_date::text,
  'period', c.period, 'hoursLimit', c.hours_limit, 'hourlyPay', c.hourly_pay, 'monthlyPay', c.monthly_pay,
  'status', case when c.start_date > ${today} then 200 when c.end_date < ${today} then 300 else 100 end, 'classificationLevel', c.classification_level, 'classificationGrade', c.classification_grade,
  'classificationCoeff', c.classification_coeff,
  'tutor', (select json_build_object('id', u.id, 'name', u.fullname) from agents u where u.agency_id = c.agency_id and u.id = c.tutor_id),
  'workPlace', c.work_place, 'expired', coalesce(c.end_date < ${today}, false))`;

export const agentExtension: Extension<typeof Agent> = {
  computed: {
    isOwner: (t) => `exists (select from agencies o where o.id = ${t}.agency_id and o.manager_id = ${t}.user_id)`,
    accountState,
    plannable: (t) => `${t}.plannable`,
    rating: (t) => `${t}.rating`,
    workingTime: (t) => `(select ${monthlyHours('c')} ${activeContractOf(t)})`,
    anomalies: (t) => `to_json(${anomaliesOf(t)})`,
    'agentInfos.individualNumber': (t) => `right(${t}.card_number, 7)`,
    'agentInfos.activeContract': (t) => `(select ${contractJson} ${activeContractOf(t)})`,
    'agentInfos.plannedHours': plannedHours,
  },
  bare: {
    anomalies: anomaliesOf,
    // By monthly hours, whatever the period of the contract.
    'agentInfos.activeContract': (t) => `select ${monthlyHours('c')} ${activeContractOf(t)}`,
  },
  beside: {
    specialties: {
      sql: () =>
        `select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by s.name collate "fr-x-icu"), '[]') from specialties s`,
    },
  },
  // A deleted agent is kept for the history.
  unlessStatus: 't.status <> 400',
  beforeSave: complete,
  async afterMove(move, rows, { db }) {
    const isActivated = move === 'activate' || move === 'reactivate';
    // « Annuler » brings an archived agent who was inactive back as such.
    const back = isActivated || move === 'deactivate' ? rows.filter(({ status }) => status > inactiveStatus) : [];
    await checkMoved(db, back.length, isActivated ? rows.length : 0);
  },
};

const registrationNumbers: Numbering = { counter: 'agent', table: 'agents', column: 'registration_number' };

/** Counts new sheets against the quota, and assigns numbers where requested. */
async function complete(rows: readonly Pending<typeof Agent>[], call: Call): Promise<void> {
  const { db } = call;
  await refuseErased(rows, db);
  for (const { current } of rows) permitOnOwner(call, { is_owner: current?.isOwner === true });
  await permitNewAddresses(
    call,
    rows.map(({ id, draft }) => ({ id, email: draft.email })),
    rows.flatMap(({ current }) => current ?? []),
  );
  await refuseCandidates(rows, db);
  await refuseUnanswered(rows, call);
  await refuseUndatedCards(rows, db);
  const created = rows.filter(({ current }) => current === null);
  if (created.length > 0) {
    const accounts = created.filter(({ willActivate }) => willActivate !== false).length;
    await takeSheets(db, created.length, accounts);
    const rights = await rightsOfNewAgent(db);
    for (const { columns } of created) columns.rights = rights;
  }
  // F-006: the list shows the reason of those who are exempt.
  for (const { draft, current } of rows)
    if (!(draft.agentInfos?.insuranceExempt ?? current?.agentInfos.insuranceExempt))
      draft.agentInfos = { ...draft.agentInfos, insuranceExemptReason: null };
  const unnumbered = rows.filter(({ draft, current }) => {
    const infos = draft.agentInfos;
    const before = current?.agentInfos;
    const number = infos?.registrationNumber === undefined ? before?.registrationNumber : infos.registrationNumber;
    return !number && (infos?.generateRegistrationNumber ?? before?.generateRegistrationNumber);
  });
  // F-015
  const numbers = await nextNumbers(db, registrationNumbers, {
    count: unnumbered.length,
    typed: rows.flatMap(({ draft }) => draft.agentInfos?.registrationNumber ?? []),
  });
  for (const [index, { draft }] of unnumbered.entries())
    draft.agentInfos = { ...draft.agentInfos, registrationNumber: numbers[index] ?? null };
}

/** A candidate's sheet is erased early, so an agent in the staff register, or due to be entered, cannot become a candidate. */
async function refuseCandidates(rows: readonly Pending<typeof Agent>[], db: Db): Promise<void> {
  const leaving = rows.flatMap(({ draft, current }) => {
    const before = current?.agentInfos;
    return draft.agentInfos?.type === 'NOMINEE' && before?.type && before.type !== 'NOMINEE' ? [before] : [];
  });
  if (leaving.length === 0) return;
  const day = await agencyToday(db);
  const isEntered = ({ type, contracts }: Row<typeof Agent>['agentInfos']): boolean =>
    contracts.some((line) => isIndelible({ indelible: begunContract }, line, isInRegister({ type }) ? day : null));
  if (!leaving.some(isEntered)) return;
  const message = 'Inscrit au registre du personnel : ne peut pas redevenir candidat';
  throw new Problem('invalid', message, { violations: [{ path: 'agentInfos.type', message }] });
}

/** A card number is written with the validity of the card (R631-15). Older sheets without one are reported by the planning. */
async function refuseUndatedCards(rows: readonly Pending<typeof Agent>[], db: Db): Promise<void> {
  const written = rows.flatMap(({ draft, current }) => {
    const [infos, before] = [draft.agentInfos, current?.agentInfos];
    const number = infos?.cardNumber === undefined ? before?.cardNumber : infos.cardNumber;
    const papers = infos?.expirations ?? before?.expirations ?? [];
    if (!number || (number === before?.cardNumber && infos?.expirations === undefined)) return [];
    return [{ isNew: number !== before?.cardNumber, papers, known: before?.expirations ?? [] }];
  });
  if (written.length === 0) return;
  const [card] = await db.query<{ id: string }>({
    name: 'type-of-the-card',
    text: 'select id from expiration_types where agency_id = app_agency() and is_card and app_french()',
  });
  if (!card) return;
  const isDated = (papers: readonly { type?: { id: string } | null }[]): boolean =>
    papers.some(({ type }) => type?.id.toLowerCase() === card.id);
  if (!written.some(({ isNew, papers, known }) => !isDated(papers) && (isNew || isDated(known)))) return;
  throw new Problem('invalid', undatedCard, { violations: [{ path: 'agentInfos.cardNumber', message: undatedCard }] });
}

const daysLeft = (day: string): string => `${day} - ${today}`;
const typeOf = (t: string, value: string): string =>
  `(select ${value} from expiration_types y where y.agency_id = ${t}.agency_id and y.id = ${t}.type_id)`;
const agentOf = (t: string, value: string): string =>
  `(select ${value} from agents a where a.agency_id = ${t}.agency_id and a.id = ${t}.agent_id)`;

/** Papers of former agents need no action. */
const ofCurrentAgents = `t.agent_id in (select a.id from agents a where a.status in (100, 200))`;

export const agentExpirationExtension: Extension = {
  computed: {
    agentName: (t) => agentOf(t, 'a.fullname'),
    state: (t) => expiryStateOf(`${t}.expires_at`),
    daysLeft: (t) => daysLeft(`${t}.expires_at`),
    renewBefore: (t) => `(${t}.expires_at - make_interval(months => ${typeOf(t, 'y.renewal_months')}))::date::text`,
    replaced: (t) =>
      `exists (select from agent_expirations n where n.agency_id = ${t}.agency_id and n.agent_id = ${t}.agent_id
        and n.type_id = ${t}.type_id and n.expires_at > ${t}.expires_at)`,
    agentStatus: (t) => agentOf(t, 'a.status'),
  },
  always: ofCurrentAgents,
};

export const agentContractExtension: Extension = {
  computed: {
    agentName: (t) => agentOf(t, 'a.fullname'),
    state: (t) => expiryStateOf(`${t}.end_date`),
    daysLeft: (t) => daysLeft(`${t}.end_date`),
    anomaly: (t) =>
      `case when exists (select from agent_contracts o where o.agency_id = ${t}.agency_id and o.agent_id = ${t}.agent_id and ${overlaps(t, 'o')}) then 101 else 100 end`,
  },
  always: ofCurrentAgents,
};

export const agentItemExtension: Extension = {
  computed: {
    state: (t) => expiryStateOf(`${t}.expiry`),
    daysLeft: (t) => daysLeft(`${t}.expiry`),
  },
  always: ofCurrentAgents,
};
