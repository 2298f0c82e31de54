// Tables of contracts and signatures without an entity.
import { type Held, nobodys, removed } from '#server/privacy/personal.ts';

/** The signatory is the person: by his address, or as the other side of his own contract. */
const his = (t: string): string => `(lower(${t}.email) = any (:addresses)
  or ${t}.signature_id in (select s.id from agent_contract_signatures s join agent_contract_papers c on c.agency_id = s.agency_id and c.id = s.agent_contract_id
    where s.agency_id = ${t}.agency_id and s.role = 'PARTY' and c.agent_id = any (:agents))
  or ${t}.signature_id in (select s.id from customer_contract_signatures s join customer_contract_papers c on c.agency_id = s.agency_id and c.id = s.customer_contract_id
    where s.agency_id = ${t}.agency_id and s.role = 'PARTY' and c.customer_id = any (:customers)))`;

const fate = {
  keep: 'Preuves d’une signature, gardées avec le contrat',
  rule: 'staffFiles',
  withRecord: true,
} as const;

export const contractPeople: Held = {
  ...nobodys({
    contract_counters: 'compteurs',
    signature_requests: 'le document envoyé en signature, par son empreinte',
    platform_contract_templates: 'modèles de la plateforme',
    signing_certificates: 'les certificats de la plateforme',
  }),
  contract_signature_templates: removed(
    'contract_signature_templates',
    'Signatures enregistrées',
    't.owner_id = any (:users)',
  ),
  signature_parties: {
    label: 'Signatures demandées',
    where: his('t'),
    // His drawing is on the signed file.
    hides: [
      ...[
        'token_hash',
        'token_until',
        'code_hash',
        'code_until',
        'code_tries',
        'codes_sent',
        'codes_since',
        'codes_of_link',
        'replaced_tokens',
      ],
      'drawing',
    ],
    fate,
  },
  signature_steps: {
    label: 'Étapes de ses signatures',
    where: `t.party_id in (select p.id from signature_parties p where p.agency_id = t.agency_id and ${his('p')})`,
    hides: ['hash'],
    fate,
  },
};
