// Reads the version in the background; failures are shown by the connection banner.
import { useEffect } from 'react';
import { checkVersion } from './version.ts';

export const askVersion = (): void => {
  checkVersion().catch(() => undefined);
};

/** Asks at this moment, given as the time of a clock; null: never. */
export const useVersionAt = (moment: string | null): void =>
  useEffect(() => {
    if (moment === null) return;
    // A second later: clocks differ a little. Longer waits than a timer can hold are left to the hourly check.
    const wait = Date.parse(moment) - Date.now() + 1_000;
    if (wait <= 0 || wait > 86_400_000) return;
    const timer = setTimeout(askVersion, wait);
    return () => clearTimeout(timer);
  }, [moment]);

export const useVersionEvery = (milliseconds: number, wanted: boolean): void =>
  useEffect(() => {
    if (!wanted) return;
    const timer = setInterval(askVersion, milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds, wanted]);
