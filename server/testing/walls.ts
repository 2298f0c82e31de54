// The permissions on each row of every agency table: the policies of db/migrations, stated again. wall-rows.ts inserts
// the rows. Tables of agency-only entities need no entry: their rule is derived from the grants.

import type { Entity } from '#core/kernel/entity.ts';
import { askWalls } from './ask-rows.ts';
import { chainWalls, orderWalls } from './billing-rows.ts';
import { commercialWalls } from './commercial-rows.ts';
import { agencyAlone, isAgencyOnly, tablesOf } from './derived-rows.ts';
import { documentWalls } from './document-rows.ts';
import { marketWalls } from './market-rows.ts';
import { noteWalls } from './note-walls.ts';
import { payWalls } from './pay-rows.ts';
import { methodWalls } from './payment-rows.ts';
import { signUpWalls } from './signup-rows.ts';
import { alertWalls } from './subscription-rows.ts';
import { transferWalls } from './transfer-rows.ts';

export type Row = Record<string, unknown>;

/** The people and places used in the rules below. */
export interface Premises {
  agency: string;
  /** The person who calls. */
  user: string;
  agent: string;
  otherAgent: string;
  customer: string;
  otherCustomer: string;
  /** Sites of the customer (open keys and alarms; nothing open), and a site of the other customer. */
  openSite: string;
  closedSite: string;
  otherSite: string;
  specialty: string;
  paper: string;
  /** Of the person who calls. */
  file: string;
  /** Of another person, on both customers and both agents. */
  document: string;
  /** On each of the three sites. */
  openInstruction: string;
  closedInstruction: string;
  otherInstruction: string;
  email: string;
  /** Received by the agent and published; received and closed; received by the other agent. */
  receivedNote: string;
  closedNote: string;
  otherNote: string;
  /** Of the person who calls. */
  ownImport: string;
  /** Of the agent on the closed site, published and unpublished; and of the other agent on the other site. */
  service: string;
  draftService: string;
  otherService: string;
  /** On the site where the agent works. */
  round: string;
  /** Executions of rounds on the agent's service: on the closed site, and on the open site. */
  execution: string;
  shownExecution: string;
  /** Reason of an absence. */
  reason: string;
  /** Findings in the daily log: of the agent, on his service, and on the customer's open site. */
  /** His, of the field. */
  fieldEvent: string;
  ownFinding: string;
  serviceFinding: string;
  shownFinding: string;
  /** Answers in reports: a draft of the agent, and the approved one of his service. */
  ownReport: string;
  serviceReport: string;
  /** Of the approved one of the other customer. */
  otherReport: string;
  /** Of the customer, issued and not; and issued to the other customer. */
  issuedInvoice: string;
  draftInvoice: string;
  otherInvoice: string;
  /** Purchase orders: to the agent, sent and not; and sent to another agent. */
  sentOrder: string;
  draftOrder: string;
  otherOrder: string;
  /** With pieces on the customer's sites. */
  shownStock: string;
  hiddenStock: string;
}

/** s selects, i inserts, u updates, d deletes; all rows of the agency, or the rows of the condition. */
export type Rule = string | [string, (row: Row, at: Premises) => boolean][];
export type Role = 'staff' | 'agent' | 'customer';

const ofCustomer = (row: Row, at: Premises): boolean => row.customer_id === at.customer;
const onHisSites = (row: Row, at: Premises): boolean => row.site_id === at.openSite || row.site_id === at.closedSite;
const onOpenSites = (row: Row, at: Premises): boolean => row.site_id === at.openSite;
const uploaded = (row: Row, at: Premises): boolean => row.uploaded_by === at.user;
const ofOpenInstruction = (row: Row, at: Premises): boolean => row.site_instruction_id === at.openInstruction;
const ofClosedInstruction = (row: Row, at: Premises): boolean => row.site_instruction_id === at.closedInstruction;
const isHis = (row: Row, at: Premises): boolean => row.user_id === at.user;
const ofService = (row: Row, at: Premises): boolean => row.service_id === at.service;
const ofRound = (row: Row, at: Premises): boolean => row.round_id === at.round;
const whereHeWorks = (row: Row, at: Premises): boolean => row.site_id === at.closedSite;
const ownPieces: Rule = [['sid', (row, at) => row.user_id === at.user]];
const uploadsAndDocuments: Rule = [
  ['si', uploaded],
  ['s', (row, at) => row.id === at.document],
];

const ofHisFindings = ({ finding_id, id }: Row, at: Premises): boolean =>
  [at.ownFinding, at.serviceFinding].includes((finding_id ?? id) as string);
const ofShownFinding = ({ finding_id, id }: Row, at: Premises): boolean => (finding_id ?? id) === at.shownFinding;

