// « Nouvelle entrée », for those who may write one.
import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { saveEvent } from '#core/logbook/calls.ts';
import type { Right } from '#core/rights.ts';
import { useSession } from '#ui/client/session.ts';
import type { Values } from '#ui/EntityDialog/values.ts';
import { IconPlus } from '#ui/icons.ts';

const EntryDialog = lazy(() => import('./EntryDialog.tsx'));

export function NewEntry({ initial }: { initial?: Values }): ReactNode {
  const { scope, can } = useSession();
  const [open, setOpen] = useState(false);
  if (scope !== 'agency' || !can(saveEvent.mounts.agency as readonly Right[])) return null;
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
        Nouvelle entrée
      </Button>
      <Suspense>{open && <EntryDialog event={null} initial={initial} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
