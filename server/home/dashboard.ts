// The dashboard in one statement, under the caller's policies: only entities that he may list are counted.
import { Agent } from '#core/agents/agent.ts';
import { agentAnomalies } from '#core/agents/anomalies.ts';
import { AgentContractExpiration, AgentExpiration } from '#core/agents/expirations.ts';
import { type ExpiryState, expiryStates } from '#core/agents/expiry.ts';
import { Customer } from '#core/customers/customer.ts';
import { DocumentExpiration } from '#core/documents/expirations.ts';
import { type DashboardTask, readDashboard } from '#core/home/dashboard.ts';
import { viewOf } from '#core/kernel/view.ts';
import { EmailEvent } from '#core/mail/email.ts';
import { daysAfter } from '#core/planning/days.ts';
import { Service } from '#core/planning/service.ts';
import { ServiceTime, timesToSettle } from '#core/planning/service-time.ts';
import {
  archived,
  interrupted,
  late,
  missed,
  plannedStatuses,
  selectableStatuses,
  unscheduled,
} from '#core/planning/status.ts';
import { Unavailability } from '#core/planning/unavailability.ts';
import { AgentRequest, CustomerRequest } from '#core/requests/request.ts';
import { requestStatus } from '#core/requests/status.ts';
import { can } from '#core/roles.ts';
import { runningTransfer, StaffTransfer } from '#core/transfer/transfer.ts';
import { anomaliesOf } from '#server/agents/anomalies.ts';
import { activeContractOf, expiryStateOf, today } from '#server/agents/contracts.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import { mayList } from '#server/kernel/listing.ts';
import { named, scopeOf } from '#server/kernel/plan.ts';
import { listed } from '#server/planning/facts.ts';
import { midnight } from './days.ts';
import { type CountedMoney, moneyQuestions, moneyTasks } from './money.ts';
import { type CountedSignatures, signatureQuestions, signatureTasks } from './signatures.ts';

const working = `t.status in (100, 200)`;
const failures = ['hard_bounce', 'blocked', 'spam', 'invalid'];
const failureDays = 7;

/** Codes and their counts. */
type Found = Record<string, number>;
interface Counted extends CountedMoney, CountedSignatures {
  anomalies: Found | null;
  papers: Found | null;
  contracts: Found | null;
  documents: Found | null;
  candidates: number | null;
  mails: number | null;
  services: Record<ServiceTask, number> | null;
  prospects: number | null;
  agent_requests: number | null;
  customer_requests: number | null;
  transfers: Record<'late' | 'soon', number> | null;
  times: number | null;
  by_type: { code: string; count: number }[];
  by_contract: { code: string; count: number }[];
  months: { month: string; headcount: number; entries: number; exits: number }[];
}

const found = (codes: string): string =>
  `(select coalesce(json_object_agg(code, count), '{}') from (select code, count(*)::integer as count from (${codes}) c where code is not null group by 1) g)`;
const shares = (codes: string): string =>
  `(select coalesce(json_agg(json_build_object('code', code, 'count', count) order by count desc, code), '[]') from (select code, count(*)::integer as count from (${codes}) c group by 1) g)`;

const ofWorkers = (table: string): string =>
  `${table} t join agents a on a.agency_id = t.agency_id and a.id = t.agent_id and a.status in (100, 200)`;

/** Days in which the next step of a transfer of staff is a task. */
const transferDays = 7;

/** Days in the past and in the future that the planning tasks cover. */
const serviceDays = 7;
type ServiceTask = 'today' | 'late' | 'absent' | 'interrupted' | 'missed' | 'unpublished' | 'unfilled';

const counted = (condition: string): string => `count(*) filter (where ${condition})`;
/** The agents of the services that begin between two days, counted together: one join instead of one count per service. */
const heldBetween = (from: string, to: string): string =>
  `(select h.service_id, count(*)::integer as held from services w join service_agents h on h.agency_id = w.agency_id and h.service_id = w.id
    where w.agency_id = (select app_agency()) and h.agency_id = (select app_agency()) and w.start_at >= ${from} and w.start_at < ${to} group by 1)`;
/** The services of these days with a person who declared an absence, as `isAway` says. */
const awayBetween = (from: string, to: string): string =>
  `(select distinct h.service_id from services w join service_agents h on h.agency_id = w.agency_id and h.service_id = w.id
    join unavailabilities u on u.agency_id = h.agency_id and u.agent_id = h.agent_id and u.start_at < w.end_at and u.end_at >= w.start_at
    where w.agency_id = (select app_agency()) and w.start_at >= ${from} and w.start_at < ${to})`;
