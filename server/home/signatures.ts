// Contracts that wait for a signature: for longer than the agency's delay (G-042, G-043), or his own, from the first day.
import { contractOf } from '#core/contracts/contract.ts';
import { contractStatus } from '#core/contracts/status.ts';
import type { ContractKind } from '#core/contracts/variables.ts';
import type { DashboardTask } from '#core/home/dashboard.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { daysAfter } from '#core/planning/days.ts';

interface Unsigned {
  count: number;
  delay: number;
}

export interface CountedSignatures {
  unsigned_agent: Unsigned | null;
  unsigned_customer: Unsigned | null;
}

const kinds = ['agent', 'customer'] as const;

/** Who reads his own: the address by which his line names him, as for the link that he takes from his account. */
const ownAddress = {
  agent: 'select lower(a.email) from agents a where a.agency_id = app_agency() and a.id = app_agent()',
  customer:
    'select lower(p.email) from contacts p where p.agency_id = app_agency() and p.customer_id = app_customer() and p.user_id = app_user()',
} as const;

/** His line waits, and it is his turn. */
const awaitsHim = (kind: ContractKind): string =>
  `exists (select from ${kind}_contract_signatures s where s.agency_id = c.agency_id and s.${kind}_contract_id = c.id and lower(s.email) in (${ownAddress[kind]})
    and s.signed_at_date is null and not s.sign_invalid and (c.signing_order = 'TOGETHER' or not exists (select from ${kind}_contract_signatures b
      where b.agency_id = s.agency_id and b.${kind}_contract_id = c.id and b.rank < s.rank and b.signed_at_date is null)))`;

const unsigned = (kind: ContractKind, agency: boolean): string =>
  `(select json_build_object('count', count(*), 'delay', g.delay) from (select ${agency ? `${kind}_contract_reminder` : '0'} as delay, time_zone from agencies where id = app_agency()) g
    left join ${kind}_contract_papers c on c.agency_id = (select app_agency()) and c.status = ${contractStatus.awaiting}
      and (c.day_ask_signature at time zone g.time_zone)::date <= app_today() - g.delay ${agency ? '' : `and ${awaitsHim(kind)}`} where c.id is not null group by g.delay)`;

/** Each with the entity that its reader may list. */
export const signatureQuestions = (agency: boolean): Record<string, { of: Entity; sql: string }> =>
  Object.fromEntries(
    kinds.map((kind) => [`unsigned_${kind}`, { of: contractOf[kind] as Entity, sql: unsigned(kind, agency) }]),
  );

const labels = {
  agent: ['Contrat collaborateur non signé', 'Contrats collaborateurs non signés'],
  customer: ['Contrat client non signé', 'Contrats clients non signés'],
} as const;

export const signatureTasks = (counted: CountedSignatures & { day: string }, agency: boolean): DashboardTask[] =>
  kinds.flatMap((kind) => {
    const { count, delay } = counted[`unsigned_${kind}`] ?? { count: 0, delay: 0 };
    const [one, many] = agency ? labels[kind] : ['Contrat à signer', 'Contrats à signer'];
    return count === 0
      ? []
      : [
          {
            ...{ key: `unsigned.${kind}`, count, tone: 'warning' as const, entity: contractOf[kind].name },
            label: `${count === 1 ? one : many}${agency ? ` (${delay} jours)` : ''}`,
            filters: {
              status: [contractStatus.awaiting],
              ...(agency ? { dayAskSignature: { to: daysAfter(counted.day, -delay) } } : {}),
            },
          },
        ];
  });
