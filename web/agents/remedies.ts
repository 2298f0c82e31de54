// What to do about each anomaly of an agent's sheet.
import type { AgentAnomaly } from '#core/agents/anomalies.ts';

export const remedies: Record<AgentAnomaly, string> = {
  CARD_MISSING: 'Saisissez le numéro de sa carte, ou ne le planifiez pas : travailler sans carte est interdit.',
  CARD_EXPIRED: 'Saisissez la nouvelle carte ou le récépissé de renouvellement ; d’ici là, ne le planifiez pas.',
  CARD_UNDATED: 'Confirmez la date de fin de sa carte, dans ses documents réglementaires.',
  PAPER_EXPIRED: 'Ajoutez le document qui remplace celui qui a expiré.',
  CONTRACT_OVERLAP: 'Corrigez les dates : un contrat se termine avant que le suivant ne commence.',
  CONTRACT_MISSING: 'Ajoutez son contrat de travail.',
  CONTRACT_EXPIRED: 'Ajoutez le contrat suivant, ou archivez sa fiche s’il est parti.',
  PAY_BELOW_MINIMUM: 'Relevez le salaire, le coefficient ou corrigez la catégorie du contrat.',
  SOCIAL_SECURITY_MISSING: 'Saisissez son numéro de sécurité sociale.',
  REGISTER_INCOMPLETE: 'Complétez sa date de naissance, sa nationalité et son sexe.',
  COMPANY_MISSING: 'Indiquez le nom et le SIRET de son entreprise.',
  EQUIPMENT_HELD: 'Demandez-lui son matériel, et notez ce qui est restitué ou perdu dans « Matériel ».',
};
