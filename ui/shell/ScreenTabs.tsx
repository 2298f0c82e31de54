// The tabs of a screen whose secondary screens are not in the drawer (decision 96).
import { Link, useLocation } from '@tanstack/react-router';
import { Fragment, type ReactElement, Suspense } from 'react';
import classes from './ScreenTabs.module.css';
import { tabsAt, useMenus } from './screen.ts';

export function ScreenTabs(): ReactElement | null {
  const pathname = useLocation({ select: (location) => location.pathname });
  const tabs = tabsAt(useMenus(), pathname);
  if (tabs.length === 0 || tabs[0]?.ownTabs) return null;
  return (
    <nav className={classes.tabs} aria-label="Onglets">
      {tabs.map(({ name, path, label, tabOf, Badge, preload }) => (
        <Fragment key={name}>
          <Link
            to={path}
            activeOptions={{ exact: true, includeSearch: false }}
            className={classes.tab ?? ''}
            onPointerEnter={preload}
            onFocus={preload}
          >
            {label}
          </Link>
          {tabOf && Badge ? (
            <span className={classes.badge}>
              <Suspense>
                <Badge />
              </Suspense>
            </span>
          ) : null}
        </Fragment>
      ))}
    </nav>
  );
}
