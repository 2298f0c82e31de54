// The dialogs of files that any screen may open; rendered once, by the frame.
import { lazy, type ReactNode, Suspense } from 'react';
import { useStore } from '../client/store.ts';
import { previewed, refusedFiles } from './preview.ts';
import { RefusedDialog } from './RefusedDialog.tsx';

const PreviewDialog = lazy(() => import('./PreviewDialog.tsx'));

export function FilesHost(): ReactNode {
  const shown = useStore(previewed);
  const refused = useStore(refusedFiles);
  return (
    <>
      {shown && (
        <Suspense fallback={null}>
          <PreviewDialog {...shown} onClose={() => previewed.set(null)} />
        </Suspense>
      )}
      <RefusedDialog names={refused} onClose={() => refusedFiles.set(null)} />
    </>
  );
}
