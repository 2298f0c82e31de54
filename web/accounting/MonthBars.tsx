// A bar or two for each month; each opens the rows behind it.
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import classes from './accounting.module.css';

const short = new Intl.DateTimeFormat('fr-FR', { month: 'short', timeZone: 'UTC' });
const middle = (month: string): Date => new Date(`${month}-15T12:00:00Z`);

export interface MonthBar {
  month: string;
  values: readonly number[];
  /** The same figures, for those who do not see the bars. */
  words: string;
  search: object;
}

interface MonthBarsProps {
  bars: readonly MonthBar[];
  /** Of the screen with the rows; absent: the caller has no such screen. */
  path: string | undefined;
}

const height = 100;

export function MonthBars({ bars, path }: MonthBarsProps): ReactElement {
  const highest = Math.max(1, ...bars.flatMap(({ values }) => values));
  const tall = (value: number): number => (Math.max(0, value) / highest) * height;
  return (
    <ul className={classes.bars} aria-label="Mois par mois">
      {bars.map(({ month, values, words, search }) => {
        const width = (10 - values.length - (values.length === 1 ? 1 : 0)) / values.length;
        const drawn = (
          <>
            <svg viewBox={`0 0 10 ${height}`} preserveAspectRatio="none" aria-hidden className={classes.bar}>
              {values.map((value, index) => (
                <rect
                  // biome-ignore lint/suspicious/noArrayIndexKey: the place in the pair is the key.
                  key={index}
                  className={index === 0 ? classes.turnover : classes.received}
                  x={values.length === 1 ? 1 : 0.5 + index * 5}
                  width={width}
                  y={height - tall(value)}
                  height={tall(value)}
                />
              ))}
            </svg>
            <span aria-hidden data-long>
              {short.format(middle(month)).replace('.', '')}
            </span>
            <span aria-hidden data-short>
              {short.format(middle(month)).charAt(0).toUpperCase()}
            </span>
          </>
        );
        return (
          <li key={month}>
            {path ? (
              <Link to={path} search={search as never} aria-label={words} title={words}>
                {drawn}
              </Link>
            ) : (
              <span title={words}>{drawn}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
