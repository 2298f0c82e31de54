// Screens of the desk inside the field application, for who leads and inspects on the road (decision 069). The bar of
// the queue, the alarms and the detectors of the field stay around them.
import '#ui/theme/desk.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, RouterProvider } from '@tanstack/react-router';
import { lazy, type ReactElement, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { Problem } from '#core/kernel/problem.ts';
import type { DeskScreens } from '#field/Field.tsx';
import { queryClient } from '#ui/client/queries.tsx';
import { hostReauthentication } from '#ui/client/reauthentication.ts';
import { useSession } from '#ui/client/session.ts';
import { sessionStore } from '#ui/client/session-state.ts';
import { useStore } from '#ui/client/store.ts';
import { tenant } from '#ui/client/tenant.ts';
import { FieldFrame } from '#ui/shell/field-frame.ts';
import { loadWithRetry } from '#ui/shell/later.ts';
import { MenusContext } from '#ui/shell/screen.ts';
import { useFieldScale } from '#ui/theme/useFieldScale.ts';
import { AlarmsAbove } from './AlarmsAbove.tsx';
import { useDeviceSession } from './device-session.ts';
import classes from './field-desk.module.css';
import { menuGroupsOf } from './menu-groups.ts';
import { openRouter } from './router.tsx';
import { refusedRoute } from './routes/route.ts';
import { routeAt } from './routes.tsx';

const Overlays = lazy(() => loadWithRetry(() => import('./Overlays.tsx')));

function Layout(): ReactElement {
  const session = useSession();
  const menus = useMemo(() => menuGroupsOf(session, tenant()), [session]);
  useEffect(hostReauthentication, []);
  return (
    <MenusContext value={menus}>
      <div className={classes.alarms}>
        <AlarmsAbove />
      </div>
      <Outlet />
      <Suspense fallback={null}>
        <Overlays />
      </Suspense>
    </MenusContext>
  );
}

const FieldDesk: DeskScreens = ({ device, path, onSignIn }) => {
  const session = useStore(sessionStore);
  const { isHis, isReady, problem, load } = useDeviceSession(device);
  useFieldScale(true);
  if (!isHis || (problem instanceof Problem && problem.kind === 'unauthenticated'))
    return (
      <Told title="Connectez-vous pour ouvrir cet écran" act="Se connecter" onAct={onSignIn}>
        Les écrans de l’agence demandent votre session ; vos services restent ouverts sans elle.
      </Told>
    );
  if (problem)
    return (
      <Told title="Cet écran demande du réseau" act="Réessayer" onAct={load}>
        {problem.message}
      </Told>
    );
  if (!isReady || !session) return <main className={classes.desk} aria-busy />;
  const declared = routeAt(path);
  const refused = declared ? refusedRoute(declared, session, tenant()) : null;
  if (refused) return <Told title="Cet écran ne vous est pas ouvert">{refused}</Told>;
  return (
    <>
      <Back to={declared?.roles.includes('staff') ? '/terrain/encadrement' : '/terrain'} />
      <main className={classes.desk}>
        <QueryClientProvider client={queryClient}>
          <FieldFrame value>
            <Screens />
          </FieldFrame>
        </QueryClientProvider>
      </main>
    </>
  );
};
export default FieldDesk;

/** The router writes the address without an event: the field reads it again after each change. */
function Screens(): ReactElement {
  const [router] = useState(() => openRouter(Layout));
  useEffect(
    () => router.subscribe('onResolved', () => window.dispatchEvent(new HashChangeEvent('hashchange'))),
    [router],
  );
  return <RouterProvider router={router} />;
}

const Back = ({ to }: { to: string }): ReactElement => (
  <header className={classes.bar}>
    <a className={classes.link} href={`#${to}`}>
      Retour au terrain
    </a>
  </header>
);

interface ToldProps {
  title: string;
  act?: string;
  onAct?(): void;
  children: ReactNode;
}

const Told = ({ title, act, onAct, children }: ToldProps): ReactElement => (
  <>
    <Back to="/terrain" />
    <main className={classes.desk} role="alert">
      <h1>{title}</h1>
      <p>{children}</p>
      {act ? (
        <button type="button" className={classes.act} onClick={onAct}>
          {act}
        </button>
      ) : null}
    </main>
  </>
);
