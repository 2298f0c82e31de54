// The hash router: one route per screen, each behind its guard.
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type ParsedLocation,
  redirect,
} from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { sessionStore } from '#ui/client/session-state.ts';
import { tenant } from '#ui/client/tenant.ts';
import { notifyWarning } from '#ui/notify.ts';
import { LazyScreen } from '#ui/shell/LazyScreen.tsx';
import { ScreenBoundary } from '#ui/shell/ScreenBoundary.tsx';
import { Layout } from './Layout.tsx';
import { mayAdd, type Route, refusedRoute } from './routes/route.ts';
import { routes } from './routes.tsx';
import { Unknown } from './Unknown.tsx';

/** `:id?` becomes the router's `{-$id}`, `:id` its `$id`. */
export const routerPath = (path: string): string => path.replace(/:(\w+)\?/g, '{-$$$1}').replace(/:(\w+)/g, '$$$1');

const rootRoute = createRootRoute({ component: Layout, notFoundComponent: Unknown });

type Guarded = { location: ParsedLocation };

/** A refused route leaves one where one was; typed or opened first, it leads home (B-002, B-003). */
function guard(declared: Route, { location }: Guarded): void {
  const session = sessionStore.get();
  const reason = session && refusedRoute(declared, session, tenant());
  if (!reason) return;
  notifyWarning(reason);
  const { resolvedLocation } = router.state;
  const elsewhere = resolvedLocation && resolvedLocation.pathname !== location.pathname;
  throw elsewhere
    ? redirect({ to: resolvedLocation.pathname, search: resolvedLocation.search, replace: true })
    : redirect({ to: '/home', replace: true });
}

const screenRoute = (declared: Route) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: routerPath(declared.path),
    beforeLoad: (context: Guarded) => guard(declared, context),
    component: function Screen(): ReactElement | null {
      const session = sessionStore.get();
      if (!declared.screen || !session) return null;
      const { name, label, description } = declared;
      return (
        <ScreenBoundary key={name}>
          <LazyScreen
            load={declared.screen.load}
            page={name}
            title={label}
            description={description}
            add={mayAdd(declared, session)}
          />
        </ScreenBoundary>
      );
    },
  });

const start = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/home', replace: true });
  },
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([start, ...routes.filter(({ screen }) => screen).map(screenRoute)]),
  history: createHashHistory(),
  defaultNotFoundComponent: Unknown,
});
