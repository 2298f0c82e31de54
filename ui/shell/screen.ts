// What the frame passes to each screen, and what each screen can read from it.
import { type ComponentType, createContext, useContext } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import type { Icon } from '../icons.ts';
import type { AnyRow } from '../moves.ts';

export interface ScreenProps {
  /** The route's name: the key of the page's configuration. */
  page: string;
  title: string;
  description: string;
  /** The route has an add action and the session holds its rights. */
  add: boolean;
}

/** One record above another screen. */
export interface SheetProps {
  /** Null: create a record. */
  id: string | null;
  tab?: string | undefined;
  initial?: Record<string, unknown> | undefined;
  page: string;
  above: true;
  /** A new record was created, or the record changed. */
  onSaved?: ((row: AnyRow) => void) | undefined;
  onClose(): void;
}

export interface MenuItem {
  name: string;
  path: string;
  label: string;
  description: string;
  icon: Icon;
  /** The screen can add records, and the session may. */
  add: boolean;
  /** The entity whose records the screen lists, loaded on demand. */
  records: (() => Promise<Entity>) | null;
  /** The dialog of one of these records, with what the module adds to it; absent: the plain dialog of the entity. */
  Sheet?: ComponentType<SheetProps>;
  /** The screen, by name, whose tab it is: no entry in the drawer if that screen has one. */
  tabOf?: string;
  /** The screen has its own way to its tabs. */
  ownTabs?: true;
  /** Shown beside its entry in the drawer. */
  Badge?: ComponentType;
  /** Loads the screen before the click. */
  preload(): void;
}

export interface MenuGroup {
  name: string;
  /** Empty: the first group, without a heading. */
  label: string;
  items: readonly MenuItem[];
}

export const MenusContext = createContext<readonly MenuGroup[]>([]);

/** The menus of this session. */
export const useMenus = (): readonly MenuGroup[] => useContext(MenusContext);

/** The screen and its tabs, in order of the menus; empty: it has none. */
export function tabsAt(menus: readonly MenuGroup[], pathname: string): readonly MenuItem[] {
  const items = menus.flatMap((group) => group.items);
  const here = items.find(({ path }) => path === pathname);
  const main = here && (mainOf(items, here) ?? here);
  const family = main ? [main, ...items.filter((item) => item !== main && mainOf(items, item) === main)] : [];
  return family.length > 1 ? family : [];
}

/** The screen whose tab it is; null: it has its own entry. */
export const mainOf = (items: readonly MenuItem[], { tabOf }: MenuItem): MenuItem | null =>
  items.find(({ name }) => name === tabOf) ?? null;