const ofHisReports = ({ answer_id, id }: Row, at: Premises): boolean =>
  [at.ownReport, at.serviceReport].includes((answer_id ?? id) as string);
const ofShownReport = ({ answer_id, id }: Row, at: Premises): boolean => (answer_id ?? id) === at.serviceReport;

/** Decision 85: those of an approved report are frozen. */
const openAnswers: Rule = [
  // A second row of the same key is refused before it is frozen.
  ['si', () => true],
  ['ud', ({ answer_id, id }, at) => ![at.serviceReport, at.otherReport].includes((answer_id ?? id) as string)],
];

const ofIssuedInvoice = ({ invoice_id, id }: Row, at: Premises): boolean => (invoice_id ?? id) === at.issuedInvoice;
/** Decision 84: those of an issued paper are sealed. As above, a second row of the same key is refused first. */
const sealedLines: Record<Role, Rule> = {
  staff: [
    ['si', () => true],
    ['ud', ({ invoice_id }, at) => invoice_id === at.draftInvoice],
  ],
  agent: '',
  customer: [['s', ofIssuedInvoice]],
};

/** Written by the agency, read by everybody. */
const listOfAgency: Record<Role, Rule> = { staff: 'siud', agent: 's', customer: 's' };

/** An agent sees the rows about himself; only the agency writes them. */
const ofAgents: Record<Role, Rule> = {
  staff: 'siud',
  agent: [['s', (row, at) => row.agent_id === at.agent]],
  customer: '',
};

