// « Nouvelle entrée », for those who may write one.
import { lazy, type ReactNode } from 'react';
import type { Values } from '#ui/EntityDialog/values.ts';
import { IconPlus } from '#ui/icons.ts';
import { Opening } from './Opening.tsx';

const EntryDialog = lazy(() => import('./EntryDialog.tsx'));

export const NewEntry = ({ initial }: { initial?: Values }): ReactNode => (
  <Opening label="Nouvelle entrée" icon={IconPlus} rights={['createServiceEvent']} main>
    {(close) => <EntryDialog event={null} initial={initial} onClose={close} />}
  </Opening>
);
