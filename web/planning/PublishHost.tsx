// Renders the publication that was asked for; its dialog is loaded on first use.
import { lazy, type ReactNode, Suspense } from 'react';
import { useStore } from '#ui/client/store.ts';
import { loadWithRetry } from '#ui/shell/later.ts';
import { type Breach, publishAsked } from './publishing.ts';

const PublishDialog = lazy(() => loadWithRetry(() => import('./PublishDialog.tsx')));

export interface Breaches {
  /** The rules that a service breaks for an agent, where they are known. */
  breachesOf?: ((service: string, agent: string) => readonly Breach[]) | undefined;
}

export function PublishHost({ breachesOf }: Breaches): ReactNode {
  const asked = useStore(publishAsked);
  if (!asked) return null;
  return (
    <Suspense fallback={null}>
      <PublishDialog
        key={JSON.stringify(asked)}
        asked={asked}
        breachesOf={breachesOf}
        onClose={() => publishAsked.set(null)}
      />
    </Suspense>
  );
}