const written: Record<string, Record<Role, Rule>> = {
  specialties: { staff: 'siud', agent: 's', customer: 's' },
  agents: { staff: 'siud', agent: [['s', (row, at) => row.id === at.agent]], customer: '' },
  agent_specialties: ofAgents,
  agent_badge_specialties: ofAgents,
  agent_contracts: ofAgents,
  agent_documents: ofAgents,
  agent_dogs: ofAgents,
  agent_expirations: ofAgents,
  agent_items: ofAgents,
  agent_overtime: ofAgents,
  agent_restrictions: ofAgents,
  // Written by the clock, never removed.
  expiration_reminders: { staff: 'si', agent: '', customer: '' },
  agent_calendars: { staff: 'siud', agent: [['siud', (row, at) => row.agent_id === at.agent]], customer: '' },
  // Records of sent mails stay.
  agent_planning_mails: { staff: 'siu', agent: '', customer: '' },
  customer_planning_mails: { staff: 'siu', agent: '', customer: '' },
  expiration_types: listOfAgency,
  agency_request_types: listOfAgency,
  agency_customer_request_types: listOfAgency,
  agency_unavailability_types: listOfAgency,
  agency_salary_element_types: listOfAgency,
  agency_managers: agencyAlone,
  agency_subcontractors: agencyAlone,
  agency_expiration_recipients: { staff: 'siud', agent: '', customer: '' },
  invitations: { staff: 'siud', agent: '', customer: '' },
  // A customer edits himself and his sites; only the agency removes them.
  customers: {
    staff: 'siud',
    agent: [['s', (row, at) => row.id === at.customer]],
    customer: [['siu', (row, at) => row.id === at.customer]],
  },
  customer_specialties: { staff: 'siud', agent: '', customer: [['siud', ofCustomer]] },
  customer_documents: { staff: 'siud', agent: '', customer: [['siud', ofCustomer]] },
  customer_discounts: { staff: 'siud', agent: '', customer: [['s', ofCustomer]] },
  contacts: { staff: 'siud', agent: '', customer: [['siud', ofCustomer]] },
  // An agent's sites are those of his services.
  sites: { staff: 'siud', agent: [['s', (row, at) => row.id === at.closedSite]], customer: [['siu', ofCustomer]] },
  site_specialties: { staff: 'siud', agent: [['s', whereHeWorks]], customer: [['siud', onHisSites]] },
  site_keys: {
    staff: 'siud',
    agent: [['s', whereHeWorks]],
    customer: [
      ['sud', onOpenSites],
      ['i', onHisSites],
    ],
  },
  site_alarms: {
    staff: 'siud',
    agent: [['s', whereHeWorks]],
    customer: [
      ['sud', onOpenSites],
      ['i', onHisSites],
    ],
  },
  site_items: { staff: 'siud', agent: [['s', whereHeWorks]], customer: [['siud', onOpenSites]] },
  site_users: { staff: 'siud', agent: '', customer: '' },
  site_instructions: {
    staff: 'siud',
    agent: [['s', (row, at) => row.id === at.closedInstruction]],
    customer: [['s', (row, at) => row.id === at.openInstruction]],
  },
  site_instruction_content_images: {
    staff: 'siud',
    agent: [['s', ofClosedInstruction]],
    customer: [['s', ofOpenInstruction]],
  },
  site_instruction_files: { staff: 'siud', agent: [['s', ofClosedInstruction]], customer: [['s', ofOpenInstruction]] },
  // Nobody marks as read for another person.
  site_instruction_readers: {
    staff: [
      ['s', () => true],
      ['iu', isHis],
    ],
    agent: [
      ['s', isHis],
      ['iu', (row, at) => isHis(row, at) && ofClosedInstruction(row, at)],
    ],
    customer: [
      ['s', isHis],
      ['iu', (row, at) => isHis(row, at) && ofOpenInstruction(row, at)],
    ],
  },
  planning_publications: { staff: 'siud', agent: '', customer: '' },
  // The agency tells anybody; each user sees his own (and marks them, its only writable column). He alone chooses how.
  notifications: {
    staff: [
      ['s', isHis],
      ['i', () => true],
    ],
    agent: [['s', isHis]],
    customer: [['s', isHis]],
  },
  // Only the job reads what waits.
  push_messages: { staff: 'i', agent: '', customer: '' },
  notification_preferences: {
    staff: [
      ['s', () => true],
      ['iu', isHis],
    ],
    agent: [['siu', isHis]],
    customer: [['siu', isHis]],
  },
  ...noteWalls,
  // Agents and customers see published services; the planning itself is for the agency.
  services: { staff: 'siud', agent: '', customer: '' },
  service_agents: { staff: 'siud', agent: '', customer: '' },
  published_services: {
    staff: 'siud',
    agent: [['s', (row, at) => row.id === at.service]],
    customer: [['s', (row, at) => row.id === at.service]],
  },
  published_service_agents: { staff: 'siud', agent: [['s', (row, at) => row.agent_id === at.agent]], customer: '' },
  service_breaks: { staff: 'siud', agent: [['s', ofService]], customer: '' },
  service_times: { staff: 'siud', agent: [['s', (row, at) => row.agent_id === at.agent]], customer: '' },
  service_events: {
    staff: 'si',
    agent: [['s', ofService]],
    customer: [['s', (row, at) => ofService(row, at) && row.customer_show === true]],
  },
  service_stops: { staff: 'siud', agent: [['s', ofService]], customer: '' },
  service_rounds: {
    staff: 'siud',
    agent: [['s', ofService]],
    customer: [['s', (row, at) => ofService(row, at) && ofRound(row, at)]],
  },
  // Facts of the field: nobody removes them. A customer sees those of sites that open their daily log to him.
  round_executions: {
    staff: 'siu',
    agent: [['s', ofService]],
    customer: [['s', (row, at) => row.id === at.shownExecution]],
  },
  round_events: {
    staff: 'si',
    agent: [['s', (row, at) => row.execution_id === at.execution || row.execution_id === at.shownExecution]],
    customer: [['s', (row, at) => row.execution_id === at.shownExecution]],
  },
  service_series: { staff: 'siud', agent: '', customer: '' },
  // An agent hands over the events of his own devices; only the agency settles and removes them.
  field_devices: { staff: 'siud', agent: [['siu', (row, at) => row.agent_id === at.agent]], customer: '' },
  field_events: { staff: 'siud', agent: [['si', (row, at) => row.agent_id === at.agent]], customer: '' },
  field_event_files: { staff: 'sid', agent: [['si', (row, at) => row.event_id === at.fieldEvent]], customer: '' },
  // Who sends a file, on any of his paths.
  file_pieces: { staff: ownPieces, agent: ownPieces, customer: ownPieces },
  // Nobody changes the chain; triggers write the log as it stands.
  logbook_entries: { staff: 'si', agent: [['i', (row, at) => row.agent_id === at.agent]], customer: '' },
  logbook_events: {
    staff: 's',
    agent: [['s', (row, at) => row.agent_id === at.agent || ofService(row, at)]],
    customer: [['s', (row, at) => onOpenSites(row, at) && row.customer_show === true]],
  },
  logbook_findings: { staff: 's', agent: [['s', ofHisFindings]], customer: [['s', ofShownFinding]] },
  logbook_finding_files: { staff: 's', agent: [['s', ofHisFindings]], customer: [['s', ofShownFinding]] },
  agency_alarm_chain: { staff: 'siud', agent: '', customer: '' },
  alarms: { staff: 'siud', agent: '', customer: '' },
  // A line is never changed.
  alarm_log: { staff: 'si', agent: '', customer: '' },
  // Approved and sent reports are for the customer, on all his sites.
  report_templates: { staff: 'si', agent: '', customer: '' },
  agency_reports: {
    staff: 'siud',
    agent: [['s', (row, at) => row.agent_id === at.agent || ofService(row, at)]],
    customer: [['s', (row, at) => onHisSites(row, at) && row.status === 300]],
  },
  agency_report_answers: { staff: openAnswers, agent: [['s', ofHisReports]], customer: [['s', ofShownReport]] },
  agency_report_answer_files: { staff: openAnswers, agent: [['s', ofHisReports]], customer: [['s', ofShownReport]] },
  // A customer sees what was issued to him.
  invoices: {
    staff: [
      ['siu', () => true],
      ['d', ({ id }, at) => id === at.draftInvoice],
    ],
    agent: '',
    customer: [['s', ofIssuedInvoice]],
  },
  invoice_items: sealedLines,
  invoice_discounts: sealedLines,
  invoice_files: sealedLines,
  ...orderWalls,
  ...chainWalls,
  // A period is billed once.
  invoice_recurrence_runs: { staff: 'si', agent: '', customer: '' },
  // Reversed, never changed (decision 90).
  invoice_payments: { staff: 'si', agent: '', customer: [['s', ofIssuedInvoice]] },
  // Made once.
  invoice_papers: { staff: 'si', agent: '', customer: [['s', ofIssuedInvoice]] },
  ...commercialWalls,
  ...transferWalls,
  // A customer sees what is on his sites now, and the references of it; a restitution is not removed.
  stock_assignments: {
    staff: [
      ['siu', () => true],
      ['d', ({ quantity_returned }) => quantity_returned === 0],
    ],
    agent: '',
    customer: [['s', (row, at) => onHisSites(row, at) && row.quantity_returned === 0]],
  },
  stock_actions: { staff: 'siud', agent: '', customer: [['s', onHisSites]] },
  stock_references: { staff: 'siud', agent: '', customer: [['s', ({ id }, at) => id === at.shownStock]] },
  ...payWalls,
  ...methodWalls,
  ...alertWalls,
  ...signUpWalls,
  logbook_prints: { staff: 'si', agent: '', customer: '' },
  logbook_type_settings: { staff: 'siud', agent: '', customer: '' },
  service_consents: { staff: 'siud', agent: '', customer: '' },
  // On his own path an agent writes on the sites of his services. A customer sees the rounds of his published services.
  checkpoints: { staff: 'siud', agent: [['siud', whereHeWorks]], customer: [['s', whereHeWorks]] },
  rounds: { staff: 'siud', agent: [['siud', whereHeWorks]], customer: [['s', (row, at) => row.id === at.round]] },
  round_checkpoints: { staff: 'siud', agent: [['siud', ofRound]], customer: [['s', ofRound]] },
  unavailabilities: { staff: 'siud', agent: [['siud', (row, at) => row.agent_id === at.agent]], customer: '' },
  erased_people: { staff: 's', agent: '', customer: '' },
  // An import belongs to its author.
  imports: { staff: [['siu', isHis]], agent: '', customer: '' },
  import_pieces: { staff: [['siud', (row, at) => row.import_id === at.ownImport]], agent: '', customer: '' },
  import_heads: { staff: 'siu', agent: '', customer: '' },
  // Everybody writes history, the agency reads it, nobody changes it.
  audit: { staff: 'si', agent: 'i', customer: 'i' },
  counters: { staff: 'siu', agent: 'siu', customer: 'siu' },
  // Everybody writes mails; only the owner reads their content (L-012), staff read their events.
  emails: { staff: 'i', agent: 'i', customer: 'i' },
  email_attachments: { staff: 'i', agent: 'i', customer: 'i' },
  email_events: { staff: 'si', agent: 'i', customer: 'i' },
  // Only one function reads it.
  ...documentWalls,
  ...askWalls,
  ...marketWalls,
  search: { staff: '', agent: '', customer: '' },
  files: { staff: uploadsAndDocuments, agent: uploadsAndDocuments, customer: uploadsAndDocuments },
};

export type Rules = Readonly<Record<string, Record<Role, Rule>>>;

/** Explicit rules win over derived ones. */
export const rulesFor = (entities: readonly Entity[]): Rules => ({
  ...Object.fromEntries(
    entities.filter(isAgencyOnly).flatMap((of) => tablesOf(of).map((table) => [table, agencyAlone])),
  ),
  ...written,
});

export function mayDo(rules: Rules, table: string, role: Role, deed: string, row: Row, at: Premises): boolean {
  const rule = rules[table]?.[role] ?? '';
  if (typeof rule === 'string') return rule.includes(deed);
  return rule.some(([deeds, names]) => deeds.includes(deed) && names(row, at));
}
