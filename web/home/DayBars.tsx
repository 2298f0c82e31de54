// One bar per day; each opens its list.
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { today } from '#ui/clock.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { shortDay } from '../summary/when.ts';
import classes from './Charts.module.css';

interface Day {
  day: string;
  value: number;
  /** At least `value`: the difference is what is missing. */
  of: number;
  words: string;
}

interface Props {
  label: string;
  days: readonly Day[];
  /** Of the list; absent: the caller has no such screen. */
  path: string | undefined;
  search(day: string): object;
}

const height = 100;

export function DayBars({ label, days, path, search }: Props): ReactElement {
  const { zone } = useLocale();
  const now = today(zone);
  const highest = Math.max(1, ...days.map((day) => day.of));
  return (
    <ul className={classes.bars} aria-label={label}>
      {days.map(({ day, value, of, words }) => {
        const name = shortDay(day, now);
        const bar = (
          <>
            <svg viewBox={`0 0 10 ${height}`} preserveAspectRatio="none" aria-hidden className={classes.bar}>
              <rect
                className={classes.wanted}
                x={1}
                width={8}
                y={height - (of / highest) * height}
                height={(of / highest) * height}
              />
              <rect
                className={classes.held}
                x={1}
                width={8}
                y={height - (value / highest) * height}
                height={(value / highest) * height}
              />
            </svg>
            <span aria-hidden>
              {/* Every label on two lines: « mar. », « 17 ». */}
              {name.split(' ').map((word, at) => (
                <span key={word} className={classes.word}>
                  {at === 0 ? word : ` ${word}`}
                </span>
              ))}
            </span>
          </>
        );
        const described = `${name} : ${words}`;
        return (
          <li key={day}>
            {path ? (
              <Link to={path} search={search(day) as never} aria-label={described} title={described}>
                {bar}
              </Link>
            ) : (
              <span title={described}>{bar}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
