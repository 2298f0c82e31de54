// Rows of two agencies in every agency table, and who may do what with each: the policies of db/migrations, said again.
import { randomUUID } from 'node:crypto';
import type { World } from './world.ts';

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

export const rules: Record<string, Record<Role, Rule>> = {
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
  customers: { staff: 'siud', agent: '', customer: [['siu', (row, at) => row.id === at.customer]] },
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
  // Told: by the agency to whoever works there or pays for it.
  services: {
    staff: 'siud',
    agent: [['s', (row, at) => row.id === at.service]],
    customer: [['s', (row, at) => row.id === at.service]],
  },
  service_agents: { staff: 'siud', agent: [['s', (row, at) => row.agent_id === at.agent]], customer: '' },
  service_breaks: { staff: 'siud', agent: [['s', ofService]], customer: '' },
  service_stops: { staff: 'siud', agent: [['s', ofService]], customer: '' },
  service_rounds: { staff: 'siud', agent: [['s', ofService]], customer: '' },
  service_series: { staff: 'siud', agent: '', customer: '' },
  service_consents: { staff: 'siud', agent: '', customer: '' },
  // On his own path an agent works on the sites of his services.
  checkpoints: { staff: 'siud', agent: [['siud', whereHeWorks]], customer: '' },
  rounds: { staff: 'siud', agent: [['siud', whereHeWorks]], customer: '' },
  round_checkpoints: { staff: 'siud', agent: [['siud', (row, at) => row.round_id === at.round]], customer: '' },
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

export function mayDo(table: string, role: Role, deed: string, row: Row, at: Premises): boolean {
  const rule = rules[table]?.[role] ?? '';
  if (typeof rule === 'string') return rule.includes(deed);
  return rule.some(([deeds, names]) => deeds.includes(deed) && names(row, at));
}

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
    'reason',
  ];
  return { agency, user, ...Object.fromEntries(ids.map((name) => [name, randomUUID()])) } as unknown as Premises;
};

const opened = ['readKeys', 'readAlarms', 'readItems', 'readInstructions'];

/** Which an agency begins with, and the wall's rows begin without. */
export const agencyLists = [
  'agency_request_types',
  'agency_customer_request_types',
  'agency_unavailability_types',
  'agency_event_types',
  'agency_salary_element_types',
] as const;

const tomorrow = (hour: number): string => new Date(Date.UTC(2099, 0, 1, hour)).toISOString();

/** At least one row of every table for each side of its rules, in an order that references allow. */
const rowsOf = (at: Premises, stranger: string): Record<string, Row[]> => {
  const id = (): { id: string } => ({ id: randomUUID() });
  const name = { firstname: 'A', lastname: 'B' };
  const agents = [at.agent, at.otherAgent];
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
  const onServices = (more: Row): Row[] => services.map(([service_id]) => ({ ...id(), service_id, ...more }));
  const checkpoints = sites.map(() => randomUUID());
  const rounds = [randomUUID(), at.round, randomUUID()];
  const mailed = { start_date: '2026-01-01', end_date: '2026-01-31', hash: 'h', sent_at: tomorrow(0) };
  const onSites = (): Row[] => sites.map((site_id) => ({ ...id(), site_id, label: 'Clé' }));
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
    agency_expiration_recipients: [{ agent_id: at.agent }],
    agent_expirations: ofEach({ type_id: at.paper, expires_at: '2030-01-01' }),
    agent_contracts: ofEach({ type: 'CDI', start_date: '2026-01-01', hours_limit: 35, period: 'WEEK' }),
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
    site_event_types: sites.map((site_id) => ({ ...id(), site_id, label: 'Ronde' })),
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
    services: services.map(([one, site_id, published_at]) => ({
      id: one,
      reference: one,
      site_id,
      published_at,
      start_at: tomorrow(8),
      end_at: tomorrow(18),
    })),
    service_agents: services.map(([service_id, , , agent_id]) => ({ service_id, agent_id })),
    service_breaks: onServices({ start_at: tomorrow(12), end_at: tomorrow(13) }),
    service_stops: onServices({ site_id: at.openSite, arrival: '10:00', minutes: 15 }),
    service_consents: onServices({ agent_id: at.agent, means: 'PHONE', obtained_at: tomorrow(0), author: 'A B' }),
    service_series: [{ ...id(), recurrence: '{}' }],
    checkpoints: checkpoints.map((one, index) => ({ id: one, site_id: sites[index], title: 'Portail' })),
    rounds: rounds.map((one, index) => ({ id: one, site_id: sites[index], name: 'Ronde' })),
    service_rounds: onServices({ round_id: at.round }),
    round_checkpoints: rounds.map((round_id, index) => ({ ...id(), round_id, checkpoint_id: checkpoints[index] })),
    unavailabilities: ofEach({ type_id: at.reason, start_at: tomorrow(8), end_at: tomorrow(18) }),
    site_instruction_content_images: onInstructions({ file_id: at.file }),
    site_instruction_files: onInstructions({ file_id: at.file }),
    site_instruction_readers: [at.user, stranger].flatMap((user_id) =>
      onInstructions({ user_id, name: 'A B', kind: 'AGENCY' }),
    ),
  };
};

/** Written past every policy; each row as it lies in its table. */
export async function settle({ sql }: World, at: Premises, stranger: string): Promise<Record<string, Row[]>> {
  const settled: Record<string, Row[]> = {};
  for (const [table, rows] of Object.entries(rowsOf(at, stranger))) {
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
  }
  return settled;
}
