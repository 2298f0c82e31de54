// Rows of an agency in every agency table, for the rules of walls.ts. Rows of agency-only entities are derived
// (derived-rows.ts); the others cover both sides of a policy condition and are written by hand.
import { randomUUID } from 'node:crypto';
import { allEntities } from '#core/entities.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { askRows, knowRequests } from './ask-rows.ts';
import { billingRows } from './billing-rows.ts';
import { commercialRows } from './commercial-rows.ts';
import { contractRows } from './contract-rows.ts';
import { inOrder, isAgencyOnly, rowsOfEntity } from './derived-rows.ts';
import { documentRows, knowDocuments } from './document-rows.ts';
import { answeredElsewhere, marketRows } from './market-rows.ts';
import { payRows } from './pay-rows.ts';
import { methodRows } from './payment-rows.ts';
import { signUpRows } from './signup-rows.ts';
import { stockPremises, stockRows } from './stock-rows.ts';
import { alertRows } from './subscription-rows.ts';
import { transferRows } from './transfer-rows.ts';
import type { Premises, Row } from './walls.ts';
import type { World } from './world.ts';

export const newPremises = (agency: string, user: string): Premises => {
  const ids = [
    'agent',
    'otherAgent',
    'customer',
    'otherCustomer',
    'openSite',
    'closedSite',
    'otherSite',
    'specialty',
    'paper',
    'file',
    'document',
    'openInstruction',
    'closedInstruction',
    'otherInstruction',
    'email',
    'receivedNote',
    'closedNote',
    'otherNote',
    'ownImport',
    'service',
    'draftService',
    'otherService',
    'round',
    'execution',
    'shownExecution',
    'reason',
    'fieldEvent',
    'ownFinding',
    'serviceFinding',
    'shownFinding',
    'ownReport',
    'serviceReport',
    'otherReport',
    'issuedInvoice',
    'draftInvoice',
    'otherInvoice',
    'sentOrder',
    'draftOrder',
    'otherOrder',
    ...stockPremises,
  ];
  return { agency, user, ...Object.fromEntries(ids.map((name) => [name, randomUUID()])) } as unknown as Premises;
};

const opened = ['readKeys', 'readAlarms', 'readItems', 'readInstructions', 'readDailyLogs'];

/** Lists that a new agency has; the wall's rows start without them. */
export const agencyLists = [
  'agency_request_types',
  'agency_customer_request_types',
  'agency_unavailability_types',
  'agency_salary_element_types',
] as const;

/** The daily log as it stands. */
const writtenByTriggers = ['logbook_events', 'logbook_findings', 'logbook_finding_files'];

const tomorrow = (hour: number): string => new Date(Date.UTC(2099, 0, 1, hour)).toISOString();

