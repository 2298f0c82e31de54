// A page of figures of one year, with its steps; of an agency's turnover and of the platform's.
import { ActionIcon, Group, Skeleton, Stack, Table, Text, Tooltip } from '@mantine/core';
import { type ReactElement, type ReactNode, useState } from 'react';
import { compare, divide, subtract, times, toNumber } from '#core/kernel/money.ts';
import { today } from '#ui/clock.ts';
import { formatNumber } from '#ui/format.ts';
import { IconChevronLeft, IconChevronRight } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import classes from './accounting.module.css';

interface Year {
  year: number;
  go(to: number): void;
  /** Its first and last day. */
  input: { from: string; to: string };
}

export function useYear(): Year {
  const { zone } = useLocale();
  const [year, go] = useState(() => Number(today(zone).slice(0, 4)));
  return { year, go, input: { from: `${year}-01-01`, to: `${year}-12-31` } };
}

interface Reading<Data> {
  data: Data | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch(): Promise<unknown>;
}

interface YearPageProps<Data> extends Pick<ScreenProps, 'title' | 'description'> {
  of: Year;
  reading: Reading<Data>;
  children(data: Data): ReactNode;
}

export function YearPage<Data>(props: YearPageProps<Data>): ReactElement {
  const { title, description, of, reading, children } = props;
  const { data, error, isFetching, refetch } = reading;
  const step = (by: 1 | -1, label: string, Icon: typeof IconChevronLeft): ReactElement => (
    <Tooltip label={label}>
      <ActionIcon variant="default" size="lg" aria-label={label} onClick={() => of.go(of.year + by)}>
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <Stack gap="md">
      <PageHeader title={title} description={description} />
      <Group gap="xs" role="toolbar" aria-label="Année">
        {step(-1, 'Année précédente', IconChevronLeft)}
        <Text fw={600} aria-live="polite">
          {of.year}
        </Text>
        {step(1, 'Année suivante', IconChevronRight)}
      </Group>
      {error && !data ? (
        <ReadFailure
          title="Le chiffre d’affaires n’a pas pu être lu"
          message={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : data ? (
        children(data)
      ) : (
        <Stack gap="xs" aria-busy role="status" aria-label="Chargement">
          {[1, 2, 3].map((bone) => (
            <Skeleton key={bone} height={96} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}

/** « +12,5 % sur 2025 »; nothing to compare with: said so. */
export function evolution({ turnover, before }: { turnover: number; before: number }, year: number): string {
  if (compare(before, 0) <= 0) return `Rien en ${year - 1}`;
  const change = toNumber(divide(times(subtract(turnover, before), 100), before, 1));
  return `${change > 0 ? '+' : ''}${formatNumber(change)} % sur ${year - 1}`;
}

interface AmountTableProps {
  label: string;
  /** Of what each row is, then of its amounts. */
  heads: readonly [string, ...string[]];
  rows: readonly { key: string; name: ReactNode; amounts: readonly string[] }[];
}

export function AmountTable({ label, heads: [first, ...others], rows }: AmountTableProps): ReactElement {
  const amount = classes.amount ?? '';
  return (
    <Table aria-label={label} verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{first}</Table.Th>
          {others.map((head) => (
            <Table.Th key={head} className={amount}>
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, name, amounts }) => (
          <Table.Tr key={key}>
            <Table.Td>{name}</Table.Td>
            {amounts.map((one, index) => (
              <Table.Td key={others[index]} className={amount}>
                {one}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
