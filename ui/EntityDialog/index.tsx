// The dialog of any entity; its code is loaded when first opened.
import { lazy, type ReactNode, Suspense } from 'react';
import type { EntityDialogProps } from './EntityDialog.tsx';

const load = () => import('./EntityDialog.tsx');
const Loaded = lazy(load);

/** Preloads the code when the browser is idle. */
export function preloadDialog(): void {
  const ahead = (): void => void load().catch(() => undefined);
  if ('requestIdleCallback' in window) window.requestIdleCallback(ahead, { timeout: 3_000 });
}

export const EntityDialog = (props: EntityDialogProps): ReactNode => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
);