/** At least one row of every table for each side of its rules, in an order that references allow. */
const rowsOf = (at: Premises, stranger: string): Record<string, Row[]> => {
  const id = (): { id: string } => ({ id: randomUUID() });
  const name = { firstname: 'A', lastname: 'B' };
  const agents = [at.agent, at.otherAgent];
  const devices = [at.fieldEvent, randomUUID()];
  const ofEach = (more: Row): Row[] => agents.map((agent_id) => ({ ...id(), agent_id, ...more }));
  const sites = [at.openSite, at.closedSite, at.otherSite];
  const instructions = [at.openInstruction, at.closedInstruction, at.otherInstruction];
  const onInstructions = (more: Row): Row[] =>
    instructions.map((site_instruction_id) => ({ site_instruction_id, ...more }));
  const imports = [
    [at.ownImport, at.user],
    [randomUUID(), stranger],
  ];
  const notes = [at.receivedNote, at.closedNote, at.otherNote];
  const onNotes = (more: Row): Row[] => notes.map((information_note_id) => ({ information_note_id, ...more }));
  const services = [
    [at.service, at.closedSite, tomorrow(0), at.agent],
    [at.draftService, at.openSite, null, at.agent],
    [at.otherService, at.otherSite, tomorrow(0), at.otherAgent],
  ];
  const published = services.filter(([, , published_at]) => published_at !== null);
  const tomorrows = { start_at: tomorrow(8), end_at: tomorrow(18) };
  const onServices = (more: Row): Row[] => services.map(([service_id]) => ({ ...id(), service_id, ...more }));
  const checkpoints = sites.map(() => randomUUID());
  const rounds = [randomUUID(), at.round, randomUUID()];
  const executions = [
    [at.execution, at.service, at.closedSite, at.agent],
    [at.shownExecution, at.service, at.openSite, at.agent],
    [randomUUID(), at.otherService, at.otherSite, at.otherAgent],
  ] as const;
  const mailed = { start_date: '2026-01-01', end_date: '2026-01-31', hash: 'h', sent_at: tomorrow(0) };
  /** An entry of the daily log and its finding. */
  const logged = (site_id: string, agent_id: string, finding: string, more: Row = {}): Row[] => {
    const [event_id, at_] = [randomUUID(), tomorrow(8)];
    const content = { type: 30, category: 'incident', label: 'Intrusion', at: at_, customerShow: true, ...more };
    const found = { text: 'Porte forcée', at: at_, files: [{ id: at.file, sha256: 'h' }] };
    return [
      { id: event_id, event_id, site_id, agent_id, kind: 'entry', content },
      { id: finding, event_id, site_id, agent_id, kind: 'finding', content: found },
    ];
  };
  const alarm = randomUUID();
  /** Of the agent, a draft; of his service, approved; submitted to the agency, and of another customer. */
  const reports = [
    { answer: at.ownReport, agent_id: at.agent, site_id: at.openSite, service_id: at.draftService, status: 100 },
    { answer: at.serviceReport, agent_id: at.otherAgent, site_id: at.closedSite, service_id: at.service, status: 300 },
    { answer: randomUUID(), agent_id: null, site_id: at.openSite, service_id: randomUUID(), status: 200 },
    {
      ...{ answer: at.otherReport, agent_id: at.otherAgent, site_id: at.otherSite, service_id: at.otherService },
      status: 300,
    },
  ].map((row) => ({ ...id(), ...row }));
  const onSites = (): Row[] => sites.map((site_id) => ({ ...id(), site_id, label: 'Clé' }));
  const billed = billingRows(at);
  return {
    counters: [{ name: 'customer', value: 1 }],
    specialties: [{ id: at.specialty, name: 'SSIAP 1' }],
    agents: [
      { id: at.agent, user_id: at.user, ...name },
      { id: at.otherAgent, ...name },
    ],
    agent_specialties: agents.map((agent_id) => ({ agent_id, specialty_id: at.specialty })),
    agent_badge_specialties: agents.map((agent_id) => ({ agent_id, specialty_id: at.specialty })),
    expiration_types: [{ id: at.paper, name: 'Autre papier' }],
    ...Object.fromEntries(agencyLists.map((table) => [table, [{ ...id(), name: 'Autre' }]])),
    agency_unavailability_types: [{ id: at.reason, name: 'Autre' }],
    agency_managers: [{ ...id(), name: 'Mme Roy' }],
    agency_subcontractors: [{ ...id(), name: 'Garde Plus' }],
    agency_expiration_recipients: [{ agent_id: at.agent }],
    agent_expirations: ofEach({ type_id: at.paper, expires_at: '2030-01-01' }),
    agent_dogs: ofEach({ name: 'Rex' }),
    agent_items: ofEach({ name: 'Radio' }),
    agent_overtime: ofEach({ from_hours: 35, percent: 25 }),
    agent_restrictions: ofEach({ weekday: 1, start_time: '08:00', end_time: '12:00' }),
    expiration_reminders: agents.map((agent_id) => ({
      object_id: randomUUID(),
      expires_at: '2030-01-01',
      step: '90',
      agent_id,
      kind: 'paper',
    })),
    agent_calendars: agents.map((agent_id) => ({ agent_id, hash: randomUUID(), author: 'A B' })),
    agent_planning_mails: agents.map((agent_id) => ({ agent_id, ...mailed })),
    invitations: [
      {
        ...id(),
        profile_id: at.otherAgent,
        kind: 'AGENCY',
        email: 'a@b.fr',
        hash: randomUUID(),
        expires_at: '2099-01-01',
      },
    ],
    customers: [at.customer, at.otherCustomer].map((one) => ({ id: one, name: one })),
    customer_planning_mails: [{ customer_id: at.customer, ...mailed }],
    customer_specialties: [at.customer, at.otherCustomer].map((customer_id) => ({
      customer_id,
      specialty_id: at.specialty,
    })),
    customer_discounts: [at.customer, at.otherCustomer].map((customer_id) => ({
      ...id(),
      customer_id,
      label: 'Fidélité',
      rate: 5,
    })),
    contacts: [at.customer, at.otherCustomer].map((customer_id) => ({ ...id(), customer_id, ...name })),
    sites: [
      { id: at.openSite, customer_id: at.customer, name: 'A', slug: 'a', rights_customer: opened },
      { id: at.closedSite, customer_id: at.customer, name: 'B', slug: 'b', rights_agent: opened },
      {
        id: at.otherSite,
        customer_id: at.otherCustomer,
        name: 'C',
        slug: 'c',
        rights_customer: opened,
      },
    ],
    site_specialties: sites.map((site_id) => ({ site_id, specialty_id: at.specialty })),
    site_keys: onSites(),
    site_alarms: onSites(),
    site_users: sites.map((site_id) => ({ ...id(), site_id, agent_id: at.otherAgent })),
    site_items: sites.map((site_id) => ({ ...id(), site_id, name: 'Radio' })),
    erased_people: [{ ...id(), kind: 'agent', number: 1 }],
    audit: [{ ...id(), entity: 'site', entity_id: at.openSite, action: 'create' }],
    search: [{ entity: 'site', id: at.openSite, words: 'mur' }],
    files: [
      [at.user, at.file],
      [stranger, at.document],
      [stranger, randomUUID()],
    ].map(([uploaded_by, file]) => ({
      id: file,
      name: `${file}.pdf`,
      mime_type: 'application/pdf',
      size: 1,
      hash: 'h',
      uploaded_by,
    })),
    agent_documents: agents.map((agent_id) => ({ agent_id, file_id: at.document })),
    customer_documents: [at.customer, at.otherCustomer].map((customer_id) => ({ customer_id, file_id: at.document })),
    emails: [{ id: at.email, recipients: ['a@b.fr'], pending: ['a@b.fr'], subject: 'Mur', reason: 'mur' }],
    email_attachments: [{ email_id: at.email, file_id: at.file }],
    email_events: [{ ...id(), email_id: at.email, event: 'request', email_subject: 'Mur', email: 'a@b.fr' }],
    imports: imports.map(([one, user_id]) => ({
      id: one,
      entity: 'site',
      file_name: 'mur.csv',
      heads: ['Nom'],
      row_count: 1,
      user_id,
      author: 'A B',
    })),
    import_pieces: imports.map(([import_id]) => ({
      import_id,
      piece: 0,
      first: 0,
      row_count: 1,
      content: Buffer.from('a'),
    })),
    import_heads: [{ entity: 'site', head: 'nom', path: 'name' }],
    information_notes: notes.map((one) => ({ id: one, title: 'Mur', status: one === at.closedNote ? 300 : 100 })),
    information_note_content_images: onNotes({ file_id: at.file }),
    information_note_files: onNotes({ file_id: at.file }),
    information_note_specialties: onNotes({ specialty_id: at.specialty }),
    information_note_sites: onNotes({ site_id: at.openSite }),
    information_note_agents: onNotes({ agent_id: at.agent }),
    information_note_user_companies: notes.map((information_note_id) => ({
      ...id(),
      information_note_id,
      agent_id: information_note_id === at.otherNote ? at.otherAgent : at.agent,
    })),
    site_instructions: instructions.map((one, index) => ({ id: one, site_id: sites[index], title: 'Ronde' })),
    services: services.map(([one, site_id]) => ({ id: one, reference: one, site_id, ...tomorrows })),
    service_agents: services.map(([service_id, , , agent_id]) => ({ service_id, agent_id })),
    // As written by a publication.
    published_services: published.map(([one, site_id, published_at]) => ({
      ...{ id: one, reference: one, site_id, published_at },
      ...tomorrows,
    })),
    published_service_agents: published.map(([service_id, , , agent_id]) => ({ service_id, agent_id })),
    service_breaks: onServices({ start_at: tomorrow(12), end_at: tomorrow(13) }),
    service_times: services.map(([service_id, , , agent_id]) => ({
      ...id(),
      service_id,
      agent_id,
      state: 300,
      status: 200,
      started_at: tomorrow(8),
      ended_at: tomorrow(18),
    })),
    service_events: [true, false].flatMap((customer_show) =>
      onServices({ type: 1, at: tomorrow(8), agent_id: at.agent, customer_show }),
    ),
    round_executions: executions.map(([execution, service_id, site_id, agent_id]) => ({
      ...{ id: execution, service_id, site_id, agent_id, service_round_id: randomUUID(), round_id: at.round },
      ...{ plan: { name: 'R', points: [], directions: [], radius: 100 }, started_at: tomorrow(9) },
    })),
    round_events: executions.map(([execution_id, , , agent_id]) => ({
      ...{ ...id(), execution_id, agent_id, kind: 'start', at: tomorrow(9) },
    })),
    service_stops: onServices({ site_id: at.openSite, arrival: '10:00', minutes: 15 }),
    field_devices: agents.map((agent_id, index) => ({
      ...{ id: devices[index], agent_id, name: 'T', enrolled_at: tomorrow(0), seen_at: tomorrow(0) },
    })),
    field_events: agents.map((agent_id, index) => ({
      id: devices[index],
      ...{ device_id: devices[index], rank: 1, agent_id, type: 't', device_at: tomorrow(0), at: tomorrow(0) },
      outcome: 'applied',
    })),
    field_event_files: devices.map((event_id, rank) => ({ event_id, file_id: at.file, rank })),
    file_pieces: [at.user, stranger].map((user_id) => ({ file_id: randomUUID(), start: 0, bytes: '', user_id })),
    logbook_entries: [
      logged(at.closedSite, at.agent, at.ownFinding),
      logged(at.closedSite, at.otherAgent, at.serviceFinding, { service: at.service }),
      logged(at.openSite, at.otherAgent, at.shownFinding),
      logged(at.openSite, at.otherAgent, randomUUID(), { customerShow: false }),
      logged(at.otherSite, at.otherAgent, randomUUID()),
    ].flat(),
    agency_alarm_chain: [{ ...id(), agent_id: at.agent }],
    alarms: [
      {
        ...{ id: alarm, kind: 'sos', label: 'Alerte SOS', state: 'RAISED', agent_id: at.agent, service_id: at.service },
        ...{ site_id: at.closedSite, at: tomorrow(8), received_at: tomorrow(8) },
      },
    ],
    alarm_log: [{ ...id(), alarm_id: alarm, at: tomorrow(8), act: 'raised' }],
    report_templates: [{ ...id(), type: 'audit', key: 'STANDARD', edition: 1 }],
    agency_reports: reports.map(({ answer: _, ...row }, index) => ({
      ...{ ...row, reference: `R-${index}`, type: 'audit', template: 'STANDARD', at: tomorrow(8) },
    })),
    agency_report_answers: reports.map(({ id: report, answer }) => ({
      ...{ id: answer, agency_report_id: report, section: 'A', key: 'a', label: 'A', kind: 'photos' },
    })),
    agency_report_answer_files: reports.map(({ answer }) => ({ answer_id: answer, file_id: at.file })),
    ...billed,
    ...commercialRows(at, billed.invoice_items as Row[]),
    ...{ ...contractRows(at), ...stockRows(at) },
    ...{ ...payRows(at), ...methodRows(), ...alertRows(), ...signUpRows() },
    ...transferRows(at),
    logbook_prints: [
      {
        ...{ ...id(), site_id: at.openSite, start_date: '2026-01-01', end_date: '2026-01-31', entries: 1, position: 1 },
        hash: Buffer.from('h'),
      },
    ],
    logbook_type_settings: [null, ...sites].map((site_id) => ({
      ...{ ...id(), site_id, type: 30, enabled: true, customer_show: true },
      ...{ notify_agency: true, notify_customer: false },
    })),
    service_consents: onServices({ agent_id: at.agent, means: 'PHONE', obtained_at: tomorrow(0), author: 'A B' }),
    service_series: [{ ...id(), recurrence: '{}' }],
    checkpoints: checkpoints.map((one, index) => ({ id: one, site_id: sites[index], title: 'Portail' })),
    rounds: rounds.map((one, index) => ({ id: one, site_id: sites[index], name: 'Ronde' })),
    // A tour of one customer may visit the other.
    service_rounds: [
      ...onServices({ round_id: at.round }),
      { ...id(), service_id: at.service, round_id: rounds[2], number_of_executions: 2 },
    ],
    round_checkpoints: rounds.map((round_id, index) => ({ ...id(), round_id, checkpoint_id: checkpoints[index] })),
    unavailabilities: ofEach({ type_id: at.reason, start_at: tomorrow(8), end_at: tomorrow(18) }),
    site_instruction_content_images: onInstructions({ file_id: at.file }),
    site_instruction_files: onInstructions({ file_id: at.file }),
    planning_publications: [
      { ...id(), user_id: at.user, created_at: tomorrow(8), services: '[]', removals: '[]', notices: '[]' },
    ],
    notifications: [at.user, stranger].map((user_id) => ({
      ...id(),
      ...{ user_id, kind: 'k', event: 'e', title: 't', content: 'c', link: '/home' },
    })),
    push_messages: [{ ...id(), user_id: at.user }],
    notification_preferences: [at.user, stranger].map((user_id) => ({ user_id, kind: 'k', channels: ['here'] })),
    site_instruction_readers: [at.user, stranger].flatMap((user_id) =>
      onInstructions({ user_id, name: 'A B', kind: 'AGENCY' }),
    ),
    ...documentRows(at, stranger),
    ...askRows(at, stranger),
    ...marketRows(at),
  };
};

