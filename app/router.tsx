// The hash router: one guarded route per screen.
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type ParsedLocation,
  redirect,
} from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { setFieldMode } from '#field/mode.ts';
import { grouped, ledByPath, ungrouped } from '#ui/client/field-addresses.ts';
import { sessionStore } from '#ui/client/session-state.ts';
import { tenant } from '#ui/client/tenant.ts';
import { notifyWarning } from '#ui/notify.ts';
import { LazyScreen } from '#ui/shell/LazyScreen.tsx';
import { ScreenBoundary } from '#ui/shell/ScreenBoundary.tsx';
import { opensField } from './field-default.ts';
import { Layout } from './Layout.tsx';
import { mayAdd, type Route, refusedRoute, wordsOf } from './routes/route.ts';
import { routes } from './routes.tsx';
import { Unknown } from './Unknown.tsx';

/** `:id?` becomes the router's `{-$id}`, `:id` its `$id`. */
export const routerPath = (path: string): string => path.replace(/:(\w+)\?/g, '{-$$$1}').replace(/:(\w+)/g, '$$$1');

type Guarded = { location: ParsedLocation };

/** A refused route stays on the current page; typed or opened first, it leads home (B-002, B-003). */
function guard(declared: Route, { location }: Guarded, before: ParsedLocation | undefined): void {
  const session = sessionStore.get();
  const reason = session && refusedRoute(declared, session, tenant());
  if (!reason) return;
  notifyWarning(reason);
  throw before && before.pathname !== location.pathname
    ? redirect({ to: before.pathname, search: before.search, replace: true })
    : redirect({ to: '/home', replace: true });
}

const screenOf = (declared: Route) => (): ReactElement | null => {
  const session = sessionStore.get();
  if (!declared.screen || !session) return null;
  const { name } = declared;
  const { label, description } = wordsOf(declared, session);
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
};

const history = createHashHistory();

/** One router per session: the next user starts at his own address, not at the previous one's. */
export function openRouter(frame: () => ReactElement = Layout) {
  const root = createRootRoute({ component: frame, notFoundComponent: Unknown });
  const start = createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      const session = sessionStore.get();
      if (!session || !opensField(session)) throw redirect({ to: '/home', replace: true });
      // The address stays the empty one: the field knows what is under way.
      setFieldMode(true);
    },
  });
  // Called once the router exists; a separate variable avoids a circular type.
  let before = (): ParsedLocation | undefined => undefined;
  const screens = routes
    .filter(({ screen }) => screen)
    .map((declared) =>
      createRoute({
        getParentRoute: () => root,
        path: routerPath(declared.path),
        beforeLoad: (asked: Guarded) => {
          guard(declared, asked, before());
          const led = ledByPath(asked.location.pathname.split('/').slice(2));
          if (led && declared.group === 'field') throw redirect({ href: led.to, replace: true });
        },
        component: screenOf(declared),
      }),
    );
  const moved = ungrouped.map((name) =>
    createRoute({
      getParentRoute: () => root,
      path: routerPath(`/${name}/:one?/:two?`),
      beforeLoad: ({ location }: Guarded) => {
        throw redirect({ href: grouped(location.pathname) ?? '/home', replace: true });
      },
    }),
  );
  const router = createRouter({
    routeTree: root.addChildren([start, ...screens, ...moved]),
    history,
    defaultNotFoundComponent: Unknown,
  });
  before = () => router.state.resolvedLocation;
  return router;
}
