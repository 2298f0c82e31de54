// Notes on the contracts while typing: the one in force, overlaps, hours of the month, minimum pay of the branch.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { branchMinimum, minimumPayFor, placeInGrid } from '#core/agents/branch.ts';
import {
  anomalyOf,
  type Contract,
  contractAnomalies,
  contractAt,
  contractTypes,
  monthlyHours,
  payGap,
} from '#core/agents/contracts.ts';
import { inHours } from '#core/kernel/duration.ts';
import { valueAt } from '#core/kernel/entity.ts';
import { today } from '#ui/clock.ts';
import type { BelowProps } from '#ui/EntityDialog/extras.ts';
import { formatDay, formatMoney } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { contractsOf } from './papers.ts';

const place = 'agentInfos.contracts';

const spanOf = ({ startDate, endDate }: Contract): string =>
  endDate === null ? `depuis le ${formatDay(startDate)}` : `du ${formatDay(startDate)} au ${formatDay(endDate)}`;

export function ContractNotes({ values, change }: BelowProps): ReactNode {
  const { zone, currency } = useLocale();
  const contracts = contractsOf(values);
  if (contracts.length === 0) return null;
  const day = today(zone);
  const active = contractAt(contracts, day);
  const overlapping = contracts.filter((contract) => anomalyOf(contract, contracts) === 101);
  const gaps = contracts.flatMap((contract) => {
    const gap = payGap(contract, contract === active ? day : contract.startDate);
    return gap ? [{ contract, ...gap }] : [];
  });
  const row =
    active?.category && active.classificationCoeff != null
      ? branchMinimum(active.category, active.classificationCoeff, day)
      : null;
  const lines = (valueAt(values, place) ?? []) as Partial<
    Contract & { classificationLevel: string; classificationGrade: string }
  >[];
  const at = lines.findIndex(({ startDate }) => startDate === active?.startDate);
  const missing = row && at >= 0 && !lines[at]?.classificationLevel && !lines[at]?.classificationGrade;
  return (
    <Stack gap="xs" mt="sm">
      <Text size="sm" c="dimmed">
        {active
          ? `En vigueur : ${contractTypes[active.type]} ${spanOf(active)}, ${inHours(monthlyHours(active) * 60)} par mois.`
          : "Aucun contrat n'est en vigueur aujourd'hui."}
        {row &&
          ` Minimum conventionnel du coefficient ${row.coefficient} : ${formatMoney(minimumPayFor(row, active ? monthlyHours(active) : 0), currency)} par mois.`}
      </Text>
      {missing && change ? (
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() =>
              change(
                place,
                lines.with(at, {
                  ...lines[at],
                  classificationLevel: row.level,
                  classificationGrade: row.grade ?? '',
                }),
              )
            }
          >
            Reprendre {placeInGrid(row)} de la grille
          </Button>
        </Group>
      ) : null}
      {overlapping.length > 0 && (
        <Alert color="orange" variant="light" title={contractAnomalies[101]}>
          {overlapping.map((contract) => (
            <Text size="sm" key={contract.id ?? contract.startDate}>
              {contractTypes[contract.type]} {spanOf(contract)}
            </Text>
          ))}
        </Alert>
      )}
      {gaps.map(({ contract, paid, minimum }) => (
        <Alert key={contract.id ?? contract.startDate} color="orange" variant="light">
          <Text size="sm">
            {contractTypes[contract.type]} {spanOf(contract)} : {formatMoney(paid, currency)} par mois, en dessous du
            minimum conventionnel de {formatMoney(minimum, currency)}.
          </Text>
        </Alert>
      ))}
    </Stack>
  );
}
