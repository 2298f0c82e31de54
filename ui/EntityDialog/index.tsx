// The dialog of any entity; its code is loaded when first opened.
import { lazy, type ReactNode, Suspense } from 'react';
import type { EntityDialogProps } from './EntityDialog.tsx';
import { loadForm } from './load.ts';

const load = () => import('./EntityDialog.tsx');
const Loaded = lazy(load);

/** Preloads the code when the browser is idle; `form`: it is shown first. */
export function preloadDialog(form: boolean): void {
  const ahead = (): void => void Promise.all([load(), form && loadForm()]).catch(() => undefined);
  if ('requestIdleCallback' in window) window.requestIdleCallback(ahead, { timeout: 3_000 });
}

export const EntityDialog = (props: EntityDialogProps): ReactNode => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
);
