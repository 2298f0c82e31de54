// Renders the question that was asked; its dialog is loaded on first use.
import { lazy, type ReactNode, Suspense } from 'react';
import { useStore } from '#ui/client/store.ts';
import { loadWithRetry } from '#ui/shell/later.ts';
import { leavingAsked } from './asked.ts';

const LeavingDialog = lazy(() => loadWithRetry(() => import('./LeavingDialog.tsx')));

export function LeavingHost(): ReactNode {
  const asked = useStore(leavingAsked);
  if (!asked) return null;
  return (
    <Suspense fallback={null}>
      <LeavingDialog key={asked.those.map(({ id }) => id).join()} asked={asked} />
    </Suspense>
  );
}
