// Finds the screen of this session that lists the records of an entity.
import { useEffect, useState } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import { type MenuGroup, type MenuItem, useMenus } from './screen.ts';

/** Instead of an id: a new record. */
export const newRecord = 'new';

export interface RecordScreen {
  of: Entity;
  item: MenuItem;
}

/** Router options that open a record, or a new one, in its screen. */
export const recordPlace = ({ path }: MenuItem, id: string = newRecord): { to: string; search: { open: string } } => ({
  to: path,
  search: { open: id },
});

type Screens = ReadonlyMap<string, RecordScreen>;

/** Of the menus of this session: many links share them. */
const loaded = new WeakMap<readonly MenuGroup[], Screens>();

/** By the entity's name; null until the entities are loaded. */
export function useRecordScreens(): Screens | null {
  const menus = useMenus();
  const [screens, setScreens] = useState(loaded.get(menus) ?? null);
  useEffect(() => {
    let left = false;
    const loading = menus
      .flatMap(({ items }) => items)
      .flatMap((item) => (item.records ? [item.records().then((of): RecordScreen => ({ of, item }))] : []));
    // A screen whose code cannot be loaded is missing here; opening it shows the reason.
    Promise.allSettled(loading)
      .then((settled) => {
        const found = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
        // Of several screens of an entity, one that can add records.
        const ranked = [...found.filter(({ item }) => !item.add), ...found.filter(({ item }) => item.add)];
        const known = loaded.get(menus) ?? new Map(ranked.map((screen) => [screen.of.name, screen]));
        loaded.set(menus, known);
        if (!left) setScreens(known);
      })
      .catch(() => undefined);
    return () => {
      left = true;
    };
  }, [menus]);
  return screens;
}
