// The frame with the menus, notices and dialogs of this session around the screen of the router.
import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { lazy, type ReactElement, Suspense, useEffect, useMemo } from 'react';
import { maintenance } from '#ui/client/connection.ts';
import { forgetAgency } from '#ui/client/queries.tsx';
import { hostReauthentication } from '#ui/client/reauthentication.ts';
import { type Session, useSession } from '#ui/client/session.ts';
import { useStore } from '#ui/client/store.ts';
import { tenant } from '#ui/client/tenant.ts';
import '#ui/focusReturn.ts';
import { Frame } from '#ui/shell/Frame.tsx';
import { loadWithRetry, useLater } from '#ui/shell/later.ts';
import { MenusContext } from '#ui/shell/screen.ts';
import { UserMenu } from '#ui/shell/UserMenu.tsx';
import { useFieldScale } from '#ui/theme/useFieldScale.ts';
import { OwnRecordItem } from '#web/account/OwnRecordItem.tsx';
import { SecondFactorNotice } from '#web/account/SecondFactorNotice.tsx';
import { HelpButton } from '#web/help/HelpButton.tsx';
import { Bell } from '#web/notifications/Bell.tsx';
import { SearchButton } from '#web/palette/SearchButton.tsx';
import {
  ActingBanner,
  ConnectionBanner,
  MaintenanceNotice,
  MaintenanceScreen,
  PendingNotice,
  SupportBanner,
} from '#web/session/notices.tsx';
import { Place } from '#web/session/Place.tsx';
import { AlarmsAbove } from './AlarmsAbove.tsx';
import { FieldEntrance } from './FieldEntrance.tsx';
import { menuGroupsOf } from './menu-groups.ts';
import { notificationsRoute } from './routes/everyone.ts';
import { refusedRoute } from './routes/route.ts';
import { hereAt, unknownRoute } from './routes.tsx';

const Overlays = lazy(() => loadWithRetry(() => import('./Overlays.tsx')));

export function Layout(): ReactElement {
  const session = useSession();
  const router = useRouter();
  const menus = useMemo(() => menuGroupsOf(session, tenant()), [session]);
  const later = useLater();
  const isClosed = useStore(maintenance) !== null;
  // From the first call on, although the dialog is loaded a little later.
  useEffect(hostReauthentication, []);
  const pathname = useLocation({ select: (location) => location.pathname });
  const here = hereAt(pathname, session);
  useTitle(here?.label ?? unknownRoute);
  useFieldScale(session.scope === 'agent' || session.scope === 'customer');
  useKeptContact(session);
  // Another agency or person: clear everything.
  const startAgain = (): void => {
    void forgetAgency();
    router.navigate({ to: '/home' }).catch(() => undefined);
  };
  return (
    <MenusContext value={menus}>
      <Frame
        place={<Place onChange={startAgain} />}
        search={<SearchButton onSwitch={startAgain} />}
        tools={
          <>
            <HelpButton here={here} />
            {refusedRoute(notificationsRoute, session, tenant()) === null ? <Bell /> : null}
          </>
        }
        user={<UserMenu>{session.flags.isCustomer ? <OwnRecordItem /> : null}</UserMenu>}
        banners={
          <>
            <ConnectionBanner />
            <ActingBanner onBack={startAgain} />
            <SupportBanner away={() => router.navigate({ to: '/home' })} />
            <PendingNotice />
            <MaintenanceNotice />
            <SecondFactorNotice />
            {isClosed ? null : <AlarmsAbove />}
          </>
        }
      >
        <Outlet />
      </Frame>
      <MaintenanceScreen action={<FieldEntrance />}>
        {/* An alarm rings and is answered during a maintenance too (decision 103). */}
        <AlarmsAbove />
      </MaintenanceScreen>
      <Suspense fallback={null}>{later ? <Overlays /> : null}</Suspense>
    </MenusContext>
  );
}

function useTitle(label: string): void {
  useEffect(() => {
    document.title = `${label} — ${tenant().name}`;
  }, [label]);
}

/** With the first data of the session, so that an agent can call his agency from where there is no network. */
function useKeptContact(session: Session): void {
  const { scope, agency, flags } = session;
  const isAtDesk = scope === 'agency' && !flags.isAgent;
  useEffect(() => {
    if (isAtDesk || !agency) return;
    import('#web/links/contact.ts').then(({ keepContact }) => keepContact({ scope, agency })).catch(() => undefined);
  }, [isAtDesk, scope, agency]);
}
