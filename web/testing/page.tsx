// Renders a screen with a session, a cache, a router and a stub server.
import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, configure, render } from '@testing-library/react';
import { PointerEventsCheckLevel, type UserEvent, userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { vi } from 'vitest';
import { ConfirmHost } from '#ui/ConfirmHost.tsx';
import { maintenance } from '#ui/client/connection.ts';
import { queryClient } from '#ui/client/queries.tsx';
import { type Session, sessionOf, sessionStore } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { showBrand } from '#ui/client/testing/tenant.ts';
import { keepTokens } from '#ui/client/tokens.ts';
import { update } from '#ui/client/version.ts';

// happy-dom has no fonts.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() });

configure({ asyncUtilTimeout: 10_000, getElementError: (message) => new Error(message ?? undefined) });

export const owner = (): Session =>
  sessionOf(someUser({ userCompanies: [someProfile({ isOwner: true, rights: [] })] }), {
    profileId: null,
    agency: null,
  });

/** Resets everything between tests. */
export function startAfresh(): void {
  cleanup();
  notifications.clean();
  queryClient.clear();
  localStorage.clear();
  window.location.hash = '';
  sessionStore.set(null);
  maintenance.set(null);
  update.set(null);
  keepTokens(null);
  showBrand(null);
  vi.unstubAllGlobals();
}

export function showPage(screen: ReactElement, session: Session | null = owner()): UserEvent {
  sessionStore.set(session);
  if (session) keepTokens({ token: 'valid', refresh_token: 'r' });
  const routeTree = createRootRoute({ component: () => screen, notFoundComponent: () => screen });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <Notifications />
        <RouterProvider router={router} />
        <ConfirmHost />
      </QueryClientProvider>
    </MantineProvider>,
  );
  // Checking pointer events of all ancestors at every click takes seconds in happy-dom.
  return userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
}
