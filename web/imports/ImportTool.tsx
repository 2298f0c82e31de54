// « Importer », beside the export of a list.
import { ActionIcon, Tooltip } from '@mantine/core';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import { useSession } from '#ui/client/session.ts';
import { IconUpload } from '#ui/files/icons.ts';
import { may } from '#ui/may.ts';

const ImportDialog = lazy(() => import('./ImportDialog.tsx'));

export function ImportTool({ of }: { of: Entity }): ReactElement | null {
  const session = useSession();
  const [open, setOpen] = useState(false);
  // Customers may create sites, but only the agency imports files.
  if (session.scope !== 'agency' || !may(session, of, 'create')) return null;
  return (
    <>
      <Tooltip label="Importer">
        <ActionIcon variant="default" size="input-sm" aria-label="Importer" onClick={() => setOpen(true)}>
          <IconUpload size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Suspense>{open && <ImportDialog of={of} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
