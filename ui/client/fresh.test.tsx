import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { readSeller } from '#core/payments/invoice-calls.ts';
import { useFreshCall } from './fresh.ts';
import { queryClient, queryKey } from './queries.tsx';
import { sessionOf, sessionStore } from './session-state.ts';
import { someUser } from './testing/people.ts';
import { type Reply, refusal, serve } from './testing/server.ts';

const answer = (name: string) => ({
  seller: {
    ...{ name, legalStatus: null, capital: null, siret: null, vatNumber: null, rcs: null, street: null },
    ...{ zipcode: null, city: null, email: null, bankDetails: null, suspensionDays: 15 },
  },
  ...{ cards: false, debits: false, version: 1 },
});

/** A young answer is in the cache. */
function open(reply: () => Reply | Promise<Reply>) {
  serve(reply);
  const session = sessionOf(someUser({ superAdmin: true }), { profileId: null, agency: null });
  sessionStore.set(session);
  queryClient.setQueryData(queryKey(readSeller), answer('Avant'), { updatedAt: Date.now() - 1_000 });
  const wrapper = ({ children }: { children: ReactNode }): ReactNode => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  return renderHook(() => useFreshCall(readSeller), { wrapper }).result;
}

beforeEach(() => {
  cleanup();
  queryClient.clear();
});

test('a form waits for an answer of its own, and keeps it when a later reading fails', async () => {
  const replies: Reply[] = [[200, answer('Maintenant')]];
  const result = open(() => replies.shift() ?? refusal(500, 'Panne'));
  expect(result.current.data).toBeUndefined();
  await waitFor(() => expect(result.current.data?.seller.name).toBe('Maintenant'));
  await act(() => result.current.refetch());
  expect(result.current.data?.seller.name).toBe('Maintenant');
});

test('a form whose reading failed has the failure and no older answer', async () => {
  const result = open(() => refusal(500, 'Panne'));
  await waitFor(() => expect(result.current.error?.message).toContain('Panne'));
  expect(result.current.data).toBeUndefined();
});

test('a form has its answer although the clock was set back after it was opened', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const answered = Promise.withResolvers<Reply>();
    const result = open(() => answered.promise);
    vi.setSystemTime(Date.now() - 3_600_000);
    answered.resolve([200, answer('Maintenant')]);
    await waitFor(() => expect(result.current.data?.seller.name).toBe('Maintenant'));
  } finally {
    vi.useRealTimers();
  }
});
