// The alarms above the field's own screens, for who supervises on the road. Without a network there is nothing: the
// screens of the field must not wait for it.
import '#ui/theme/desk.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { DeskAlarms } from '#field/Field.tsx';
import { queryClient } from '#ui/client/queries.tsx';
import { Live } from '#ui/live/Live.tsx';
import { AlarmsAbove } from './AlarmsAbove.tsx';
import { useDeviceSession } from './device-session.ts';
import classes from './field-desk.module.css';

const again = 30_000;
const addressOf = (id: string): string => `#/terrain/adminDashboard/adminAlerts?open=${encodeURIComponent(id)}`;

const FieldAlarms: DeskAlarms = ({ device }) => {
  const { isReady, problem, load } = useDeviceSession(device);
  useEffect(() => {
    if (!problem) return;
    const timer = setTimeout(load, again);
    window.addEventListener('online', load);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', load);
    };
  }, [problem, load]);
  if (!isReady) return null;
  return (
    <QueryClientProvider client={queryClient}>
      <div className={classes.alarms}>
        <AlarmsAbove addressOf={addressOf} />
      </div>
      <Live />
    </QueryClientProvider>
  );
};
export default FieldAlarms;
