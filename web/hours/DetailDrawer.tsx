// Details of one row, to the right of the table.
import { Drawer, Skeleton } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { ReadFailure } from '#ui/ReadFailure.tsx';

interface Props {
  title: string;
  onClose(): void;
  failure: string | null;
  busy: boolean;
  onRetry(): void;
  /** Null: loading. */
  children: ReactNode;
}

export const DetailDrawer = ({ title, onClose, failure, busy, onRetry, children }: Props): ReactElement => (
  <Drawer
    opened
    onClose={onClose}
    position="right"
    size="min(100%, 60rem)"
    title={title}
    closeButtonProps={{ 'aria-label': 'Fermer' }}
  >
    {failure !== null ? (
      <ReadFailure title="Le détail n’a pas pu être lu" message={failure} busy={busy} onRetry={onRetry} />
    ) : (
      (children ?? <Skeleton height={420} role="status" aria-label="Lecture du détail" />)
    )}
  </Drawer>
);
