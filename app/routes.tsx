// Every route of the product, and the menus. A route without a screen is in no menu and shows « Route inexistante ».
import type { Tenant } from '#core/tenant.ts';
import type { Session } from '#ui/client/session.ts';
import type { Here } from '#web/help/HelpButton.tsx';
import { agency } from './routes/agency.ts';
import { everyone } from './routes/everyone.ts';
import { field } from './routes/field.ts';
import { planning } from './routes/planning.ts';
import { platform } from './routes/platform.ts';
import { type Group, groups, type Route, refusedRoute, wordsOf } from './routes/route.ts';
import { stocks } from './routes/stocks.ts';

export const routes: readonly Route[] = [...everyone, ...platform, ...planning, ...agency, ...stocks, ...field];

export interface Menu {
  group: Group;
  label: string;
  routes: readonly Route[];
}

export const inMenus = (declared: Route): boolean => declared.screen !== undefined && declared.inMenu !== false;

/** The menus of this session. */
export function menusFor(session: Session, tenant: Tenant): Menu[] {
  const isOn = ({ menuModule }: Route): boolean => menuModule === undefined || tenant.modules[menuModule];
  const reached = routes.filter((one) => inMenus(one) && isOn(one) && refusedRoute(one, session, tenant) === null);
  return (Object.keys(groups) as Group[]).flatMap((group) => {
    const own = reached.filter((declared) => declared.group === group);
    return own.length > 0 ? [{ group, label: groups[group], routes: own }] : [];
  });
}

/** Decision 96: the entries of the drawer. A tab whose screen this session may not open is an entry itself. */
export function drawerOf(menus: readonly Menu[]): Route[] {
  const reached = menus.flatMap((menu) => menu.routes);
  return reached.filter(({ tabOf }) => !reached.some(({ name }) => name === tabOf));
}

/** The route of an address: its parameters are at its end, and optional. */
export const routeAt = (path: string): Route | undefined => {
  const asked = path.split('/');
  return routes.find((declared) => {
    const pieces = declared.path.split('/');
    const fixed = pieces.filter((piece) => !piece.startsWith(':'));
    return (
      asked.length >= fixed.length &&
      asked.length <= pieces.length &&
      fixed.every((piece, index) => piece === asked[index])
    );
  });
};

/** The screen at an address, for the title and the help: also of one record, and of a screen that is in no menu. */
export function hereAt(path: string, session: Session | null): Here | null {
  const declared = routeAt(path);
  return declared?.screen ? { name: declared.name, ...wordsOf(declared, session) } : null;
}

/** B-042, B-043 */
export const unknownRoute = 'Route inexistante';
