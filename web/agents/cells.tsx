// Custom columns of the table of agents.
import { Badge, Group, Text, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { type AgentAnomaly, agentAnomalies } from '#core/agents/anomalies.ts';
import { controlPeriods } from '#core/agents/contracts.ts';
import { inHours } from '#core/kernel/duration.ts';
import { formatMoment, plural } from '#ui/format.ts';
import { IconAlertTriangle } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import type { AnyRow } from '#ui/moves.ts';
import type { Cells } from '#ui/Table/EntityTable.tsx';

interface CellProps {
  value: unknown;
}

/** The number of anomalies, with their names on hover and as hidden text. */
function Anomalies({ value }: CellProps): ReactNode {
  const found = ((value ?? []) as AgentAnomaly[]).map((anomaly) => agentAnomalies[anomaly]);
  if (found.length === 0)
    return (
      <Text component="span" size="sm" c="dimmed" aria-label="Aucune anomalie">
        —
      </Text>
    );
  const [first] = found;
  return (
    <Tooltip label={found.map((one) => <div key={one}>{one}</div>)} disabled={found.length === 1}>
      <Badge
        color="orange"
        variant="light"
        tt="none"
        leftSection={<IconAlertTriangle size={12} aria-hidden />}
        title={found.length === 1 ? first : undefined}
        aria-label={found.join(', ')}
      >
        {found.length === 1 ? first : plural(found.length, 'anomalie')}
      </Badge>
    </Tooltip>
  );
}

/** F-002 */
function LastLogin({ value }: CellProps): ReactNode {
  const { zone } = useLocale();
  return typeof value === 'string' ? (
    <time dateTime={value}>{formatMoment(value, zone)}</time>
  ) : (
    <Text component="span" size="sm" c="dimmed">
      Jamais
    </Text>
  );
}

interface ActiveContract {
  hoursLimit: number;
  period: keyof typeof controlPeriods;
  expired: boolean;
}

const contractWords = ({ hoursLimit, period }: ActiveContract): string =>
  `${inHours(hoursLimit * 60)} ${controlPeriods[period]}`;

/** F-004 */
function ContractHours({ value }: CellProps): ReactNode {
  if (!value)
    return (
      <Text component="span" size="sm" c="dimmed">
        Pas d'informations
      </Text>
    );
  const contract = value as ActiveContract;
  return (
    <Group gap={6} wrap="nowrap" component="span">
      <span>{contractWords(contract)}</span>
      {contract.expired && (
        <Badge color="red" variant="light" size="sm" tt="none">
          Contrat expiré
        </Badge>
      )}
    </Group>
  );
}

/** F-005 */
function PlannedHours({ value }: CellProps): ReactNode {
  return typeof value === 'number' ? inHours(value * 60) : '/';
}

/** F-006 */
function InsuranceExemption({ value }: CellProps): string {
  return typeof value === 'string' && value !== '' ? value : 'Non';
}

export const agentCells: Cells = {
  anomalies: Anomalies,
  lastLogin: LastLogin,
  'agentInfos.activeContract': Object.assign(ContractHours, {
    // Not the whole contract, with the salary.
    sheet: {
      words: (_row: AnyRow, value: unknown) =>
        value
          ? `${contractWords(value as ActiveContract)}${(value as ActiveContract).expired ? ' (contrat expiré)' : ''}`
          : '',
    },
  }),
  'agentInfos.plannedHours': PlannedHours,
  'agentInfos.insuranceExemptReason': Object.assign(InsuranceExemption, {
    sheet: { words: (_row: AnyRow, value: unknown) => InsuranceExemption({ value }) },
  }),
};
