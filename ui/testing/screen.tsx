// Renders a screen as the frame does: theme, cache, router, messages, questions.
import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, configure, render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { vi } from 'vitest';
import type { Entity } from '#core/kernel/entity.ts';
import type { Right } from '#core/rights.ts';
import type { PagesConfig } from '#core/session/session.ts';
import { ConfirmHost } from '../ConfirmHost.tsx';
import { queryClient } from '../client/queries.tsx';
import { sessionOf, sessionStore } from '../client/session-state.ts';
import { someProfile, someUser } from '../client/testing/people.ts';
import type { AnyRow } from '../moves.ts';
import { crate, type Depot, openDepot } from './depot.ts';

// happy-dom has no fonts.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() });

// A long timeout for busy machines; errors without a dump of the whole page.
configure({ asyncUtilTimeout: 10_000, getElementError: (message) => new Error(message ?? undefined) });

export interface Opened {
  user: UserEvent;
  depot: Depot;
  history: RouterHistory;
  /** The search part of the address, decoded. */
  address(): string;
}

export interface World {
  rows?: AnyRow[];
  rights?: readonly Right[];
  pagesConfig?: PagesConfig;
  /** The entity of the rows. Default: Crate. */
  of?: Entity;
  at?: string;
}

const everyRight: Right[] = [
  'listCheckpoints',
  'createCheckpoint',
  'editCheckpoint',
  'deleteCheckpoint',
  'listAgents',
  'readAgent',
];

export const crates = (count: number): AnyRow[] => Array.from({ length: count }, (_none, index) => crate(index + 1));

export function openScreen(screen: ReactElement, world: World = {}): Opened {
  const { rights = everyRight, pagesConfig = {}, rows = crates(3), at = '/', of } = world;
  const user = someUser({ userCompanies: [someProfile({ rights })], pagesConfig });
  sessionStore.set(sessionOf(user, { profileId: null, agency: null }));
  const depot = openDepot(user, rows, of);
  const root = createRootRoute();
  const page = createRoute({ getParentRoute: () => root, path: '/', component: () => screen });
  const history = createMemoryHistory({ initialEntries: [at] });
  const router = createRouter({ routeTree: root.addChildren([page]), history });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <Notifications />
        <RouterProvider router={router} />
        <ConfirmHost />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return {
    user: userEvent.setup(),
    depot,
    history,
    address: () => decodeURIComponent(history.location.search),
  };
}

/** The colour of the message, which shows its kind. */
export const toneOf = (message: HTMLElement): string | undefined =>
  /--mantine-color-(\w+)-/.exec(message.closest('[role="alert"]')?.getAttribute('style') ?? '')?.[1];

export function closeScreen(): void {
  cleanup();
  notifications.clean();
  queryClient.clear();
  localStorage.clear();
  sessionStore.set(null);
  vi.unstubAllGlobals();
}
