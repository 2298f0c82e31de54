// The dialog of any entity; its code is loaded when first opened.
import { lazy, type ReactNode, Suspense } from 'react';
import type { EntityDialogProps } from './EntityDialog.tsx';

const Loaded = lazy(() => import('./EntityDialog.tsx'));

export const EntityDialog = (props: EntityDialogProps): ReactNode => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
);