/** Services as the caller sees them. */
const services = `(select json_build_object(
    'today', ${counted(`t.status <> ${unscheduled} and t.start_at >= ${midnight(0)} and t.start_at < ${midnight(1)}`)},
    'late', ${counted(`t.status = ${late}`)}, 'interrupted', ${counted(`t.status = ${interrupted}`)}, 'missed', ${counted(`t.status = ${missed}`)},
    'unpublished', ${counted(`t.publication <> 'PUBLISHED' and t.start_at >= ${midnight(0)}`)},
    'absent', ${counted(`t.status in (${plannedStatuses.join(', ')}) and t.start_at >= ${midnight(0)} and t.id in (select v.service_id from ${awayBetween(midnight(0), midnight(serviceDays))} v)`)},
    'unfilled', ${counted(`t.status in (${plannedStatuses.join(', ')}) and t.start_at >= ${midnight(0)} and t.nb_agents > coalesce(a.held, 0)`)})
  from seen_services t left join ${heldBetween(midnight(0), midnight(serviceDays))} a on a.service_id = t.id where t.agency_id = (select app_agency()) and ${listed('t')} and t.status <> ${archived}
    and t.start_at >= ${midnight(-serviceDays)} and t.start_at < ${midnight(serviceDays)})`;

const questions: Record<string, string> = {
  services,
  anomalies: found(`select unnest(${anomaliesOf('t')}) as code from agents t where ${working}`),
  // A replaced paper needs no action.
  papers: found(
    `select ${expiryStateOf('l.expires_at')} as code from (select max(t.expires_at) as expires_at from ${ofWorkers('agent_expirations')} group by t.agent_id, t.type_id) l`,
  ),
  contracts: found(
    `select ${expiryStateOf('t.end_date')} as code from ${ofWorkers('agent_contracts')} where t.end_date >= ${today}`,
  ),
  documents: found(
    `select ${expiryStateOf('t.expired_at')} as code from document_due t where t.agency_id = (select app_agency())`,
  ),
  candidates: `(select count(*)::integer from agents t where ${working} and t.type = 'NOMINEE')`,
  mails: `(select count(*)::integer from email_events t where t.event = any (array[${failures.map((one) => `'${one}'`).join(', ')}]) and t.date >= ${midnight(1 - failureDays)} and t.date < ${midnight(1)})`,
  times: `(select count(*)::integer from service_times t where t.status = ${timesToSettle})`,
  agent_requests: `(select count(*)::integer from agent_requests t where t.agency_id = (select app_agency()) and t.awaited and t.status = 100)`,
  customer_requests: `(select count(*)::integer from customer_requests t where t.agency_id = (select app_agency()) and t.awaited and t.status = 100)`,
  transfers: `(select json_build_object('late', ${counted(`t.next_due < ${today}`)}, 'soon', ${counted(`t.next_due between ${today} and ${today} + ${transferDays}`)})
    from staff_transfers t where t.agency_id = (select app_agency()) and t.status = ${runningTransfer} and t.next_due is not null)`,
  prospects: `(select count(*)::integer from customers t where t.status = 100 and t.prospect)`,
};

const months = `(select json_agg(json_build_object('month', to_char(m, 'YYYY-MM'),
    'headcount', (select count(distinct c.agent_id)::integer from agent_contracts c where c.start_date <= least(last, ${today}) and coalesce(c.end_date, 'infinity') >= least(last, ${today})),
    'entries', (select count(*)::integer from (select min(c.start_date) as first from agent_contracts c group by c.agent_id) f where f.first between m and last),
    'exits', (select count(*)::integer from (select max(coalesce(c.end_date, 'infinity')) as final from agent_contracts c group by c.agent_id) f where f.final between m and last and f.final < ${today})
  ) order by m) from (select m::date as m, (m + interval '1 month' - interval '1 day')::date as last
    from generate_series(date_trunc('month', ${today}) - interval '11 months', date_trunc('month', ${today}), interval '1 month') m) months)`;

const staffing: Record<string, string> = {
  by_type: shares(`select t.type as code from agents t where ${working}`),
  by_contract: shares(
    `select coalesce((select c.type ${activeContractOf('t')}), 'NONE') as code from agents t where ${working} and t.type <> 'NOMINEE'`,
  ),
  months,
};

const soon: readonly ExpiryState[] = ['EXPIRED', 'SOON', 'WATCH'];
const toneOf = (state: ExpiryState): DashboardTask['tone'] =>
  state === 'EXPIRED' ? 'negative' : state === 'SOON' ? 'warning' : 'neutral';

