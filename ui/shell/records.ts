// Finds the screen of this session that lists the records of an entity.
import { useEffect, useState } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import { type MenuGroup, type MenuItem, useMenus } from './screen.ts';

/** Instead of an id: a new record. */
export const newRecord = 'new';

/** « Ajouter une ronde » */
export const addLabel = ({ label }: Entity): string =>
  `Ajouter un${label.feminine ? 'e' : ''} ${label.one.toLowerCase()}`;

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

/** In the order of the menus; of several screens of an entity, one that can add records. */
function screensOf(found: readonly RecordScreen[]): Screens {
  const known = new Map<string, RecordScreen>();
  for (const screen of found)
    if (screen.item.add || !known.get(screen.of.name)?.item.add) known.set(screen.of.name, screen);
  return known;
}

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
        const known = loaded.get(menus) ?? screensOf(found);
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
