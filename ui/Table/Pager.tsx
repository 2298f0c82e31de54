import { ActionIcon, Group, NativeSelect, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { sizesWith } from '#core/kernel/query.ts';
import { formatNumber } from '../format.ts';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '../icons.ts';
import classes from './Frame.module.css';

export interface PagerProps {
  page: number;
  limit: number;
  /** Absent: the usual ones. */
  sizes?: readonly number[];
  /** Rows on this page. */
  count: number;
  filtered: number;
  /** Totals of all rows. */
  summary?: ReactNode;
  onPage(page: number): void;
  onLimit(limit: number): void;
}

export function Pager({
  page,
  limit,
  sizes = sizesWith(limit),
  count,
  filtered,
  summary,
  onPage,
  onLimit,
}: PagerProps): ReactNode {
  const last = Math.max(1, Math.ceil(filtered / limit));
  const first = (page - 1) * limit + 1;
  const step = (label: string, Icon: typeof IconChevronLeft, to: number): ReactNode => (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        disabled={to < 1 || to > last || to === page}
        onClick={() => onPage(to)}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <nav className={classes.pager} aria-label="Pages">
      {summary !== undefined && <span className={classes.summary}>{summary}</span>}
      <Group gap="xs" wrap="nowrap">
        <span id="rows-per-page">Lignes par page</span>
        <NativeSelect
          aria-labelledby="rows-per-page"
          size="xs"
          w="4.75rem"
          data={sizes.map(String)}
          value={String(limit)}
          onChange={(event) => onLimit(Number(event.currentTarget.value))}
        />
      </Group>
      <span aria-live="polite">
        {count === 0
          ? 'Aucune ligne'
          : `${formatNumber(first)}–${formatNumber(first + count - 1)} sur ${formatNumber(filtered)}`}
      </span>
      <Group gap={2} wrap="nowrap">
        {step('Première page', IconChevronsLeft, 1)}
        {step('Page précédente', IconChevronLeft, page - 1)}
        {step('Page suivante', IconChevronRight, page + 1)}
        {step('Dernière page', IconChevronsRight, last)}
      </Group>
    </nav>
  );
}
