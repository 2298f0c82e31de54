// The message of a maintenance under way, for the sign-in, which knows no session (decision 103).
import { useEffect, useState } from 'react';
import { exchange } from './transport.ts';

const often = 60_000;

/** As `readVersion`, whose declaration would be most of the first page. */
export const versionPath = '/version';

/** Without a network: nothing. */
async function readMessage(): Promise<string | null> {
  const { status, body } = await exchange({
    ...{ method: 'GET', path: versionPath, body: undefined, token: null, reads: true },
  });
  const { maintenance, message } = (body ?? {}) as { maintenance?: unknown; message?: unknown };
  if (status !== 200 || maintenance !== true) return null;
  return typeof message === 'string' && message !== '' ? message : 'Maintenance en cours';
}

export function useServiceMessage(): string | null {
  const [message, setMessage] = useState<string | null>(null);
  useEffect(() => {
    let isShown = true;
    const ask = (): void => {
      readMessage().then(
        (found) => {
          if (isShown) setMessage(found);
        },
        () => undefined,
      );
    };
    ask();
    const timer = setInterval(ask, often);
    return () => {
      isShown = false;
      clearInterval(timer);
    };
  }, []);
  return message;
}
