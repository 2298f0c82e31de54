// File dialogs that any screen can open; rendered once, by the frame.
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useStore } from '../client/store.ts';
import { previewed, refusedFiles } from './preview.ts';
import { RefusedDialog } from './RefusedDialog.tsx';

const PreviewDialog = lazy(() => import('./PreviewDialog.tsx'));

export function FilesHost(): ReactNode {
  const shown = useStore(previewed);
  const refused = useStore(refusedFiles);
  // Back leaves the page, so close its dialogs.
  useEffect(() => {
    const close = (): void => previewed.set(null);
    window.addEventListener('popstate', close);
    return () => window.removeEventListener('popstate', close);
  }, []);
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
