// Renders the publication that was asked for; its dialog is loaded on first use.
import { lazy, type ReactNode, Suspense } from 'react';
import { useStore } from '#ui/client/store.ts';
import { loadWithRetry } from '#ui/shell/later.ts';
import { publishAsked } from './publishAsked.ts';

const PublishDialog = lazy(() => loadWithRetry(() => import('./PublishDialog.tsx')));

export function PublishHost(): ReactNode {
  const asked = useStore(publishAsked);
  if (!asked) return null;
  return (
    <Suspense fallback={null}>
      <PublishDialog key={JSON.stringify(asked)} asked={asked} onClose={() => publishAsked.set(null)} />
    </Suspense>
  );
}
