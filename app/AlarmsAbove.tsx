// The alarms that nobody has seen yet, above every screen of the people who were told; loaded after the screen.
import { lazy, type ReactElement, Suspense } from 'react';
import { useSession } from '#ui/client/session.ts';
import { loadWithRetry, useLater } from '#ui/shell/later.ts';

const AlarmBanner = lazy(() => loadWithRetry(() => import('#web/safety/AlarmBanner.tsx')));

interface Props {
  /** The address of an alarm, where there is no room to open it in place. */
  addressOf?(id: string): string;
}

export function AlarmsAbove(props: Props): ReactElement | null {
  const { scope, agency, can } = useSession();
  const later = useLater();
  if (!later || scope !== 'agency' || !agency || !can(['readSupervision'])) return null;
  return (
    <Suspense fallback={null}>
      <AlarmBanner {...props} />
    </Suspense>
  );
}
