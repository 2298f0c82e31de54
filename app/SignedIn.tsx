// The signed-in application: reads the session, then renders the router.
import '#ui/theme/desk.css';
import { Button, Center, Loader, Stack, Text, Title } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactElement, useCallback, useEffect, useState } from 'react';
import { messages, Problem } from '#core/kernel/problem.ts';
import { NetworkProblem } from '#ui/client/call.ts';
import { maintenance } from '#ui/client/connection.ts';
import { queryClient } from '#ui/client/queries.tsx';
import { reportFaults } from '#ui/client/reporting.ts';
import { loadSession } from '#ui/client/session.ts';
import { sessionStore } from '#ui/client/session-state.ts';
import { useStore } from '#ui/client/store.ts';
import { tenant } from '#ui/client/tenant.ts';
import { bearerOf, currentTokens, watchOtherTabs } from '#ui/client/tokens.ts';
import { dropOldDrafts } from '#ui/drafts.ts';
import { IconPlugConnectedX } from '#ui/icons.ts';
import { EnrolFirst } from '#web/account/EnrolFirst.tsx';
import { MaintenanceScreen } from '#web/session/notices.tsx';
import { FieldEntrance } from './FieldEntrance.tsx';
import { openRouter } from './router.tsx';

export default function SignedIn({ onRefused }: { onRefused(): void }): ReactElement {
  const [router] = useState(openRouter);
  const session = useStore(sessionStore);
  const ready = session !== null;
  // Once open, a page is not taken away with its typed text: its next call asks for the second factor.
  const [begun, setBegun] = useState(false);
  if (ready && !session.user.mustEnrol && !begun) setBegun(true);
  const [problem, setProblem] = useState<Error | null>(null);
  const closed = useStore(maintenance) !== null;
  const load = useCallback(() => {
    setProblem(null);
    loadSession().catch((error: unknown) => {
      if (error instanceof Problem && error.kind === 'unauthenticated') onRefused();
      else setProblem(error instanceof Error ? error : new Error(messages.unexpected));
    });
  }, [onRefused]);

  // Once, and again if maintenance ends before the session was read.
  useEffect(() => {
    if (!ready && !closed) load();
  }, [load, ready, closed]);

  // Opened offline: read the session as soon as the network is back.
  useEffect(() => {
    if (!(problem instanceof NetworkProblem)) return;
    window.addEventListener('online', load);
    return () => window.removeEventListener('online', load);
  }, [problem, load]);

  useEffect(() => reportFaults(), []);

  useEffect(() => {
    dropOldDrafts();
    return () => {
      sessionStore.set(null);
      queryClient.clear();
    };
  }, []);

  // Another tab signed in as somebody else or acts for another profile: this page is out of date.
  useEffect(
    () =>
      watchOtherTabs(() => {
        const bearer = bearerOf(currentTokens());
        const { user, acting, profile } = sessionStore.get() ?? {};
        if (user && bearer && bearer !== `${user.id}/${acting ? profile?.id : ''}`) window.location.reload();
      }),
    [],
  );

  return (
    <QueryClientProvider client={queryClient}>
      {ready && begun ? <RouterProvider router={router} /> : null}
      {ready && !begun && session.user.mustEnrol ? <EnrolFirst /> : null}
      {ready ? null : <Opening problem={problem} onRetry={load} />}
      {ready ? null : <MaintenanceScreen action={<FieldEntrance />} />}
    </QueryClientProvider>
  );
}

function Opening({ problem, onRetry }: { problem: Error | null; onRetry(): void }): ReactElement {
  return (
    <Center h="100dvh">
      {problem ? (
        <Stack align="center" gap="sm" px="lg" maw="32rem" ta="center" role="alert">
          <IconPlugConnectedX size={36} stroke={1.4} aria-hidden />
          <Title order={1}>{tenant().name}</Title>
          <Text>{problem.message}</Text>
          {problem instanceof NetworkProblem && (
            <Text size="sm" c="dimmed">
              La page reprendra d’elle-même dès que le réseau sera revenu.
            </Text>
          )}
          <Button onClick={onRetry}>Réessayer</Button>
          <FieldEntrance />
        </Stack>
      ) : (
        <Loader size="sm" role="status" aria-label="Chargement" />
      )}
    </Center>
  );
}
