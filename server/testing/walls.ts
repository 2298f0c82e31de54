// Who may do what with each row of every agency table: the policies of db/migrations, said again. The rows are laid down
// by wall-rows.ts. Tables of entities that the agency alone reads and writes need no line: their rule derives from the grants.
import type { Entity } from '#core/kernel/entity.ts';
import { agencyAlone, isAgencyOnly, tablesOf } from './derived-rows.ts';

export type Row = Record<string, unknown>;

/** Whose rows they are: the people and places that the rules below speak of. */
export interface Premises {
  agency: string;
  /** The person who calls. */
  user: string;
  agent: string;
  otherAgent: string;
  customer: string;
  otherCustomer: string;
  /** Of the customer: opens its keys and alarms to him, opens nothing; and of the other customer. */
  openSite: string;
  closedSite: string;
  otherSite: string;
  specialty: string;
  paper: string;
  /** Of the person who calls. */
  file: string;
  /** Of somebody else, on both customers and both agents. */
  document: string;
  /** On each of the three sites. */
  openInstruction: string;
  closedInstruction: string;
  otherInstruction: string;
  email: string;
  /** Received by the agent and published, received and closed, received by the other agent. */
  receivedNote: string;
  closedNote: string;
  otherNote: string;
  /** Of the person who calls. */
  ownImport: string;
  /** Of the agent on the closed site, told and not yet; and of the other agent on the other site. */
  service: string;
  draftService: string;
  otherService: string;
  /** On the site where the agent works. */
  round: string;
  /** Of an absence. */
  reason: string;
}

/** s sees, i inserts, u updates, d deletes; all rows of his agency, or those that the condition names. */
type Rule = string | [string, (row: Row, at: Premises) => boolean][];
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
const ofReceivedNote = (row: Row, at: Premises): boolean => row.information_note_id === at.receivedNote;
const uploadsAndDocuments: Rule = [
  ['si', uploaded],
  ['s', (row, at) => row.id === at.document],
];

/** Written by the agency, chosen from by everybody. */
const listOfAgency: Record<Role, Rule> = { staff: 'siud', agent: 's', customer: 's' };

/** An agent sees what is noted of him; only the agency writes it. */
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
  // Noted by the clock, taken back by nobody.
  expiration_reminders: { staff: 'si', agent: '', customer: '' },
  agent_calendars: { staff: 'siud', agent: [['siud', (row, at) => row.agent_id === at.agent]], customer: '' },
  // What was sent stays noted.
  agent_planning_mails: { staff: 'siu', agent: '', customer: '' },
  customer_planning_mails: { staff: 'siu', agent: '', customer: '' },
  expiration_types: listOfAgency,
  agency_request_types: listOfAgency,
  agency_customer_request_types: listOfAgency,
  agency_unavailability_types: listOfAgency,
  agency_event_types: listOfAgency,
  agency_salary_element_types: listOfAgency,
  agency_expiration_recipients: { staff: 'siud', agent: '', customer: '' },
  invitations: { staff: 'siud', agent: '', customer: '' },
  // A customer edits himself and his sites; removing them is the agency's affair.
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
  site_event_types: { staff: 'siud', agent: [['s', whereHeWorks]], customer: '' },
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
  // Nobody says for another that he has read.
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
  information_notes: { staff: 'siud', agent: [['s', (row, at) => row.id === at.receivedNote]], customer: '' },
  information_note_content_images: { staff: 'siud', agent: [['s', ofReceivedNote]], customer: '' },
  information_note_files: { staff: 'siud', agent: [['s', ofReceivedNote]], customer: '' },
  // To whom else it went is the agency's affair.
  information_note_specialties: { staff: 'siud', agent: '', customer: '' },
  information_note_sites: { staff: 'siud', agent: '', customer: '' },
  information_note_agents: { staff: 'siud', agent: '', customer: '' },
  information_note_user_companies: {
    staff: 'siu',
    agent: [['su', (row, at) => row.agent_id === at.agent]],
    customer: '',
  },
  // Told: by the agency to whoever works there or pays for it; the planning itself is the agency's.
  services: { staff: 'siud', agent: '', customer: '' },
  service_agents: { staff: 'siud', agent: '', customer: '' },
  published_services: {
    staff: 'siud',
    agent: [['s', (row, at) => row.id === at.service]],
    customer: [['s', (row, at) => row.id === at.service]],
  },
  published_service_agents: { staff: 'siud', agent: [['s', (row, at) => row.agent_id === at.agent]], customer: '' },
  service_breaks: { staff: 'siud', agent: [['s', ofService]], customer: '' },
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
  service_series: { staff: 'siud', agent: '', customer: '' },
  service_consents: { staff: 'siud', agent: '', customer: '' },
  // On his own path an agent works on the sites of his services.
  // Of the rounds of the services that he was told of.
  checkpoints: { staff: 'siud', agent: [['siud', whereHeWorks]], customer: [['s', whereHeWorks]] },
  rounds: { staff: 'siud', agent: [['siud', whereHeWorks]], customer: [['s', (row, at) => row.id === at.round]] },
  round_checkpoints: { staff: 'siud', agent: [['siud', ofRound]], customer: [['s', ofRound]] },
  unavailabilities: { staff: 'siud', agent: [['siud', (row, at) => row.agent_id === at.agent]], customer: '' },
  erased_people: { staff: 's', agent: '', customer: '' },
  // A file is the affair of whoever brought it.
  imports: { staff: [['siu', isHis]], agent: '', customer: '' },
  import_pieces: { staff: [['siud', (row, at) => row.import_id === at.ownImport]], agent: '', customer: '' },
  import_heads: { staff: 'siu', agent: '', customer: '' },
  // History is written by all, read by the agency, changed by nobody.
  audit: { staff: 'si', agent: 'i', customer: 'i' },
  counters: { staff: 'siu', agent: 'siu', customer: 'siu' },
  // Who writes to whom is written by all; its content is the owner's alone (L-012), its way the staff's.
  emails: { staff: 'i', agent: 'i', customer: 'i' },
  email_attachments: { staff: 'i', agent: 'i', customer: 'i' },
  email_events: { staff: 'si', agent: 'i', customer: 'i' },
  // Read by one function alone.
  search: { staff: '', agent: '', customer: '' },
  files: { staff: uploadsAndDocuments, agent: uploadsAndDocuments, customer: uploadsAndDocuments },
};

export type Rules = Readonly<Record<string, Record<Role, Rule>>>;

/** What is written by hand stands before what derives. */
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
