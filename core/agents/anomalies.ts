// Faults of an agent's sheet (F-057): computed here by the form before a save, and in SQL for lists
// (server/agents/anomalies.ts). A test compares the two on many sheets.
import type { Right } from '../rights.ts';
import { activeContract, type Contract, hasOverlap, isExpired, payGap } from './contracts.ts';

export const agentAnomalies = {
  CARD_MISSING: 'Carte professionnelle manquante',
  CARD_EXPIRED: 'Carte professionnelle expirée',
  CARD_UNDATED: 'Validité de la carte professionnelle non confirmée',
  PAPER_EXPIRED: 'Document réglementaire expiré',
  CONTRACT_OVERLAP: 'Contrats qui se chevauchent',
  CONTRACT_MISSING: 'Aucun contrat de travail',
  CONTRACT_EXPIRED: 'Contrat de travail expiré',
  PAY_BELOW_MINIMUM: 'Salaire inférieur au minimum conventionnel',
  SOCIAL_SECURITY_MISSING: 'Numéro de sécurité sociale manquant',
  REGISTER_INCOMPLETE: 'Données du registre du personnel incomplètes',
  COMPANY_MISSING: 'Entreprise du sous-traitant manquante',
  EQUIPMENT_HELD: 'Parti sans restituer son matériel',
} as const;

export type AgentAnomaly = keyof typeof agentAnomalies;

/** The right to see an anomaly that reveals more than the sheet shows. */
export const anomalyRights = { PAY_BELOW_MINIMUM: 'listAgentContracts' } as const satisfies Partial<
  Record<AgentAnomaly, Right>
>;

export interface AgentPapers {
  type: string;
  plannable: boolean;
  cardNumber: string | null;
  /** Whether there is one: the number itself is not needed here. */
  hasSocialSecurityNumber: boolean;
  birthDate: string | null;
  nationality: string | null;
  gender: number;
  externalCompanyName: string | null;
  externalCompanySiret: string | null;
  contracts: readonly Contract[];
  expirations: readonly { type: string; isCard: boolean; expiresAt: string }[];
  /** Pieces of stock or plain items; a form does not know. */
  holdsEquipment?: boolean;
}

/** Agents employed by the agency, which must manage their contract, social security number and register. */
export const employedTypes: ReadonlySet<string> = new Set(['EMPLOYEE', 'EMERGENCY']);

/** Only the latest paper of each type counts. */
function lastOf(papers: AgentPapers['expirations']): { isCard: boolean; expiresAt: string }[] {
  const last = new Map<string, { isCard: boolean; expiresAt: string }>();
  for (const paper of papers) {
    const known = last.get(paper.type);
    if (known === undefined || known.expiresAt < paper.expiresAt) last.set(paper.type, paper);
  }
  return [...last.values()];
}

export function anomaliesOf(agent: AgentPapers, today: string, french: boolean): AgentAnomaly[] {
  const found = new Set<AgentAnomaly>();
  const note = (anomaly: AgentAnomaly, holds: boolean): void => {
    if (holds) found.add(anomaly);
  };
  const candidate = agent.type === 'NOMINEE';
  const employed = employedTypes.has(agent.type);
  const papers = lastOf(agent.expirations);
  const card = papers.find(({ isCard }) => isCard)?.expiresAt;
  const carded = agent.plannable && !candidate && french;
  note('CARD_MISSING', carded && agent.cardNumber === null);
  note('CARD_EXPIRED', card !== undefined && card < today);
  note('CARD_UNDATED', carded && agent.cardNumber !== null && card === undefined);
  note(
    'PAPER_EXPIRED',
    papers.some(({ isCard, expiresAt }) => !isCard && expiresAt < today),
  );
  note('CONTRACT_OVERLAP', hasOverlap(agent.contracts));
  const active = activeContract(agent.contracts, today);
  note('CONTRACT_MISSING', employed && active === null);
  note('CONTRACT_EXPIRED', !candidate && active !== null && isExpired(active, today));
  note('PAY_BELOW_MINIMUM', active !== null && !isExpired(active, today) && payGap(active, today) !== null);
  note('SOCIAL_SECURITY_MISSING', employed && french && !agent.hasSocialSecurityNumber);
  note(
    'REGISTER_INCOMPLETE',
    employed && french && (agent.birthDate === null || agent.nationality === null || agent.gender === 0),
  );
  note(
    'COMPANY_MISSING',
    agent.type === 'EXTERNAL' && (agent.externalCompanyName === null || agent.externalCompanySiret === null),
  );
  note('EQUIPMENT_HELD', agent.holdsEquipment === true && active !== null && isExpired(active, today));
  return (Object.keys(agentAnomalies) as AgentAnomaly[]).filter((anomaly) => found.has(anomaly));
}
