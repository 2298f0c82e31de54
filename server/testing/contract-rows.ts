// Rows of contracts and signatures for the walls: sent to the person, not sent, and sent to another.
import { randomUUID } from 'node:crypto';
import type { Premises, Role, Row, Rule } from './walls.ts';

const sent = 200;

export function contractRows(at: Premises): Record<string, Row[]> {
  const rows: Record<string, Row[]> = { contract_counters: [{ kind: 'agent', year: 2026, last: 1 }] };
  const requests: Row[] = [];
  const parties: Row[] = [];
  const people = { agent: [at.agent, at.otherAgent], customer: [at.customer, at.otherCustomer] };
  for (const [kind, [own, other]] of Object.entries(people)) {
    const papers = [
      { id: randomUUID(), title: 'CDI', [`${kind}_id`]: own, status: sent },
      { id: randomUUID(), title: 'CDI', [`${kind}_id`]: own, status: 100 },
      { id: randomUUID(), title: 'CDI', [`${kind}_id`]: other, status: sent },
    ];
    const [first, draft] = papers as [(typeof papers)[number], (typeof papers)[number]];
    rows[`${kind}_contract_papers`] = papers;
    const lines = papers.map(({ id }, index) => ({
      ...{ id: randomUUID(), [`${kind}_contract_id`]: id, fullname: ['Lu', 'Brouillon', 'Autre'][index] },
    }));
    rows[`${kind}_contract_signatures`] = lines;
    rows[`${kind}_contract_content_images`] = [{ [`${kind}_contract_id`]: draft.id, file_id: at.document }];
    const request = randomUUID();
    requests.push({
      ...{ id: request, agent_contract_id: null, [`${kind}_contract_id`]: first.id, code: `AAAA-BBBB-CCCC-${kind}` },
      ...{ in_order: false, file_id: at.document, document_hash: 'a'.repeat(64) },
      ...{ asked_at: '2026-11-17T08:00:00Z', expires_at: '2099-01-01T08:00:00Z' },
    });
    parties.push({
      ...{ id: randomUUID(), request_id: request, signature_id: lines[0]?.id, rank: 0, fullname: 'A B' },
      email: 'a@b.fr',
    });
  }
  return {
    ...rows,
    signature_requests: requests,
    signature_parties: parties,
    signature_steps: [{ request_id: requests[0]?.id, position: 1, act: 'ASKED', detail: '{}' }],
    commercial_alerts: [{ due_id: randomUUID(), date: '2026-12-31', sent_at: '2026-12-01T08:00:00Z' }],
  };
}

const ofAgency = (staff: string): Record<Role, Rule> => ({ staff, agent: '', customer: '' });
const papersOf = (kind: 'agent' | 'customer'): Record<Role, Rule> => ({
  ...ofAgency('siu'),
  // Decision 91: what left for signature is not deleted.
  staff: [
    ['siu', () => true],
    ['d', (row, at) => !(row.status === sent && row[`${kind}_id`] === at[kind])],
  ],
  [kind]: [['s', (row: Row, at: Premises) => row[`${kind}_id`] === at[kind] && row.status === sent]],
});
/** Decision 91: those of a contract that left are frozen. */
const linesOf = (kind: 'agent' | 'customer'): Record<Role, Rule> => ({
  ...ofAgency(''),
  staff: [
    ['si', () => true],
    ['ud', ({ fullname }) => fullname === 'Brouillon'],
  ],
  [kind]: [['s', ({ fullname }: Row) => fullname === 'Lu']],
});

export const contractWalls: Record<string, Record<Role, Rule>> = {
  agent_contract_papers: papersOf('agent'),
  agent_contract_signatures: linesOf('agent'),
  agent_contract_content_images: ofAgency('siud'),
  customer_contract_papers: papersOf('customer'),
  customer_contract_signatures: linesOf('customer'),
  customer_contract_content_images: ofAgency('siud'),
  contract_counters: ofAgency('siu'),
  // Closed, never taken back.
  signature_requests: {
    staff: 'siu',
    agent: [['s', ({ agent_contract_id }) => agent_contract_id !== null]],
    customer: [['s', ({ agent_contract_id }) => agent_contract_id === null]],
  },
  signature_parties: ofAgency('siu'),
  signature_steps: ofAgency('si'),
  commercial_alerts: ofAgency('si'),
};
