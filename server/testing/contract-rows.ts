// Rows of signatures for the walls.
import { randomUUID } from 'node:crypto';
import type { Premises, Role, Row, Rule } from './walls.ts';

export function contractRows(at: Premises): Record<string, Row[]> {
  const [contract, request, signature] = [randomUUID(), randomUUID(), randomUUID()];
  const hash = 'a'.repeat(64);
  return {
    agent_contract_papers: [{ id: contract, title: 'CDI', agent_id: at.agent }],
    agent_contract_signatures: [{ id: signature, agent_contract_id: contract, fullname: 'A B' }],
    agent_contract_content_images: [{ agent_contract_id: contract, file_id: at.document }],
    contract_counters: [{ kind: 'agent', year: 2026, last: 1 }],
    signature_requests: [
      {
        ...{
          id: request,
          agent_contract_id: contract,
          code: 'AAAA-BBBB-CCCC-DDDD',
          in_order: false,
          file_id: at.document,
        },
        ...{ document_hash: hash, asked_at: '2026-11-17T08:00:00Z', expires_at: '2099-01-01T08:00:00Z' },
      },
    ],
    signature_parties: [
      { id: randomUUID(), request_id: request, signature_id: signature, rank: 0, fullname: 'A B', email: 'a@b.fr' },
    ],
    signature_steps: [{ request_id: request, position: 1, act: 'ASKED', detail: '{}' }],
  };
}

const ofAgency = (staff: string): Record<Role, Rule> => ({ staff, agent: '', customer: '' });

export const contractWalls: Record<string, Record<Role, Rule>> = {
  agent_contract_papers: ofAgency('siud'),
  agent_contract_signatures: ofAgency('siud'),
  agent_contract_content_images: ofAgency('siud'),
  contract_counters: ofAgency('siu'),
  // Closed, never taken back.
  signature_requests: ofAgency('siu'),
  signature_parties: ofAgency('siu'),
  signature_steps: ofAgency('si'),
};
