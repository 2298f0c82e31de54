// Counts of records by entity and status; each number opens its list.
import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Home } from '#core/home/home.ts';
import { statusPath } from '#core/kernel/entity.ts';
import { type Machine, stateOf } from '#core/kernel/machine.ts';
import { formatNumber } from '#ui/format.ts';
import { Described } from '#ui/shell/Described.tsx';
import type { RecordScreen } from '#ui/shell/records.ts';
import { AddLink } from './AddLink.tsx';
import classes from './Home.module.css';

interface Props {
  /** Null: loading. */
  counts: Home['counts'] | null;
  screens: ReadonlyMap<string, RecordScreen>;
}

export function Counts({ counts, screens }: Props): ReactElement | null {
  if (!counts) {
    return (
      <div className={classes.tiles} aria-busy="true">
        {[1, 2, 3].map((bone) => (
          <Skeleton key={bone} height={92} />
        ))}
      </div>
    );
  }
  const shown = counts.flatMap(({ entity, states }) => {
    const screen = screens.get(entity);
    return screen ? [{ screen, states }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <ul className={classes.tiles} aria-label="En nombres">
      {shown.map(({ screen, states }) => (
        <Tile key={screen.of.name} screen={screen} states={states} />
      ))}
    </ul>
  );
}

function Tile({ screen, states }: { screen: RecordScreen; states: Home['counts'][number]['states'] }): ReactElement {
  const { of, item } = screen;
  const initial = of.machine?.initial;
  const current = states.find(({ status }) => status === initial)?.count ?? 0;
  const others = states.filter(({ status }) => status !== initial);
  const filtered = (status: number): object => ({ f: { [statusPath(of)]: [status] } });
  return (
    <li className={classes.tile}>
      <div className={classes.top}>
        <Described item={item}>
          <Link
            to={item.path}
            search={(initial === undefined ? {} : filtered(initial)) as never}
            className={classes.main ?? ''}
            onPointerEnter={item.preload}
            onFocus={item.preload}
            aria-description={item.description}
          >
            <item.icon size={20} stroke={1.5} aria-hidden className={classes.icon ?? ''} />
            <span className={classes.number}>{formatNumber(current)}</span>
            <span className={classes.label}>{item.label}</span>
          </Link>
        </Described>
        <AddLink item={item} />
      </div>
      {others.length > 0 && of.machine ? (
        <p className={classes.others}>
          {others.map(({ status, count }) => (
            <Link key={status} to={item.path} search={filtered(status) as never} className={classes.other ?? ''}>
              {stateOf(of.machine as Machine, status).label} : {formatNumber(count)}
            </Link>
          ))}
        </p>
      ) : null}
    </li>
  );
}
