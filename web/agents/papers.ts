// Converts the form values of a record to the types of the rules.
import type { AgentPapers } from '#core/agents/anomalies.ts';
import type { Contract } from '#core/agents/contracts.ts';
import { isExact } from '#core/kernel/money.ts';
import type { AnyRow } from '#ui/moves.ts';

type Values = Record<string, unknown>;

interface Line extends Values {
  type?: { id: string } | null;
  expiresAt?: string | null;
}

/** Ignore text that is not a number yet. */
const known = (typed: unknown): number | null => (isExact(typed) ? typed : null);

/** Ignore incomplete lines. */
export const contractsOf = (values: Values): Contract[] =>
  (((values.agentInfos as Values | undefined)?.contracts ?? []) as Partial<Contract>[]).flatMap((line) =>
    line.startDate && line.type
      ? [
          {
            ...line,
            type: line.type,
            startDate: line.startDate,
            endDate: line.endDate ?? null,
            period: line.period ?? 'WEEK',
            hoursLimit: known(line.hoursLimit) ?? 0,
            hourlyPay: known(line.hourlyPay),
            monthlyPay: known(line.monthlyPay),
          },
        ]
      : [],
  );

export function papersOf(values: Values, types: readonly AnyRow[]): AgentPapers {
  const infos = (values.agentInfos ?? {}) as Values;
  const text = (key: string): string | null => (infos[key] ? String(infos[key]) : null);
  return {
    type: String(infos.type ?? 'EMPLOYEE'),
    plannable: infos.plannable !== false,
    cardNumber: text('cardNumber'),
    hasSocialSecurityNumber: Boolean(infos.socialSecurityNumber),
    birthDate: text('birthDate'),
    nationality: text('nationality'),
    gender: Number(infos.gender ?? 0),
    externalCompanyName: text('externalCompanyName'),
    externalCompanySiret: text('externalCompanySiret'),
    contracts: contractsOf(values),
    expirations: ((infos.expirations ?? []) as Line[]).flatMap(({ type, expiresAt }) =>
      type && expiresAt
        ? [{ type: type.id, isCard: types.some(({ id, isCard }) => id === type.id && isCard === true), expiresAt }]
        : [],
    ),
  };
}
