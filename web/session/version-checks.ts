// Reads the version in the background; failures are shown by the connection banner.
import { useEffect } from 'react';
import { checkVersion } from '#ui/client/version.ts';

export const askVersion = (): void => {
  checkVersion().catch(() => undefined);
};

export const useVersionEvery = (milliseconds: number, wanted: boolean): void =>
  useEffect(() => {
    if (!wanted) return;
    const timer = setInterval(askVersion, milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds, wanted]);
