// Entries per day and category, of the rows that the list shows (P-025).
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CSSProperties, ReactNode } from 'react';
import { type EventCategory, logCategories } from '#core/logbook/categories.ts';
import { LogEvent } from '#core/logbook/event.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { queryOf } from '#ui/client/queries.tsx';
import { formatDay, plural } from '#ui/format.ts';
import { useTableState } from '#ui/Table/useTableState.ts';
import classes from './logbook.module.css';

export interface Count {
  day: string;
  typeKey: EventCategory;
  count: number;
}

const mostDays = 31;

interface Day {
  day: string;
  count: number;
  parts: Count[];
}

/** The last days with entries, and the empty ones between them. */
export function daysOf(graph: readonly Count[]): Day[] {
  const last = graph.at(-1)?.day;
  const first = graph[0]?.day;
  if (!last || !first) return [];
  const days: Day[] = [];
  for (let back = 0; back < mostDays; back += 1) {
    const day = new Date(Date.parse(`${last}T00:00:00Z`) - back * 86_400_000).toISOString().slice(0, 10);
    if (day < first) break;
    const parts = graph.filter((one) => one.day === day);
    days.unshift({ day, parts, count: parts.reduce((sum, { count }) => sum + count, 0) });
  }
  return days;
}

export function LogGraph({ page }: { page: string }): ReactNode {
  const { input } = useTableState(LogEvent, page);
  // The call of the table itself: its answer is in the cache.
  const { data } = useQuery({ ...queryOf(endpointsOf(LogEvent).list, { input }), placeholderData: keepPreviousData });
  const days = daysOf(((data ?? {}) as { graph?: Count[] }).graph ?? []);
  if (days.length < 2) return null;
  const most = Math.max(...days.map(({ count }) => count));
  const shown = (Object.keys(logCategories) as EventCategory[]).filter((key) =>
    days.some(({ parts }) => parts.some(({ typeKey }) => typeKey === key)),
  );
  const total = days.reduce((sum, { count }) => sum + count, 0);
  return (
    <figure className={classes.graph} aria-label="Mains courantes par jour">
      <ol className={classes.days}>
        {days.map(({ day, count, parts }) => (
          <li
            key={day}
            title={`${formatDay(day)} : ${[plural(count, 'main courante', 'mains courantes'), ...parts.map((one) => `${logCategories[one.typeKey]} ${one.count}`)].join(' · ')}`}
          >
            {parts.map((one) => (
              <span
                key={one.typeKey}
                className={classes.bar}
                data-category={one.typeKey}
                style={{ '--share': one.count / most } as CSSProperties}
              />
            ))}
          </li>
        ))}
      </ol>
      <figcaption className={classes.legend}>
        <span>
          {plural(total, 'main courante', 'mains courantes')} du {formatDay(days[0]?.day ?? '')} au{' '}
          {formatDay(days.at(-1)?.day ?? '')}
        </span>
        {shown.map((key) => (
          <span key={key} className={classes.key} data-category={key}>
            {logCategories[key]}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
