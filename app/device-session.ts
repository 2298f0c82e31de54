// The session of the person of a telephone in field mode, for the screens of the desk there.
import { useCallback, useEffect, useState } from 'react';
import { messages } from '#core/kernel/problem.ts';
import type { Device } from '#field/store/database.ts';
import { queryClient } from '#ui/client/queries.tsx';
import { choose, loadSession } from '#ui/client/session.ts';
import { sessionStore } from '#ui/client/session-state.ts';
import { useStore } from '#ui/client/store.ts';
import { bearerOf, currentTokens } from '#ui/client/tokens.ts';

interface DeviceSession {
  /** The tokens of this browser are his. */
  isHis: boolean;
  isReady: boolean;
  problem: Error | null;
  load(): void;
}

/** One user of it at a time: it ends with the one that uses it. */
export function useDeviceSession({ user, agent }: Device): DeviceSession {
  const session = useStore(sessionStore);
  const [problem, setProblem] = useState<Error | null>(null);
  const isHis = bearerOf(currentTokens())?.split('/')[0] === user;
  const load = useCallback(() => {
    if (!isHis) return;
    setProblem(null);
    loadSession().then(
      // The device belongs to one profile of the person.
      ({ profile }) => (profile?.id === agent ? undefined : choose({ profileId: agent })),
      (error: unknown) => setProblem(error instanceof Error ? error : new Error(messages.unexpected)),
    );
  }, [isHis, agent]);
  useEffect(() => {
    load();
    return () => {
      sessionStore.set(null);
      queryClient.clear();
    };
  }, [load]);
  return { isHis, isReady: isHis && session?.profile?.id === agent, problem, load };
}
