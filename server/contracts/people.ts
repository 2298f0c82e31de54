// Tables of contracts and signatures without an entity.
import { type Held, nobodys } from '#server/privacy/personal.ts';

export const contractPeople: Held = nobodys({
  contract_counters: 'compteurs',
  signature_requests: 'le document envoyé en signature, par son empreinte',
  signature_parties: 'les signataires d’un contrat, gardés avec lui',
  signature_steps: 'les preuves d’une signature, gardées avec son contrat',
  platform_contract_templates: 'modèles de la plateforme',
  signing_certificates: 'les certificats de la plateforme',
});
