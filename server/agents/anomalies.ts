// Anomalies of an agent's sheet in SQL, for the lists. core/agents/anomalies.ts finds them for the form; a test compares
// both.
import type { AgentAnomaly } from '#core/agents/anomalies.ts';
import { employedTypes } from '#core/agents/anomalies.ts';
import { quoted } from '#server/kernel/names.ts';
import { holdsEquipment } from '#server/stock/held.ts';
import { activeContractOf, french, isUnderpaid, overlaps, today } from './contracts.ts';

const employed = (t: string): string => `${t}.type in (${[...employedTypes].map(quoted).join(', ')})`;
const carded = (t: string): string => `${t}.plannable and ${t}.type <> 'NOMINEE' and ${french}`;

const papers = (t: string): string =>
  `from agent_expirations e join expiration_types y on y.agency_id = e.agency_id and y.id = e.type_id
    where e.agency_id = ${t}.agency_id and e.agent_id = ${t}.id`;
const card = (t: string): string => `(select max(e.expires_at) ${papers(t)} and y.is_card)`;
const active = (t: string, condition: string): string =>
  `coalesce((select ${condition} from (select c.* ${activeContractOf(t)}) c), false)`;
const hasContract = (t: string): string =>
  `exists (select from agent_contracts c where c.agency_id = ${t}.agency_id and c.agent_id = ${t}.id)`;

const conditions: Record<AgentAnomaly, (t: string) => string> = {
  CARD_MISSING: (t) => `${carded(t)} and ${t}.card_number is null`,
  CARD_EXPIRED: (t) => `${card(t)} < ${today}`,
  CARD_UNDATED: (t) => `${carded(t)} and ${t}.card_number is not null and ${card(t)} is null`,
  // Only the last paper of each type counts.
  PAPER_EXPIRED: (t) =>
    `exists (select ${papers(t)} and not y.is_card group by e.type_id having max(e.expires_at) < ${today})`,
  CONTRACT_OVERLAP: (t) =>
    `exists (select from agent_contracts c join agent_contracts d on d.agency_id = c.agency_id and d.agent_id = c.agent_id and ${overlaps('c', 'd')}
      where c.agency_id = ${t}.agency_id and c.agent_id = ${t}.id)`,
  CONTRACT_MISSING: (t) => `${employed(t)} and not ${hasContract(t)}`,
  CONTRACT_EXPIRED: (t) => `${t}.type <> 'NOMINEE' and ${active(t, `c.end_date < ${today}`)}`,
  PAY_BELOW_MINIMUM: (t) => active(t, `(c.end_date is null or c.end_date >= ${today}) and ${isUnderpaid('c')}`),
  SOCIAL_SECURITY_MISSING: (t) => `${employed(t)} and ${french} and ${t}.social_security_number is null`,
  REGISTER_INCOMPLETE: (t) =>
    `${employed(t)} and ${french} and (${t}.birth_date is null or ${t}.nationality is null or coalesce(${t}.gender, 0) = 0)`,
  COMPANY_MISSING: (t) =>
    `${t}.type = 'EXTERNAL' and (${t}.external_company_name is null or ${t}.external_company_siret is null)`,
  EQUIPMENT_HELD: (t) => `${active(t, `c.end_date < ${today}`)} and ${holdsEquipment(t)}`,
};

/** text[] in the order of the declaration; of former agents, only what they still hold. */
export const anomaliesOf = (t: string): string =>
  `case when ${t}.status = 300 and ${holdsEquipment(t)} then array['EQUIPMENT_HELD'] when ${t}.status in (300, 400) then '{}'::text[] else array_remove(array[${Object.entries(
    conditions,
  )
    .map(([anomaly, condition]) => `case when ${condition(t)} then ${quoted(anomaly)} end`)
    .join(', ')}], null) end`;
