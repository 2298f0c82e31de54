// The frame with the menus, notices and dialogs of this session around the screen of the router.
import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { lazy, type ReactElement, Suspense, useEffect, useMemo } from 'react';
import { queryClient } from '#ui/client/queries.tsx';
import { hostReauthentication } from '#ui/client/reauthentication.ts';
import { type Session, useSession } from '#ui/client/session.ts';
import { tenant } from '#ui/client/tenant.ts';
import '#ui/focusReturn.ts';
import { Frame } from '#ui/shell/Frame.tsx';
import { preloadScreen } from '#ui/shell/LazyScreen.tsx';
import { loadWithRetry, useLater } from '#ui/shell/later.ts';
import { type MenuGroup, MenusContext } from '#ui/shell/screen.ts';
import { UserMenu } from '#ui/shell/UserMenu.tsx';
import { useFieldScale } from '#ui/theme/useFieldScale.ts';
import { OwnRecordItem } from '#web/account/OwnRecordItem.tsx';
import { SecondFactorNotice } from '#web/account/SecondFactorNotice.tsx';
import { HelpButton } from '#web/help/HelpButton.tsx';
import { Bell } from '#web/notifications/Bell.tsx';
import { SearchButton } from '#web/palette/SearchButton.tsx';
import { ActingBanner, ConnectionBanner, MaintenanceScreen, PendingNotice } from '#web/session/notices.tsx';
import { Place } from '#web/session/Place.tsx';
import { notificationsRoute } from './routes/everyone.ts';
import { mayAdd, type Route, refusedRoute } from './routes/route.ts';
import { menusFor, routes, unknownRoute } from './routes.tsx';

const AlarmBanner = lazy(() => loadWithRetry(() => import('#web/safety/AlarmBanner.tsx')));
const Overlays = lazy(() => loadWithRetry(() => import('./Overlays.tsx')));

function itemOf(declared: Route, session: Session): MenuGroup['items'][number] {
  const { name, path, label, description, icon, screen, badge, tabOf, ownTabs } = declared;
  return {
    name,
    path: path.replace(/\/:\w+\?/g, ''),
    label,
    description,
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

export function Layout(): ReactElement {
  const session = useSession();
  const router = useRouter();
  const menus = useMemo(
    () =>
      menusFor(session, tenant()).map(
        ({ group, label, routes: own }): MenuGroup => ({
          name: group,
          label,
          items: own.map((declared) => itemOf(declared, session)),
        }),
      ),
    [session],
  );
  const later = useLater();
  // From the first call on, although the dialog is loaded a little later.
  useEffect(hostReauthentication, []);
  useTitle();
  useFieldScale(session.scope === 'agent');
  useKeptContact(session);
  // Another agency or person: clear everything.
  const startAgain = (): void => {
    queryClient.clear();
    router.navigate({ to: '/home' }).catch(() => undefined);
  };
  return (
    <MenusContext value={menus}>
      <Frame
        place={<Place onChange={startAgain} />}
        search={<SearchButton onSwitch={startAgain} />}
        tools={
          <>
            <HelpButton />
            {refusedRoute(notificationsRoute, session, tenant()) === null ? <Bell /> : null}
          </>
        }
        user={<UserMenu>{session.flags.isCustomer ? <OwnRecordItem /> : null}</UserMenu>}
        banners={
          <>
            <ConnectionBanner />
            <ActingBanner onBack={startAgain} />
            <PendingNotice />
            <SecondFactorNotice />
            {later && session.scope === 'agency' && session.agency && session.can(['readSupervision']) ? (
              <Suspense fallback={null}>
                <AlarmBanner />
              </Suspense>
            ) : null}
          </>
        }
      >
        <Outlet />
      </Frame>
      <MaintenanceScreen />
      <Suspense fallback={null}>{later ? <Overlays /> : null}</Suspense>
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

/** With the first data of the session, so that an agent can call his agency from where there is no network. */
function useKeptContact(session: Session): void {
  const { scope, agency } = session;
  useEffect(() => {
    if (scope === 'agency' || !agency) return;
    import('#web/links/contact.ts').then(({ keepContact }) => keepContact({ scope, agency })).catch(() => undefined);
  }, [scope, agency]);
}
