// Documents for the walls: added by the agent or the customer himself, filed under him, shared with him, hidden, of another.
import { randomUUID } from 'node:crypto';
import type { Premises, Role, Row, Rule } from './walls.ts';

export function documentRows(at: Premises, stranger: string): Record<string, Row[]> {
  const row = (name: string, more: Row): Row => ({
    id: randomUUID(),
    name,
    file_id: at.file,
    user_id: stranger,
    ...more,
  });
  const ofAgent = { target: 'AGENT', agent_id: at.agent };
  const ofCustomer = { target: 'CUSTOMER', customer_id: at.customer };
  const documents = [
    row('added', { ...ofAgent, user_id: at.user, shared: false }),
    row('filed', ofAgent),
    row('hidden', { ...ofAgent, shared: false }),
    row('other', { ...ofAgent, agent_id: at.otherAgent }),
    row('named', { target: 'AGENCY' }),
    row('all agents', { target: 'AGENCY', access_all_agents: true }),
    row('added', { ...ofCustomer, user_id: at.user, shared: false }),
    row('filed', ofCustomer),
    row('hidden', { ...ofCustomer, shared: false }),
    row('other', { ...ofCustomer, customer_id: at.otherCustomer }),
    row('all customers', { target: 'AGENCY', access_all_customers: true }),
    row('hidden', { target: 'AGENCY', access_all_agents: true, access_all_customers: true, shared: false }),
  ];
  const [folder, batch] = [randomUUID(), randomUUID()];
  const idOf = (name: string): unknown => documents.find((one) => one.name === name)?.id;
  const named = [idOf('named'), idOf('hidden')];
  const each = (more: (document: Row) => Row): Row[] => documents.map((one) => ({ document_id: one.id, ...more(one) }));
  return {
    document_batches: [{ id: batch, name: 'Bulletins', hash: 'h' }],
    documents,
    document_user_companies: [at.agent, at.otherAgent].flatMap((agent_id) =>
      named.map((document_id) => ({ document_id, agent_id })),
    ),
    document_customers: [at.customer, at.otherCustomer].flatMap((customer_id) =>
      named.map((document_id) => ({ document_id, customer_id })),
    ),
    document_folders: [
      { id: folder, name: 'Paie' },
      { id: randomUUID(), name: 'Vide' },
    ],
    document_attached_folders: each(() => ({ document_folder_id: folder })),
    // `rank` says which document it is, for the rules.
    document_versions: documents.map((one, rank) => ({
      ...{ id: randomUUID(), document_id: one.id, rank, edition: 1, file_id: at.file },
      replaced_by: one.name,
    })),
    document_readers: [at.user, stranger].flatMap((user_id) =>
      each(({ name, agent_id }) => ({
        user_id,
        name: `${name}${agent_id ? ' (agent)' : ''}`,
        kind: 'AGENCY',
        edition: 1,
      })),
    ),
  };
}

const seenByAgent = (row: Row, at: Premises): boolean =>
  row.agent_id === at.agent ? row.name !== 'hidden' : row.name === 'named' || row.name === 'all agents';
const seenByCustomer = (row: Row, at: Premises): boolean =>
  row.customer_id === at.customer ? row.name !== 'hidden' : row.name === 'named' || row.name === 'all customers';
const added = (row: Row, at: Premises): boolean => row.name === 'added' && row.user_id === at.user;

/** Documents by their id: the rows of the other tables name them only so. */
const known = new Map<unknown, Row>();
export const knowDocuments = (rows: readonly Row[]): void => {
  for (const row of rows) known.set(row.id, row);
};
const of =
  (rule: (row: Row, at: Premises) => boolean) =>
  (row: Row, at: Premises): boolean => {
    const document = known.get(row.document_id);
    return document !== undefined && rule(document, at);
  };
const isHis = (row: Row, at: Premises): boolean => row.user_id === at.user;
const read = (seen: (row: Row, at: Premises) => boolean): Rule => [
  ['s', isHis],
  ['iu', (row, at) => isHis(row, at) && of(seen)(row, at)],
];
const attached = (row: Row): boolean => row.name === 'Paie';

export const documentWalls: Record<string, Record<Role, Rule>> = {
  documents: {
    staff: 'siud',
    agent: [
      ['s', seenByAgent],
      ['iud', (row, at) => added(row, at) && row.agent_id === at.agent],
    ],
    customer: [
      ['s', seenByCustomer],
      ['iud', (row, at) => added(row, at) && row.customer_id === at.customer],
    ],
  },
  document_user_companies: { staff: 'siud', agent: [['s', (row, at) => row.agent_id === at.agent]], customer: '' },
  document_customers: { staff: 'siud', agent: '', customer: [['s', (row, at) => row.customer_id === at.customer]] },
  document_folders: { staff: 'siud', agent: [['s', attached]], customer: [['s', attached]] },
  document_attached_folders: { staff: 'siud', agent: [['s', of(seenByAgent)]], customer: [['s', of(seenByCustomer)]] },
  document_versions: {
    staff: 'si',
    agent: [['i', (row, at) => of(added)(row, at) && of((one) => one.agent_id === at.agent)(row, at)]],
    customer: [['i', (row, at) => of(added)(row, at) && of((one) => one.customer_id === at.customer)(row, at)]],
  },
  document_readers: {
    staff: [
      ['s', () => true],
      ['iu', isHis],
    ],
    agent: read(seenByAgent),
    customer: read(seenByCustomer),
  },
  document_batches: { staff: 'siud', agent: '', customer: '' },
};
