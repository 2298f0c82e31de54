// The left drawer: groups of screens, searchable and collapsible; the state is remembered.
import { ActionIcon, Text, TextInput, UnstyledButton } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactElement, Suspense, useMemo, useRef, useState } from 'react';
import { recallJson, rememberJson } from '../client/device.ts';
import { IconChevronRight, IconSearch, IconX } from '../icons.ts';
import { plain, wordsOf } from '../plain.ts';
import { Described } from './Described.tsx';
import classes from './Drawer.module.css';
import { type MenuGroup, type MenuItem, mainOf, tabsAt, useMenus } from './screen.ts';

/** Groups with the items that contain every word of the query. */
export function searchMenus(menus: readonly MenuGroup[], query: string): readonly MenuGroup[] {
  const words = wordsOf(query);
  if (words.length === 0) return menus;
  return menus
    .map((group) => ({
      ...group,
      items: group.items.filter(({ label, description }) => {
        const text = plain(`${group.label} ${label} ${description}`);
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ items }) => items.length > 0);
}

/** Without the tabs of other entries; the search finds them. */
const entriesOf = (menus: readonly MenuGroup[]): readonly MenuGroup[] => {
  const items = menus.flatMap((group) => group.items);
  return menus
    .map((group) => ({ ...group, items: group.items.filter((item) => mainOf(items, item) === null) }))
    .filter((group) => group.items.length > 0);
};

/** A heading that repeats its only screen is not shown. */
const isAlone = ({ label, items }: MenuGroup): boolean => items.length === 1 && items[0]?.label === label;

const closedPlace = 'drawer.closed-groups';

interface Props {
  /** Icons only, with labels on hover. */
  rail: boolean;
  onNavigate(): void;
}

export function Drawer({ rail, onNavigate }: Props): ReactElement {
  const menus = useMenus();
  const [query, setQuery] = useState('');
  const [closed, setClosed] = useState(() => new Set(recallJson<string[]>(closedPlace) ?? []));
  const list = useRef<HTMLDivElement>(null);
  const shown = useMemo(
    () => (rail || query.trim() === '' ? entriesOf(menus) : searchMenus(menus, query)),
    [menus, query, rail],
  );
  const pathname = useLocation({ select: (location) => location.pathname });
  const [main] = tabsAt(menus, pathname);
  const toggle = (name: string): void => {
    const next = new Set(closed);
    if (!next.delete(name)) next.add(name);
    setClosed(next);
    rememberJson(closedPlace, [...next]);
  };
  const search = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && query) {
      event.stopPropagation();
      setQuery('');
    }
    if (event.key === 'Enter') list.current?.querySelector<HTMLAnchorElement>('a')?.click();
  };
  const leave = (): void => {
    setQuery('');
    onNavigate();
  };
  return (
    <nav className={classes.drawer} data-rail={rail} aria-label="Menu principal">
      {rail ? null : (
        <TextInput
          className={classes.search ?? ''}
          size="xs"
          placeholder="Rechercher un écran"
          aria-label="Rechercher un écran"
          leftSection={<IconSearch size={14} aria-hidden />}
          rightSection={
            query ? (
              <ActionIcon
                size="xs"
                variant="subtle"
                color="gray"
                aria-label="Effacer la recherche"
                onClick={() => setQuery('')}
              >
                <IconX size={12} />
              </ActionIcon>
            ) : null
          }
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={search}
        />
      )}
      <div className={classes.groups} ref={list}>
        {shown.length === 0 ? (
          <Text size="sm" c="dimmed" px="sm">
            Aucun écran ne correspond.
          </Text>
        ) : null}
        {shown.map((group) => {
          const headed = group.label !== '' && !rail && !isAlone(group);
          const open = !headed || query !== '' || !closed.has(group.name);
          return (
            <section key={group.name} className={classes.group}>
              {headed ? (
                <UnstyledButton
                  className={classes.heading ?? ''}
                  aria-expanded={open}
                  onClick={() => toggle(group.name)}
                >
                  <IconChevronRight size={12} className={classes.chevron ?? ''} aria-hidden />
                  {group.label}
                </UnstyledButton>
              ) : null}
              {open ? (
                <ul className={classes.items}>
                  {group.items.map((item) => (
                    <li key={item.name}>
                      <Item
                        item={item}
                        isParent={isParent(item, menus)}
                        holdsTab={item === main}
                        rail={rail}
                        onNavigate={leave}
                      />
                      <Suspense>{item.Badge ? <item.Badge /> : null}</Suspense>
                    </li>
                  ))}
                </ul>
              ) : null}
            </section>
          );
        })}
      </div>
    </nav>
  );
}

/** Other screens have an address below this one: highlight it only on an exact match. */
const isParent = ({ path }: MenuItem, menus: readonly MenuGroup[]): boolean =>
  menus.some(({ items }) => items.some((other) => other.path.startsWith(`${path}/`)));

interface ItemProps {
  item: MenuItem;
  isParent: boolean;
  /** One of its tabs is shown. */
  holdsTab: boolean;
  rail: boolean;
  onNavigate(): void;
}

function Item({ item, isParent: exact, holdsTab, rail, onNavigate }: ItemProps): ReactElement {
  return (
    <Described item={item} named={rail} position="right">
      <Link
        to={item.path}
        activeOptions={{ exact, includeSearch: false }}
        className={classes.item ?? ''}
        data-tab={holdsTab || undefined}
        onClick={onNavigate}
        onPointerEnter={item.preload}
        onFocus={item.preload}
        aria-label={item.label}
        aria-description={item.description}
      >
        <item.icon size={17} stroke={1.6} aria-hidden className={classes.icon ?? ''} />
        {rail ? null : <span className={classes.label}>{item.label}</span>}
      </Link>
    </Described>
  );
}
