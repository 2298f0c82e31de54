import type { Tenant } from '#core/tenant.ts';
import type { Session } from '#ui/client/session.ts';
import { preloadScreen } from '#ui/shell/LazyScreen.tsx';
import type { MenuGroup } from '#ui/shell/screen.ts';
import { mayAdd, type Route, wordsOf } from './routes/route.ts';
import { menusFor } from './routes.tsx';

function itemOf(declared: Route, session: Session): MenuGroup['items'][number] {
  const { name, path, icon, screen, badge, tabOf, ownTabs } = declared;
  return {
    name,
    path: path.replace(/\/:\w+\?/g, ''),
    ...wordsOf(declared, session),
    icon,
    add: mayAdd(declared, session),
    records: screen?.list?.entity ?? null,
    ...(screen?.list?.Sheet ? { Sheet: screen.list.Sheet } : {}),
    ...(badge ? { Badge: badge } : {}),
    ...(tabOf ? { tabOf } : {}),
    ...(ownTabs ? { ownTabs } : {}),
    preload: () => {
      if (screen) preloadScreen(screen.load).catch(() => undefined);
    },
  };
}

/** The menus of this session, as the frame and its screens read them. */
export const menuGroupsOf = (session: Session, tenant: Tenant): MenuGroup[] =>
  menusFor(session, tenant).map(({ group, label, routes }) => {
    const items = routes.map((declared) => itemOf(declared, session));
    return {
      name: group,
      label,
      // The drawer has no line for a tab: its count stands at the entry that holds it.
      items: items.map((item) => {
        const Badge = item.Badge ?? items.find(({ name, tabOf }) => tabOf === item.name && name !== item.name)?.Badge;
        return Badge && Badge !== item.Badge ? { ...item, Badge } : item;
      }),
    };
  });
