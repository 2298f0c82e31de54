// Open alarms, for the banner and the supervision.
import { useEffect } from 'react';
import { fetchOpenAlarms } from '#core/safety/calls.ts';
import { useCall } from '#ui/client/queries.tsx';

/** In addition to live events, which a sleeping computer may miss. */
const refreshDelay = 30_000;

export function useOpenAlarms() {
  const reading = useCall(fetchOpenAlarms);
  const { refetch } = reading;
  useEffect(() => {
    const timer = setInterval(() => void refetch(), refreshDelay);
    return () => clearInterval(timer);
  }, [refetch]);
  return reading;
}