/** Inserts without policies; returns the rows as stored. */
export async function settle(
  { sql }: Pick<World, 'sql'>,
  at: Premises,
  stranger: string,
  entities: readonly Entity[] = allEntities,
): Promise<Record<string, Row[]>> {
  const settled: Record<string, Row[]> = {};
  const write = async (table: string, rows: readonly Row[]): Promise<void> => {
    settled[table] = [];
    for (const row of rows) {
      const all: Row = { agency_id: at.agency, ...row };
      const names = Object.keys(all);
      const [written] = await sql<Row>(
        `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')}) returning *`,
        Object.values(all),
      );
      settled[table].push(written as Row);
    }
  };
  for (const [table, rows] of Object.entries(rowsOf(at, stranger))) await write(table, rows);
  await answeredElsewhere({ sql }, (row) => write('market_answers', [row]));
  knowDocuments(settled.documents ?? []);
  knowRequests(settled);
  for (const table of writtenByTriggers)
    settled[table] = await sql<Row>(`select * from ${table} where agency_id = $1`, [at.agency]);
  const refer = (target: string): string => {
    const table = target === 'file' ? 'files' : (entities.find(({ name }) => name === target)?.table ?? target);
    return settled[table]?.[0]?.id as string;
  };
  for (const of of inOrder(entities.filter(isAgencyOnly)))
    for (const [table, rows] of Object.entries(rowsOfEntity(of, refer))) if (!settled[table]) await write(table, rows);
  return settled;
}
