// Open alarms, for the banner and the supervision.
import { useEffect, useState } from 'react';
import { type AlarmDetails, fetchOpenAlarms, readAlarm } from '#core/safety/calls.ts';
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

/** The alarm opened in a panel. It stays when it leaves the open ones: somebody may be writing about it. */
export function useOpenedAlarm(alarms: readonly AlarmDetails[] | undefined): {
  shown: AlarmDetails | null;
  open(alarm: AlarmDetails): void;
  /** Another one, opened meanwhile, stays. */
  close(id: string): void;
} {
  const [opened, open] = useState<AlarmDetails | null>(null);
  const listed = alarms?.find(({ id }) => id === opened?.id);
  if (listed && listed !== opened) open(listed);
  const { data } = useCall(readAlarm, {
    params: { id: opened?.id ?? '' },
    enabled: opened !== null && alarms !== undefined && !listed,
  });
  const close = (id: string): void => open((now) => (now?.id === id ? null : now));
  return { shown: listed ?? data?.alarm ?? opened, open, close };
}