/** « 1 Service en retard », « 2 Services en retard »: the label follows its count. */
const agreed = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** Today's planning tasks come first: they cannot wait. */
function serviceTasks(counted: Counted, agency: boolean, absences: boolean): DashboardTask[] {
  if (!counted.services) return [];
  const { day, services: counts } = counted;
  const on = (from: number, to: number) => ({ startAt: { from: daysAfter(day, from), to: daysAfter(day, to) } });
  const near = on(-serviceDays, serviceDays - 1);
  const task = (
    key: ServiceTask,
    [one, many]: [string, string],
    tone: DashboardTask['tone'],
    filters: DashboardTask['filters'],
  ): DashboardTask => ({
    key: `services.${key}`,
    label: agreed(counts[key], one, many),
    count: counts[key],
    tone,
    entity: Service.name,
    filters,
  });
  const within = (one: string, many: string): [string, string] => [
    `${one} (${serviceDays} jours)`,
    `${many} (${serviceDays} jours)`,
  ];
  return [
    task('late', ['Service en retard', 'Services en retard'], 'negative', { status: [late], ...near }),
    ...(absences
      ? [
          task(
            'absent',
            within(
              'Service d’une personne absente, à remplacer en entier',
              'Services d’une personne absente, à remplacer en entier',
            ),
            'negative',
            {
              status: [...plannedStatuses],
              absentAgents: { from: 1 },
              ...on(0, serviceDays - 1),
            },
          ),
        ]
      : []),
    ...(agency
      ? [
          task('unfilled', within('Service à pourvoir', 'Services à pourvoir'), 'negative', {
            status: [...plannedStatuses],
            missingAgents: { from: 1 },
            ...on(0, serviceDays - 1),
          }),
        ]
      : []),
    task('interrupted', within('Service interrompu', 'Services interrompus'), 'negative', {
      status: [interrupted],
      ...near,
    }),
    task('missed', within('Service non réalisé', 'Services non réalisés'), 'negative', { status: [missed], ...near }),
    task('today', ['Service du jour', 'Services du jour'], 'neutral', {
      status: [...selectableStatuses],
      ...on(0, 0),
    }),
    ...(agency
      ? [
          task('unpublished', within('Service à publier', 'Services à publier'), 'warning', {
            publication: ['DRAFT', 'CHANGED'],
            ...on(0, serviceDays - 1),
          }),
        ]
      : []),
  ];
}

/** The terms of the branch's agreement: days of a transfer of staff whose next step is late, or comes. */
function transferTasks({ transfers, day }: Counted): DashboardTask[] {
  const task = (key: 'late' | 'soon', [one, many]: [string, string], nextDue: object): DashboardTask => ({
    ...{ key: `transfers.${key}`, count: transfers?.[key] ?? 0, entity: StaffTransfer.name },
    label: agreed(transfers?.[key] ?? 0, one, many),
    tone: key === 'late' ? 'negative' : 'warning',
    filters: { status: [runningTransfer], nextDue },
  });
  return [
    task('late', ['Délai de reprise du personnel dépassé', 'Délais de reprise du personnel dépassés'], {
      to: daysAfter(day, -1),
    }),
    task(
      'soon',
      [
        `Échéance de reprise du personnel (${transferDays} jours)`,
        `Échéances de reprise du personnel (${transferDays} jours)`,
      ],
      { from: day, to: daysAfter(day, transferDays) },
    ),
  ];
}

const requested = [
  ['agent_requests', AgentRequest],
  ['customer_requests', CustomerRequest],
] as const;

