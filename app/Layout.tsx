// The frame with this session's menus, notices and dialogs around the router's screen.
import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { type ReactElement, useEffect, useMemo } from 'react';
import { queryClient } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { tenant } from '#ui/client/tenant.ts';
import { ConfirmHost } from '#ui/confirm.tsx';
import { Frame } from '#ui/shell/Frame.tsx';
import { preloadScreen } from '#ui/shell/LazyScreen.tsx';
import { type MenuGroup, MenusContext } from '#ui/shell/screen.ts';
import { UserMenu } from '#ui/shell/UserMenu.tsx';
import {
  ActingBanner,
  ConnectionBanner,
  LockedDialog,
  MaintenanceScreen,
  PendingNotice,
  UpdateDialog,
  WelcomeDialog,
} from '#web/session/notices.tsx';
import { Place } from '#web/session/Place.tsx';
import { ReauthenticationHost } from '#web/session/Reauthentication.tsx';
import type { Route } from './routes/route.ts';
import { menusFor, routes, unknownRoute } from './routes.tsx';

const itemOf = ({ name, path, label, description, icon, screen }: Route): MenuGroup['items'][number] => ({
  name,
  path: path.replace(/\/:\w+\?/g, ''),
  label,
  description,
  icon,
  preload: () => {
    if (screen) preloadScreen(screen.load).catch(() => undefined);
  },
});

export function Layout(): ReactElement {
  const session = useSession();
  const router = useRouter();
  const menus = useMemo(
    () =>
      menusFor(session, tenant()).map(
        ({ group, label, routes: own }): MenuGroup => ({ name: group, label, items: own.map(itemOf) }),
      ),
    [session],
  );
  useTitle();
  // Another place or person: nothing of the former stays.
  const startAgain = (): void => {
    queryClient.clear();
    router.navigate({ to: '/home' }).catch(() => undefined);
  };
  return (
    <MenusContext value={menus}>
      <Frame
        place={<Place onChange={startAgain} />}
        user={<UserMenu />}
        banners={
          <>
            <ConnectionBanner />
            <ActingBanner onBack={startAgain} />
            <PendingNotice />
          </>
        }
      >
        <Outlet />
      </Frame>
      <ConfirmHost />
      <UpdateDialog />
      <WelcomeDialog />
      <LockedDialog />
      <MaintenanceScreen />
      <ReauthenticationHost />
    </MenusContext>
  );
}

function useTitle(): void {
  const pathname = useLocation({ select: (location) => location.pathname });
  useEffect(() => {
    const declared = routes.find(({ path, screen }) => screen && path.replace(/\/:\w+\?/g, '') === pathname);
    document.title = `${declared?.label ?? unknownRoute} — ${tenant().name}`;
  }, [pathname]);
}
