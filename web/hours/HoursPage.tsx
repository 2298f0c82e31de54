// Page of hours by agent or by site: period, search, table with totals, export, and details of a row.
import { type ReactElement, type ReactNode, useState } from 'react';
import type { CountedPeriod } from '#core/planning/hours-calls.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { HoursColumn } from './columns.ts';
import { DetailDrawer } from './DetailDrawer.tsx';
import { exportHours, sheetOfHours } from './exportHours.ts';
import { HoursTable } from './HoursTable.tsx';
import { HoursTools } from './HoursTools.tsx';
import classes from './hours.module.css';
import { PeriodBar } from './PeriodBar.tsx';
import type { HoursPeriod } from './period.ts';
import { type useHoursPage, useLast } from './useHoursPage.ts';
import type { ShownPeriod } from './usePeriod.ts';

interface Answer<R, T> {
  period: CountedPeriod;
  hours: R[];
  filtered: number;
  totals: T;
}

interface Asked<D> {
  data: D | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch(): unknown;
}

interface Props<R extends T & { id: string; name: string }, T, O extends string> {
  title: string;
  description: string;
  page: ReturnType<typeof useHoursPage<O>>;
  answer: Asked<Answer<R, T>>;
  /** Every row, for the spreadsheet. */
  all(signal: AbortSignal): Promise<Answer<R, T>>;
  words: { row: string; search: string; none: string; notFound: string };
  columns(totals: T | null): readonly HoursColumn<T, O | 'name'>[];
  /** Beside the export, for the shown period. */
  tools?(period: ShownPeriod['period'] & { title: string }): ReactNode;
  /** Second line under the name; a column in the spreadsheet. */
  under?: { label: string; text(row: R): string | null };
  detail(row: R, period: HoursPeriod, frame: (asked: Asked<unknown>, content: ReactNode) => ReactElement): ReactElement;
}

export function HoursPage<R extends T & { id: string; name: string }, T, O extends string>({
  title,
  description,
  page: { query, shown, table, search, onPeriod },
  answer: { data: fresh, error, isFetching, refetch },
  all,
  words,
  columns,
  tools,
  under,
  detail,
}: Props<R, T, O>): ReactElement {
  const locale = useLocale();
  const [opened, setOpened] = useState<R | null>(null);
  const data = useLast(fresh, error !== null);
  const now = shown(fresh?.period);
  const label = [title, now?.title].filter(Boolean).join(', ');
  const save = (): Promise<void> =>
    exportHours([title, now?.title].filter(Boolean).join(' '), locale, async (signal) => {
      const { hours, totals, filtered } = await all(signal);
      if (filtered > hours.length) return null;
      const names = [{ label: words.row, text: (row: R): string | null => row.name }, ...(under ? [under] : [])];
      return sheetOfHours(title, names, columns(totals), hours);
    });
  const frame = (row: R) => (asked: Asked<unknown>, content: ReactNode) => (
    <DetailDrawer
      title={[row.name, now?.title].filter(Boolean).join(' · ')}
      onClose={() => setOpened(null)}
      failure={asked.error && !asked.data ? asked.error.message : null}
      busy={asked.isFetching}
      onRetry={() => void asked.refetch()}
    >
      {content}
    </DetailDrawer>
  );
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      <PeriodBar shown={now} onPeriod={onPeriod}>
        <HoursTools label={words.search} {...search} onExport={save} />
        {now && tools?.({ ...now.period, title: now.title })}
      </PeriodBar>
      <HoursTable
        label={label}
        rowLabel={words.row}
        columns={columns(data?.totals ?? null)}
        rows={data?.hours ?? null}
        totals={data?.totals ?? null}
        filtered={data?.filtered ?? 0}
        {...table}
        onOpen={setOpened}
        {...(under ? { under: under.text } : {})}
        failure={error?.message ?? null}
        busy={isFetching}
        onRetry={() => void refetch()}
        empty={query === '' ? words.none : words.notFound}
      />
      {opened && now ? detail(opened, now.period, frame(opened)) : null}
    </div>
  );
}

export type DetailFrame = Parameters<Props<{ id: string; name: string }, object, string>['detail']>[2];