/** `hidden`: anomalies that the caller may not see. */
function tasksOf(counted: Counted, agency: boolean, absences: boolean, hidden: readonly string[]): DashboardTask[] {
  const tasks: DashboardTask[] = [];
  const add = (task: DashboardTask): void => {
    if (task.count > 0) tasks.push(task);
  };
  for (const task of serviceTasks(counted, agency, absences)) add(task);
  add({
    key: 'times',
    label: 'Heures à valider',
    count: counted.times ?? 0,
    tone: 'warning',
    entity: ServiceTime.name,
    filters: { status: [timesToSettle] },
  });
  for (const [key, of] of requested)
    add({
      ...{ key, count: counted[key] ?? 0, tone: 'warning', entity: of.name },
      label: agreed(counted[key] ?? 0, `${of.label.one} à traiter`, `${of.label.many} à traiter`),
      filters: { status: [requestStatus.pending] },
    });
  for (const task of transferTasks(counted)) add(task);
  for (const task of signatureTasks(counted, agency)) add(task);
  for (const task of moneyTasks(counted)) add(task);
  for (const [anomaly, label] of Object.entries(agentAnomalies))
    add({
      key: `anomaly.${anomaly}`,
      label,
      count: hidden.includes(anomaly) ? 0 : (counted.anomalies?.[anomaly] ?? 0),
      tone: anomaly.startsWith('CARD_') || anomaly === 'CONTRACT_EXPIRED' ? 'negative' : 'warning',
      entity: Agent.name,
      filters: { anomalies: [anomaly] },
    });
  for (const state of soon)
    add({
      key: `paper.${state}`,
      label: `Documents réglementaires : ${expiryStates[state]}`,
      count: counted.papers?.[state] ?? 0,
      tone: toneOf(state),
      entity: AgentExpiration.name,
      filters: { state: [state], replaced: false },
    });
  for (const state of soon)
    add({
      key: `contract.${state}`,
      label: `Contrats de travail : ${expiryStates[state]}`,
      count: counted.contracts?.[state] ?? 0,
      tone: toneOf(state),
      entity: AgentContractExpiration.name,
      filters: { state: [state] },
    });
  for (const state of soon)
    add({
      key: `document.${state}`,
      label: `Documents : ${expiryStates[state]}`,
      count: counted.documents?.[state] ?? 0,
      tone: toneOf(state),
      entity: DocumentExpiration.name,
      filters: { state: [state] },
    });
  add({
    key: 'candidates',
    label: agreed(counted.candidates ?? 0, 'Candidat à recevoir', 'Candidats à recevoir'),
    count: counted.candidates ?? 0,
    tone: 'neutral',
    entity: Agent.name,
    filters: { 'agentInfos.type': ['NOMINEE'] },
  });
  add({
    key: 'mails',
    label: `${agreed(counted.mails ?? 0, 'E-mail non remis', 'E-mails non remis')} (${failureDays} jours)`,
    count: counted.mails ?? 0,
    tone: 'warning',
    entity: EmailEvent.name,
    filters: { event: failures, date: { from: daysAfter(counted.day, 1 - failureDays), to: counted.day } },
  });
  add({
    key: 'prospects',
    label: agreed(counted.prospects ?? 0, 'Prospect à relancer', 'Prospects à relancer'),
    count: counted.prospects ?? 0,
    tone: 'neutral',
    entity: Customer.name,
    filters: { 'customerInfos.prospect': true },
  });
  return tasks;
}

export const dashboardHandlers: Handler[] = [
  handle(readDashboard, async (call) => {
    const agency = call.context.agent === null && call.context.customer === null;
    const asked: [string, boolean][] = [
      ['services', mayList(call, Service)],
      ['anomalies', agency && mayList(call, Agent)],
      ['papers', agency && mayList(call, AgentExpiration)],
      ['contracts', agency && mayList(call, AgentContractExpiration)],
      ['documents', agency && mayList(call, DocumentExpiration)],
      ['candidates', agency && mayList(call, Agent)],
      ['mails', agency && mayList(call, EmailEvent)],
      ['prospects', agency && mayList(call, Customer)],
      ['times', agency && mayList(call, ServiceTime)],
      ['transfers', agency && mayList(call, StaffTransfer)],
      ...requested.map(([key, of]): [string, boolean] => [key, agency && mayList(call, of)]),
    ];
    const money = Object.entries(moneyQuestions).map(
      ([key, { of, sql }]) => `${agency && mayList(call, of) ? sql : 'null'} as ${key}`,
    );
    const signatures = Object.entries(signatureQuestions(agency)).map(
      ([key, { of, sql }]) => `${mayList(call, of) ? sql : 'null'} as ${key}`,
    );
    const staffed = agency && mayList(call, Agent);
    const columns = [
      `${today}::text as day`,
      ...asked.map(([key, counts]) => `${counts ? questions[key] : 'null'} as ${key}`),
      ...money,
      ...signatures,
      ...Object.entries(staffing).map(([key, sql]) => `${staffed ? sql : 'null'} as ${key}`),
    ];
    const view = viewOf(Agent, scopeOf(call), (right) => can(call.asker, [right]));
    const [counted] = await call.db.query<Counted & Record<string, unknown>>(named(`select ${columns.join(', ')}`, []));
    return {
      dashboard: {
        tasks: counted
          ? tasksOf(counted, agency, agency && mayList(call, Unavailability), view.at('anomalies')?.hiddenOptions ?? [])
          : [],
        staffing:
          counted && staffed
            ? {
                byType: counted.by_type,
                byContract: view.sees('agentInfos.activeContract') ? counted.by_contract : [],
                months: counted.months,
              }
            : null,
      },
    };
  }),
];
