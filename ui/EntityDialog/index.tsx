// The dialog of any entity; its code is loaded when first opened.
import { lazy, type ReactNode, Suspense } from 'react';
import type { EntityDialogProps } from './EntityDialog.tsx';

const load = () => import('./EntityDialog.tsx');
const Loaded = lazy(load);

/** Ahead of the first click, once the page has nothing better to do. */
export function preloadDialog(): void {
  const ahead = (): void => void load().catch(() => undefined);
  if ('requestIdleCallback' in window) window.requestIdleCallback(ahead, { timeout: 3_000 });
}

export const EntityDialog = (props: EntityDialogProps): ReactNode => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
);
