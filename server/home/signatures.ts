// Contracts that wait for a signature: for longer than the agency's delay (G-042, G-043), or his own, from the first day.
import { contractOf } from '#core/contracts/contract.ts';
import { contractStatus } from '#core/contracts/status.ts';
import type { ContractKind } from '#core/contracts/variables.ts';
import type { DashboardTask } from '#core/home/dashboard.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { idsFilter } from '#core/kernel/query.ts';
import { daysAfter } from '#core/planning/days.ts';
import { awaitsReader } from '#server/contracts/contracts.ts';

interface Unsigned {
  count: number;
  delay: number;
  /** His own. */
  ids?: string[];
}

export interface CountedSignatures {
  unsigned_agent: Unsigned | null;
  unsigned_customer: Unsigned | null;
}

const kinds = ['agent', 'customer'] as const;

const unsigned = (kind: ContractKind, agency: boolean): string =>
  `(select json_build_object('count', count(*), 'delay', g.delay${agency ? '' : `, 'ids', json_agg(c.id)`}) from (select ${agency ? `${kind}_contract_reminder` : '0'} as delay, time_zone from agencies where id = app_agency()) g
    left join ${kind}_contract_papers c on c.agency_id = (select app_agency()) and c.status = ${contractStatus.awaiting}
      and (c.day_ask_signature at time zone g.time_zone)::date <= app_today() - g.delay ${agency ? '' : `and ${awaitsReader(kind, 'c')}`} where c.id is not null group by g.delay)`;

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
    const { count, delay, ids } = counted[`unsigned_${kind}`] ?? { count: 0, delay: 0, ids: [] };
    const [one, many] = agency ? labels[kind] : ['Contrat à signer', 'Contrats à signer'];
    return count === 0
      ? []
      : [
          {
            ...{ key: `unsigned.${kind}`, count, tone: 'warning' as const, entity: contractOf[kind].name },
            label: `${count === 1 ? one : many}${agency ? ` (${delay} jours)` : ''}`,
            // His own: those that await him, not those that await another signatory.
            filters: agency
              ? { status: [contractStatus.awaiting], dayAskSignature: { to: daysAfter(counted.day, -delay) } }
              : { [idsFilter]: ids ?? [] },
          },
        ];
  });
