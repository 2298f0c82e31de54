// The tabs of a screen whose secondary screens are not in the drawer (decision 96).
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import classes from './ScreenTabs.module.css';
import { tabsAt, useMenus } from './screen.ts';

export function ScreenTabs(): ReactElement | null {
  const pathname = useLocation({ select: (location) => location.pathname });
  const tabs = tabsAt(useMenus(), pathname);
  if (tabs.length === 0 || tabs[0]?.ownTabs) return null;
  return (
    <nav className={classes.tabs} aria-label="Onglets">
      {tabs.map(({ name, path, label, preload }) => (
        <Link
          key={name}
          to={path}
          activeOptions={{ exact: true, includeSearch: false }}
          className={classes.tab ?? ''}
          onPointerEnter={preload}
          onFocus={preload}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
