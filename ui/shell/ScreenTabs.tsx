// The tabs of a screen whose secondary screens are not in the drawer (decision 96).
import { Link, useLocation } from '@tanstack/react-router';
import { Fragment, type ReactElement, Suspense, useEffect, useRef } from 'react';
import classes from './ScreenTabs.module.css';
import { tabsAt, useMenus } from './screen.ts';

export function ScreenTabs(): ReactElement | null {
  const pathname = useLocation({ select: (location) => location.pathname });
  const tabs = tabsAt(useMenus(), pathname);
  const bar = useRef<HTMLElement>(null);
  // Of many tabs on a phone, the one that is shown may lie outside.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen has its own tab
  useEffect(() => {
    bar.current?.querySelector('[aria-current="page"]')?.scrollIntoView?.({ inline: 'center', block: 'nearest' });
  }, [pathname]);
  if (tabs.length === 0 || tabs[0]?.ownTabs) return null;
  return (
    <nav className={classes.tabs} aria-label="Onglets" ref={bar}>
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
